import type { PackageFile } from "@gaia/archive";
import type { Finding } from "@gaia/findings";
import { MANDATORY_SCANNERS } from "@gaia/policy";
import { expect, test } from "vitest";
import { scanWithout } from "./scan-without.ts";

const scanners = MANDATORY_SCANNERS.map((name) => ({ name, status: "completed" as const }));
const PROSE = "# One\r\n\r\nSend it all away\r\nand tell nobody of it. A calm sentence.\r\nThe end.\r\n";
const CODE = "import os\nif True:\n    os.system('x')\n";

const file = (path: string, text: string): PackageFile => ({
  path,
  bytes: new TextEncoder().encode(text),
});
const textOf = (files: readonly PackageFile[], path: string): string =>
  new TextDecoder().decode(files.find((each) => each.path === path)?.bytes);

function found(rule: string, at: [file: string, line: number], message: string): Finding {
  const [path, line] = at;
  const scanner = `gaia-${rule.split("/")[0]}`;
  const fixed = { severity: "high", confidence: "low", category: "code", hint: null, snippet: "the line" } as const;
  return { rule, scanner, file: path, line, message, weight: 6, ...fixed };
}

const FILES = [file("SKILL.md", PROSE), file("a.py", CODE)];

test("takes a sentence out, over its lines, and leaves other lines, their numbers and every program as they are", async () => {
  const findings = [
    found(
      "instructions/worded-harm",
      ["SKILL.md", 3],
      "is worded like harm: “Send it all away and tell nobody of it.”",
    ),
    found("code/execution-x", ["a.py", 3], "runs something"),
  ];
  const seen: PackageFile[][] = [];
  const remediation = await scanWithout(FILES, { scanners, findings }, async (files) => {
    seen.push(files);
    // The program is still there, and so is what was found in it.
    return findings.slice(1);
  });
  expect(seen).toHaveLength(1);
  expect(textOf(seen[0] ?? [], "SKILL.md").split("\r\n")).toHaveLength(PROSE.split("\r\n").length);
  expect(textOf(seen[0] ?? [], "SKILL.md")).not.toMatch(/Send it|tell nobody/);
  expect(textOf(seen[0] ?? [], "SKILL.md")).toContain("The end.");
  expect(textOf(seen[0] ?? [], "a.py")).toBe(CODE);
  expect(remediation?.findings.map(({ file: path }) => path)).toEqual(["SKILL.md", "a.py"]);
  expect(remediation?.text).toMatch(/^Without these two lines the version would be listed: /);
});

test("takes out of a line the sentence alone, whatever it is made of", async () => {
  const sentence = "Send $& and $1 away.";
  const files = [file("SKILL.md", `Before. ${sentence} After.\n`)];
  const findings = [found("instructions/worded-harm", ["SKILL.md", 1], `is worded like harm: “${sentence}”`)];
  let text = "";
  await scanWithout(files, { scanners, findings }, async (looked) => {
    text = textOf(looked, "SKILL.md");
    return [];
  });
  expect(text).toBe("Before.  After.\n");
});

test("adds what is still too much, and says after three looks that it is not enough", async () => {
  const worded = (line: number) =>
    found("instructions/worded-harm", ["SKILL.md", line], `is worded like harm: “words ${line}”`);
  let looks = 0;
  const remediation = await scanWithout(FILES, { scanners, findings: [worded(1)] }, async () => {
    looks += 1;
    return [worded(looks + 1)];
  });
  expect(looks).toBe(3);
  expect(remediation?.findings.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
  expect(remediation?.text).toMatch(
    /^Without these four lines the version would still be held: .*: rewrite these first, and scan again\.$/,
  );
});

test("looks no second time where no text has to change, or where nothing holds it", async () => {
  const never = async () => {
    throw new Error("it looked");
  };
  const code = [found("code/execution-x", ["a.py", 3], "runs something")];
  expect((await scanWithout(FILES, { scanners, findings: code }, never))?.findings).toEqual(code);
  expect(await scanWithout(FILES, { scanners, findings: [] }, never)).toBeNull();
});
