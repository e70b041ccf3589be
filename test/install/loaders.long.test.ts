import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { PackageFile } from "@gaia/archive";
import { portableCopy, readSkill } from "@gaia/manifest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FORMAT_SAMPLES } from "../harness/format-samples.ts";
import { service } from "../harness/services.ts";

/** Each framework by its own package of its own registry (.ci/frameworks.sh); what runs it lies in `loaders/`. */
const FRAMEWORKS: { name: string; runs: (home: string, folder: string) => [string, string[]] }[] = [
  ...(
    [
      ["deepagents", "deepagents"],
      ["google-adk", "google_adk"],
      ["agent-framework-core", "agent_framework"],
      ["strands-agents", "strands"],
      ["agno", "agno"],
      ["crewai", "crewai"],
      ["haystack-ai", "haystack"],
      ["pydantic-ai-skills", "pydantic_ai"],
      ["openhands-sdk", "openhands"],
    ] as const
  ).map(([name, function_]) => ({
    name: `${name} (Python)`,
    runs: (home: string, folder: string): [string, string[]] => [
      join(home, "python", name, "bin/python"),
      [join(SCRIPTS, "skills_of.py"), function_, folder],
    ],
  })),
  ...["deepagents", "google-adk", "mastra"].map((name) => ({
    name: `${name} (Node)`,
    runs: (home: string, folder: string): [string, string[]] => [
      process.execPath,
      [join(home, "node/skills-of.mjs"), name, folder],
    ],
  })),
  ...["google-adk", "langchain4j", "spring-ai"].map((name) => ({
    name: `${name} (Java)`,
    runs: (home: string, folder: string): [string, string[]] => [
      "java",
      ["-cp", join(home, "java/jars/*"), join(SCRIPTS, "SkillsOf.java"), name, folder],
    ],
  })),
  { name: "google-adk (Go)", runs: (home, folder) => [join(home, "go/skills-of"), ["google-adk", folder]] },
];

const SCRIPTS = fileURLToPath(new URL("loaders", import.meta.url));
/** What people publish, where it lies beside the checkout. */
const PUBLISHED = fileURLToPath(new URL("../../../shared/corpora/published-skills.tar.gz", import.meta.url));
const PUBLISHED_COUNT = 60;

/** What the copies in a folder say: name -> description. */
interface Copies {
  descriptions: Record<string, string>;
  /** How many descriptions are not the author's own, letter by letter but for blanks; each is said. */
  changed: number;
}

const run = promisify(execFile);
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** The description as any reader of YAML has it. */
function describedIn(files: readonly PackageFile[]): string {
  const { skill } = readSkill(files, { format: "agent-skills", mode: "import" });
  if (skill === null) throw new Error("a portable copy cannot be read");
  return skill.description.value;
}

async function copyAll(
  folder: string,
  packages: Iterable<{ files: PackageFile[]; version: string; from: string }>,
  most: number,
): Promise<Copies> {
  const copies: Copies = { descriptions: {}, changed: 0 };
  for (const { files, version, from } of packages) {
    const { skill } = readSkill(files, { version, folder: from, mode: "import" });
    if (skill === null || skill.name.value in copies.descriptions) continue;
    const name = skill.name.value;
    const copy = portableCopy(skill, files);
    if ("impossible" in copy) throw new Error(`${name}: ${copy.impossible}`);
    for (const { path, bytes } of copy.files) {
      await mkdir(dirname(join(folder, name, path)), { recursive: true });
      await writeFile(join(folder, name, path), bytes);
    }
    const said = describedIn(copy.files);
    if (said !== oneLine(skill.description.value)) {
      expect(copy.leftOut.join(" "), name).toMatch(/description/);
      copies.changed++;
    }
    copies.descriptions[name] = said;
    // What an install knows of it lies beside the skills, where no loader may trip over it.
    await mkdir(join(folder, ".gaia", name), { recursive: true });
    await writeFile(join(folder, ".gaia", name, "SHA256SUMS"), "");
    if (Object.keys(copies.descriptions).length === most) break;
  }
  return copies;
}

