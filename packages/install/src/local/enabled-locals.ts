import type { HomePaths } from "../home/home.ts";
import { isSkillName } from "../home/home.ts";
import type { LockEntry } from "../home/skill-lock.ts";
import { isRecord, readJsonFile, writeJsonFile } from "../home/json-file.ts";

/** What a person enabled, as it was then: something else under that name is not what they agreed to. */
export interface EnabledLocal {
  /** `digestOfFiles`; null: it was enabled before digests were kept. */
  digest: string | null;
  /** The permissions that its manifest declared, and `private-network:` for each host that this person let lead to no public address. */
  permissions: readonly string[];
  /** `pinsWord` of the lock; null: no lock named it then. */
  pins: string | null;
}

/** What a lock pins a skill's packages to, as one word to compare. */
export const pinsWord = ({
  dependencies_hash: hash,
  npm_pins: npm,
}: Pick<LockEntry, "dependencies_hash" | "npm_pins">) => `${hash} ${npm ?? "-"}`;

/**
 * The skills of a repository that this person enabled on this machine: its own ones, and what its lock names although no pinned registry
 * vouches for it. Kept in the home, by the project's root, as no repository says what its reader agreed to.
 */
export async function readEnabledLocals(paths: HomePaths, root: string): Promise<Map<string, EnabledLocal>> {
  const projects = (await readJsonFile(paths.locals))?.["projects"];
  const kept = isRecord(projects) && Object.hasOwn(projects, root) ? projects[root] : {};
  // Names alone were kept once: what they stood for nobody can say.
  const entries = Array.isArray(kept)
    ? kept.map((name) => [name, null] as const)
    : Object.entries(isRecord(kept) ? kept : {});
  return new Map(
    entries.flatMap(([name, value]) =>
      typeof name === "string" && isSkillName(name) ? [[name, toEnabled(value)]] : [],
    ),
  );
}

function toEnabled(value: unknown): EnabledLocal {
  const { digest, permissions, pins } = isRecord(value) ? value : {};
  return {
    digest: typeof digest === "string" ? digest : null,
    pins: typeof pins === "string" ? pins : null,
    permissions: Array.isArray(permissions) ? permissions.filter((one) => typeof one === "string") : [],
  };
}

/** `enabled` null: no longer. Call inside `changeInstalled`. */
export async function setLocalEnabled(
  paths: HomePaths,
  { root, name, enabled }: { root: string; name: string; enabled: EnabledLocal | null },
): Promise<void> {
  const projects = (await readJsonFile(paths.locals))?.["projects"];
  const locals = await readEnabledLocals(paths, root);
  if (enabled === null) locals.delete(name);
  else locals.set(name, enabled);
  const inOrder = <T>(pairs: Iterable<readonly [string, T]>) =>
    Object.fromEntries([...pairs].toSorted(([left], [right]) => (left < right ? -1 : 1)));
  const others = Object.entries(isRecord(projects) ? projects : {}).filter(([one]) => one !== root);
  const own = locals.size === 0 ? [] : [[root, inOrder(locals)] as const];
  await writeJsonFile(paths.locals, { version: 1, projects: inOrder<unknown>([...others, ...own]) }, 0o600);
}
