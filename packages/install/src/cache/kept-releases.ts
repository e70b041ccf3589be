import type { FetchedRelease, InstallContext } from "../terms/context.ts";
import type { HomePaths } from "../home/home.ts";
import { isRecord } from "../home/json-file.ts";
import { systemWords } from "../home/system-words.ts";
import { readCached, sweepCached, withCacheLock, writeCached } from "./cache-files.ts";
import { type CachedRelease, keyOf, readCacheIndex, writeCacheIndex } from "./cache-index.ts";

/** What a registry said of a release, as it is kept. */
export interface ReleaseMetadata extends Pick<FetchedRelease, "version" | "signatures" | "attestations"> {
  /** The `.tlog-proof`. */
  proof: string | null;
  /** What builds say of it; absent: none, or kept before there was any. */
  provenance?: FetchedRelease["provenance"];
  /** Its bill of materials; absent: none came, or kept by an earlier release. */
  bill?: string;
}

/** A release that was judged: only those are kept. */
interface Judged {
  release: FetchedRelease;
  proof: { text: string | null };
}

/**
 * Keeps releases for the next install, and for one without a network; what was not used for longest goes where they are more than
 * `cacheMaxBytes`. A cache that cannot be written is said, and no failure.
 */
export async function keepReleases(context: InstallContext, judged: readonly Judged[]): Promise<void> {
  const { paths, registry, cacheMaxBytes = 0, tell } = context;
  if (judged.length === 0 || cacheMaxBytes <= 0) return;
  try {
    await withCacheLock(paths, async () => {
      const all = new Map((await readCacheIndex(paths)).map((one) => [keyOf(one), one]));
      for (const one of judged) {
        const kept = await keepOne(paths, registry, one);
        const before = all.get(keyOf(kept));
        const isSame = before?.package === kept.package && before.metadata === kept.metadata;
        all.set(keyOf(kept), isSame ? { ...kept, fetched_at: before.fetched_at } : kept);
      }
      await settleCache(paths, leastUsedLeftOut([...all.values()], cacheMaxBytes));
    });
  } catch (error) {
    const why = systemWords(error)?.message ?? (error instanceof Error ? error.message : String(error));
    tell({ kind: "note", text: `what was fetched could not be kept in the cache: ${why}` });
  }
}

async function keepOne(paths: HomePaths, registry: string, { release, proof }: Judged): Promise<CachedRelease> {
  const { version, bytes, signatures, attestations, provenance, bill } = release;
  const more = { ...(provenance.length > 0 && { provenance }), ...("text" in bill && { bill: bill.text }) };
  const metadata: ReleaseMetadata = { version, signatures, attestations, proof: proof.text, ...more };
  const text = new Uint8Array(Buffer.from(JSON.stringify(metadata)));
  const now = new Date().toISOString();
  return {
    registry,
    name: version.name,
    version: version.version,
    publisher: version.publisher,
    security_tier: version.security_tier,
    package: await writeCached(paths, bytes),
    metadata: await writeCached(paths, text),
    size_bytes: bytes.byteLength + text.byteLength,
    fetched_at: now,
    used_at: now,
  };
}

function leastUsedLeftOut(all: readonly CachedRelease[], maxBytes: number): CachedRelease[] {
  let sizeBytes = 0;
  return all
    .toSorted((left, right) => (left.used_at < right.used_at ? 1 : left.used_at > right.used_at ? -1 : 0))
    .filter((one) => {
      sizeBytes += one.size_bytes;
      return sizeBytes <= maxBytes;
    });
}

/** The index first: a file that nothing names is swept by the next one. Call under the cache's lock. */
async function settleCache(paths: HomePaths, all: readonly CachedRelease[]): Promise<void> {
  await writeCacheIndex(paths, all);
  await sweepCached(paths, new Set(all.flatMap((one) => [one.package, one.metadata])));
}

/** The canonical zip of an SRI digest, when it is kept; `context.tell` hears of one that was changed. */
export async function findPackage(context: InstallContext, integrity: string): Promise<Uint8Array | null> {
  const { paths, tell } = context;
  const base64 = /^sha256-([A-Za-z0-9+/]{43}=)$/.exec(integrity)?.[1];
  if (base64 === undefined) return null;
  const digest = `sha256:${Buffer.from(base64, "base64").toString("hex")}`;
  return readCached(paths, digest, () => tell({ kind: "warning", text: `warning: ${changed(digest)}` }));
}

const changed = (digest: string): string => `${digest} in the cache was changed: it is not used, and was taken away`;

/** What is kept of a release; null when something of it is missing, or was changed. */
export async function readMetadata(
  { paths, tell }: Pick<InstallContext, "paths" | "tell">,
  cached: CachedRelease,
): Promise<ReleaseMetadata | null> {
  const bytes = await readCached(paths, cached.metadata, () =>
    tell({ kind: "warning", text: `warning: ${changed(cached.metadata)}` }),
  );
  const value = bytes === null ? null : parse(Buffer.from(bytes).toString("utf8"));
  if (!isRecord(value) || !isRecord(value["version"])) return null;
  const { name, version } = value["version"];
  // Of its digest, and so as it was written: held against its schema when it came.
  return name === cached.name && version === cached.version ? (value as unknown as ReleaseMetadata) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Holds every file of the cache against its digest, and takes away what does not hold. Gives what is left and what was damaged. */
export async function verifyCache(paths: HomePaths): Promise<{ kept: CachedRelease[]; damaged: CachedRelease[] }> {
  return withCacheLock(paths, async () => {
    const [kept, damaged]: [CachedRelease[], CachedRelease[]] = [[], []];
    for (const one of await readCacheIndex(paths)) {
      const found = [await readCached(paths, one.package), await readCached(paths, one.metadata)];
      (found.includes(null) ? damaged : kept).push(one);
    }
    await settleCache(paths, kept);
    return { kept, damaged };
  });
}

/** Takes releases of these names out of the cache, or all. Gives those that were there. */
export async function cleanCache(paths: HomePaths, names: readonly string[]): Promise<CachedRelease[]> {
  return withCacheLock(paths, async () => {
    const all = await readCacheIndex(paths);
    const isGone = ({ name }: CachedRelease) => names.length === 0 || names.includes(name);
    await settleCache(
      paths,
      all.filter((one) => !isGone(one)),
    );
    return all.filter(isGone);
  });
}
