import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DUMPED_TABLES } from "@gaia/db";
import { expect, vi } from "vitest";
import { readSettings } from "../../apps/server/src/config/config.ts";
import { createLogger } from "../../apps/server/src/logging/log.ts";
import { runCommand } from "../../apps/server/src/operations/commands.ts";
import { call } from "./api.ts";

const MAIN = new URL("../../apps/server/src/main.ts", import.meta.url).pathname;
/** How a command ended. */
export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** A command as `main.ts` runs it, in this process: what it would write, and its exit code. */
export async function command(args: string[], environment: Record<string, string>): Promise<Ended> {
  const ended: Ended = { code: null, out: "", err: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      ended[name === "stdout" ? "out" : "err"] += String(text);
      return true;
    }),
  );
  try {
    ended.code = await runCommand(args, readSettings(environment), createLogger("fatal"));
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return ended;
}

/** The executable itself, with nothing of this process's environment but PATH; `killAt` kills it when it says that. */
export async function executable(args: string[], environment: Record<string, string>, killAt?: string): Promise<Ended> {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", MAIN, ...args], {
    env: { PATH: process.env["PATH"], LOG_LEVEL: "fatal", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
    if (killAt !== undefined && err.includes(killAt)) child.kill("SIGKILL");
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, out, err };
}

/** What anybody can see of a registry: the list, each version, its bytes, its files and its signed statements. */
export async function seen(url: string): Promise<unknown> {
  const list = await call(`${url}/api/v1/skills?limit=100&sort=name`);
  expect(list.status).toBe(200);
  const skills = [];
  for (const { name } of list.body.items) {
    const skill = await call(`${url}/api/v1/skills/${name}`);
    for (const { version } of skill.body.versions) {
      const at = `${url}/api/v1/skills/${name}/${version}`;
      const bytes = await fetch(`${at}/download`);
      expect(bytes.status).toBe(200);
      skills.push({
        version: toComparable((await call(at)).body),
        sha256: createHash("sha256")
          .update(Buffer.from(await bytes.arrayBuffer()))
          .digest("hex"),
        attestations: (await call(`${at}/attestations`)).body,
        scan: (await call(`${at}/scan`)).body,
      });
    }
  }
  const found = await call(`${url}/api/v1/search?q=hello`);
  return {
    skills,
    hits: found.body.hits.map((hit: { name: string }) => hit.name).toSorted(),
    keys: (await call(`${url}/api/v1/keys`)).body,
  };
}

/** Two registries differ in their address, and the order of `artifacts` is nobody's promise. */
function toComparable(version: { log?: object | null }): object {
  return { ...version, download_url: null, log: { ...version.log, proof_url: null } };
}

/** The rows of a backup by table, without what a restore itself adds. */
export async function rowsOf(dir: string): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const { name } of DUMPED_TABLES) {
    const text = await readFile(join(dir, `rows/${name}.jsonl`), "utf8");
    rows[name] = text
      .split("\n")
      .filter((line) => line !== "" && !(name === "audit_log" && JSON.parse(line).action === "registry.restore"))
      // How far the index has heard of a skill is the index's, which a restore makes anew.
      .map((line) => (name === "skills" ? line.replace(/"indexed_revision": \d+/, '"indexed_revision": …') : line));
  }
  return rows;
}

/** Paths of all blobs below `dir/blobs`. */
export const blobNames = async (dir: string): Promise<string[]> =>
  (await readdir(join(dir, "blobs"), { recursive: true })).filter((name) => name.length > 60).toSorted();

/** The digest that `backup` printed. */
export const digestIn = (out: string): string => /^Digest (sha256:[0-9a-f]{64})$/m.exec(out)?.[1] ?? "";

/** A program of this machine, run in `cwd`. */
export async function runProgram(program: string, args: string[], cwd: string): Promise<Ended> {
  const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let [out, err] = ["", ""];
  child.stdout.on("data", (text: Buffer) => (out += String(text)));
  child.stderr.on("data", (text: Buffer) => (err += String(text)));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, out, err };
}

/** Changes a file; fails when the change changes nothing. */
export async function replaceIn(path: string, what: string | RegExp, by: string): Promise<void> {
  const text = await readFile(path, "utf8");
  const changed = text.replace(what, by);
  expect(changed).not.toBe(text);
  await writeFile(path, changed);
}

const sha256 = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");

/** What an attacker does who can write the whole directory: all digests fit again, but for the one that was kept elsewhere. */
export async function rewriteSums(
  dir: string,
  change: (lines: string[]) => string[],
  // oxlint-disable-next-line typescript/no-explicit-any -- the manifest as an attacker edits it
  edit: (manifest: any) => unknown = () => {},
): Promise<void> {
  const lines = (await readFile(join(dir, "SHA256SUMS"), "utf8")).trimEnd().split("\n");
  const text = `${change(lines).join("\n")}\n`;
  await writeFile(join(dir, "SHA256SUMS"), text);
  const manifest = JSON.parse(await readFile(join(dir, "manifest.json"), "utf8"));
  edit(manifest);
  await writeFile(join(dir, "manifest.json"), JSON.stringify({ ...manifest, sums_sha256: sha256(text) }));
}

/** Makes every user an admin, and lets every digest in the directory fit. */
export async function changeRowAndSums(dir: string): Promise<void> {
  const path = join(dir, "rows/accounts.jsonl");
  await replaceIn(path, '"user"', '"admin"');
  const changed = sha256(await readFile(path));
  await rewriteSums(dir, (lines) =>
    lines.map((line) => (line.endsWith("rows/accounts.jsonl") ? `${changed}  rows/accounts.jsonl` : line)),
  );
}

/** Tables that migrations after the second one brought. */
const MIGRATIONS = new URL("../../migrations/", import.meta.url);
const LATER_TABLES = readdirSync(MIGRATIONS)
  .toSorted()
  .slice(2)
  .flatMap((name) => [...readFileSync(new URL(name, MIGRATIONS), "utf8").matchAll(/^CREATE TABLE (\w+)/gm)])
  .map(([, table]) => String(table));
/** What the registry signed when it had two migrations. */
const EARLIER_DECISIONS = ["publish", "verdict", "tier"];

/** Makes the backup one that a release with two migrations could have written. Its rows' later columns stay: a restore passes them over. */
export async function makeOlder(dir: string): Promise<void> {
  const path = join(dir, "rows/attestations.jsonl");
  const rows = (await readFile(path, "utf8")).trimEnd().split("\n");
  const earlier = rows.filter((row) => EARLIER_DECISIONS.includes(JSON.parse(row).decision));
  await writeFile(path, `${earlier.join("\n")}\n`);
  const changed = sha256(await readFile(path));
  await rewriteSums(
    dir,
    (lines) =>
      lines
        .filter((line) => !LATER_TABLES.some((table) => line.endsWith(`rows/${table}.jsonl`)))
        .map((line) => (line.endsWith("rows/attestations.jsonl") ? `${changed}  rows/attestations.jsonl` : line)),
    (manifest) => {
      manifest.migrations.splice(2);
      manifest.tables.attestations = earlier.length;
      for (const table of LATER_TABLES) delete manifest.tables[table];
    },
  );
}
