import { sha256Hex } from "@gaia/archive";
import { expect, test } from "vitest";
import { bestFolder } from "./best-folder.ts";
import { compareFolder } from "./compare-folder.ts";
import { readLfsPointer } from "./lfs-pointer.ts";
import { objectId } from "./object-id.ts";
import type { OtherEntry, SourceFile } from "./read-folder.ts";
import { skillFolders } from "./skill-folders.ts";

const bytesOf = (content: string): Uint8Array => new Uint8Array(Buffer.from(content, "latin1"));
const files = (of: Record<string, string>) =>
  Object.entries(of).map(([path, content]) => ({ path, bytes: bytesOf(content) }));
const compare = (
  published: Record<string, string>,
  inCommit: Record<string, string>,
  more: { others?: OtherEntry[]; blobs?: ReadonlyMap<string, string> } = {},
) => {
  const { others = [], blobs = new Map() } = more;
  const sources = files(inCommit).map(({ path, bytes }): SourceFile => {
    const name = path.replace(/^\*/, "");
    return { path: name, bytes, isExecutable: path.startsWith("*"), id: "", lfs: readLfsPointer(bytes) };
  });
  return compareFolder(files(published), { files: sources, others }, { blobs, format: "sha1" });
};
const ways = (...args: Parameters<typeof compare>) => compare(...args).differences.map(({ path, how }) => [path, how]);

const SAME = { "SKILL.md": "hello\n", "a.py": "a\n" };

test("equal files are equal, and a bit that no package keeps is a note", () => {
  expect(compare(SAME, SAME)).toEqual({ differences: [], notes: [], same: 2 });
  expect(compare({ "run.sh": "#!/bin/sh\n" }, { "*run.sh": "#!/bin/sh\n" }).notes).toEqual([]);
  expect(compare({ "a.py": "a\n" }, { "*a.py": "a\n" })).toEqual({
    differences: [],
    notes: ["a.py is executable in the commit; a package keeps no modes"],
    same: 1,
  });
});

test("one byte is found, and where", () => {
  const { differences, same } = compare(SAME, { ...SAME, "a.py": "b\n" });
  expect(differences).toEqual([{ path: "a.py", how: "content", detail: "differs from byte 1 on (2 bytes each)" }]);
  expect(same).toBe(1);
  expect(ways({ a: "x" }, { a: "xy" })).toEqual([["a", "content"]]);
});

test("a file on one side alone is named, on either side", () => {
  expect(ways({ ...SAME, extra: "x" }, SAME)).toEqual([["extra", "only-published"]]);
  expect(ways(SAME, { ...SAME, extra: "x" })).toEqual([["extra", "only-in-commit"]]);
});

test("line endings are said to be that, and nothing else is", () => {
  expect(compare({ a: "one\r\ntwo\r\n" }, { a: "one\ntwo\n" }).differences[0]).toMatchObject({
    how: "line-endings",
    detail: "has other line endings: CR LF as published, LF in the commit",
  });
  expect(ways({ a: "one\ntwo\r\n" }, { a: "one\ntwo\n" })).toEqual([["a", "line-endings"]]);
  expect(ways({ a: "one\r\nTwo\r\n" }, { a: "one\ntwo\n" })).toEqual([["a", "content"]]);
  expect(ways({ a: "one\rtwo\n" }, { a: "one\ntwo\n" })).toEqual([["a", "content"]]);
});

test("a pointer of LFS is said to be one, and whether it points to what was published", () => {
  const pointer = (sha256: string) => `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize 5\n`;
  const told = (sha256: string) => compare({ a: "large" }, { a: pointer(sha256) }).differences[0];
  expect(told(sha256Hex(bytesOf("large")))).toMatchObject({
    how: "lfs-pointer",
    detail: "is a pointer of LFS in the commit; what was published is the file that it points to",
  });
  expect(told("ab".repeat(32))?.detail).toContain("is another file");
  // A pointer that was published as such is a file like any other.
  expect(ways({ a: pointer("ab".repeat(32)) }, { a: pointer("ab".repeat(32)) })).toEqual([]);
});

test("links and submodules are named, also where files below them were published", () => {
  const others: OtherEntry[] = [
    { path: "vendor", kind: "submodule" },
    { path: "link", kind: "link" },
  ];
  expect(ways({ "vendor/a.py": "a", link: "x" }, {}, { others })).toEqual([
    ["link", "link"],
    ["vendor/a.py", "submodule"],
  ]);
  expect(ways({}, {}, { others })).toEqual([
    ["link", "link"],
    ["vendor", "submodule"],
  ]);
});

test("what git archive would fill in is said to be that", () => {
  expect(ways({ a: "at 0123abcd\n" }, { a: "at $Format:%h$\n" })).toEqual([["a", "export"]]);
  expect(ways({ a: "at $Format:%h$\n" }, { a: "at $Format:%h$\n" })).toEqual([]);
});

test("a blob that the clone lacks is compared by its id, which is said", () => {
  const others: OtherEntry[] = [{ path: "a", kind: "missing" }];
  const blobs = new Map([["a", objectId("blob", bytesOf("x"), "sha1")]]);
  expect(compare({ a: "x" }, {}, { others, blobs })).toEqual({
    differences: [],
    notes: ["a is not in this clone: it was compared by its SHA-1 id"],
    same: 1,
  });
  expect(ways({ a: "y" }, {}, { others, blobs })).toEqual([["a", "missing"]]);
});

test("the folder that has most of the files is found, whatever else is there", () => {
  const id = (content: string) => objectId("blob", bytesOf(content), "sha1");
  const entry = (path: string, content: string) => ({ path, kind: "file" as const, id: id(content) });
  const entries = [
    entry("old/SKILL.md", "hello\n"),
    entry("old/a.py", "older\n"),
    entry("skills/x/SKILL.md", "hello\n"),
    entry("skills/x/a.py", "a\n"),
    entry("skills/y/SKILL.md", "hello\n"),
    entry("skills/y/a.py", "a\n"),
    entry("skills/y/more", "m\n"),
  ];
  const folders = skillFolders(entries);
  const best = (of: Record<string, string>, name: string | null = null, names = new Map<string, string>()) =>
    bestFolder({ name, files: files(of) }, { entries, folders, names, format: "sha1" });
  expect(best(SAME)).toBe("skills/x");
  expect(best({ "SKILL.md": "hello\n", "a.py": "older\n" })).toBe("old");
  expect(best({ "other.md": "x" })).toBeNull();
  // One file is at the same path in each: whoever has the name is meant, and not the first.
  const changed = { "SKILL.md": "changed\n" };
  expect(best(changed)).toBeNull();
  expect(best(changed, "z")).toBeNull();
  expect(best(changed, "y")).toBe("skills/y");
  expect(best(changed, "y", new Map([["skills/x", "y"]]))).toBe("skills/x");
  expect(best({ "SKILL.md": "hello\n", "a.py": "older\n" }, "y", new Map([["skills/x", "y"]]))).toBe("old");
});
