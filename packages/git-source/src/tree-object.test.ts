import { expect, test } from "vitest";
import { readLfsPointer } from "./lfs-pointer.ts";
import { readTreeObject } from "./tree-object.ts";

const entry = (mode: string, name: string | Buffer, length = 20): Buffer =>
  Buffer.concat([Buffer.from(`${mode} `), Buffer.from(name), Buffer.from([0]), Buffer.alloc(length, 0xab)]);

test("a tree is read as git writes it, with ids of either length", () => {
  const tree = Buffer.concat([entry("100644", "a"), entry("100755", "b"), entry("40000", "c")]);
  expect(readTreeObject(tree, "sha1").map(({ name, kind }) => [name, kind])).toEqual([
    ["a", "file"],
    ["b", "executable"],
    ["c", "tree"],
  ]);
  const [newer] = readTreeObject(entry("160000", "sub", 32), "sha256");
  expect(newer).toEqual({ name: "sub", shown: "sub", kind: "submodule", id: "ab".repeat(32) });
});

test.each([
  "..",
  ".",
  "",
  "a/b",
  "/etc",
  ".git",
  ".GIT",
  ".git ",
  ".git.",
  ".git::$INDEX_ALLOCATION",
  "GIT~1",
  ".g\u200cit",
  "．git",
  Buffer.from([0xff, 0xfe]),
])("V4 the name %j is no name of a file here, and is told apart", (name) => {
  const [read] = readTreeObject(entry("100644", name), "sha1");
  expect(read?.name).toBeNull();
  expect(read?.shown).toMatch(/^".*"$/);
});

test("V4 what is shown of a name that is none is short, and of one line without controls", () => {
  const raw = Buffer.concat([Buffer.from([0x9b, 0x85, 0x1b, 0xff]), Buffer.alloc(4_000, 0x61)]);
  const shown = readTreeObject(entry("100644", raw), "sha1")[0]?.shown ?? "";
  expect(shown.length).toBeLessThan(220);
  expect(shown).toMatch(/^"[^\u0000-\u001f\u007f-\u009f]*"$/);
});

test.each([
  ["without an end", Buffer.from("100644 a")],
  ["with half an id", Buffer.concat([Buffer.from("100644 a\0"), Buffer.alloc(7)])],
  ["of words", Buffer.from("no tree at all, and a long one that goes on for some more bytes")],
  ["with two entries of one name", Buffer.concat([entry("100644", "a"), entry("40000", "a")])],
  ["with two entries of one name in NFC", Buffer.concat([entry("100644", "e\u0301"), entry("100644", "\u00e9")])],
  ["with a name of many bytes", entry("100644", "a".repeat(5_000))],
])("V4 a tree %s is refused", (_what, bytes) => {
  expect(() => readTreeObject(bytes, "sha1")).toThrow(expect.objectContaining({ code: "unsound" }));
});

test("modes that git does not write are told apart", () => {
  expect(readTreeObject(entry("020000", "tty"), "sha1")[0]?.kind).toBe("other");
});

test("a pointer of LFS is known by its form, and nothing else is one", () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"ab".repeat(32)}\nsize 12345\n`;
  expect(readLfsPointer(Buffer.from(pointer))).toEqual({ sha256: "ab".repeat(32), sizeBytes: 12_345 });
  expect(readLfsPointer(Buffer.from(pointer.replace("oid", "ext-0-x sha256:1\noid")))).not.toBeNull();
  for (const other of [`# ${pointer}`, pointer.replace("size", "bytes"), pointer.padEnd(2_000, "x"), ""])
    expect(readLfsPointer(Buffer.from(other))).toBeNull();
});
