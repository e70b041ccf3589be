import { expect, test } from "vitest";
import { toSecretShapes } from "./secret-shapes.ts";

const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) });
const PROSE = "Read the file, then tell the user what it says.";

test("lines of words are left out, a line that comes again stands once, and each keeps its number", () => {
  const [raw, ...others] = toSecretShapes([
    file("SKILL.md", `# Title\n\n${PROSE}\ntoken: x\n${PROSE}\ntoken: x\nkey = "y"\n`),
  ]);
  expect(raw).toMatchObject({ name: "raw/f0.txt", text: '- -\ntoken: x\nkey = "y"', numbers: [0, 4, 7] });
  expect(raw?.lines[6]).toBe('key = "y"');
  expect(others).toEqual([]);
});

test("a file of words alone is not looked at; an empty one neither", () => {
  expect(toSecretShapes([file("SKILL.md", `${PROSE}\n`), file("words.yaml", PROSE), file("empty.txt", "")])).toEqual(
    [],
  );
});

test.each([
  "NAME=value",
  "[section]\nname: value",
  "# comment\n\nNAME=value",
  "NAME=value\n continued",
  "[a\nNAME=value",
])("what an INI parser may take is given to it whole: %j", (text) => {
  const parsed = toSecretShapes([file("settings.env", text)]).find(({ name }) => name.startsWith("parsed/"));
  expect(parsed).toMatchObject({ name: "parsed/f0.txt", text });
});

test("configuration is parsed whatever its lines are", () => {
  const names = toSecretShapes([file("a.yaml", `${PROSE}\na: b\n`), file("b.ini", `${PROSE}\na = b\n`)]);
  expect(names.map(({ name }) => name)).toEqual(["raw/f0.conf", "parsed/f0.yaml", "raw/f1.conf", "parsed/f1.ini"]);
});

const run = (length: number) => "abcdefghij".repeat(10).slice(0, length);

test.each([
  "-----BEGIN PRIVATE KEY-----",
  "BEGIN SSH PRIVATE KEY",
  `AKC${run(10)}`,
  `APA${run(8)}`,
  `password ${run(24)}`,
  "https://a:b@c",
  "address 10.1.2.3",
  "secret('x')",
  "contraseña",
])("a line that may hold a secret is looked at: %s", (line) => {
  expect(toSecretShapes([file("SKILL.md", `${PROSE}\n${line}\n`)])[0]?.text).toBe(`- -\n${line}`);
});
