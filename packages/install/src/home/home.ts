import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { misused, refused } from "../failures.ts";
import { isMissing } from "./json-file.ts";

const SKILL_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;
const HANDLE_PATTERN = /^[a-z0-9][a-z0-9-]{0,38}$/;
const NUMBER = "(?:0|[1-9]\\d*)";
const SEMVER = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
);

/**
 * Whether skills lie in a person's home or in a project, and the directory below which agents look for them, unless a variable of a
 * person's environment moves it.
 */
type Place =
  | { scope: "user"; root: string; environment: Readonly<Record<string, string | undefined>> }
  | { scope: "project"; root: string };

/** The files of one place's skills. */
export const skillPaths = (skills: string) => ({
  skills,
  lockFile: join(skills, "skill-lock.json"),
  publishers: join(skills, ".publishers.json"),
  certificates: join(skills, ".publisher-keys.json"),
});

/** The files of `GAIA_HOME`; `root` is the person's own home directory, `environment` the variables that move where agents look. */
export const homePaths = (
  home: string,
  root: string,
  environment: Readonly<Record<string, string | undefined>> = {},
) => ({
  ...skillPaths(join(home, "skills")),
  place: { scope: "user", root, environment } as Place,
  mutex: join(home, "skills", ".lock"),
  credentials: join(home, "credentials.json"),
  trust: join(home, "trust.json"),
  seen: join(home, "seen.json"),
  checkpoints: join(home, "checkpoints.json"),
  evidence: join(home, "log-evidence"),
  monitor: join(home, "monitor.json"),
  witness: join(home, "witness"),
  revocations: join(home, "revocations"),
  cache: join(home, "cache"),
  registryCache: join(home, "skills", ".registry-cache.json"),
  locals: join(home, "local-skills.json"),
});
export type HomePaths = ReturnType<typeof homePaths>;

export const isSkillName = (name: string): boolean => SKILL_NAME.test(name);
export const isVersion = (version: string): boolean => version.length <= 128 && SEMVER.test(version);

/** A skill's name as it may stand in a path or an address. Throws a usage error for any other text. */
export function ensureSkillName(name: string): string {
  if (isSkillName(name)) return name;
  throw misused(`"${name}" is not a skill name`, "lower-case letters, digits and hyphens, at most 64");
}

export function ensureHandle(handle: string): string {
  if (HANDLE_PATTERN.test(handle)) return handle;
  throw misused(`"${handle}" is not a publisher's handle`, "lower-case letters, digits and hyphens, at most 39");
}

/** `name@version` with an exact version. */
export function parseRelease(text: string): { name: string; version: string } {
  const at = text.indexOf("@");
  const name = ensureSkillName(at < 0 ? text : text.slice(0, at));
  const version = at < 0 ? "" : text.slice(at + 1);
  if (!isVersion(version)) throw misused(`"${text}" does not name a version`, `write it as ${name}@1.2.3`);
  return { name, version };
}

/** `name` or `name@range`; the range is the resolver's to judge. */
export function parseSpec(text: string): { name: string; range: string | null } {
  const at = text.indexOf("@");
  const name = ensureSkillName(at < 0 ? text : text.slice(0, at));
  const range = at < 0 ? null : text.slice(at + 1).trim();
  if (range === "") throw misused(`"${text}" ends with @ and no version`);
  return { name, range };
}

/** What stands at a path: a link is told apart and never followed. */
export async function kindOf(path: string): Promise<"directory" | "file" | "link" | "other" | null> {
  try {
    const found = await lstat(path);
    if (found.isSymbolicLink()) return "link";
    return found.isDirectory() ? "directory" : found.isFile() ? "file" : "other";
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Where a skill is installed. Refuses a place that is a link: writing there would leave the home. */
export async function installedPlace(paths: HomePaths, name: string): Promise<{ path: string; exists: boolean }> {
  const path = join(paths.skills, ensureSkillName(name));
  const kind = await kindOf(path);
  if (kind !== null && kind !== "directory")
    throw refused("not_a_directory", `${path} is a ${kind}, not a directory; nothing was changed`);
  return { path, exists: kind === "directory" };
}
