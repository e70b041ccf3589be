import { opendir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { AdvisorySource } from "@gaia/registry";
import { OperationError } from "./operation-error.ts";
import { zipEntries } from "./zip-entries.ts";

/** An advisory is some kilobytes; the largest that OSV publishes stay below. */
const MAX_BYTES = 2 * 1024 * 1024;

/**
 * The advisories at a path, one at a time: a JSON file, every `*.json` below a directory, or a zip as OSV publishes one for
 * each ecosystem. What cannot be read is told in its place.
 * @throws OperationError when there is nothing at the path, or no zip in a `.zip`
 */
export async function* advisoryFiles(path: string): AsyncGenerator<AdvisorySource> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new OperationError(`There is nothing at ${path}.`);
  if (found.isDirectory()) yield* directoryFiles(path);
  else if (/\.zip$/i.test(path)) yield* zipFiles(path);
  else yield await oneFile(path);
}

async function* directoryFiles(path: string): AsyncGenerator<AdvisorySource> {
  for await (const entry of await opendir(path, { recursive: true })) {
    if (entry.isFile() && /\.json$/i.test(entry.name)) yield await oneFile(join(entry.parentPath, entry.name));
  }
}

async function oneFile(path: string): Promise<AdvisorySource> {
  const { size } = await stat(path);
  if (size > MAX_BYTES) return { source: path, problem: "it is larger than 2 MiB" };
  return toSource(path, await readFile(path));
}

async function* zipFiles(path: string): AsyncGenerator<AdvisorySource> {
  for await (const entry of zipEntries(path, { entryBytes: MAX_BYTES })) {
    if (!/\.json$/i.test(entry.name)) continue;
    const source = `${path}: ${entry.name.slice(0, 200)}`;
    try {
      yield toSource(source, await entry.read());
    } catch (error) {
      yield { source, problem: error instanceof Error ? error.message : "it cannot be read" };
    }
  }
}

function toSource(source: string, bytes: Uint8Array): AdvisorySource {
  try {
    return { source, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { source, problem: "it is not UTF-8" };
  }
}
