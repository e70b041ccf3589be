import { beforeAll, describe, expect, test } from "vitest";
import { IDENTITY, ISSUER, startInstance, statementOf, SUBJECT, type Wanted } from "../../test/sigstore-instance.ts";
import { type Json, SUMS, verifyIn } from "../../test/sigstore-verify.ts";
import { kindOf, signerIdsOf } from "../verify-signature.ts";

let instance: Awaited<ReturnType<typeof startInstance>>;
beforeAll(async () => {
  instance = await startInstance();
});

const DSSE = { statement: statementOf(SUMS) };
const V2 = { rekor: 2 as const, timestamps: [0] };
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);

describe("bundles that hold", () => {
  const kinds: [string, Wanted][] = [
    ["v0.1, a message", { version: "0.1" }],
    ["v0.2, a message", { version: "0.2" }],
    ["v0.3, a message", {}],
    ["v0.1, a statement logged as intoto", { ...DSSE, version: "0.1", entry: "intoto" }],
    ["v0.3, a statement logged as dsse", DSSE],
    ["v0.3, a statement logged as hashedrekord", { ...DSSE, entry: "hashedrekord" }],
    ["Rekor v2, a message with a timestamp", V2],
    ["Rekor v2, a statement logged as hashedrekord", { ...DSSE, ...V2 }],
    ["Rekor v2, a statement logged as dsse", { ...DSSE, ...V2, entry: "dsse" }],
    ["log and timestamp authority both", { timestamps: [0] }],
  ];
  test.each(kinds)("%s", async (_, wanted) => {
    const bundle = await instance.bundle(SUMS, wanted);
    expect(kindOf(JSON.stringify(bundle))).toBe("sigstore");
    expect(await signerIdsOf("sigstore", JSON.stringify(bundle))).toContain(`${SUBJECT} (${ISSUER})`);
    expect(await verifyIn(instance.root(), bundle)).toMatchObject({
      ok: true,
      signerId: "row",
      signer: `${SUBJECT} (${ISSUER})`,
      madeBy: SUBJECT,
      identity: { issuer: ISSUER, subject: SUBJECT, sourceRepository: "https://forge.example/ada/skills" },
    });
  });

  test("v0.3 under its older media type", async () => {
    const mediaType = "application/vnd.dev.sigstore.bundle+json;version=0.3";
    expect(await verifyIn(instance.root(), { ...(await instance.bundle(SUMS)), mediaType })).toMatchObject({
      ok: true,
    });
  });

  test("v0.1 from before there were checkpoints: the promise vouches, the bare proof is not read", async () => {
    const bundle = await instance.bundle(SUMS, { version: "0.1" });
    delete bundle.verificationMaterial.tlogEntries[0].inclusionProof.checkpoint;
    expect(await verifyIn(instance.root(), bundle)).toMatchObject({ ok: true });
  });

  test("a checkpoint that witnesses and strangers signed as well, before the log did", async () => {
    const bundle = await instance.bundle(SUMS, V2);
    const { checkpoint } = bundle.verificationMaterial.tlogEntries[0].inclusionProof;
    const [text, own] = checkpoint.envelope.split("\n\n");
    const witness = instance.logs[1].note(`${text}\n`, "witness.example");
    checkpoint.envelope = `${text}\n\n${witness}${own}${witness}`;
    expect(await verifyIn(instance.root(), bundle)).toMatchObject({ ok: true });
  });

  test("times at the very end of an interval are within it", async () => {
    const loggedAt = new Date(Math.floor(Date.now() / 1000) * 1000);
    const bundle = await instance.bundle(SUMS, { loggedAt });
    const root = instance.root();
    for (const { publicKey } of root.tlogs) publicKey.validFor.end = loggedAt.toISOString();
    expect(await verifyIn(root, bundle)).toMatchObject({ ok: true, signedAt: loggedAt });
  });

  test("another authority of the same name does not stand in the way", async () => {
    const stranger = (await startInstance()).root().certificateAuthorities[0];
    const root = instance.root();
    root.certificateAuthorities.unshift(stranger);
    expect(await verifyIn(root, await instance.bundle(SUMS))).toMatchObject({ ok: true });
  });

  test("the root that knows it is found among several, and says what is wrong when none does", async () => {
    const roots = [(await startInstance()).root(), instance.root()];
    const bundle = await instance.bundle(SUMS);
    expect(await verifyIn(roots, bundle)).toMatchObject({ ok: true });
    bundle.verificationMaterial.tlogEntries[0].inclusionProof.treeSize = "4";
    expect(await verifyIn(roots, bundle)).toMatchObject({ ok: false, reason: expect.stringMatching(/tree size/) });
  });
});

