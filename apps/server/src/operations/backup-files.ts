import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { OperationError } from "./operation-error.ts";

const CHUNK_BYTES = 256 * 1024;
/** Longer than any row: a package's manifest, README and diagnostics together are far below. */
const MOST_LINE_BYTES = 64 * 1024 * 1024;
const BATCH_LINES = 1_000;
const BATCH_BYTES = 4 * 1024 * 1024;

/** A new file (0600) that is hashed while it is written. */
export interface HashedFile {
  write(text: string): Promise<void>;
  /** Writes it through to the disk. @returns the SHA-256 (hex) of all that was written */
  finish(): Promise<string>;
}

export async function createHashed(path: string): Promise<HashedFile> {
  const file = await open(path, "wx", 0o600);
  const hash = createHash("sha256");
  return {
    async write(text) {
      hash.update(text);
      await file.writeFile(text);
    },
    async finish() {
      await file.sync();
      await file.close();
      return hash.digest("hex");
    },
  };
}

/** Writes a whole new file (0600), through to the disk. */
export async function writeNew(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the entries of a directory outlive a power cut. */
export async function syncDirectory(path: string): Promise<void> {
  const dir = await open(path, "r");
  try {
    await dir.sync();
  } finally {
    await dir.close();
  }
}

/** The SHA-256 (hex) of a file. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of chunksOf(path)) hash.update(chunk);
  return hash.digest("hex");
}

/**
 * The lines of a file in batches, cut at LF alone (JSON may hold U+2028, which other readers of lines cut at). The file is hashed
 * while it is read: one that is no longer `sha256` throws at its end, before the caller is done with it.
 * @throws OperationError
 */
export async function* readLines(path: string, sha256: string): AsyncGenerator<string[]> {
  const hash = createHash("sha256");
  let batch: string[] = [];
  let batchBytes = 0;
  let parts: Buffer[] = [];
  let lineBytes = 0;
  for await (const chunk of chunksOf(path)) {
    hash.update(chunk);
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...parts, chunk.subarray(from, end)]);
      [parts, lineBytes, from] = [[], 0, end + 1];
      batch.push(line.toString("utf8"));
      batchBytes += line.length;
      if (batch.length < BATCH_LINES && batchBytes < BATCH_BYTES) continue;
      yield batch;
      [batch, batchBytes] = [[], 0];
    }
    // The chunk's memory is used again for the next one.
    parts.push(Buffer.from(chunk.subarray(from)));
    lineBytes += chunk.length - from;
    if (lineBytes > MOST_LINE_BYTES) throw new OperationError(`${path}: a line is longer than any row of a registry.`);
  }
  if (lineBytes > 0) throw new OperationError(`${path} ends in the middle of a line.`);
  if (hash.digest("hex") !== sha256) throw new OperationError(`${path} changed while it was read.`);
  if (batch.length > 0) yield batch;
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  const file: FileHandle = await open(path, "r");
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Runs `act` over every item, `width` at a time; the first failure stops the rest and is thrown. */
export async function eachOf<T>(items: Iterable<T>, width: number, act: (item: T) => Promise<void>): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const work = async () => {
    for (let next = waiting.next(); !next.done && failures.length === 0; next = waiting.next()) {
      await act(next.value).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  if (failures.length > 0) throw failures[0];
}
