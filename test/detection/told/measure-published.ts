import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Telling } from "@gaia/findings";
import { tellSkill } from "@gaia/scan/telling";
import { type Grammars, openGrammars } from "@gaia/syntax";
import { newlyTold } from "../../../packages/manifest/src/difference/newly-told.ts";
import { openPackage } from "../../../packages/wording/training/published.ts";
import { filesOf } from "../../../packages/wording/training/skill-corpus.ts";

type Half = "mending" | "held out";

/** What was chosen and labelled before the tool read it: versions by their digests, labels as `kind some words`, no content. */
interface Published {
  packages: { registry: "npm" | "pypi"; name: string; half: Half; versions: Record<string, string> }[];
  pairs: { name: string; skill: string; from: string; to: string; newly: string[]; either: string[] }[];
}

/** What came of the pairs of one half. `noisy`: shown, and no label names it. */
export interface PublishedFigures {
  half: Half;
  pairs: number;
  labelled: number;
  shown: number;
  /** Pairs that tell nothing new, and those of them about which nothing was shown. */
  quiet: number;
  silent: number;
  missed: string[];
  noisy: string[];
}

/** Fetches each pair, holds it against its digests and compares it as the registry and `update` do. Runs nothing of it. */
export async function measurePublished(): Promise<PublishedFigures[]> {
  const { packages, pairs } = JSON.parse(readFileSync(new URL("published.json", import.meta.url), "utf8")) as Published;
  const grammars = await openGrammars(1_536);
  const halves: PublishedFigures[] = (["mending", "held out"] as const).map((half) => ({
    half,
    pairs: 0,
    labelled: 0,
    shown: 0,
    quiet: 0,
    silent: 0,
    missed: [],
    noisy: [],
  }));
  for (const { name, skill, from, to, newly, either } of pairs) {
    const pinned = packages.find((each) => each.name === name);
    const figures = halves.find(({ half }) => half === pinned?.half);
    if (pinned === undefined || figures === undefined) throw new Error(`${name} is not pinned`);
    const open = async (version: string) => {
      const wanted = { registry: pinned.registry, name, version, integrity: pinned.versions[version] ?? "" };
      return tellFolder(join(await openPackage(wanted), skill), grammars);
    };
    const told = newlyTold(await open(from), await open(to)).told.map(({ kind, what, text, file, line }) => ({
      line: `${kind} ${text} (${file}:${line})`,
      is: (label: string) => isLabelled({ kind, said: `${what}\n${text}` }, label),
    }));
    const id = `${name} ${from} to ${to}, ${skill}`;
    figures.pairs += 1;
    figures.labelled += newly.length;
    figures.shown += told.length;
    if (newly.length === 0) figures.quiet += 1;
    if (newly.length + told.length === 0) figures.silent += 1;
    figures.missed.push(
      ...newly.filter((label) => !told.some(({ is }) => is(label))).map((label) => `${id}: ${label}`),
    );
    const known = [...newly, ...either];
    figures.noisy.push(...told.filter(({ is }) => !known.some(is)).map(({ line }) => `${id}: ${line}`));
  }
  return halves;
}

/** A label holds by its kind and by words that stand in what is shown. Of a command quotes are not shown. */
function isLabelled({ kind, said }: { kind: string; said: string }, label: string): boolean {
  const [wanted = ""] = label.split(" ", 1);
  const plain = (text: string): string => text.toLowerCase().replaceAll(/["']/g, "");
  return kind === wanted && plain(said).includes(plain(label.slice(wanted.length + 1)));
}

/** Whether its name would do for our registry or not: that is another question. */
async function tellFolder(folder: string, grammars: Grammars): Promise<Telling> {
  const files = filesOf({ folder });
  const about = { name: basename(folder), description: "", publisher: "", links: [], requirements: [] };
  return tellSkill({ files, nested: [], about }, { grammars, cpuMs: 6_000 });
}
