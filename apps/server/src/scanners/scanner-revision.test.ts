import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scannerRevision } from "./scanner-revision.ts";

test("S9 an environment in which something was installed has another revision", async () => {
  const root = await mkdtemp(join(tmpdir(), "scanner-revision-"));
  try {
    const binDir = join(root, "bin");
    const packages = join(root, "lib", "python3.11", "site-packages");
    await mkdir(binDir);
    await mkdir(packages, { recursive: true });
    expect(await scannerRevision(binDir)).toBeUndefined();
    await writeFile(join(binDir, "python3"), "");
    const long = new Date("2026-01-01");
    await utimes(packages, long, long);
    const before = await scannerRevision(binDir);
    expect(before).toMatch(/^\d+-\d+$/);
    expect(await scannerRevision(binDir)).toBe(before);
    await mkdir(join(packages, "bandit-9.9.9.dist-info"));
    expect(await scannerRevision(binDir)).not.toBe(before);
  } finally {
    await rm(root, { recursive: true });
  }
});

test("what is no environment has none", async () => {
  expect(await scannerRevision("/nowhere/bin")).toBeUndefined();
});
