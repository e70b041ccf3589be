import { createHash } from "node:crypto";

/** `sha256:…` of what decides what a scanner finds: equal digests, equal rules. */
export function rulesDigest(...parts: unknown[]): string {
  return `sha256:${createHash("sha256").update(JSON.stringify(parts)).digest("hex")}`;
}
