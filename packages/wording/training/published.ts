import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdtempSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const CACHE = fileURLToPath(new URL("../../../node_modules/.cache/published/", import.meta.url));

/** A package of the npm registry, by the digest of what it published: the same bytes for everybody who trains or measures. */
export interface PublishedPackage {
  name: string;
  version: string;
  /** Subresource integrity, as a lock file has it. */
  integrity: string;
}

/**
 * The folder of a package's files, fetched once and kept below node_modules/.cache. Nothing of it is installed or run.
 *
 * @throws {Error} when the registry cannot be reached, or answers with other bytes.
 */
export async function openPackage({ name, version, integrity }: PublishedPackage): Promise<string> {
  const folder = join(CACHE, `${name.replaceAll("/", "+")}@${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const workshop = mkdtempSync(join(CACHE, "fetching-"));
  try {
    await run("npm", ["pack", `${name}@${version}`, "--silent", "--ignore-scripts", "--pack-destination", workshop]);
    const [packed] = globSync("*.tgz", { cwd: workshop });
    if (packed === undefined) throw new Error(`${name}@${version} could not be fetched`);
    const bytes = readFileSync(join(workshop, packed));
    if (!isWhole(bytes, integrity)) throw new Error(`${name}@${version} is not what it was: its digest differs`);
    const files = join(workshop, "files");
    mkdirSync(files);
    await run("tar", ["-xzf", join(workshop, packed), "-C", files, "--no-same-owner", "--no-same-permissions"]);
    renameSync(files, folder);
    return folder;
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}

/** Whether the bytes are those that `sha512-…` names. */
export function isWhole(bytes: Uint8Array, integrity: string): boolean {
  return integrity === `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
}

/** The packages of a list that stands beside the code. */
export function readPackageList(list: URL): PublishedPackage[] {
  return JSON.parse(readFileSync(list, "utf8")) as PublishedPackage[];
}

/** What people wrote who knew nothing of the scan: skills, and the manuals of programs. */
export const PAGES = new URL("pages.json", import.meta.url);

/** Of the pages that are no SKILL.md every so many-th: a manual says much the same on each. */
const EVERY = 3;
const SHORTEST = 1_000;
const LONGEST = 60_000;

/** The Markdown and the plain texts of the packages of PAGES, licences among them, each text once. */
export async function publishedPages(): Promise<{ path: string; text: string }[]> {
  const pages = new Map<string, string>();
  for (const each of readPackageList(PAGES)) {
    const folder = await openPackage(each);
    const paths = globSync(["**/*.{md,txt}", "**/{LICENSE,LICENCE,NOTICE}"], { cwd: folder }).sort();
    const skills = paths.filter((path) => basename(path) === "SKILL.md");
    const others = paths.filter((path) => basename(path) !== "SKILL.md").filter((_, index) => index % EVERY === 0);
    for (const path of [...skills, ...others]) {
      const text = readFileSync(join(folder, path), "utf8").slice(0, LONGEST);
      if (text.length >= SHORTEST && !pages.has(text)) pages.set(text, basename(path));
    }
  }
  return [...pages].map(([text, path]) => ({ path, text }));
}
