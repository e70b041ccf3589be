import { expect, test } from "vitest";
import { isPlainSkill } from "./plain-skill.ts";
import { readSkill } from "./read-skill.ts";

const filesOf = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }));

function isPlain(texts: Readonly<Record<string, string>>): boolean {
  const files = filesOf(texts);
  const { skill } = readSkill(files, { mode: "import", version: "1.0.0", folder: "greets" });
  if (skill === null) throw new Error("nothing was read");
  return isPlainSkill(skill, files);
}

const FRONT = "---\nname: greets\ndescription: Says hello.\n---\n";
const BODY = "\n# Greets\n\nSay hello to whoever asks for it.\n";

test.each([
  ["a SKILL.md with name and description", `${FRONT}${BODY}`],
  ["one with CRLF", `${FRONT}${BODY}`.replaceAll("\n", "\r\n")],
  ["one without a body", FRONT],
])("%s is plain", (_what, text) => {
  expect(isPlain({ "SKILL.md": text, "scripts/hello.sh": "echo hello\n" })).toBe(true);
});

test.each([
  ["a front matter behind a blank line", { "SKILL.md": `\n${FRONT}${BODY}` }],
  ["a front matter behind a byte-order mark", { "SKILL.md": `\uFEFF${FRONT}${BODY}` }],
  ["a skill without a front matter", { "SKILL.md": BODY }],
  ["a front matter without a name", { "SKILL.md": `---\ndescription: Says hello.\n---\n${BODY}` }],
  ["a front matter without a description", { "SKILL.md": `---\nname: greets\n---\n${BODY}` }],
  ["a number for a description", { "SKILL.md": `---\nname: greets\ndescription: 42\n---\n${BODY}` }],
  ["a manifest that is called skill.md", { "skill.md": `${FRONT}${BODY}` }],
])("%s needs something written anew", (_what, texts) => {
  expect(isPlain(texts)).toBe(false);
});
