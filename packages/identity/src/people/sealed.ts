import { createHash } from "node:crypto";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { managedNonce } from "@noble/ciphers/utils.js";

/**
 * A text as it lies in the database where it has to be read again (keys of authenticator apps, recovery codes): XChaCha20-Poly1305 under
 * the SHA-256 of the registry's secret, in hex: 24 bytes of nonce, the text, 16 bytes of tag. Releases before had the same (decision 026).
 */
export const seal = (text: string, secret: string): string =>
  Buffer.from(cipher(secret).encrypt(Buffer.from(text, "utf8"))).toString("hex");

/** @throws Error for what was sealed with another secret, or changed */
export const unseal = (sealed: string, secret: string): string =>
  Buffer.from(cipher(secret).decrypt(Buffer.from(sealed, "hex"))).toString("utf8");

const cipher = (secret: string) => managedNonce(xchacha20poly1305)(createHash("sha256").update(secret).digest());
