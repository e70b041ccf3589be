import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { sourceDigest, sourceDigests } from "../src/digests/source-digests.ts";
import { withoutComments } from "../src/digests/without-comments.ts";

const PACKAGES = fileURLToPath(new URL("../../", import.meta.url));
const OWN = ["gaia-instructions", "gaia-code", "gaia-contents", "gaia-dependencies"] as const;
const ROOMS = [
  "findings",
  "reading",
  "code-analysis",
  "wording",
  "instruction-analysis",
  "scan",
  "archive",
  "syntax",
  "text",
  "policy",
];

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

/** A copy of the sources at another place of this machine. */
function copy(): string {
  const packages = join(mkdtempSync(join(tmpdir(), "sources-")), "packages");
  made.push(dirname(packages));
  for (const room of ROOMS) cpSync(join(PACKAGES, room, "src"), join(packages, room, "src"), { recursive: true });
  return packages;
}

const digestsAt = (packages: string) => sourceDigests({ packages, installedFrom: PACKAGES });

function change(file: string, edit: (text: string) => string): void {
  const before = readFileSync(file, "utf8");
  const after = edit(before);
  expect(after, `${file} has what is to be changed`).not.toBe(before);
  writeFileSync(file, after);
}

const moved = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys(before).filter((name) => before[name] !== after[name]);

const sourcesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => join(folder, path));

describe("the digest of an analyser is that of what it is made of", () => {
  test("a copy elsewhere has the same ones, and so has a checkout with other line ends", () => {
    const packages = copy();
    const here = sourceDigests();
    expect(digestsAt(packages)).toEqual(here);
    expect(sourceDigest("gaia-code")).toBe(here["gaia-code"]);
    for (const file of sourcesBelow(packages)) writeFileSync(file, readFileSync(file, "utf8").replaceAll("\n", "\r\n"));
    expect(digestsAt(packages)).toEqual(here);
  });

  test.each<[what: string, file: string, edit: (text: string) => string, moves: readonly string[]]>([
    [
      "the code that matches a rule",
      "instruction-analysis/src/matching/match-rules.ts",
      (text) => text.replace(".matchAll(", "?.matchAll("),
      ["gaia-instructions"],
    ],
    [
      "how deep archives are opened",
      "archive/src/nested/open-nested.ts",
      (text) => text.replace(/MAX_DEPTH = \d+/, "MAX_DEPTH = 9"),
      [...OWN, "named-installs"],
    ],
    [
      "what a text is read as",
      "reading/src/text-file.ts",
      (text) => withoutComments(text).replace(/\b\d+/, "77"),
      [...OWN, "named-installs"],
    ],
    [
      "a word of a lexicon",
      "reading/src/known-hosts.ts",
      (text) => text.replace("rentry", "gentry"),
      ["gaia-instructions"],
    ],
    ["a rule over code", "code-analysis/src/rules/execution.ts", (text) => text.replace("high", "low"), ["gaia-code"]],
    [
      "the grammars' door",
      "syntax/src/grammars.ts",
      (text) => text.replace("initial: 512", "initial: 513"),
      ["gaia-instructions", "gaia-code"],
    ],
    [
      "a well-known name",
      "scan/src/dependencies/well-known-npm.ts",
      (text) => text.replace("react", "reactt"),
      ["gaia-dependencies"],
    ],
    [
      "the bound of a line",
      "scan/src/contents/contents-analyser.ts",
      (text) => text.replace("200_000", "200_001"),
      ["gaia-contents"],
    ],
    [
      "what one analyser alone asks of a room that all use",
      "reading/src/stance.ts",
      (text) => text.replace("never|", "never|ne'er|"),
      ["gaia-instructions"],
    ],
    [
      "how a scanner's output is read",
      "findings/src/hostile-json.ts",
      (text) => text.replace("Number.isSafeInteger", "Number.isInteger"),
      ["bandit", "detect-secrets", "pip-audit"],
    ],
    ["what Bandit is asked", "scan/src/drivers/bandit.ts", (text) => text.replace("--quiet", "--verbose"), ["bandit"]],
    [
      "how a secret is graded",
      "scan/src/drivers/secret-grade.ts",
      (text) => withoutComments(text).replace(/\d+/, "99"),
      ["detect-secrets"],
    ],
    [
      "how requirements are resolved",
      "scan/src/requirements/resolve-requirements.ts",
      (text) => withoutComments(text).replace(/\d+/, "99"),
      ["pip-audit"],
    ],
  ])("%s moves it, and no other", (_, file, edit, moves) => {
    const packages = copy();
    change(join(packages, file), edit);
    expect(moved(sourceDigests(), digestsAt(packages))).toEqual(moves);
  });

  test("a comment moves none, and a word of a string does", () => {
    const packages = copy();
    const file = join(packages, "code-analysis/src/code-analyser.ts");
    change(file, (text) => `// Said in other words.\n\n${text.replace("/**", "/**\n * Said in more words.")}`);
    expect(digestsAt(packages)).toEqual(sourceDigests());
    change(join(packages, "code-analysis/src/code-analyser.ts"), (text) =>
      text.replace(/"gaia-code"/, '"gaia-//code"'),
    );
    expect(moved(sourceDigests(), digestsAt(packages))).toContain("gaia-code");
  });

  test("one bit of the weights moves the model's analyser", () => {
    const packages = copy();
    const file = join(packages, "wording/src/model.bin");
    const bytes = readFileSync(file);
    bytes[1_000] = (bytes[1_000] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    expect(moved(sourceDigests(), digestsAt(packages))).toEqual(["gaia-instructions"]);
  });

  test("a file that is only moved moves none", () => {
    const packages = copy();
    const from = join(packages, "reading/src/normalise.ts");
    const to = join(packages, "reading/src/deeper/still/normal-form.ts");
    cpSync(from, to);
    const specifiers = /"(\.\.?\/[^"]+\.ts)"/g;
    const inPlaceOf = (text: string, of: string, at: string) =>
      text.replaceAll(specifiers, (whole, specifier: string) => {
        const target = resolve(dirname(of), specifier);
        const path = relative(dirname(at), target === from ? to : target);
        return target === from || of !== at ? `"${path.startsWith(".") ? path : `./${path}`}"` : whole;
      });
    writeFileSync(to, inPlaceOf(readFileSync(from, "utf8"), from, to));
    renameSync(from, `${from}.gone`);
    for (const file of sourcesBelow(join(packages, "reading")))
      writeFileSync(file, inPlaceOf(readFileSync(file, "utf8"), file, file));
    expect(digestsAt(packages)).toEqual(sourceDigests());
  });
});
