import type { InstallContext, RegistryDoor, Release } from "../terms/context.ts";
import { InstallError, notFound } from "../failures.ts";
import { offeredSkill } from "../terms/offered-skill.ts";
import { type CachedRelease, keyOf, readCacheIndex } from "./cache-index.ts";
import { readProvenance } from "../trust/build-provenance.ts";
import { findPackage, readMetadata, type ReleaseMetadata } from "./kept-releases.ts";

type Context = Omit<InstallContext, "door">;

/**
 * A registry as this home remembers it: the releases that were fetched from it and judged, with what it said of them then. Whatever is not
 * in the cache is not there (exit 3).
 */
export function offlineDoor(context: Context): RegistryDoor {
  const { registry, paths } = context;
  const cached = async (release: Release): Promise<{ one: CachedRelease; metadata: ReleaseMetadata }> => {
    const key = keyOf({ registry, ...release });
    const one = (await readCacheIndex(paths)).find((each) => keyOf(each) === key);
    const metadata = one === undefined ? null : await readMetadata(context, one);
    if (one === undefined || metadata === null) throw notCached(`${release.name} ${release.version}`);
    return { one, metadata };
  };
  return {
    keys: () => Promise.reject(unasked("its keys")),
    revocations: () => Promise.reject(unasked("its list of revocations")),
    log: () => Promise.reject(unasked("its log")),
    async skill(name) {
      const all = (await readCacheIndex(paths)).filter((one) => one.registry === registry && one.name === name);
      const read = await Promise.all(all.map((one) => readMetadata(context, one)));
      const skill = offeredSkill(read.flatMap((one) => one?.version ?? []));
      if (skill === null) throw notCached(name);
      return skill;
    },
    version: async (release) => (await cached(release)).metadata.version,
    signatures: async (release) => (await cached(release)).metadata.signatures,
    attestations: async (release) => (await cached(release)).metadata.attestations,
    provenance: async (release) => readProvenance((await cached(release)).metadata.provenance),
    async bill(release) {
      const { bill } = (await cached(release)).metadata;
      return bill === undefined ? { why: "none is in the cache" } : { text: bill };
    },
    proof: async (release) => ({ text: (await cached(release)).metadata.proof, isPending: false }),
    async download(release) {
      const { metadata } = await cached(release);
      const bytes = await findPackage({ ...context, door: offlineDoor(context) }, metadata.version.integrity);
      if (bytes === null) throw notCached(`the package of ${release.name} ${release.version}`);
      return { bytes, reprDigest: null };
    },
    isSilence: (error) => error instanceof InstallError && error.kind === "not_found",
  };
}

const notCached = (what: string): InstallError =>
  notFound(`${what} is not in the cache`, "offline, only what was fetched here before can be installed");

const unasked = (what: string): InstallError =>
  new InstallError("unreachable", "offline", `The registry was not asked for ${what}: this is offline`);