/** Another byte in the middle. */
function flip(base64: string): string {
  const bytes = Buffer.from(base64, "base64");
  const middle = bytes.length >> 1;
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  return bytes.toString("base64");
}

const entryOf = (bundle: Json): Json => bundle.verificationMaterial.tlogEntries[0];
const proofOf = (bundle: Json): Json => entryOf(bundle).inclusionProof;
/** One letter of the checkpoint's text or of its signature. */
const inCheckpoint = (bundle: Json, change: (text: string) => string) => {
  proofOf(bundle).checkpoint.envelope = change(proofOf(bundle).checkpoint.envelope);
};

type Corruption = [name: string, wanted: Wanted, corrupt: (bundle: Json, root: Json) => void, reason: RegExp];

const FORM: Corruption[] = [
  ["a version that is not known", {}, (b) => (b.mediaType = b.mediaType.replace("0.3", "0.9")), /media type/],
  ["both kinds of content", DSSE, (b) => (b.messageSignature = {}), /messageSignature and dsseEnvelope/],
  ["no content", {}, (b) => delete b.messageSignature, /none of messageSignature/],
  [
    "an empty chain",
    { version: "0.1" },
    (b) => (b.verificationMaterial.x509CertificateChain.certificates = []),
    /certificates/,
  ],
  [
    "a chain in v0.3",
    {},
    (b) => {
      const { certificate } = b.verificationMaterial;
      delete b.verificationMaterial.certificate;
      b.verificationMaterial.x509CertificateChain = { certificates: [certificate] };
    },
    /wrong: verificationMaterial/,
  ],
  [
    "a root in the chain",
    { version: "0.1" },
    (b, root) => {
      const chain = b.verificationMaterial.x509CertificateChain.certificates;
      chain.push(root.certificateAuthorities[0].certChain.certificates[0]);
    },
    /root certificate/,
  ],
  ["a signature that is no base64", {}, (b) => (b.messageSignature.signature += "!"), /signature is not base64/],
  ["a negative index", {}, (b) => (proofOf(b).logIndex = "-1"), /logIndex/],
  ["an index of many digits", {}, (b) => (entryOf(b).logIndex = "9".repeat(9999)), /logIndex/],
  [
    "nine log entries",
    {},
    (b) => b.verificationMaterial.tlogEntries.push(...Array(8).fill(entryOf(b))),
    /tlogEntries has 9/,
  ],
  ["a value of another type", {}, (b) => (b.verificationMaterial.tlogEntries = "none"), /tlogEntries is no list/],
  [
    "two signatures in the envelope",
    DSSE,
    (b) => b.dsseEnvelope.signatures.push(b.dsseEnvelope.signatures[0]),
    /signatures/,
  ],
  ["no promise in v0.1", { version: "0.1" }, (b) => delete entryOf(b).inclusionPromise, /inclusionPromise/],
  ["no proof in v0.3", {}, (b) => delete entryOf(b).inclusionProof, /inclusionProof/],
  ["no checkpoint in v0.2", { version: "0.2" }, (b) => delete proofOf(b).checkpoint, /checkpoint/],
];

