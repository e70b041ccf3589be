import { execFileSync, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { describeWith } from "../../../test/harness/describe-with.ts";
import { fileBlobs } from "../src/files.ts";
import { blobsConformance } from "./conformance.ts";

const SOURCE = fileURLToPath(new URL("../src/files.ts", import.meta.url));

blobsConformance(
  "fileBlobs",
  async () => {
    const dir = await mkdtemp(join(tmpdir(), "gaia-blobs-"));
    return {
      blobs: fileBlobs(join(dir, "made", "on", "demand")),
      dispose: () => rm(dir, { recursive: true, force: true }),
    };
  },
  { manyKeys: 300 },
);

describe("fileBlobs on a disk that has a past", () => {
  it("R3 never shows half a blob when the writer is killed, and leaves nothing that a later start does not sweep", async () => {
    const dir = await freshDir();
    const writer = spawn(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", WRITE_FOR_EVER],
      {
        env: { ...process.env, DIR: dir, SOURCE },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    await new Promise((resolve) => writer.stdout.once("data", resolve));
    await pause(150);
    writer.kill("SIGKILL");
    await new Promise((resolve) => writer.once("exit", resolve));

    const blobs = fileBlobs(dir);
    let seen = 0;
    for await (const { key, sizeBytes } of blobs.list("")) {
      seen++;
      expect(sizeBytes, key).toBe(3_000_000);
    }
    expect(seen).toBeGreaterThan(0);
    await age(join(dir, ".tmp"));
    await fileBlobs(dir).check();
    expect(await readdir(join(dir, ".tmp"))).toEqual([]);
  });

  it("sweeps stale temporary files and spares those of a writer at work", async () => {
    const dir = await freshDir();
    await mkdir(join(dir, ".tmp"));
    await writeFile(join(dir, ".tmp", "stale"), "x");
    await age(join(dir, ".tmp"));
    await writeFile(join(dir, ".tmp", "young"), "x");
    await fileBlobs(dir).put("a", Buffer.from("x"));
    expect(await readdir(join(dir, ".tmp"))).toEqual(["young"]);
  });

  it("does not follow a link, or wait for a pipe, that stands in a blob's place", async () => {
    const dir = await freshDir();
    await writeFile(join(dir, "secret"), "not a blob");
    await mkdir(join(dir, "k"));
    await symlink(join(dir, "secret"), join(dir, "k", "link"));
    execFileSync("mkfifo", [join(dir, "k", "pipe")]);
    const blobs = fileBlobs(dir);
    await expect(blobs.read("k/link")).rejects.toMatchObject({ code: "corrupt" });
    await expect(blobs.read("k/pipe")).rejects.toMatchObject({ code: "corrupt" });
  });

  it("says so when one key lies below another, and keeps the first", async () => {
    const blobs = fileBlobs(await freshDir());
    await blobs.put("a/b", Buffer.from("first"));
    await expect(blobs.put("a", Buffer.from("x"))).rejects.toMatchObject({ code: "invalid_key" });
    await expect(blobs.put("a/b/c", Buffer.from("x"))).rejects.toMatchObject({ code: "invalid_key" });
    expect(Buffer.from((await blobs.read("a/b")) ?? []).toString()).toBe("first");
  });

  it("finds its door shut when the directory cannot be made", async () => {
    const dir = await freshDir();
    await writeFile(join(dir, "file"), "x");
    await expect(fileBlobs(join(dir, "file", "blobs")).check()).rejects.toMatchObject({ name: "StorageError" });
  });
});

await describeWith("bubblewrap", "fileBlobs on a full disk", (bwrap) => {
  it("R9 says full, keeps what was there, leaves no rest, and goes on when there is room", async () => {
    const room = ["--ro-bind", "/", "/", "--dev", "/dev", "--size", String(1024 * 1024), "--tmpfs", "/mnt"];
    const child = [process.execPath, "--disable-warning=ExperimentalWarning", "--input-type=module", "-e", FILL];
    const said = execFileSync(bwrap.url, [...room, "--setenv", "SOURCE", SOURCE, ...child], { encoding: "utf8" });
    expect(JSON.parse(said)).toEqual({ code: "full", kept: 500_000, temporary: [], later: 300_000 });
  });
});

const WRITE_FOR_EVER = `
  const { fileBlobs } = await import(process.env.SOURCE);
  const blobs = fileBlobs(process.env.DIR);
  for (let n = 0; ; n++) {
    await Promise.all(["a", "b", "c"].map((letter) => blobs.put("k/" + letter + n, Buffer.alloc(3_000_000, letter))));
    if (n === 0) console.log("written");
  }`;

const FILL = `
  import { readdirSync } from "node:fs";
  const { fileBlobs } = await import(process.env.SOURCE);
  const blobs = fileBlobs("/mnt/blobs");
  await blobs.put("k/first", Buffer.alloc(500_000));
  const code = await blobs.put("k/first", Buffer.alloc(900_000)).then(() => "stored", (error) => error.code);
  const kept = (await blobs.read("k/first")).length;
  const temporary = readdirSync("/mnt/blobs/.tmp");
  await blobs.put("k/later", Buffer.alloc(300_000));
  console.log(JSON.stringify({ code, kept, temporary, later: (await blobs.read("k/later")).length }));`;

async function freshDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "gaia-blobs-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

async function age(dir: string): Promise<void> {
  const yesterday = new Date(Date.now() - 86_400_000);
  for (const name of await readdir(dir)) await utimes(join(dir, name), yesterday, yesterday);
}
