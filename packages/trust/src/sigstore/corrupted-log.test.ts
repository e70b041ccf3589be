import { type Corruption, entryOf, flip, proofOf, testCorruptions } from "../../test/sigstore-corruption.ts";
import { type Json } from "../../test/sigstore-verify.ts";

const V2 = { rekor: 2 as const, timestamps: [0] };
/** One letter of the checkpoint's text or of its signature. */
const inCheckpoint = (bundle: Json, change: (text: string) => string) => {
  proofOf(bundle).checkpoint.envelope = change(proofOf(bundle).checkpoint.envelope);
};

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
    (b, _, note) => {
      const text = `rekor.example - 4242\n3\n${Buffer.alloc(32, 1).toString("base64")}\n`;
      proofOf(b).checkpoint.envelope = note(text);
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

testCorruptions("bundles that fail by their log entry", LOG);
