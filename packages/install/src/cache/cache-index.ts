import { InstallError } from "../failures.ts";
import { type HomePaths, isSkillName, isVersion } from "../home/home.ts";
import { isRecord, readJsonFile, writeJsonFile } from "../home/json-file.ts";

/** One release that was fetched and judged; its bytes lie in `GAIA_HOME/cache` by their digests, `sha256:<hex>`. */
export interface CachedRelease {
  registry: string;
  name: string;
  version: string;
  publisher: string;
  security_tier: string;
  /** The canonical zip. */
  package: string;
  /** What the registry said of it: `Version`, signatures, statements and proof, as JSON. */
  metadata: string;
  /** Of both together. */
  size_bytes: number;
  /** RFC 3339. */
  fetched_at: string;
  used_at: string;
}

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/**
 * `skills/.registry-cache.json` (docs/specification.md §7.1): what is kept of registries, by their addresses. A file that is damaged is
 * an empty one: all of it can be fetched again.
 */
export async function readCacheIndex({ registryCache }: HomePaths): Promise<CachedRelease[]> {
  const file = await readJsonFile(registryCache).catch((error: unknown) => {
    if (error instanceof InstallError) return null;
    throw error;
  });
  const registries = file?.["version"] === 1 ? file["registries"] : null;
  return Object.entries(isRecord(registries) ? registries : {}).flatMap(([registry, releases]) =>
    Object.values(isRecord(releases) ? releases : {}).flatMap((value) => toCached(registry, value) ?? []),
  );
}

/** Call under the cache's lock. */
export async function writeCacheIndex({ registryCache }: HomePaths, all: readonly CachedRelease[]): Promise<void> {
  const registries: Record<string, Record<string, Omit<CachedRelease, "registry">>> = {};
  for (const { registry, ...release } of all.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1)))
    (registries[registry] ??= {})[`${release.name}@${release.version}`] = release;
  await writeJsonFile(registryCache, { version: 1, registries }, 0o600);
}

/** One release of one registry, as a text. */
export const keyOf = ({ registry, name, version }: Pick<CachedRelease, "registry" | "name" | "version">): string =>
  `${registry} ${name}@${version}`;

function toCached(registry: string, value: unknown): CachedRelease | null {
  if (!isRecord(value)) return null;
  const text = (field: string) => (typeof value[field] === "string" ? value[field] : "");
  const [name, version, bytes, metadata] = [text("name"), text("version"), text("package"), text("metadata")];
  const { size_bytes: sizeBytes } = value;
  if (!isSkillName(name) || !isVersion(version) || !DIGEST.test(bytes) || !DIGEST.test(metadata)) return null;
  return {
    registry,
    name,
    version,
    publisher: text("publisher"),
    security_tier: text("security_tier"),
    package: bytes,
    metadata,
    size_bytes: typeof sizeBytes === "number" && sizeBytes >= 0 ? sizeBytes : 0,
    fetched_at: text("fetched_at"),
    used_at: text("used_at"),
  };
}