const samples = function* () {
  for (const { name, version, files } of Object.values(FORMAT_SAMPLES)) {
    const bytes = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
    yield { files: bytes, version, from: name };
  }
};

/** One skill in ten, over all who published. */
const published = function* (root: string) {
  const folders = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => basename(path) === "SKILL.md")
    .map((path) => join(root, dirname(path)))
    .toSorted();
  for (const [at, folder] of folders.entries()) if (at % 10 === 0) yield readFolder(folder);
};

function readFolder(folder: string) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path: relative(folder, path), bytes: readFileSync(path) }));
  return { files, version: "1.0.0", from: basename(folder) };
}

const frameworks = await service("frameworks");
const reason = frameworks.available ? null : frameworks.reason;

describe.skipIf(!frameworks.available)(
  `frameworks load the portable copies${reason === null ? "" : ` (${reason})`}`,
  () => {
    const home = frameworks.available ? frameworks.url : "";
    let dir = "";
    let folder = "";
    let ours: Copies;
    let theirs: Copies | null = null;

    beforeAll(async () => {
      dir = await mkdtemp(join(tmpdir(), "loaders-"));
      // Node looks for packages from where a script lies.
      await cp(join(SCRIPTS, "skills-of.mjs"), join(home, "node/skills-of.mjs"));
      folder = join(dir, ".agents/skills");
      ours = await copyAll(folder, samples(), Object.keys(FORMAT_SAMPLES).length);
      if (!existsSync(PUBLISHED)) return;
      // Not below the project: OpenHands takes every AGENTS.md there for a skill.
      const unpacked = await mkdtemp(join(tmpdir(), "published-"));
      await run("tar", ["-xzf", PUBLISHED, "-C", unpacked]);
      theirs = await copyAll(folder, published(unpacked), PUBLISHED_COUNT);
      await rm(unpacked, { recursive: true, force: true });
    });
    afterAll(() => rm(dir, { recursive: true, force: true }));

    async function loaded(one: (typeof FRAMEWORKS)[number]): Promise<unknown> {
      const [program, words] = one.runs(home, folder);
      const env = { ...process.env, HOME: dir, OPENHANDS_SUPPRESS_BANNER: "1" };
      const { stdout } = await run(program, words, { env, cwd: dir, timeout: 200_000, maxBuffer: 1 << 24 });
      // A framework may warn on the same stream, before and after.
      return JSON.parse(stdout.split("\n").findLast((line) => /^[[{]/.test(line)) ?? "");
    }

    it("(machines, M-5) has one copy of each format", () => {
      expect(Object.keys(ours.descriptions).length).toBe(Object.keys(FORMAT_SAMPLES).length);
      expect(ours.changed).toBe(0);
    });

    it.skipIf(!existsSync(PUBLISHED))("(machines, M-5) has sixty copies of published skills", () => {
      expect(Object.keys(theirs?.descriptions ?? {}).length).toBe(PUBLISHED_COUNT);
      // Where a text has both kinds of quotes, or more bytes than a loader takes.
      expect(theirs?.changed).toBeLessThan(PUBLISHED_COUNT / 10);
    });

    for (const one of FRAMEWORKS) {
      // OpenHands asks for Python 3.12, which is not everywhere: without it alone it is not installed.
      const isLeftOut = one.name.startsWith("openhands") && !existsSync(one.runs(home, "")[0]);
      it.skipIf(isLeftOut)(`(machines, M-5) ${one.name} loads all of them, with name and description`, async () => {
        const found = (await loaded(one)) as Record<string, string>; // printed by the scripts beside this file
        const lines = Object.fromEntries(Object.entries(found).map(([name, text]) => [name, oneLine(text)]));
        expect(lines).toEqual({ ...theirs?.descriptions, ...ours.descriptions });
      });
    }
  },
);
