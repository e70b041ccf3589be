/**
 * Where bytes are kept. A blob is immutable by agreement: whoever puts under a key puts the bytes that the key names, so two
 * writers of one key may race and either may win.
 *
 * Every method throws `StorageError`, and nothing else. The store keeps bytes, it does not vouch for them: a reader that knows
 * the digest checks it.
 */
export interface Blobs {
  /** Stores `bytes` under `key`, durably: when this returns, a crash loses nothing. A reader sees all of them or none. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or null when nothing is stored under `key`. A read that was cut short throws, it never gives fewer bytes. */
  read(key: string): Promise<Uint8Array | null>;
  has(key: string): Promise<boolean>;
  /** Every blob whose key starts with `prefix` ("" is all of them), in no promised order. */
  list(prefix: string): AsyncIterable<BlobInfo>;
  /** Removes the blob; nothing happens when there is none. */
  remove(key: string): Promise<void>;
  /** Throws when the door is shut: directory not writable, bucket missing, credentials refused, endpoint silent. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface BlobInfo {
  key: string;
  sizeBytes: number;
  modifiedAt: Date;
}
