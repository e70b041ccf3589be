import { generateKeyPairSync } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { entryOf, flip, proofOf, testCorruptions } from "../../test/sigstore-corruption.ts";
import { startInstance, statementOf, type Wanted } from "../../test/sigstore-instance.ts";
import { type Json, SUMS, verifyIn } from "../../test/sigstore-verify.ts";
import { verifySignature } from "../kinds/verify-signature.ts";

const DSSE = { statement: statementOf(SUMS) };
const V2 = { rekor: 2 as const, timestamps: [0] };
const stampsOf = (bundle: Json): Json[] => bundle.verificationMaterial.timestampVerificationData.rfc3161Timestamps;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const KEYS = {
  "P-384": generateKeyPairSync("ec", { namedCurve: "P-384" }),
  "P-521": generateKeyPairSync("ec", { namedCurve: "P-521" }),
  Ed25519: generateKeyPairSync("ed25519"),
  RSA: generateKeyPairSync("rsa", { modulusLength: 2048 }),
};

let instance: Awaited<ReturnType<typeof startInstance>>;
beforeAll(async () => {
  instance = await startInstance();
});

describe("kinds that hold", () => {
  type Kind = [name: string, wanted: Wanted, change: (bundle: Json, root: Json) => void];
  const nothing = () => {};
  const kinds: Kind[] = [
    ["Rekor v1, the promise alone", { version: "0.1" }, (b) => delete entryOf(b).inclusionProof],
    ["Rekor v1, the proof alone beside a timestamp", { timestamps: [0] }, (b) => delete entryOf(b).inclusionPromise],
    ...Object.entries(KEYS).flatMap(([name, certifiedKey]): Kind[] => [
      [`a certificate of ${name}, a message`, { certifiedKey }, nothing],
      [`a certificate of ${name}, a statement`, { certifiedKey, ...DSSE }, nothing],
    ]),
    [
      "a statement with several subjects",
      { statement: { ...DSSE.statement, subject: [{ digest: { sha256: "00" } }, ...subjectsOf(DSSE.statement)] } },
      nothing,
    ],
    [
      "an earlier authority of the same root, whose time is over, beside the one that counts",
      {},
      (_, root) => root.certificateAuthorities.unshift(ended(root.certificateAuthorities[0])),
    ],
    ["an earlier log with a key of its own", {}, (_, root) => root.tlogs.unshift(ended(root.tlogs[1]))],
    [
      "an earlier authority of timestamps beside the one that counts",
      V2,
      (_, root) => root.timestampAuthorities.unshift(ended(root.timestampAuthorities[0])),
    ],
    ["a field that nobody knows", {}, (b) => (b.later = { version: 4 })],
  ];
  test.each(kinds)("%s", async (_, wanted, change) => {
    const [bundle, root] = [await instance.bundle(SUMS, wanted), instance.root()];
    change(bundle, root);
    expect(await verifyIn(root, bundle)).toMatchObject({ ok: true, signerId: "row" });
  });
});

const subjectsOf = (statement: Json): Json[] => statement.subject;
const ended = (authority: Json): Json => {
  const copy = structuredClone(authority);
  (copy.publicKey ?? copy).validFor.end = hoursAgo(20);
  return copy;
};

