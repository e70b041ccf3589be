import type { ObjectReader } from "./object-reader.ts";
import type { GitCommit } from "./open-commit.ts";
import type { SkillFolder } from "./skill-folders.ts";

/** Longer ones have their name in the beginning, or are called by their folder. */
const MOST_MANIFEST_BYTES = 256 * 1024;
const MOST_BATCH_BYTES = 16 * 1024 ** 2;
const MOST_BYTES = 64 * 1024 ** 2;
const HEAD_BYTES = 8 * 1024;
const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*\r?$/m;
const NAME = /^name:[ \t]*(["']?)([A-Za-z0-9][A-Za-z0-9-]{0,63})\1[ \t]*\r?$/m;

/**
 * What the SKILL.md of each folder says its name is, where it stands there plainly; the map lacks the others. The registry's own reader
 * judges it later: this is for lists. Cost: each manifest once, however many folders have it, in batches of 16 MiB and `mostBytes` in all;
 * what does not fit has no name here.
 */
export async function skillNames(
  { entries, reader }: Pick<GitCommit, "entries" | "reader">,
  folders: readonly SkillFolder[],
  { mostBytes = MOST_BYTES }: { mostBytes?: number } = {},
): Promise<Map<string, string>> {
  const ids = new Map(entries.map(({ path, id }) => [path, id]));
  const wanted = folders.flatMap(({ folder, manifests }) => {
    const id = manifests.includes("SKILL.md") ? ids.get(folder === "" ? "SKILL.md" : `${folder}/SKILL.md`) : undefined;
    return id === undefined ? [] : [{ folder, id }];
  });
  const names = await namesById(reader, [...new Set(wanted.map(({ id }) => id))], mostBytes);
  return new Map(
    wanted.flatMap(({ folder, id }) => {
      const name = names.get(id);
      return name === undefined ? [] : [[folder, name] as const];
    }),
  );
}

async function namesById(
  reader: ObjectReader,
  ids: readonly string[],
  mostBytes: number,
): Promise<ReadonlyMap<string, string>> {
  const sizes = await reader.find(ids);
  const names = new Map<string, string>();
  let batch: string[] = [];
  let [batchBytes, left] = [0, mostBytes];
  const readBatch = async (): Promise<void> => {
    for (const [id, { bytes }] of await reader.read(batch, MOST_BATCH_BYTES)) {
      const name = nameIn(bytes);
      if (name !== null) names.set(id, name);
    }
    [batch, batchBytes] = [[], 0];
  };
  for (const id of ids) {
    const sizeBytes = sizes.get(id)?.sizeBytes ?? Infinity;
    if (sizeBytes > MOST_MANIFEST_BYTES || sizeBytes > left) continue;
    if (batchBytes + sizeBytes > MOST_BATCH_BYTES) await readBatch();
    batch.push(id);
    batchBytes += sizeBytes;
    left -= sizeBytes;
  }
  await readBatch();
  return names;
}

function nameIn(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("utf8");
  const [, head = ""] = FRONT_MATTER.exec(text) ?? [];
  return NAME.exec(head)?.[2] ?? null;
}
