import { createHash, generateKeyPairSync, sign } from "node:crypto";

/** The fields of `TransparencyLogEntry` in JSON. */
export interface LogEntryJson {
  [field: string]: unknown;
  logIndex: string;
  logId: { keyId: string };
  kindVersion: { kind: string; version: string };
  integratedTime?: string;
  inclusionPromise?: { signedEntryTimestamp: string };
  inclusionProof: {
    logIndex: string;
    rootHash: string;
    treeSize: string;
    hashes: string[];
    checkpoint: { envelope: string };
  };
  canonicalizedBody: string;
}

const hash = (...parts: (Uint8Array | string)[]): Buffer => {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(part);
  return digest.digest();
};

/** What RFC 8785 makes of the values that entries have: sorted keys, no spaces. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join(",")}}`;
}

const HOST = "rekor.example";

/**
 * A log of three leaves, the entry in the middle. v1 signs with ECDSA, promises and tells the time; v2 signs with Ed25519 and does
 * neither (`@sigstore/mock`'s v2 logs the request instead of an entry, with an index outside its tree).
 */
export function startLog(version: 1 | 2) {
  const keys = version === 1 ? generateKeyPairSync("ec", { namedCurve: "P-256" }) : generateKeyPairSync("ed25519");
  const spki = keys.publicKey.export({ type: "spki", format: "der" });
  // C2SP signed-note for Ed25519; Rekor v1 takes the digest of the key.
  const keyId = version === 1 ? hash(spki) : hash(HOST, "\n", new Uint8Array([1]), spki.subarray(-32));
  const algorithm = version === 1 ? "sha256" : null;
  const note = (body: string, by = HOST, signer = keys.privateKey, id = keyId) =>
    `— ${by} ${Buffer.concat([id.subarray(0, 4), sign(algorithm, Buffer.from(body), signer)]).toString("base64")}\n`;

  function enter(kind: string, body: object, time: Date): LogEntryJson {
    const bytes = Buffer.from(canonical(body));
    const [first, third] = [hash("\0", "first"), hash("\0", "third")];
    const root = hash("\x01", hash("\x01", first, hash("\0", bytes)), third);
    const text = `${HOST}${version === 1 ? " - 4242" : ""}\n3\n${root.toString("base64")}\n`;
    const [integratedTime, logIndex] = [Math.floor(time.getTime() / 1000), version === 1 ? 1001 : 1];
    const promised = canonical({
      body: bytes.toString("base64"),
      integratedTime,
      logIndex,
      logID: keyId.toString("hex"),
    });
    return {
      logIndex: String(logIndex),
      logId: { keyId: keyId.toString("base64") },
      kindVersion: { kind, version: (body as { apiVersion: string }).apiVersion },
      ...(version === 1 && {
        integratedTime: String(integratedTime),
        inclusionPromise: {
          signedEntryTimestamp: sign("sha256", Buffer.from(promised), keys.privateKey).toString("base64"),
        },
      }),
      inclusionProof: {
        logIndex: "1",
        rootHash: root.toString("base64"),
        treeSize: "3",
        hashes: [first, third].map((each) => each.toString("base64")),
        checkpoint: { envelope: `${text}\n${note(text)}` },
      },
      canonicalizedBody: bytes.toString("base64"),
    };
  }

  return {
    enter,
    note,
    inRoot: (start: string | undefined, end?: string) => ({
      baseUrl: `https://${HOST}`,
      hashAlgorithm: "SHA2_256",
      publicKey: {
        rawBytes: spki.toString("base64"),
        keyDetails: version === 1 ? "PKIX_ECDSA_P256_SHA_256" : "PKIX_ED25519",
        validFor: { start, end },
      },
      logId: { keyId: keyId.toString("base64") },
    }),
  };
}
