import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PLAIN } from "../../test/plain-confined.ts";
import { lookInto } from "./look-into.ts";
import { watchWritable } from "./writable-watch.ts";

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "look-"));
  mkdirSync(join(dir, "made/.git"), { recursive: true });
  writeFileSync(join(dir, "made/.git/config"), "");
  if (isRoot) for (const path of [dir, join(dir, "made"), join(dir, "made/.git")]) chownSync(path, NOBODY, NOBODY);
});
afterEach(() => {
  if (isRoot) process.seteuid?.(0);
  chmodSync(join(dir, "made"), 0o755);
  rmSync(dir, { recursive: true });
});

/** Root is kept out of nothing, so it is done as somebody else. */
const asSomebody = async <T>(act: () => Promise<T>): Promise<T> => {
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    return await act();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
};
const look = () => asSomebody(async () => [...(await lookInto(dir, { names: [".git"], made: null })).guarded.keys()]);

test("a guarded name is found below", async () => {
  expect(await look()).toEqual([join(dir, "made/.git")]);
});

test.each([0o000, 0o311, 0o444])(
  "a directory that was closed with mode %i counts as one that holds something guarded",
  async (mode) => {
    chmodSync(join(dir, "made"), mode);
    expect(await look()).toEqual([join(dir, "made")]);
  },
);

test("what was made in a directory that was closed to writers afterwards is put aside all the same", async () => {
  rmSync(join(dir, "made/.git"), { recursive: true });
  const mounts = [{ source: dir, target: dir, writable: true }];
  const told = await asSomebody(async () => {
    const watch = await watchWritable({
      mounts,
      guarded: { names: [".git"], made: null },
      hidden: [],
      limits: PLAIN.limits,
    });
    mkdirSync(join(dir, "made/.git"));
    chmodSync(join(dir, "made"), 0o555);
    return watch.end();
  });
  expect(told).toMatchObject([{ path: join(dir, "made/.git"), aside: expect.stringContaining(".git.made-inside-") }]);
  expect(readdirSync(join(dir, "made"))).toEqual([expect.stringContaining(".git.made-inside-")]);
});
