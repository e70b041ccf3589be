import type { Blobs } from "./blobs.ts";
import { ensureKey, ensurePrefix } from "./keys.ts";

/** Blobs in this process's memory, for tests. Bytes are copied in and out, so no caller can change what is stored. */
export function memoryBlobs(): Blobs {
  const stored = new Map<string, { bytes: Uint8Array; modifiedAt: Date }>();

  return {
    async put(key, bytes) {
      ensureKey(key);
      stored.set(key, { bytes: Uint8Array.from(bytes), modifiedAt: new Date() });
    },
    async read(key) {
      ensureKey(key);
      const found = stored.get(key);
      return found === undefined ? null : Uint8Array.from(found.bytes);
    },
    async has(key) {
      ensureKey(key);
      return stored.has(key);
    },
    async *list(prefix) {
      ensurePrefix(prefix);
      for (const [key, { bytes, modifiedAt }] of stored) {
        if (key.startsWith(prefix)) yield { key, sizeBytes: bytes.length, modifiedAt };
      }
    },
    async remove(key) {
      ensureKey(key);
      stored.delete(key);
    },
    async check() {},
    async close() {},
  };
}