const CONTENT: Corruption[] = [
  [
    "the digest of something else",
    {},
    (b) => (b.messageSignature.messageDigest.digest = flip(b.messageSignature.messageDigest.digest)),
    /message digest/,
  ],
  ["G3 a statement about something else", { statement: statementOf(new Uint8Array()) }, () => {}, /subject/],
  [
    "a statement without a type",
    { statement: { ...statementOf(SUMS), _type: undefined } },
    () => {},
    /statement with a type/,
  ],
  [
    "a statement of a type that is not known",
    { statement: { ...statementOf(SUMS), _type: "https://in-toto.io/Statement/v9" } },
    () => {},
    /statement with a type/,
  ],
  ["G2 another payload type, signed", { ...DSSE, payloadType: "text/plain" }, () => {}, /payload type/],
  [
    "G2 another payload type, not signed",
    { ...DSSE, payloadType: "text/plain" },
    (b) => (b.dsseEnvelope.payloadType = "application/vnd.in-toto+json"),
    /signature is not one of/,
  ],
  [
    "G1 another signature over a message",
    {},
    (b) => (b.messageSignature.signature = flip(b.messageSignature.signature)),
    /signature is not one of/,
  ],
  [
    "G1 another signature in the envelope",
    DSSE,
    (b) => (b.dsseEnvelope.signatures[0].sig = flip(b.dsseEnvelope.signatures[0].sig)),
    /signature is not one of/,
  ],
  [
    "G1 another payload in the envelope",
    DSSE,
    (b) => {
      const payload = Buffer.from(b.dsseEnvelope.payload, "base64").toString().replace("{}", "{ }");
      b.dsseEnvelope.payload = Buffer.from(payload).toString("base64");
    },
    /signature is not one of/,
  ],
];

const LOG: Corruption[] = [
  ["no entry", {}, (b) => (b.verificationMaterial.tlogEntries = []), /timestamps/],
  ["no entry beside a timestamp", V2, (b) => (b.verificationMaterial.tlogEntries = []), /tlog entries, got 0/],
  ["the same entry twice", V2, (b) => b.verificationMaterial.tlogEntries.push(entryOf(b)), /duplicate tlog entry/],
  [
    "G5 the promise",
    {},
    (b) => (entryOf(b).inclusionPromise.signedEntryTimestamp = flip(entryOf(b).inclusionPromise.signedEntryTimestamp)),
    /inclusion promise/,
  ],
  [
    "the integrated time",
    {},
    (b) => (entryOf(b).integratedTime = String(Number(entryOf(b).integratedTime) + 1)),
    /inclusion promise/,
  ],
  ["the entry's index", {}, (b) => (entryOf(b).logIndex = "7"), /inclusion promise/],
  ["the entry's index, Rekor v2", V2, (b) => (entryOf(b).logIndex = "7"), /index/],
  ["the log's id", {}, (b) => (entryOf(b).logId.keyId = flip(entryOf(b).logId.keyId)), /inclusion promise/],
  ["the log's id, Rekor v2", V2, (b) => (entryOf(b).logId.keyId = flip(entryOf(b).logId.keyId)), /checkpoint/],
  [
    "G5 the entry's body",
    {},
    (b) => (entryOf(b).canonicalizedBody = flip(entryOf(b).canonicalizedBody)),
    /inclusion promise|entry's body/,
  ],
  [
    "G5 the entry's body, Rekor v2",
    V2,
    (b) => (entryOf(b).canonicalizedBody = flip(entryOf(b).canonicalizedBody)),
    /inclusion proof|entry's body/,
  ],
  ["the kind", V2, (b) => (entryOf(b).kindVersion.kind = "dsse"), /entry/],
  ["the version", V2, (b) => (entryOf(b).kindVersion.version = "0.0.1"), /entry/],
  ["the proof's index", {}, (b) => (proofOf(b).logIndex = "2"), /inclusion proof/],
  ["the proof's tree size", {}, (b) => (proofOf(b).treeSize = "4"), /tree size/],
  ["the proof's root hash", {}, (b) => (proofOf(b).rootHash = flip(proofOf(b).rootHash)), /root hash/],
  ["a hash of the proof", {}, (b) => (proofOf(b).hashes[0] = flip(proofOf(b).hashes[0])), /inclusion proof/],
  ["one hash too many", {}, (b) => proofOf(b).hashes.push(proofOf(b).hashes[0]), /inclusion proof/],
  ["the checkpoint's origin", {}, (b) => inCheckpoint(b, (text) => `x${text}`), /checkpoint signature/],
  ["no origin in the checkpoint", {}, (b) => inCheckpoint(b, (text) => text.slice(text.indexOf("\n"))), /no origin/],
  ["no size in the checkpoint", {}, (b) => inCheckpoint(b, (text) => text.replace("\n3\n", "\n")), /no size/],
  ["no root in the checkpoint", {}, (b) => inCheckpoint(b, (text) => text.replace(/\n3\n.*\n/, "\n3\n")), /root hash/],
  [
    "the checkpoint's size",
    {},
    (b) => inCheckpoint(b, (text) => text.replace("\n3\n", "\n5\n")),
    /checkpoint signature/,
  ],
  [
    "no signature of the log's on the checkpoint",
    {},
    (b) => inCheckpoint(b, (text) => text.replace(/— .*\n/, "")),
    /checkpoint/,
  ],
  [
    "the checkpoint's key hint",
    {},
    (b) => inCheckpoint(b, (text) => text.replace(/(— \S+ )(..)/, "$1AA")),
    /checkpoint/,
  ],
  [
    "the checkpoint's signature",
    {},
    (b) => inCheckpoint(b, (text) => text.replace(/.{8}\n$/, "AAAAAAA=\n")),
    /checkpoint/,
  ],
  [
    "the checkpoint of an older tree",
    {},
    (b) => {
      const text = `rekor.example - 4242\n3\n${Buffer.alloc(32, 1).toString("base64")}\n`;
      b.note(text);
    },
    /inclusion proof/,
  ],
  ["a log that is in no root", {}, (_, root) => (root.tlogs = []), /inclusion promise/],
  [
    "a log whose time was over",
    {},
    (_, root) => (root.tlogs[0].publicKey.validFor.end = root.tlogs[0].publicKey.validFor.start),
    /inclusion promise/,
  ],
];

