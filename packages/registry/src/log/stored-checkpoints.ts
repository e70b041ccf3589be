import { parseSignedCheckpoint, type SignedCheckpoint } from "@gaia/log";
import type { Registry } from "../kernel/context.ts";
import { LOG_PREFIX } from "./tile-store.ts";

/** Checkpoints lie beside the tiles, too: a database that was restored learns from them how far the log had come. */
const CHECKPOINTS = `${LOG_PREFIX}checkpoints/`;
const keyOf = (size: number): string => `${CHECKPOINTS}${String(size).padStart(16, "0")}`;

export const storeCheckpoint = ({ blobs }: Pick<Registry, "blobs">, size: number, note: string): Promise<void> =>
  blobs.put(keyOf(size), Buffer.from(note));

/** The size of the largest tree that storage has a checkpoint of; null without any. */
export async function findStoredSize({ blobs }: Pick<Registry, "blobs">): Promise<number | null> {
  let largest: number | null = null;
  for await (const { key } of blobs.list(CHECKPOINTS)) {
    const size = Number(key.slice(CHECKPOINTS.length));
    if (Number.isSafeInteger(size)) largest = Math.max(largest ?? 0, size);
  }
  return largest;
}

export async function readStored({ blobs }: Pick<Registry, "blobs">, size: number): Promise<SignedCheckpoint | null> {
  const bytes = await blobs.read(keyOf(size));
  return bytes === null ? null : parseSignedCheckpoint(bytes);
}

/** Removes stored checkpoints below the newest one. */
export async function pruneStored({ blobs }: Pick<Registry, "blobs">): Promise<void> {
  const newest = await findStoredSize({ blobs });
  if (newest === null) return;
  for await (const { key } of blobs.list(CHECKPOINTS)) if (key < keyOf(newest)) await blobs.remove(key);
}
