import { createPrivateKey } from "node:crypto";
import { contentDigest, releaseDigest, sha256Hex, sumsOf, writeTarGz, writeZip } from "@gaia/archive";
import {
  ed25519FromPem,
  EMPTY_TREE,
  formatLeaf,
  formatTlogProof,
  formatVerifierKey,
  growTree,
  openTiles,
  parseSignedCheckpoint,
  proveInclusion,
  signCheckpoint,
  verifierKey,
} from "@gaia/log";
import {
  decisionStatement,
  registrySigner,
  type Revocation,
  revocationsText,
  signHandover,
  signRevocations,
  signStatement,
  sshFingerprint,
} from "@gaia/trust";

/** The worked examples of docs/protocol.md, made anew by what the registry writes them with: the same input gives the same bytes. */

const REGISTRY = "https://registry.example";
const ORIGIN = "registry.example/log";
const AT = new Date("2026-01-02T03:04:05.678Z");
const SECONDS = Math.floor(AT.getTime() / 1000);
const RELEASE = { publisher: "ada", name: "worked-example", version: "1.0.0" };

/** RFC 8410: the prefix of an Ed25519 private key in PKCS#8; the seed follows. */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const signerOfSeed = (seed: Uint8Array) =>
  registrySigner(
    createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: "der", type: "pkcs8" })
      .export({ format: "pem", type: "pkcs8" })
      .toString(),
  );
const signer = signerOfSeed(Uint8Array.from({ length: 32 }, (_, at) => at));
const successor = signerOfSeed(Uint8Array.from({ length: 32 }, (_, at) => at + 32));

/** @param files of the package, as the document shows them */
export async function protocolFixtures(files: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const entries = Object.entries(files).map(([path, text]) => ({ path, sha256: sha256Hex(Buffer.from(text)) }));
  const sums = sumsOf(RELEASE, entries);
  const digests = { releaseDigest: releaseDigest(sums), contentDigest: contentDigest(sums) };
  const envelope = await signStatement(
    signer,
    decisionStatement({
      ...RELEASE,
      ...digests,
      archives: archivesOf(files),
      registry: REGISTRY,
      decision: "verdict",
      detail: { verdict: "ALLOW" },
      sequence: 8,
      issuedAt: AT,
      expiresAt: null,
    }),
  );
  const payload = Buffer.from(envelope.payload, "base64");
  const key = verifierKey({ name: ORIGIN, type: "ed25519", publicKey: ed25519FromPem(signer.publicKey.public_key) });
  const fields = { ...RELEASE, release: digests.releaseDigest };
  const first = formatLeaf({
    kind: "publish",
    at: new Date(AT.getTime() - 1000),
    fields: { ...fields, content: digests.contentDigest },
  });
  const leaf = formatLeaf({
    kind: "verdict",
    at: AT,
    fields: { ...fields, verdict: "ALLOW", statement: `sha256:${sha256Hex(payload)}` },
  });
  return {
    SHA256SUMS: sums,
    digests: `content_digest  ${digests.contentDigest}\nrelease_digest  ${digests.releaseDigest}\n`,
    key: signer.publicKey.public_key,
    "key-id":
      `key_id       ${signer.publicKey.key_id}\nfingerprint  ${signer.publicKey.fingerprint}\n` +
      `keyid        ${sshFingerprint(signer.publicKey.public_key)}\n`,
    payload: payload.toString("utf8"),
    envelope: JSON.stringify(envelope),
    leaf: Buffer.from(leaf).toString("utf8"),
    policy: `log ${formatVerifierKey(key)}\nquorum none\n`,
    proof: await proofOf([first, leaf], { key, sign: (bytes) => signer.sign(bytes) }),
    revocations: await revocationsOf(digests.releaseDigest),
    handover: JSON.stringify(await signHandover(signer, { registry: REGISTRY, next: successor.publicKey, at: AT })),
  };
}

function archivesOf(files: Readonly<Record<string, string>>) {
  const packed = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  return [
    { name: "worked-example-1.0.0.tar.gz", sha256: sha256Hex(writeTarGz(packed)) },
    { name: "worked-example-1.0.0.zip", sha256: sha256Hex(writeZip(packed)) },
  ];
}

async function proofOf(leaves: Uint8Array[], logSigner: Parameters<typeof signCheckpoint>[1][number]): Promise<string> {
  const stored = new Map<string, Uint8Array>();
  const read = async (path: string) => stored.get(path) ?? null;
  const write = async (path: string, bytes: Uint8Array) => void stored.set(path, Uint8Array.from(bytes));
  const tree = await growTree({ read, write }, { tree: EMPTY_TREE, leaves });
  const note = await signCheckpoint({ origin: ORIGIN, tree, extensions: [] }, [logSigner], SECONDS);
  const index = leaves.length - 1;
  const hashes = await proveInclusion(await openTiles(read, tree), index);
  return formatTlogProof({ index, hashes, signed: parseSignedCheckpoint(note), extra: leaves[index] ?? null });
}

async function revocationsOf(digest: string): Promise<string> {
  const entry: Revocation = {
    name: RELEASE.name,
    version: RELEASE.version,
    publisher: RELEASE.publisher,
    release_digest: digest,
    status: "yanked",
    tier: null,
    since_sequence: 9,
    at: "2026-01-02T04:00:00.000Z",
  };
  const head = {
    registry: REGISTRY,
    sequence: 9,
    issued_at: "2026-01-02T04:05:00.000Z",
    expires_at: "2026-01-02T04:15:00.000Z",
    count: 1,
  };
  const envelope = await signRevocations(signer, head, revocationsText([entry]));
  return JSON.stringify({ envelope, since: null, entries: [entry] });
}
