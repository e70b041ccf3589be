import { createHash, randomBytes } from "node:crypto";

/** A new bearer secret: `gsk_` (so that secret scanners know it) and 256 random bits, base64url. */
export function newTokenSecret(): string {
  return `gsk_${randomBytes(32).toString("base64url")}`;
}

/** What is kept of a secret: its SHA-256, hex. The lookup is by this digest, so its timing tells nothing of the secret (T2). */
export function tokenDigest(secret: string): string {
  return createHash("sha256").update(secret, "utf8").digest("hex");
}
