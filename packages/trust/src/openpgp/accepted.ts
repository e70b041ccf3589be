import { config as defaults, enums } from "openpgp";
import type { AlgorithmInfo, Config } from "openpgp";
import { TrustError } from "../trust-error.ts";

// Everything accepted here is also accepted by GnuPG 2.2 and later: who installs a skill can check it without our tools.

const MIN_RSA_BITS = 2048;
const MAX_RSA_BITS = 8192;
const MAX_RSA_EXPONENT_BYTES = 4;

const weakHashes = [enums.hash.md5, enums.hash.sha1, enums.hash.ripemd];

/** For self-signatures, bindings and messages: hashes that can be collided do not count. */
export const strict: Config = {
  ...defaults,
  minRSABits: MIN_RSA_BITS,
  rejectHashAlgorithms: new Set(weakHashes),
  rejectMessageHashAlgorithms: new Set(weakHashes),
  rejectPublicKeyAlgorithms: new Set([enums.publicKey.dsa, enums.publicKey.elgamal]),
  ignoreMalformedPackets: false,
  enableParsingV5Entities: false,
  allowMissingKeyFlags: false,
};

/** For revocations: refusing one for its old hash would make a revoked key good again. */
export const lenient: Config = { ...strict, rejectHashAlgorithms: new Set() };

/** The library's "at whatever time": it takes null at run time, its declared types only know Date. */
export const anyTime = null as unknown as Date;

const acceptedHashes: ReadonlySet<number> = new Set([enums.hash.sha256, enums.hash.sha384, enums.hash.sha512]);

const acceptedCurves: ReadonlySet<string> = new Set(["ed25519Legacy", "nistP256", "nistP384", "nistP521"]);

/** The name of a hash that documents must not be signed with, null for SHA-256, SHA-384 and SHA-512 (RFC 9580 §9.5). */
export function refusedHash(id: number | null): string | null {
  if (id !== null && acceptedHashes.has(id)) return null;
  const name = Object.entries(enums.hash).find(([, value]) => value === id)?.[0];
  return name === undefined ? `hash algorithm ${id}` : name.toUpperCase().replace("_", "-");
}

/** What a key packet says of itself, as far as its strength is concerned. */
export interface KeyMaterial {
  algorithm: number;
  publicParams: object;
  getAlgorithmInfo(): AlgorithmInfo;
}

/** "ed25519", "rsa3072", "ecdsa nistP256" …: for people. */
export function algorithmName(key: KeyMaterial): string {
  const { algorithm, bits, curve } = key.getAlgorithmInfo();
  if (key.algorithm === enums.publicKey.eddsaLegacy) return curve === "ed25519Legacy" ? "ed25519" : `eddsa ${curve}`;
  if (algorithm.startsWith("rsa")) return `rsa${bits}`;
  if (bits !== undefined) return `${algorithm}${bits}`;
  return curve === undefined ? algorithm : `${algorithm} ${curve}`;
}

/**
 * @throws TrustError `weak_key` for RSA below 2048 bits, DSA and ElGamal; `unsupported_key` for what GnuPG could not check,
 * what only encrypts, and RSA so large that checking it is an attack.
 */
export function ensureStrong(key: KeyMaterial): void {
  const name = algorithmName(key);
  switch (key.algorithm) {
    case enums.publicKey.rsaEncryptSign:
    case enums.publicKey.rsaSign:
      ensureStrongRsa(key, name);
      return;
    case enums.publicKey.dsa:
    case enums.publicKey.elgamal:
    case 20: // ElGamal that signs and encrypts, withdrawn (RFC 9580 §9.1)
      throw new TrustError("weak_key", `${name} keys are too weak to sign with; use ed25519 or rsa3072`);
    case enums.publicKey.ecdsa:
    case enums.publicKey.eddsaLegacy:
      if (acceptedCurves.has(key.getAlgorithmInfo().curve ?? "")) return;
      break;
  }
  if (key.algorithm === enums.publicKey.ed25519 || key.algorithm === enums.publicKey.ed448)
    throw new TrustError(
      "unsupported_key",
      `the key is of algorithm ${key.algorithm} (${name} as RFC 9580 writes it), which GnuPG cannot check; make an ed25519 key with ` +
        "`gpg --quick-generate-key NAME ed25519 sign`, or with your program's profile for RFC 4880",
    );
  throw new TrustError(
    "unsupported_key",
    `${name} keys cannot sign here; use ed25519, ECDSA on a NIST curve, or RSA of ${MIN_RSA_BITS} bits and more`,
  );
}

function ensureStrongRsa(key: KeyMaterial, name: string): void {
  const bits = key.getAlgorithmInfo().bits ?? 0;
  if (bits < MIN_RSA_BITS) {
    throw new TrustError("weak_key", `${name} is too weak: RSA keys need ${MIN_RSA_BITS} bits, better 3072`);
  }
  const exponent = "e" in key.publicParams ? key.publicParams.e : null;
  const isSmall = exponent instanceof Uint8Array && exponent.length <= MAX_RSA_EXPONENT_BYTES;
  if (bits > MAX_RSA_BITS || !isSmall) {
    throw new TrustError(
      "unsupported_key",
      `RSA keys may have ${MAX_RSA_BITS} bits and an exponent of ${MAX_RSA_EXPONENT_BYTES * 8} bits at most`,
    );
  }
  if (exponent.length === 1 && (exponent[0] ?? 0) < 3)
    throw new TrustError("weak_key", "an RSA exponent below 3 protects nothing");
}
