import type { PublicKeyInfo } from "./public-key.ts";
import type { ReceivedSignature } from "./received.ts";
import type { BareRevocation } from "./revocation.ts";

// The library costs a process 80 ms: whoever never sees a key does without. What each says and throws stands where it is written.

/** See `public-key.ts`. */
export const readPublicKey = async (armored: string): Promise<PublicKeyInfo> =>
  (await import("./public-key.ts")).readPublicKey(armored);

/** See `public-key.ts`. */
export const mergePublicKeys = async (known: string, incoming: string): Promise<PublicKeyInfo> =>
  (await import("./public-key.ts")).mergePublicKeys(known, incoming);

/** See `public-key.ts`. */
export const revokePublicKey = async (known: string, revocation: string): Promise<PublicKeyInfo> =>
  (await import("./public-key.ts")).revokePublicKey(known, revocation);

/** See `shared-revocations.ts`. */
export const addRevocations = async (known: string, copies: readonly string[]): Promise<PublicKeyInfo> =>
  (await import("./shared-revocations.ts")).addRevocations(known, copies);

/** See `shared-revocations.ts`. */
export const revokedParts = async (armored: string): Promise<Map<string, number> | null> =>
  (await import("./shared-revocations.ts")).revokedParts(armored);

/** See `received.ts`. */
export const fallenSignatures = async (armored: string, received: readonly ReceivedSignature[]): Promise<string[]> =>
  (await import("./received.ts")).fallenSignatures(armored, received);

/** See `revocation.ts`. */
export const findRevocation = async (text: string): Promise<BareRevocation | null> =>
  (await import("./revocation.ts")).findRevocation(text);

/** See `revocation.ts`. */
export const armorKey = async (bytes: Uint8Array): Promise<string> => (await import("./revocation.ts")).armorKey(bytes);
