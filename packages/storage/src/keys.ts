import { StorageError } from "./storage-error.ts";

/** Lower case only, so that a file system that folds case keeps keys apart; the first byte keeps hidden names at the root for ourselves. */
const KEY = /^[a-z0-9][a-z0-9/_.-]{0,255}$/;
const SEGMENT_BYTES = 200;

/**
 * Throws `StorageError("invalid_key")` unless `key` is 1-256 characters of `a-z 0-9 / _ . -`, starts with a letter or digit, and each of
 * its segments is 1-200 bytes and neither `.` nor contains `..`. So one blob has one key on every adapter, and no key leaves the store.
 */
export function ensureKey(key: string): void {
  if (!isKey(key)) throw new StorageError("invalid_key", "not a storage key");
}

/** The same for the start of a key, which may end anywhere, also after a slash; "" is every key. */
export function ensurePrefix(prefix: string): void {
  if (prefix === "") return;
  ensureKey(prefix.endsWith("/") ? prefix.slice(0, -1) : prefix);
}

/** Whether `key` is one that `ensureKey` lets pass; for names that a store reports. */
export function isKey(key: string): boolean {
  return typeof key === "string" && KEY.test(key) && !key.includes("..") && key.split("/").every(isSegment);
}

function isSegment(segment: string): boolean {
  return segment !== "" && segment !== "." && segment.length <= SEGMENT_BYTES;
}