const CERTIFICATE: Corruption[] = [
  [
    "a byte of the certificate",
    {},
    (b) => (b.verificationMaterial.certificate.rawBytes = flip(b.verificationMaterial.certificate.rawBytes)),
    /certificate/,
  ],
  ["no SCT", { withoutSct: true }, () => {}, /expected 1 SCTs, got 0/],
  ["an SCT of another log", {}, (_, root) => (root.ctlogs[0].logId.keyId = flip(root.ctlogs[0].logId.keyId)), /SCT/],
  [
    "an SCT with another signature",
    {},
    (_, root) => (root.ctlogs[0].publicKey.rawBytes = root.tlogs[0].publicKey.rawBytes),
    /SCT/,
  ],
  ["an authority that is in no root", {}, (_, root) => (root.certificateAuthorities = []), /certificate/],
  [
    "an authority whose time was over",
    {},
    (_, root) => (root.certificateAuthorities[0].validFor.end = root.certificateAuthorities[0].validFor.start),
    /certificate/,
  ],
  ["G4 logged after the certificate had expired", { loggedAt: later(11) }, () => {}, /certificate/],
  ["G4 logged before the certificate was valid", { loggedAt: later(-11) }, () => {}, /certificate/],
];

const TIME: Corruption[] = [
  ["G4 Rekor v2 without a timestamp", { rekor: 2 }, () => {}, /expected 1 timestamps, got 0/],
  ["a timestamp after the certificate had expired", { rekor: 2, timestamps: [11] }, () => {}, /certificate/],
  [
    "one of two timestamps after the certificate had expired",
    { rekor: 2, timestamps: [0, 11] },
    () => {},
    /certificate/,
  ],
  [
    "a byte of the timestamp",
    V2,
    (b) => {
      const [stamp] = b.verificationMaterial.timestampVerificationData.rfc3161Timestamps;
      stamp.signedTimestamp = flip(stamp.signedTimestamp);
    },
    /timestamp/,
  ],
  [
    "an authority of timestamps that is in no root",
    V2,
    (_, root) => (root.timestampAuthorities = []),
    /timestamp could not be verified/,
  ],
  [
    "an authority of timestamps whose time was over, beside one without certificates",
    V2,
    (_, root) => {
      const [{ validFor }] = root.timestampAuthorities;
      root.timestampAuthorities.push({
        uri: "https://empty.example",
        certChain: { certificates: [] },
        validFor: { ...validFor },
      });
      validFor.end = validFor.start;
    },
    /timestamp could not be verified/,
  ],
  [
    "the same timestamp twice",
    V2,
    (b) => {
      const stamps = b.verificationMaterial.timestampVerificationData.rfc3161Timestamps;
      stamps.push(stamps[0]);
    },
    /duplicate timestamp/,
  ],
];

