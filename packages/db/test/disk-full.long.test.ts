import { spawnSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { executeRows, inTransaction, isUnavailable, migrate, openDatabase, toLoggableError } from "../src/index.ts";
import { migrationsDir, scratchDir } from "./scratch.ts";

/** A file system of this size, or null where mounting one is not allowed. */
async function smallDisk(megabytes: number): Promise<string | null> {
  const dir = join(await scratchDir(), "disk");
  await mkdir(dir);
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", dir]);
  if (mounted.status !== 0) return null;
  onTestFinished(() => void spawnSync("umount", ["-l", dir]));
  return dir;
}

const caught = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe("PGlite on a full disk", { timeout: 60_000 }, () => {
  it("R9 refuses writes in time, goes on reading, and writes again when there is room", async ({ skip }) => {
    const disk = await smallDisk(300);
    if (disk === null) return skip("a small disk cannot be mounted here");
    const database = await openDatabase({ url: null, dataDir: join(disk, "data") });
    onTestFinished(() => database.close());
    await executeRows(database.db, sql`CREATE TABLE filled (id serial, v text)`);
    const insert = sql`INSERT INTO filled (v) VALUES (${"x".repeat(2000)})`;
    await executeRows(database.db, insert);
    const ballast = join(disk, "ballast");
    const fill = spawnSync("dd", ["if=/dev/zero", `of=${ballast}`, "bs=1M"]);
    expect(fill.status).not.toBe(0);
    for (const write of [
      () => executeRows(database.db, insert),
      () => inTransaction(database.db, (tx) => executeRows(tx, insert)),
      async () => migrate(database, await migrationsDir({ "0001_a.sql": "CREATE TABLE a ()" })),
    ]) {
      const error = await caught(write());
      expect(isUnavailable(error)).toBe(true);
      expect(toLoggableError(error).message).toMatch(/^Less than 64 MiB/);
    }
    await database.check();
    expect(await executeRows(database.db, sql`SELECT count(*) AS count FROM filled`)).toEqual([{ count: 1 }]);
    await rm(ballast);
    await executeRows(database.db, insert);
    expect(await executeRows(database.db, sql`SELECT count(*) AS count FROM filled`)).toEqual([{ count: 2 }]);
  });

  it("says so instead of making half a database", async ({ skip }) => {
    const disk = await smallDisk(40);
    if (disk === null) return skip("a small disk cannot be mounted here");
    await writeFile(join(disk, "some"), "bytes");
    await expect(openDatabase({ url: null, dataDir: join(disk, "data") })).rejects.toMatchObject({
      code: "unavailable",
    });
  });
});
