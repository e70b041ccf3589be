import { readdir, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { lockDataDir, openDatabase } from "../src/index.ts";
import { startChild } from "./child.ts";
import { scratchDir } from "./scratch.ts";

const holdLock = (dataDir: string) => `
  import { lockDataDir } from "./data-dir-lock.ts";
  try {
    await lockDataDir(${JSON.stringify(dataDir)});
    console.log("held");
    setInterval(() => {}, 1000);
  } catch (error) {
    console.log(error.code + " " + error.message);
  }`;

describe("the lock on the data directory", { timeout: 60_000 }, () => {
  it("keeps a second process out, by name, and vanishes with kill -9", async () => {
    const dataDir = join(await scratchDir(), "not", "there", "yet");
    const holder = startChild(holdLock(dataDir));
    expect(await holder.line()).toBe("held");
    await expect(lockDataDir(dataDir)).rejects.toMatchObject({
      code: "data_dir_locked",
      message: expect.stringContaining(`in use by process ${holder.pid}.`),
    });
    expect(await startChild(holdLock(dataDir)).line()).toMatch(/^data_dir_locked /);
    await holder.kill9();
    const lock = await lockDataDir(dataDir);
    expect(await startChild(holdLock(dataDir)).line()).toContain(`process ${process.pid}`);
    await lock.release();
    const next = startChild(holdLock(dataDir));
    expect(await next.line()).toBe("held");
  });

  it("is exclusive within one process, and a late second release() frees nobody else's", async () => {
    const dataDir = await scratchDir();
    const first = await lockDataDir(dataDir);
    await expect(lockDataDir(dataDir)).rejects.toMatchObject({ code: "data_dir_locked" });
    await first.release();
    const second = await lockDataDir(dataDir);
    await first.release();
    await expect(lockDataDir(dataDir)).rejects.toMatchObject({ code: "data_dir_locked" });
    await second.release();
  });

  it("goes to exactly one of six processes that start together", async () => {
    const dataDir = await scratchDir();
    const children = Array.from({ length: 6 }, () => startChild(holdLock(dataDir)));
    const answers = await Promise.all(children.map((child) => child.line()));
    expect(answers.filter((answer) => answer === "held")).toHaveLength(1);
    expect(answers.filter((answer) => answer.startsWith("data_dir_locked"))).toHaveLength(5);
  });

  it("does not depend on the file that names the holder", async () => {
    const dataDir = await scratchDir();
    await writeFile(join(dataDir, "lock.json"), "{");
    const lock = await lockDataDir(dataDir);
    await writeFile(join(dataDir, "lock.json"), JSON.stringify({ pid: 7, host: `not-${hostname()}` }));
    await expect(lockDataDir(dataDir)).rejects.toThrow(`in use by process 7 on not-${hostname()}.`);
    await lock.release();
  });

  it("says so when the directory cannot be used", async () => {
    const file = join(await scratchDir(), "file");
    await writeFile(file, "");
    await expect(lockDataDir(join(file, "data"))).rejects.toMatchObject({ code: "data_dir_unusable" });
    const notSqlite = await scratchDir();
    await writeFile(join(notSqlite, "lock.sqlite"), "x".repeat(4096));
    await expect(lockDataDir(notSqlite)).rejects.toMatchObject({ code: "data_dir_unusable" });
  });

  it("is taken by an open PGlite, and given back when that closes or does not open", async () => {
    const dataDir = await scratchDir();
    const database = await openDatabase({ url: null, dataDir });
    await expect(openDatabase({ url: null, dataDir })).rejects.toMatchObject({ code: "data_dir_locked" });
    expect(await startChild(holdLock(dataDir)).line()).toMatch(/^data_dir_locked /);
    await database.close();
    const lock = await lockDataDir(dataDir);
    await lock.release();
    expect((await readdir(dataDir)).toSorted()).toEqual(["db", "lock.sqlite"]);
    const broken = await scratchDir();
    await writeFile(join(broken, "db"), "not a directory");
    await expect(openDatabase({ url: null, dataDir: broken })).rejects.toMatchObject({ code: "data_dir_unusable" });
    const again = await lockDataDir(broken);
    onTestFinished(() => again.release());
  });
});
