import { DEFAULT_LIMITS, writeZip } from "@gaia/archive";
import { expect, test } from "vitest";
import { openPackage } from "./open-package.ts";

const file = (path: string, text: string) => ({ path, bytes: new Uint8Array(Buffer.from(text)) });
const open = (...files: { path: string; bytes: Uint8Array }[]) =>
  openPackage({
    bytes: writeZip(files),
    limits: DEFAULT_LIMITS,
    quotes: ["SKILL.md", "SIGNATURE.json"],
    unframed: /^SIGNATURE\.json$|(?:^|\/)__pycache__\/|\.so$/,
  });
const SKILL = "---\nname: signed-one\ndescription: d\nversion: 1.0.0\n---\n\nHi\n";

test("an upload is told by its paths below one directory, what was asked for, and the digest of the client's audit", () => {
  const opened = open(
    file("one/SKILL.md", SKILL),
    file("one/notes/café.md", "café\n"),
    file("one/SIGNATURE.json", "{}"),
    file("one/a/__pycache__/x.py", "1"),
    file("one/x.so", "1"),
  );
  expect(opened.root).toBe("one/");
  expect(opened.files.map(({ path }) => path)).toContain("notes/café.md");
  expect(Buffer.from(opened.quoted["SKILL.md"] ?? []).toString()).toBe(SKILL);
  expect(Object.keys(opened.quoted).toSorted()).toEqual(["SIGNATURE.json", "SKILL.md"]);
  // Made by the client's own audit (0.25.1).
  expect(opened.framed).toBe("96c8487a6bac942491ee603a8db162cbf5bbde9b9f1e0d199f0de7e246552ae8");
});

test.for([
  ["no SKILL.md", () => open(file("one/README.md", "x"))],
  ["files beside the directory", () => open(file("one/SKILL.md", SKILL), file("two.md", "x"))],
  ["a SKILL.md beyond what is quoted", () => open(file("SKILL.md", "x".repeat(1024 * 1024 + 1)))],
  [
    "what is no archive",
    () => openPackage({ bytes: Buffer.from("no"), limits: DEFAULT_LIMITS, quotes: [], unframed: /^$/ }),
  ],
] as const)("%s is refused as a package, in a sentence", ([, opening]) => {
  expect(opening).toThrow(expect.objectContaining({ code: "invalid_package" }));
});
