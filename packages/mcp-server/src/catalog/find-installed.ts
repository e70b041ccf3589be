import { parseSums } from "@gaia/archive";
import {
  type BelievedEntry,
  believedEntry,
  type EnabledLocal,
  filesOf,
  type FoundFiles,
  type HomePaths,
  installedPlace,
  type LockEntry,
  readFiles,
  readPins,
  readSkillLock,
} from "@gaia/install/installed";
import {
  isSound,
  readKnownCertificates,
  readKnownPublishers,
  readPinnedLogs,
  readTrust,
  standingOf,
  verifyInstalled,
} from "@gaia/install/judged";
import { readSkill } from "@gaia/manifest";
import type { ServeContext } from "./context.ts";
import type { Consulting } from "./consulted.ts";
import { judgedFile, lookedAt } from "./judged-files.ts";
import type { Found, JudgedSkill, Refusal, Scope } from "./served-skill.ts";

interface Looking {
  revocations: Consulting;
  paths: HomePaths;
  scope: Exclude<Scope, "local">;
  /** What this person said may be used of this project; see `local-skills.ts` of the installer. */
  enabled: ReadonlyMap<string, EnabledLocal>;
  found: Found;
  anchors: Pick<
    Parameters<typeof verifyInstalled>[0],
    "pinned" | "logs" | "known" | "certificates" | "trustedRoots" | "now"
  >;
}

/**
 * What is installed and enabled in a place, each held against all that this home knows, offline, and against the kept lists of
 * revocations. What counts of a lock is `believedEntry`'s to say; names in `unvouched` are the repository's own, for `findLocal` to judge.
 */
export async function findInstalled(
  context: Pick<ServeContext, "trustedRoots">,
  input: Pick<Looking, "paths" | "scope" | "enabled" | "revocations">,
): Promise<Found & { unvouched: string[] }> {
  const { paths } = input;
  const found = { skills: [], refused: [], notes: [], unvouched: [] as string[] };
  const anchors = {
    pinned: await readTrust(paths.trust),
    logs: await readPinnedLogs(paths.trust),
    known: await readKnownPublishers(paths.publishers),
    certificates: await readKnownCertificates(paths.certificates),
    trustedRoots: context.trustedRoots,
    now: new Date(),
  };
  const looking: Looking = { ...input, found, anchors };
  for (const [name, entry] of await readSkillLock(paths.lockFile)) {
    if (!entry.enabled) continue;
    const outcome = await judgeOne(looking, name, entry);
    if (outcome === "unvouched") found.unvouched.push(name);
  }
  return found;
}

async function judgeOne(looking: Looking, name: string, entry: LockEntry): Promise<"unvouched" | void> {
  const { revocations, paths, scope, found, anchors } = looking;
  const refuse = (reason: string, detail: string | null = null) => {
    // Of a repository's skills nobody agreed to a word; of a person's own, the client may know as much as the person.
    const words = scope === "home" && detail !== null ? detail : reason;
    found.refused.push({ name, scope, reason: words, detail } satisfies Refusal);
  };
  const place = await installedPlace(paths, name).catch(() => null);
  if (place === null || !place.exists) return refuse("its directory is gone");
  const files = await readFiles(place.path);
  if (files.excess !== null) return refuse("it holds more than a package may");
  const checks = await verifyInstalled({
    ...anchors,
    found: { files: files.files, errors: files.others.map(({ path }) => ({ message: `${path} is no regular file` })) },
    name,
    entry,
  });
  const failed = checks.find(({ state }) => state === "failed");
  if (failed !== undefined || !isSound(checks))
    return refuse("nothing vouches for its files as they are now", failed?.detail ?? "nothing vouches for it");
  const enabled = looking.enabled.get(name) ?? null;
  const believed = believedEntry({ scope: paths.place.scope, entry, checks, files: files.files, enabled });
  if (!believed.isVouched) return "unvouched";
  const taken = await takenBack(revocations, entry);
  if (taken.isRefused) return refuse("its registry took it back, or its list of those does not hold", taken.text);
  if (taken.text !== "") found.notes.push(`${name} ${entry.version}: ${taken.text}`);
  // In our own words: a reason may quote the skill, and a lock may be a repository's.
  if (entry.held !== null)
    found.notes.push(`${name} ${entry.version}: its registry held it for review when it was installed`);
  const skill = await toSkill(looking, { name, entry, directory: place.path, files, believed });
  if (skill === null) return refuse("this version cannot read its manifest");
  found.skills.push(skill);
}

/** What the registry took back: a withdrawn or demoted release is not offered, a yanked one is said. */
async function takenBack(revocations: Consulting, entry: LockEntry): Promise<{ isRefused: boolean; text: string }> {
  try {
    const consulted = await revocations.consult(entry.registry);
    const agreed = { releaseDigest: entry.release_digest, tier: entry.security_tier };
    const { standing, text } = standingOf(consulted, agreed, new Date());
    return { isRefused: standing === "withdrawn" || standing === "demoted", text: standing === "good" ? "" : text };
  } catch (error) {
    return { isRefused: true, text: error instanceof Error ? error.message : String(error) };
  }
}

interface Judged {
  name: string;
  entry: LockEntry;
  directory: string;
  files: FoundFiles;
  believed: BelievedEntry;
}

async function toSkill(
  { paths, scope }: Looking,
  { name, entry, directory, files: { files }, believed }: Judged,
): Promise<JudgedSkill | null> {
  const sums = files.find(({ path }) => path === "SHA256SUMS");
  const own = filesOf(files, parseSums(Buffer.from(sums?.bytes ?? "").toString("utf8")));
  const { skill: manifest } = readSkill(own, { version: entry.version });
  if (manifest === null) return null;
  const { tier, granted, countsPins } = believed;
  const digests = lookedAt(files);
  const pins = await readPins(paths, { skill: manifest, entry, files, counts: countsPins });
  return {
    scope,
    runnable: { name, version: entry.version, directory, tier, granted, digests, pins },
    origin: { registry: entry.registry, publisher: entry.publisher },
    manifest,
    files: own.map(judgedFile),
  };
}