testCorruptions("kinds that fail", [
  ["Rekor v1, the proof alone", {}, (b) => delete entryOf(b).inclusionPromise, /timestamps/],
  [
    "neither promise nor proof, v0.1",
    { version: "0.1" },
    (b) => (entryOf(b).inclusionPromise = entryOf(b).inclusionProof = undefined),
    /inclusion/,
  ],
  ["a proof's index just outside of the tree", {}, (b) => (proofOf(b).logIndex = "3"), /inclusion proof/],
  ["a proof's index far outside", {}, (b) => (proofOf(b).logIndex = "9223372036854775807"), /./],
  [
    "an index outside of the tree, Rekor v2",
    V2,
    (b) => (proofOf(b).logIndex = entryOf(b).logIndex = "3"),
    /inclusion proof/,
  ],
  ["a tree of nothing", {}, (b) => (proofOf(b).treeSize = "0"), /./],
  ["another body", {}, (b) => (entryOf(b).canonicalizedBody = flip(entryOf(b).canonicalizedBody)), /./],
  ["another body, Rekor v2", V2, (b) => (entryOf(b).canonicalizedBody = flip(entryOf(b).canonicalizedBody)), /./],
  ["no body", {}, (b) => (entryOf(b).canonicalizedBody = ""), /./],
  ["an empty signature", {}, (b) => (b.messageSignature.signature = ""), /./],
  ["an empty signature in the envelope", DSSE, (b) => (b.dsseEnvelope.signatures[0].sig = ""), /./],
  ["no signature in the envelope", DSSE, (b) => (b.dsseEnvelope.signatures = []), /./],
  ["an empty payload", DSSE, (b) => (b.dsseEnvelope.payload = ""), /./],
  ["a digest of a kind that is not known", {}, (b) => (b.messageSignature.messageDigest.algorithm = "SHA3_256"), /./],
  ["a digest that is shorter", {}, (b) => (b.messageSignature.messageDigest.algorithm = "SHA2_512"), /message digest/],
  ["no digest", {}, (b) => delete b.messageSignature.messageDigest, /./],
  [
    "a timestamp over another signature",
    V2,
    (b) => (b.messageSignature.signature = flip(b.messageSignature.signature)),
    /./,
  ],
  ["a timestamp that is none", V2, (b) => (stampsOf(b)[0].signedTimestamp = "AAAA"), /./],
  [
    "a timestamp before its authority's time",
    V2,
    (_, root) => (root.timestampAuthorities[0].validFor.start = hoursAgo(-1)),
    /timestamp/i,
  ],
  [
    "a log whose time had not begun",
    {},
    (_, root) => root.tlogs.forEach((log: Json) => (log.publicKey.validFor.start = hoursAgo(-1))),
    /./,
  ],
  [
    "a certificate log whose time was over",
    {},
    (_, root) => (root.ctlogs[0].publicKey.validFor.end = hoursAgo(20)),
    /SCT/,
  ],
  [
    "a certificate log with another key under its id",
    {},
    (_, root) => (root.ctlogs[0].publicKey.rawBytes = root.tlogs[0].publicKey.rawBytes),
    /SCT/,
  ],
  [
    "a log with another key under its id",
    {},
    (_, root) => (root.tlogs[0].publicKey.rawBytes = root.ctlogs[0].publicKey.rawBytes),
    /./,
  ],
  [
    "the authority's own certificate in the place of a signer's",
    {},
    (b, root) => (b.verificationMaterial.certificate = root.certificateAuthorities[0].certChain.certificates[0]),
    /./,
  ],
  [
    "a statement that names its subject twice",
    { payload: JSON.stringify(DSSE.statement).replace("{", '{"subject":[],') },
    () => {},
    /field twice/,
  ],
  ["a statement with something behind it", { payload: `${JSON.stringify(DSSE.statement)}{}` }, () => {}, /not JSON/],
  [
    "a statement whose digest is another algorithm's",
    { statement: { ...DSSE.statement, subject: [{ digest: { sha512: "00" } }] } },
    () => {},
    /subject/,
  ],
]);

describe("texts that are no bundle", () => {
  const changed: [string, (text: string) => string, RegExp][] = [
    ["something behind it", (text) => `${text}{}`, /not JSON/],
    ["another one behind it", (text) => `${text}\n${text}`, /not JSON/],
    ["something before it", (text) => `x${text}`, /not JSON/],
    ["a field twice", (text) => text.replace("{", '{"mediaType":"text/plain",'), /field twice/],
    [
      "a field twice, once in escapes",
      (text) => text.replace("{", String.raw`{"\u006dediaType":"text/plain",`),
      /field twice/,
    ],
    ["a field of the entry twice", (text) => text.replace('"logIndex":', '"logIndex":"7","logIndex":'), /field twice/],
    ["a list", (text) => `[${text}]`, /no object/],
    ["nothing", () => "", /not JSON/],
    ["null", () => "null", /no object/],
    ["more than 256 KiB", (text) => text.replace("{", `{"padding":"${"x".repeat(262_144)}",`), /at most 262144 bytes/],
    ["no media type", (text) => text.replace("mediaType", "mediaKind"), /media type/],
  ];
  test.each(changed)("%s", async (_, change, reason) => {
    const signature = change(JSON.stringify(await instance.bundle(SUMS)));
    const input = { message: SUMS, signature, signers: [], at: new Date(), isNew: true };
    const verdict = await verifySignature("sigstore", input);
    expect(verdict).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  });
});
