import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdtempSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const CACHE = fileURLToPath(new URL("../../../node_modules/.cache/published/", import.meta.url));

const LONGEST_FETCH = 300_000;

/** A package of a registry, by the digest of what it published: the same bytes for everybody who trains or measures. */
export interface PublishedPackage {
  /** `pypi`: its wheel for every platform. None: npm. */
  registry?: "npm" | "pypi";
  name: string;
  version: string;
  /** Subresource integrity, as a lock file has it; of a wheel by SHA-256, as PyPI names it. */
  integrity: string;
}

/**
 * The folder of a package's files, fetched once and kept below node_modules/.cache. Nothing of it is installed or run.
 *
 * @throws {Error} when the registry cannot be reached, or answers with other bytes.
 */
export async function openPackage(wanted: PublishedPackage): Promise<string> {
  const { registry = "npm", name, version, integrity } = wanted;
  const folder = join(CACHE, `${registry === "npm" ? "" : "pypi+"}${name.replaceAll("/", "+")}@${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const workshop = mkdtempSync(join(CACHE, "fetching-"));
  try {
    await run(...FETCHES[registry](name, version, workshop), { timeout: LONGEST_FETCH });
    const [packed] = globSync("*.{tgz,whl}", { cwd: workshop });
    if (packed === undefined) throw new Error(`${name}@${version} could not be fetched`);
    const archive = join(workshop, packed);
    if (!isWhole(readFileSync(archive), integrity))
      throw new Error(`${name}@${version} is not what it was: its digest differs`);
    const files = join(workshop, "files");
    mkdirSync(files);
    await run(...UNPACKS[registry](archive, files));
    renameSync(files, folder);
    return folder;
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}

type Call = [program: string, words: string[]];

/** A source distribution is none of them: to say what it is, its own code would be run. */
const FETCHES: Readonly<Record<"npm" | "pypi", (name: string, version: string, into: string) => Call>> = {
  npm: (name, version, into) => [
    "npm",
    ["pack", `${name}@${version}`, "--silent", "--ignore-scripts", "--pack-destination", into],
  ],
  pypi: (name, version, into) => [
    "python3",
    `-m pip download --quiet --no-deps --only-binary=:all: --ignore-requires-python --dest`
      .split(" ")
      .concat(into, `${name}==${version}`),
  ],
};

const UNPACKS: Readonly<Record<"npm" | "pypi", (archive: string, into: string) => Call>> = {
  npm: (archive, into) => ["tar", ["-xzf", archive, "-C", into, "--no-same-owner", "--no-same-permissions"]],
  pypi: (archive, into) => ["python3", ["-m", "zipfile", "-e", archive, into]],
};

/** Whether the bytes are those that `sha512-…` or `sha256-…` names. */
export function isWhole(bytes: Uint8Array, integrity: string): boolean {
  return ["sha512", "sha256"].some(
    (kind) => integrity === `${kind}-${createHash(kind).update(bytes).digest("base64")}`,
  );
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
