import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { initializeCA, initializeCTLog, initializeTSA } from "@sigstore/mock";
import { RELEASE_PREDICATE } from "../src/signature-kind.ts";
import { startLog } from "./sigstore-log.ts";

export const ISSUER = "https://token.actions.example";
export const WORKFLOW = "https://forge.example/ada/skills/.github/workflows/release.yml";
export const SUBJECT = `${WORKFLOW}@refs/tags/v1.0.0`;
export const IDENTITY = JSON.stringify({ issuer: ISSUER, subject: SUBJECT });

const MEDIA_TYPES = {
  "0.1": "application/vnd.dev.sigstore.bundle+json;version=0.1",
  "0.2": "application/vnd.dev.sigstore.bundle+json;version=0.2",
  "0.3": "application/vnd.dev.sigstore.bundle.v0.3+json",
};

const b64 = (bytes: ArrayBufferView | string): string =>
  (typeof bytes === "string"
    ? Buffer.from(bytes)
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  ).toString("base64");
const sha256 = (bytes: Uint8Array | string): Buffer => createHash("sha256").update(bytes).digest();
const pem = (der: string): string =>
  `-----BEGIN CERTIFICATE-----\n${der.match(/.{1,64}/g)?.join("\n")}\n-----END CERTIFICATE-----\n`;
