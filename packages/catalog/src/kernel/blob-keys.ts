/** Where the blob of that SHA-256 (hex) lies: spread over 256 folders. */
export const blobKey = (sha256: string): string => `sha256/${sha256.slice(0, 2)}/${sha256}`;

/** The SHA-256 that a blob key names, or null for a key that is not ours. */
export function sha256OfKey(key: string): string | null {
  return /^sha256\/[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(key)?.[1] ?? null;
}
