import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type PackageFile, sri } from "@gaia/archive";
import { type CanonicalSkill, requirementsText } from "@gaia/manifest";
import type { InstallContext } from "../terms/context.ts";
import { dependenciesHash } from "../terms/generated-files.ts";
import { refused } from "../failures.ts";
import { type HomePaths, kindOf } from "../home/home.ts";
import { writeWhole } from "../home/json-file.ts";
import { readRegularFile } from "../home/read-files.ts";
import type { LockEntry } from "../home/skill-lock.ts";
import { toNpmPins } from "./npm-lock.ts";
import { isPlainPackage, type PackageManager } from "./plain-packages.ts";

const HEAD = "# Generated: what the index had when this was installed; not among the files that the publisher signs.\n";

/** What a skill's packages are pinned to: a `requirements.txt` with digests, a `package-lock.json`; null: to nothing. */
export interface PackagePins {
  pip: string | null;
  npm: string | null;
}

export const NO_PINS: PackagePins = { pip: null, npm: null };

interface Pinning {
  skill: CanonicalSkill | null;
  files: readonly PackageFile[];
  subject: string;
}

/** The packages that a skill needs of an index, as they are declared: of its manifest, and of its own `requirements.txt`. */
export function neededPackages(
  skill: CanonicalSkill,
  files: readonly PackageFile[],
  manager: PackageManager,
): string[] {
  const declared = skill.requires.packages.filter((one) => one.manager === manager).map(({ spec }) => spec);
  const all = manager === "pip" ? requirementsText(skill, files).map(({ text }) => text) : declared;
  const lines = all.map((text) => text.trim()).filter((text) => text !== "" && !text.startsWith("#"));
  return [...new Set(lines)];
}

/** The pins of a release (docs/specification.md §7.1). What nothing pins is said. */
export async function pinRequirements(context: InstallContext, pinning: Pinning): Promise<PackagePins> {
  return { pip: await pinPip(context, pinning), npm: await pinNpm(context, pinning) };
}

async function pinPip(context: InstallContext, pinning: Pinning): Promise<string | null> {
  const wanted = plainPackages(context, pinning, "pip");
  if (wanted === null) return null;
  const pins = await context.resolvePins?.(wanted);
  if (pins === undefined) return tellUnpinned(context, pinning, "pip", "no index is asked (GAIA_PIP_INDEX)");
  if (typeof pins === "string") return tellUnpinned(context, pinning, "pip", pins);
  const pinned = pins.map(({ name, version, sha256 }) => `${name}==${version} --hash=sha256:${sha256}`).sort();
  return pinned.length === 0 ? null : `${HEAD}${pinned.join("\n")}\n`;
}

async function pinNpm(context: InstallContext, pinning: Pinning): Promise<string | null> {
  const wanted = plainPackages(context, pinning, "npm");
  if (wanted === null) return null;
  const made = await context.resolveNpmPins?.(wanted);
  if (made === undefined) return tellUnpinned(context, pinning, "npm", "no index is asked (GAIA_NPM_INDEX)");
  if ("why" in made) return tellUnpinned(context, pinning, "npm", made.why);
  const pins = toNpmPins(made.lock);
  return pins ?? tellUnpinned(context, pinning, "npm", "they need what is no package of the index with a digest");
}

const LANGUAGES: Record<PackageManager, string> = { pip: "Python", npm: "Node.js" };

/** Null: there are none, or one of them is more than a name and versions, which is said. */
function plainPackages(context: InstallContext, pinning: Pinning, manager: PackageManager): string[] | null {
  const { skill, files } = pinning;
  const wanted = skill === null ? [] : neededPackages(skill, files, manager);
  if (wanted.length === 0) return null;
  const odd = wanted.find((text) => !isPlainPackage(manager, text));
  return odd === undefined
    ? wanted
    : tellUnpinned(context, pinning, manager, `${odd} is more than a name and versions`);
}

function tellUnpinned({ tell }: InstallContext, { subject }: Pinning, manager: PackageManager, why: string): null {
  tell({ kind: "note", text: `the ${LANGUAGES[manager]} packages of ${subject} are not pinned: ${why}` });
  return null;
}

/** What a lock says of npm's pins: SRI over their text; null: there are none. */
export const npmPinsDigest = ({ npm }: PackagePins): string | null =>
  npm === null ? null : sri(Buffer.from(npm, "utf8"));

/**
 * Where pins lie beside a lock, by what it says of them (`dependencies_hash`, docs/specification.md §7.3; `npm_pins`): a team commits
 * them with it.
 */
const placeOf = ({ skills }: HomePaths, said: string, ending: "txt" | "json"): string =>
  join(skills, ".pins", `${createHash("sha256").update(said).digest("hex")}.${ending}`);

/** Writes the pins beside the lock. @throws InstallError where `.pins` is no directory: a link there would lead out of the place */
export async function writePins(
  paths: HomePaths,
  { dependencies_hash: hash, npm_pins: npmPins }: Pick<LockEntry, "dependencies_hash" | "npm_pins">,
  { pip, npm }: PackagePins,
): Promise<void> {
  if (pip === null && npm === null) return;
  const directory = join(paths.skills, ".pins");
  const kind = await kindOf(directory);
  if (kind !== null && kind !== "directory")
    throw refused("not_a_directory", `${directory} is a ${kind}, not a directory; no pins were written there`);
  await mkdir(directory, { recursive: true, mode: 0o755 });
  if (pip !== null) await writeWhole(placeOf(paths, hash, "txt"), pip);
  if (npm !== null && npmPins !== null) await writeWhole(placeOf(paths, npmPins, "json"), npm);
}

interface Pinned {
  skill: CanonicalSkill | null;
  entry: Pick<LockEntry, "dependencies_hash" | "npm_pins">;
  /** What lies in the skill's place: its generated `requirements.txt` has its pins, too. */
  files?: readonly PackageFile[];
  /** Whether what that lock says counts at all (`believedEntry`). */
  counts: boolean;
}

/** The pins that a lock stands for; null for those for which it stands not, or which are not there as they were. */
export async function readPins(paths: HomePaths, { skill, entry, files = [], counts }: Pinned): Promise<PackagePins> {
  if (!counts) return NO_PINS;
  const { dependencies_hash: hash, npm_pins: npmPins } = entry;
  const beside = files.find(({ path }) => path === "requirements.txt");
  const pip =
    (await textAt(placeOf(paths, hash, "txt"))) ?? (beside ? Buffer.from(beside.bytes).toString("utf8") : null);
  const npm = npmPins === null ? null : await textAt(placeOf(paths, npmPins, "json"));
  return {
    pip: pip !== null && dependenciesHash(skill, pip) === hash ? pip : null,
    npm: npm !== null && npmPinsDigest({ pip: null, npm }) === npmPins ? npm : null,
  };
}

/** More than any package manager writes of the packages of one skill. */
const MAX_PINS_BYTES = 16 * 1024 * 1024;

/** Null also for what is no regular file: what a repository brings is neither followed nor waited for. */
async function textAt(place: string): Promise<string | null> {
  if ((await kindOf(place)) !== "file") return null;
  const read = await readRegularFile(place, MAX_PINS_BYTES);
  return read === null ? null : Buffer.from(read.bytes).toString("utf8");
}