const ecKey = () => generateKeyPairSync("ec", { namedCurve: "P-256" });
const pae = (type: string, payload: string): Buffer =>
  Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${Buffer.byteLength(payload)} ${payload}`);

const PAYLOAD_TYPE = "application/vnd.in-toto+json";

/** A statement as `cosign attest-blob` makes it: one that signs a release, unless another type is said. */
export const statementOf = (message: Uint8Array, predicateType: string = RELEASE_PREDICATE): object => ({
  _type: "https://in-toto.io/Statement/v1",
  subject: [{ name: "SHA256SUMS", digest: { sha256: sha256(message).toString("hex") } }],
  predicateType,
  predicate: {},
});

type EntryKind = "hashedrekord" | "dsse" | "intoto";

export interface Wanted {
  version?: keyof typeof MEDIA_TYPES;
  statement?: object | undefined;
  payloadType?: string;
  rekor?: 1 | 2 | null;
  entry?: EntryKind;
  /** Minutes from the time when the bundle is made. */
  timestamps?: readonly number[];
  /** When the log says that it took the entry. */
  loggedAt?: Date;
  subject?: string;
  key?: { publicKey: KeyObject; privateKey: KeyObject };
  hint?: string;
  /** What the certificate is for; ECDSA on P-256 unless said. */
  certifiedKey?: { publicKey: KeyObject; privateKey: KeyObject };
  /** The statement as it is, letter by letter. */
  payload?: string;
  withoutSct?: boolean;
  /** What Fulcio writes into the certificate, by the last number of its OIDs. */
  certified?: Partial<Certified>;
  /** The entry names the certificate of another key. */
  loggedBy?: "somebody else";
  /** The entry has the signature twice. */
  loggedTwice?: boolean;
}

// Bundles are corrupted field by field: their type would be in the way.
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

const ALGORITHMS: Record<string, object> = {
  secp384r1: { name: "ECDSA", namedCurve: "P-384" },
  secp521r1: { name: "ECDSA", namedCurve: "P-521" },
  ed25519: { name: "EdDSA", namedCurve: "Ed25519" },
  rsa: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
};

/** The mock's authority reads every key as one on P-256. */
function forKey<Authority extends object>(authority: Authority, key: KeyObject): Authority {
  const algorithm = ALGORITHMS[key.asymmetricKeyDetails?.namedCurve ?? key.asymmetricKeyType ?? ""];
  if (!algorithm) return authority;
  const { crypto } = authority as unknown as { crypto: { subtle: Record<string, (...args: unknown[]) => unknown> } };
  const importKey = (format: unknown, bytes: unknown) =>
    crypto.subtle["importKey"]?.(format, bytes, algorithm, true, ["verify"]);
  const subtle = Object.assign(Object.create(crypto.subtle) as object, { importKey });
  const reading = Object.create(crypto, { subtle: { value: subtle } }) as object;
  return Object.assign(Object.create(authority) as object, { crypto: reading }) as Authority;
}

/** An issuer, and Fulcio's extensions of its arc. */
export interface Certified {
  issuer: string;
  runner: string;
  repository: string;
  commit: string;
  /** The workflow that was started. */
  config: string;
}

/** A Sigstore instance of its own: Fulcio, certificate log and timestamp authority of `@sigstore/mock`, and logs of both versions. */
export async function startInstance() {
  const ctKey = ecKey();
  const [ctLog, tsa] = [await initializeCTLog(ctKey), ecKey()];
  const [caKey, logs] = [ecKey(), { 1: startLog(1), 2: startLog(2) }];
  const ca = await initializeCA(caKey, ctLog);
  const bareCa = await initializeCA(ecKey());
  const authority = await initializeTSA(tsa);

  /** The authority's clock is fixed when it is made, and a new one has other certificates: those of the first are in the root. */
  async function stamp(signature: Buffer, time: Date): Promise<string> {
    const clocked = Object.assign(Object.create(Object.getPrototypeOf(authority) as object), authority, {
      // The library reads no fraction of a second whose last digit was a zero.
      getCurrentTime: () => new Date(Math.floor(time.getTime() / 1000) * 1000),
    }) as typeof authority;
    const token = await clocked.timestamp({
      artifactHash: sha256(signature),
      hashAlgorithmOID: "2.16.840.1.101.3.4.2.1",
      nonce: 1,
      policyOID: "1.2.3.4",
    });
    return b64(token);
  }

  async function certify(
    publicKey: KeyObject,
    subject: string,
    withoutSct: boolean,
    certified: Partial<Certified> = {},
  ): Promise<string> {
    const { issuer = ISSUER, runner = "forge-hosted", repository = "https://forge.example/ada/skills" } = certified;
    const told = (number: number, value: string | undefined) =>
      value === undefined ? [] : [{ oid: `1.3.6.1.4.1.57264.1.${number}`, value }];
    const authority = forKey(withoutSct ? bareCa : ca, publicKey);
    const certificate = await authority.issueCertificate({
      publicKey: publicKey.export({ type: "spki", format: "der" }),
      subjectAltName: subject,
      extensions: [
        { oid: "1.3.6.1.4.1.57264.1.1", value: issuer, legacy: true },
        ...told(8, issuer),
        ...told(11, runner),
        ...told(12, repository),
        ...told(13, certified.commit),
        ...told(18, certified.config),
      ],
    });
    return b64(certificate);
  }

  async function bundle(message: Uint8Array, wanted: Wanted = {}): Promise<Json> {
    const { version = "0.3", rekor = 1, timestamps = [] } = wanted;
    const keys = wanted.key ?? wanted.certifiedKey ?? ecKey();
    const certificate = wanted.key
      ? null
      : await certify(keys.publicKey, wanted.subject ?? SUBJECT, wanted.withoutSct ?? false, wanted.certified);
    // Not before the certificate was made: it would be of a time when that was not valid yet.
    const loggedAt = wanted.loggedAt ?? new Date();
    const payload = wanted.payload ?? (wanted.statement ? JSON.stringify(wanted.statement) : null);
    const type = wanted.payloadType ?? PAYLOAD_TYPE;
    const signed = payload === null ? message : pae(type, payload);
    const signature = sign(keys.publicKey.asymmetricKeyType === "ed25519" ? null : "sha256", signed, keys.privateKey);
    const named = wanted.loggedBy ? await certify(ecKey().publicKey, SUBJECT, false) : certificate;
    const verifier = named ? pem(named) : keys.publicKey.export({ type: "spki", format: "pem" }).toString();
    const parts = {
      signature: b64(signature),
      signed,
      payload,
      type,
      verifier,
      certificate: named,
      keys,
      isTwice: wanted.loggedTwice === true,
    };
    const kind = wanted.entry ?? (payload === null || rekor === 2 ? "hashedrekord" : "dsse");
    return {
      mediaType: MEDIA_TYPES[version],
      verificationMaterial: {
        ...(certificate === null
          ? { publicKey: wanted.hint === undefined ? {} : { hint: wanted.hint } }
          : version === "0.3"
            ? { certificate: { rawBytes: certificate } }
            : { x509CertificateChain: { certificates: [{ rawBytes: certificate }] } }),
        tlogEntries: rekor === null ? [] : [logs[rekor].enter(kind, entryOf(kind, rekor, parts), loggedAt)],
        timestampVerificationData: {
          rfc3161Timestamps: await Promise.all(
            timestamps.map(async (minutes) => ({
              signedTimestamp: await stamp(signature, new Date(Date.now() + minutes * 60_000)),
            })),
          ),
        },
      },
      ...(payload === null
        ? {
            messageSignature: {
              messageDigest: { algorithm: "SHA2_256", digest: b64(sha256(message)) },
              signature: b64(signature),
            },
          }
        : { dsseEnvelope: { payload: b64(payload), payloadType: type, signatures: [{ sig: b64(signature) }] } }),
    };
  }

  const start = new Date(Date.now() - 86_400_000).toISOString();
  const chain = (...certificates: ArrayBufferView[]) => ({
    certificates: certificates.map((each) => ({ rawBytes: b64(each) })),
  });
  const root = (): Json => ({
    mediaType: "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
    tlogs: [logs[1].inRoot(start), logs[2].inRoot(start)],
    certificateAuthorities: [
      { uri: "https://fulcio.example", certChain: chain(ca.rootCertificate), validFor: { start } },
      { uri: "https://bare.example", certChain: chain(bareCa.rootCertificate), validFor: { start } },
    ],
    ctlogs: [
      {
        baseUrl: "https://ct.example",
        hashAlgorithm: "SHA2_256",
        publicKey: { rawBytes: b64(ctLog.publicKey), keyDetails: "PKIX_ECDSA_P256_SHA_256", validFor: { start } },
        logId: { keyId: b64(ctLog.logID) },
      },
    ],
    timestampAuthorities: [
      {
        uri: "https://tsa.example",
        certChain: chain(authority.intCertificate, authority.rootCertificate),
        validFor: { start },
      },
    ],
  });
  return { bundle, root, logs, rootCertificate: b64(ca.rootCertificate) };
}

interface Parts {
  signature: string;
  signed: Uint8Array;
  payload: string | null;
  verifier: string;
  certificate: string | null;
  keys: { publicKey: KeyObject };
  isTwice: boolean;
}

/** The entry's body as Rekor writes it down (its types' canonical forms; rekor-tiles for 0.0.2). */
function entryOf(kind: EntryKind, rekor: 1 | 2, parts: Parts): object {
  const { signature, payload, verifier } = parts;
  const hex = (bytes: Uint8Array | string) => ({ algorithm: "sha256", value: sha256(bytes).toString("hex") });
  if (rekor === 2) {
    const named = parts.certificate
      ? { x509Certificate: { rawBytes: parts.certificate } }
      : { publicKey: { rawBytes: b64(parts.keys.publicKey.export({ type: "spki", format: "der" })) } };
    const by = { content: signature, verifier: { ...named, keyDetails: "PKIX_ECDSA_P256_SHA_256" } };
    const digest = (bytes: Uint8Array | string) => ({ algorithm: "SHA2_256", digest: b64(sha256(bytes)) });
    const spec =
      kind === "dsse"
        ? { dsseV002: { payloadHash: digest(payload ?? ""), signatures: [by] } }
        : { hashedRekordV002: { data: digest(parts.signed), signature: by } };
    return { apiVersion: "0.0.2", kind, spec };
  }
  switch (kind) {
    case "hashedrekord":
      return {
        apiVersion: "0.0.1",
        kind,
        spec: {
          data: { hash: hex(parts.signed) },
          signature: { content: signature, publicKey: { content: b64(verifier) } },
        },
      };
    case "dsse":
      return {
        apiVersion: "0.0.1",
        kind,
        spec: {
          envelopeHash: hex("envelope"),
          payloadHash: hex(payload ?? ""),
          signatures: Array.from({ length: parts.isTwice ? 2 : 1 }, () => ({ signature, verifier: b64(verifier) })),
        },
      };
    case "intoto": {
      const signatures = [{ publicKey: b64(verifier), sig: b64(signature) }];
      const content = {
        envelope: { payloadType: PAYLOAD_TYPE, signatures },
        hash: hex("envelope"),
        payloadHash: hex(payload ?? ""),
      };
      return { apiVersion: "0.0.2", kind, spec: { content } };
    }
  }
}