describe.each([
  ["form", FORM],
  ["content", CONTENT],
  ["log", LOG],
  ["certificate", CERTIFICATE],
  ["time", TIME],
] as const)("bundles that fail by their %s", (_, table) => {
  test.each(table)("%s", async (__, wanted, corrupt, reason) => {
    const bundle = await instance.bundle(SUMS, wanted);
    const root = instance.root();
    Object.defineProperty(bundle, "note", {
      enumerable: false,
      value: (text: string) => (proofOf(bundle).checkpoint.envelope = `${text}\n${instance.logs[1].note(text)}`),
    });
    corrupt(bundle, root);
    const verdict = await verifyIn(root, bundle, { at: later(60) });
    expect(verdict).toMatchObject({ ok: false, code: "signature_invalid", reason: expect.stringMatching(reason) });
  });
});

describe("an entry of somebody else's", () => {
  const swaps: [string, Wanted, Wanted, RegExp][] = [
    ["of another signature", {}, {}, /entry is of something else/],
    ["of another statement", { ...DSSE, entry: "intoto" }, { ...DSSE, entry: "intoto" }, /entry is of something else/],
    ["of another envelope, Rekor v2", { ...DSSE, ...V2 }, { ...DSSE, ...V2 }, /entry is of something else/],
    ["of a message, for an envelope", { ...DSSE, ...V2 }, V2, /entry is of something else/],
  ];
  test.each(swaps)("%s", async (_, wanted, other, reason) => {
    const bundle = await instance.bundle(SUMS, wanted);
    const entry = entryOf(await instance.bundle(SUMS, other));
    bundle.verificationMaterial.tlogEntries = [entry];
    expect(await verifyIn(instance.root(), bundle)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  });

  const KINDS: [string, Wanted][] = [
    ["hashedrekord", {}],
    ["dsse", DSSE],
    ["intoto", { ...DSSE, entry: "intoto" }],
    ["hashedrekord of Rekor v2", V2],
    ["dsse of Rekor v2", { ...DSSE, ...V2, entry: "dsse" }],
  ];
  test.each(KINDS)("of this signature and another certificate: %s", async (_, wanted) => {
    const bundle = await instance.bundle(SUMS, { ...wanted, loggedBy: "somebody else" });
    expect(await verifyIn(instance.root(), bundle)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/names another certificate/),
    });
  });

  test("G5 with a signature more than was made", async () => {
    const bundle = await instance.bundle(SUMS, { ...DSSE, entry: "dsse", loggedTwice: true });
    expect(await verifyIn(instance.root(), bundle)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/signature/),
    });
  });
});

test("a time that has not come is nobody's", async () => {
  const bundle = await instance.bundle(SUMS, { loggedAt: later(8) });
  expect(await verifyIn(instance.root(), bundle)).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/has not come/),
  });
});

test("whatever is cut off or put in its place, the answer is a verdict", async () => {
  const bundle = await instance.bundle(SUMS, { ...V2, ...DSSE, version: "0.2" });
  const paths = pathsOf(bundle);
  expect(paths.length).toBeGreaterThan(25);
  for (const path of paths)
    for (const value of [null, undefined, 0, "", "AAAA", [], {}, [[]]]) {
      const changed = structuredClone(bundle);
      const parent = path.slice(0, -1).reduce((each: Json, name) => each[name], changed);
      const name = path.at(-1) ?? "";
      if (JSON.stringify(parent[name]) === JSON.stringify(value)) continue;
      parent[name] = value;
      const verdict = await verifyIn(instance.root(), changed, { registered: IDENTITY });
      expect([verdict.ok, path.join("."), value]).toEqual([false, path.join("."), value]);
    }
});

/** Without the envelope's key id and an entry's time without promise, which nobody vouches for and nobody reads. */
function pathsOf(value: Json, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  const below = Object.keys(value).flatMap((name) => pathsOf(value[name], [...path, name]));
  return path.length === 0 ? below : [path, ...below];
}
