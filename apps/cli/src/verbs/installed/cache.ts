import { type CachedRelease, cleanCache, ensureSkillName, readCacheIndex, verifyCache } from "@gaia/install/installed";
import { EXIT, type ExitCode } from "../../failures/failures.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, red, type Showable, t } from "../../terminal/shown-text.ts";

/** `cache list`: what is kept of which registry, the last used first. */
export async function listCache({ terminal, paths, config }: Session): Promise<void> {
  const all = (await readCacheIndex(paths)).sort((left, right) => (left.used_at < right.used_at ? 1 : -1));
  terminal.result({ releases: all, size_bytes: sizeOf(all), most_bytes: config.cacheMaxBytes });
  for (const line of columns(all.map(rowOf))) terminal.line(line);
  terminal.note(t`${counted(all)} in ${paths.cache}, of at most ${inMegabytes(config.cacheMaxBytes)}`);
}

/** `cache verify`: every file against its digest. What does not hold is taken away, and ends with 5. */
export async function checkCache({ terminal, paths }: Session): Promise<ExitCode> {
  const { kept, damaged } = await verifyCache(paths);
  terminal.result({ kept, damaged });
  for (const line of columns(damaged.map((one) => [red("damaged"), ...rowOf(one)]))) terminal.line(line);
  if (damaged.length > 0) terminal.note("What was damaged is gone; the next install fetches it again.");
  terminal.line(t`${counted(kept)} as they were fetched`);
  return damaged.length === 0 ? EXIT.ok : EXIT.verification;
}

/** `cache clean [name…]`: takes releases of these names out, or everything. */
export async function clean({ terminal, paths }: Session, { names }: { names: readonly string[] }): Promise<void> {
  const removed = await cleanCache(paths, names.map(ensureSkillName));
  terminal.result({ removed });
  terminal.line(t`Removed ${counted(removed)}`);
}

const rowOf = (one: CachedRelease): Showable[] => [
  t`${bold(one.name)} ${one.version}`,
  inMegabytes(one.size_bytes),
  dim(one.used_at.slice(0, 10)),
  one.registry,
];

const sizeOf = (all: readonly CachedRelease[]): number => all.reduce((sum, one) => sum + one.size_bytes, 0);
const counted = (all: readonly CachedRelease[]): string =>
  `${all.length} release${all.length === 1 ? "" : "s"} (${inMegabytes(sizeOf(all))})`;
const inMegabytes = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
