import type { PackageFile } from "@gaia/archive";
import { describe, expect, it } from "vitest";
import { findLoaderCases, isWarning, loaderEffects, portableCopy, readSkill, refusedBy } from "../index.ts";
import { utf8 } from "../../test/manifests.ts";
import { startCost } from "../../../../test/harness/cost.ts";
import { FORMAT_SAMPLES } from "../../../../test/harness/format-samples.ts";
import { LOADER_CASE_IDS, loaderCaseOf } from "./cases.ts";
import { LOADER_IDS, loaderOf, loaderWords } from "./loaders.ts";
import { SPELLING_RUNS } from "./spellings.ts";

const filesOf = (files: Record<string, string>): PackageFile[] =>
  Object.entries(files).map(([path, text]) => ({ path, bytes: utf8(text) }));
const BODY = "\n# T\n\nText.\n";
const skillMd = (fields: string, body = BODY): string => `---\n${fields}\n---\n${body}`;
const BASE = "name: my-skill\ndescription: Does it.\nlicense: MIT";

/** What is found, as `case line`. */
const found = (manifest: string, others: Record<string, string> = {}, folder: string | null = "my-skill"): string[] =>
  findLoaderCases(filesOf({ "SKILL.md": manifest, ...others }), { folder }).map((one) => `${one.case} ${one.line}`);

const more = (fields: string): string => skillMd(`${BASE}\n${fields}`);
const described = (value: string): string => skillMd(`name: my-skill\ndescription: ${value}`);

