import { type Corruption, flip, testCorruptions } from "../../test/sigstore-corruption.ts";

const V2 = { rekor: 2 as const, timestamps: [0] };
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);

const CERTIFICATE: Corruption[] = [
  [
    "a byte of the certificate",
    {},
    (b) => (b.verificationMaterial.certificate.rawBytes = flip(b.verificationMaterial.certificate.rawBytes)),
    /certificate/,
  ],
  [
    "a key of a kind that nobody knows",
    {},
    (b) => {
      const { certificate } = b.verificationMaterial;
      const der = Buffer.from(certificate.rawBytes, "base64");
      const algorithm = Buffer.from("06072a8648ce3d0201", "hex");
      der.writeUInt8(9, der.indexOf(algorithm) + algorithm.length - 1);
      certificate.rawBytes = der.toString("base64");
    },
    /key of the signing certificate cannot be read/,
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

testCorruptions("bundles that fail by their certificate", CERTIFICATE);
testCorruptions("bundles that fail by their times", TIME);
