import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DEFAULT_LIMITS } from "@gaia/archive";
import type { readSkill as ReadSkill } from "@gaia/manifest";
import type { analysePackage as AnalysePackage } from "@gaia/registry/analysing";
import type { openGrammars as OpenGrammars } from "@gaia/syntax";
import { filesOf } from "../published-sample.ts";
import type { Analysed } from "./analysers.ts";

// A process with the analysers of the tree that it is given: a line of folders comes in, a line of what each took goes out. The
// folders are read, never run. What has to be that tree's own is loaded below, by its place; the types are those of this tree.

const [root = ""] = process.argv.slice(2);
const load = async (path: string) => import(pathToFileURL(join(root, path)).href);
const { analysePackage }: { analysePackage: typeof AnalysePackage } = await load("packages/registry/src/analysing.ts");
const { openGrammars }: { openGrammars: typeof OpenGrammars } = await load("packages/syntax/src/index.ts");
const { readSkill }: { readSkill: typeof ReadSkill } = await load("packages/manifest/src/index.ts");

/** 128 MiB, of pages of 64 KiB, as the server gives them. */
const MEMORY_PAGES = 2_048;
let grammars = await openGrammars(MEMORY_PAGES);

for await (const line of createInterface({ input: process.stdin })) {
  const analysed: Analysed[] = [];
  for (const folder of JSON.parse(line) as string[]) analysed.push(await analyse(folder));
  process.stdout.write(`${JSON.stringify(analysed)}\n`);
}

async function analyse(folder: string): Promise<Analysed> {
  const files = await filesOf(folder);
  const input = { files, limits: DEFAULT_LIMITS, about: aboutOf(files) };
  const before = process.threadCpuUsage();
  let [findings, unscanned] = [0, 0];
  try {
    const { scanners, findings: found } = await analysePackage(input, grammars);
    [findings, unscanned] = [found.length, scanners.filter(({ status }) => status === "unscanned").length];
  } catch {
    // What overran its memory or its stack is lost with the grammars, as in the server with the thread.
    unscanned = 1;
    grammars = await openGrammars(MEMORY_PAGES);
  }
  const { user, system } = process.threadCpuUsage(before);
  return { cpuMs: (user + system) / 1_000, findings, unscanned };
}

/**
 * What the registry knows of a package beside its files; where the manifest is refused, only who sent it. By the other tree's `readSkill`:
 * that of `test/detection/detectors.ts` is this tree's.
 */
function aboutOf(files: Awaited<ReturnType<typeof filesOf>>) {
  const { skill } = readSkill(files, { mode: "import" });
  const publisher = "bench";
  if (skill === null) return { name: "unreadable", description: "", publisher, links: [], requirements: [] };
  return {
    name: skill.name.value,
    description: skill.description.value,
    publisher,
    links: [skill.links.homepage, skill.links.repository].flatMap((link) => (link ? [link.value] : [])),
    requirements: skill.requires.packages.map(({ manager, spec, origin }) => ({
      manager,
      spec,
      file: origin.file,
      line: origin.line,
    })),
  };
}
