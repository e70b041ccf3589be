import { type Corruption, entryOf, flip, proofOf, testCorruptions } from "../../test/sigstore-corruption.ts";
import { statementOf } from "../../test/sigstore-instance.ts";
import { SUMS } from "../../test/sigstore-verify.ts";

const DSSE = { statement: statementOf(SUMS) };

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

testCorruptions("bundles that fail by their form", FORM);
testCorruptions("bundles that fail by their content", CONTENT);