describe("what some loaders refuse or change (machines, M-4)", () => {
  it("a skill as every loader reads it has none of it", () => {
    const quoted = 'metadata:\n  version: "1.0.0"\n  author: \'AMD "x"\'';
    const others = { "scripts/run.py": "", "references/a.md": "", "assets/x.txt": "", LICENSE: "", "README.md": "" };
    expect(found(more(quoted), others)).toEqual([]);
  });

  it.each([
    ["a byte-order mark", `\ufeff${skillMd(BASE)}`, ["bom 1"]],
    ["a blank after the first fence", skillMd(BASE).replace("---", "--- "), ["blank-after-fence 1"]],
    ["a blank after the second", skillMd(BASE).replace("\n---\n", "\n---\t\n"), ["blank-after-fence 5"]],
    ["no description", skillMd("name: my-skill"), ["no-description 1"]],
    ["an empty description", described('""'), ["no-description 3"]],
    ["a number as description", described("2026"), ["numeric-description 3"]],
    ["a number in quotes", described('"2026"'), []],
    ["400 Chinese characters", described("搜".repeat(400)), ["long-description 3"]],
    ["1,024 bytes", described("x".repeat(1024)), []],
    ["no body", skillMd(BASE, " \n"), ["empty-body 6"]],
    ["unknown keys", more("version: 1.0.0\ntools: [a]"), ["unknown-keys 5", "flow-yaml 6"]],
    ["tools as mappings", more("tools:\n  - a: b"), ["unknown-keys 5", "tools-mappings 5"]],
    ["nested metadata", more("metadata:\n  a: b\n  gaia:\n    c: d"), ["nested-metadata 7"]],
    ["a list below metadata", more("metadata:\n  tags:\n    - a"), ["nested-metadata 6"]],
    ["a number below metadata", more("metadata:\n  version: 1.10"), ["unquoted-metadata 6"]],
    ["a yes below metadata", more("metadata:\n  internal: yes"), ["unquoted-metadata 6"]],
    ["a version is no number", more("metadata:\n  version: 1.1.0"), []],
    ["empty metadata", more("metadata:"), ["empty-metadata 5"]],
    ["allowed-tools as text", more("allowed-tools: Read Grep"), ["allowed-tools-text 5"]],
    ["allowed-tools as a list", more("allowed-tools:\n  - Read"), ["allowed-tools-list 5"]],
    ["compatibility", more("compatibility: Needs git"), ["compatibility 5"]],
    ["a name deeper down", more("metadata:\n  name: other"), ["nested-name 6"]],
    ["a parameter called name", more("x:\n  - a: b\n    name: c"), ["unknown-keys 5", "nested-name 7"]],
    ["three dashes", described("a --- b"), ["three-dashes 3"]],
    ["folded", described(">\n  Does it."), ["many-lines 3"]],
    ["on the next line", described("Does it\n  twice."), ["many-lines 3"]],
    ["in quotes over two lines", described('"Does it\n  twice."'), ["many-lines 3"]],
    ["a command to insert", skillMd(BASE, "\n# T\n\nNow: !`git log`\n"), ["command-insertion 9"]],
    ["a command in the text", skillMd(BASE, "\nRun `git log`! `x`\n"), []],
    ["an escape", described('"Does \\"it\\"."'), ["escapes 3"]],
    ["a doubled quote", described("'Don''t.'"), ["escapes 3"]],
    ["a comment", described("Does it.  # really"), ["escapes 3"]],
    ["a # in quotes", described('"Does # it."'), []],
    ["flow style", more("metadata: {a: b}"), ["flow-yaml 5"]],
    ["no front matter", "# T\n\nText.\n", []],
  ] as const)("%s", (_what, manifest, cases) => {
    expect(found(manifest)).toEqual(cases);
  });

  it("metadata: each key is named once, at the first of them", () => {
    const manifest = more("metadata:\n  a: [b]\n  rating: 1.10\n  gaia:\n    c: d\n  is_on: true");
    const said = findLoaderCases(filesOf({ "SKILL.md": manifest })).map(({ line, message }) => `${line} ${message}`);
    expect(said).toContain("6 metadata.a, metadata.gaia are no text.");
    expect(said).toContain("7 metadata.rating, metadata.is_on have no quotes and are no text.");
    const one = findLoaderCases(filesOf({ "SKILL.md": more("metadata:\n  rating: 1.10") }));
    expect(one.map(({ message }) => message)).toEqual(["metadata.rating has no quotes and is no text."]);
  });

  it("of files: another folder's name, a second SKILL.md, and what lies elsewhere", () => {
    expect(found(skillMd(BASE), {}, "another")).toEqual(["name-folder 2"]);
    expect(found(skillMd(BASE), {}, null)).toEqual([]);
    const files = filesOf({ "SKILL.md": skillMd(BASE), "assets/SKILL.md": "", "run.py": "", "docs/a.md": "" });
    expect(findLoaderCases(files)).toEqual([
      { case: "second-skill", file: "assets/SKILL.md", line: null, message: "assets/SKILL.md is a second SKILL.md." },
      { case: "python-beside", file: "run.py", line: null, message: "run.py lies beside SKILL.md." },
      {
        case: "other-folders",
        file: "run.py",
        line: null,
        message: "2 files lie outside scripts/, references/ and assets/.",
      },
    ]);
  });

  it("of a package without SKILL.md that alone is said, and every loader that was run refuses it", () => {
    const cases = findLoaderCases(filesOf({ "package.json": "{}", "run.js": "" }), { folder: "x" });
    expect(cases).toMatchObject([{ case: "no-skill-md", line: null }]);
    expect(refusedBy(cases)).toEqual(LOADER_IDS.filter((id) => loaderOf(id).run !== null));
  });

  it("every case is found by one of these rows", () => {
    const ofRows = new Set<string>(["no-skill-md", "name-folder", "second-skill", "python-beside", "other-folders"]);
    const source = filesOf({ "SKILL.md": `\ufeff--- \nname: a\n` });
    for (const one of findLoaderCases(source)) ofRows.add(one.case);
    const manifests = [
      described("2026"),
      described("搜".repeat(400)),
      described(">\n  a"),
      described("'Don''t.'"),
      skillMd("name: a\ntools:\n  - a: b\n    name: --- c", "\n!`x`\n"),
      skillMd("name: a\nmetadata:\n  a: 1\n  b: {}\nallowed-tools: a\ncompatibility: b", ""),
      skillMd("name: a\nmetadata:\nallowed-tools: [a]"),
    ];
    for (const one of manifests.flatMap((text) => found(text))) ofRows.add(one.split(" ")[0] ?? "");
    expect(LOADER_CASE_IDS.filter((id) => !ofRows.has(id))).toEqual([]);
  });

  it("says who refuses and who changes it, each loader once", () => {
    const effects = (id: (typeof LOADER_CASE_IDS)[number]) => loaderEffects({ case: id });
    expect(effects("unknown-keys")).toBe("ADK for Go, ADK for Java and Agno refuse it.");
    expect(effects("compatibility")).toBe("agentskills-core refuses it.");
    expect(effects("unquoted-metadata")).toBe("CrewAI refuses it; Deep Agents changes it.");
    expect(effects("nested-name")).toBe("LangChain4j and Spring AI change it.");
    expect(loaderWords(["codex", "pi", "qwen", "agno", "mastra", "eino", "camel"])).toBe(
      "Codex, pi, Qwen Code, Agno, Mastra and 2 more",
    );
    expect(isWarning({ case: "escapes" })).toBe(false);
    expect(isWarning({ case: "nested-name" })).toBe(true);
    for (const id of LOADER_CASE_IDS) expect(isWarning({ case: id }) && effects(id) === "").toBe(false);
  });

  it("a row names only loaders that were run, each once", () => {
    for (const id of LOADER_CASE_IDS) {
      const { refuses, changes = {} } = loaderCaseOf(id);
      const named = [...refuses, ...(Object.keys(changes) as (typeof refuses)[number][])];
      expect(named.filter((one) => loaderOf(one).run === null)).toEqual([]);
      expect(new Set(refuses).size).toBe(refuses.length);
    }
    expect(LOADER_IDS.filter((id) => SPELLING_RUNS[id] !== undefined && loaderOf(id).run === null)).toEqual([]);
  });

  it.each(Object.entries(FORMAT_SAMPLES))("%s: its portable copy has none that is a warning", (_format, sample) => {
    const files = filesOf(sample.files as Record<string, string>);
    const { skill } = readSkill(files, { defaultVersion: sample.version });
    const copy = skill && portableCopy(skill, files);
    if (copy === null || "impossible" in copy) throw new Error("no copy");
    const cases = findLoaderCases(copy.files, { folder: skill?.name.value });
    expect(cases.filter(isWarning)).toEqual([]);
    expect(refusedBy(cases)).toEqual([]);
  });

  it("takes no longer than the manifest is long, whatever it holds", () => {
    const hostile = [" name".repeat(40_000), "!`".repeat(90_000), "'".repeat(190_000), "--- ".repeat(45_000)];
    for (const text of [...hostile, ...hostile.map((one) => `"${one}\n${one.slice(0, 30_000)}`)]) {
      const cost = startCost();
      findLoaderCases(filesOf({ "SKILL.md": described(text) }));
      expect(cost()).toBeLessThan(300);
    }
  });
});
