import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * What a publisher's skills are used for, by the first byte of the SHA-256 of the name, so that no author is on both sides: the wording is
 * trained with some, the judgement is fitted to others, and what is reported was used for neither.
 */
type CorpusPart = "wording" | "judgement" | "report";

/** A skill that somebody published, in a folder of published skills: `<source>/<skill>/…`. */
export interface PublishedSkill {
  /** Its path below the folder. */
  id: string;
  folder: string;
  publisher: string;
  part: CorpusPart;
}

/** The skills below a folder, in the order of their paths; who published one is what its `_meta.json` says, else its source. */
export function readCorpus(root: string): PublishedSkill[] {
  return globSync("**/SKILL.md", { cwd: root })
    .sort()
    .map((path) => {
      const [source = "", skill = ""] = path.split("/");
      const meta = join(root, source, skill, "_meta.json");
      const owner = existsSync(meta) ? (JSON.parse(readFileSync(meta, "utf8")) as { owner?: string }).owner : undefined;
      const publisher = owner === undefined ? source : `claw:${owner}`;
      return { id: dirname(path), folder: join(root, dirname(path)), publisher, part: partOf(publisher) };
    });
}

function partOf(publisher: string): CorpusPart {
  const [first = 0, second = 0] = createHash("sha256").update(publisher).digest();
  if ((first & 1) === 0) return "report";
  return (second & 1) === 0 ? "wording" : "judgement";
}

/** Skills of the fitted parts that a careful reading called right to hold: they teach nothing about what is ordinary. */
export const RIGHTLY_HELD = /\/(?:42690b38-evilweather|590cf694-solana-trader-v2)$/;

const SHORTEST = 200;
const LONGEST = 60_000;

/** The prose of skills, each text once. */
export function pagesOf(skills: readonly PublishedSkill[]): { path: string; text: string }[] {
  const pages = new Map<string, string>();
  for (const { folder } of skills) {
    for (const path of globSync("**/*.{md,txt}", { cwd: folder }).sort()) {
      const text = readFileSync(join(folder, path), "utf8").slice(0, LONGEST);
      if (text.length >= SHORTEST && !pages.has(text)) pages.set(text, basename(path));
    }
  }
  return [...pages].map(([text, path]) => ({ path, text }));
}

const MOST_FILES = 300;
const LARGEST_FILE = 2_000_000;

/** All files of a skill, the manifest first. */
export function filesOf({ folder }: Pick<PublishedSkill, "folder">): { path: string; bytes: Uint8Array }[] {
  const paths = globSync("**/*", { cwd: folder, exclude: ["**/node_modules/**"] })
    .filter((path) => path !== "SKILL.md")
    .filter((path) => statSync(join(folder, path)).isFile() && statSync(join(folder, path)).size < LARGEST_FILE)
    .sort()
    .slice(0, MOST_FILES);
  return ["SKILL.md", ...paths].map((path) => ({ path, bytes: readFileSync(join(folder, path)) }));
}

/** SHA-256 over the names and texts of what is taken from a corpus: which of them a model was made of. */
export function digestOfPages(pages: readonly { path: string; text: string }[]): string {
  const hash = createHash("sha256");
  for (const { path, text } of pages) hash.update(`${path}\0${text}\0`);
  return hash.digest("hex");
}
