import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkCode, loadParsers, readSkill } from "@gaia/manifest";
import { FORMAT_SAMPLES } from "../harness/format-samples.ts";
import type { SampleFiles } from "../harness/samples.ts";

/** What authors and intake wait for: validations a second on one core, and a batch migration. */
export interface AuthoringResult {
  validations: { what: string; bytes: number; perCpuSecond: number }[];
  migration: { skills: number; seconds: number; exitCode: number | null };
}

const CLI = new URL("../../apps/cli/bin/gaia.js", import.meta.url).pathname;
const MANIFEST_BYTES = 10_000;

/** Measures in this process, in CPU time of its one thread; the migration is the real command over files. */
export async function measureAuthoring(dir: string, seconds: number): Promise<AuthoringResult> {
  const parsers = await loadParsers();
  const validations = ["gaia-0.1", "gaia", "agent-skills", "openclaw"].map((format) => {
    const files = grown(format);
    const options = { version: FORMAT_SAMPLES[format]?.version };
    const perCpuSecond = rate(seconds, () => void readSkill(files, options));
    return { what: `${format}: the manifest`, bytes: sizeOf(files), perCpuSecond };
  });
  const files = grown("gaia-0.1");
  const withCode = () => {
    const { skill } = readSkill(files);
    if (!skill) throw new Error("the sample is not valid");
    checkCode(parsers, skill, files);
  };
  validations.push({
    what: "gaia-0.1: with tools.py",
    bytes: sizeOf(files),
    perCpuSecond: wallRate(seconds, withCode),
  });
  await parsers.close();
  return { validations, migration: await migrate(dir, 1_000) };
}

type Files = { path: string; bytes: Uint8Array }[];

/** The sample of a format with a body that makes its manifest 10 kB, as real ones are. */
function grown(format: string): Files {
  const sample = FORMAT_SAMPLES[format];
  if (!sample) throw new Error(`no sample of ${format}`);
  return Object.entries(sample.files).map(([path, content]) => {
    const text = String(content);
    const line = "A line of instructions such as people write them, with `code` and a [link](references/a.md).\n";
    const more = path === "SKILL.md" ? line.repeat(Math.ceil((MANIFEST_BYTES - text.length) / line.length)) : "";
    return { path, bytes: new TextEncoder().encode(text + more) };
  });
}

const sizeOf = (files: Files): number => files.find(({ path }) => path === "SKILL.md")?.bytes.byteLength ?? 0;

const cpuSeconds = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e6;
};

/** How often it runs in a second of this thread's CPU time. */
function rate(seconds: number, run: () => void): number {
  for (let warm = 0; warm < 200; warm += 1) run();
  const started = cpuSeconds();
  let count = 0;
  while (cpuSeconds() - started < seconds) {
    for (let batch = 0; batch < 20; batch += 1) run();
    count += 20;
  }
  return count / (cpuSeconds() - started);
}

/** The same on the clock: parsing code happens in a thread of its own while this one waits. */
function wallRate(seconds: number, run: () => void): number {
  for (let warm = 0; warm < 20; warm += 1) run();
  const started = performance.now();
  let count = 0;
  while (performance.now() - started < seconds * 1_000) {
    run();
    count += 1;
  }
  return count / ((performance.now() - started) / 1_000);
}

async function migrate(dir: string, count: number): Promise<AuthoringResult["migration"]> {
  const source = join(dir, "openclaw-skills");
  for (let index = 0; index < count; index += 1) {
    const name = `sample-${index}`;
    const format = index % 2 === 0 ? "openclaw" : "openclaw-draft";
    await writeSample(join(source, name), FORMAT_SAMPLES[format]?.files ?? {}, name);
  }
  const started = performance.now();
  const args = [CLI, "skill", "migrate", source, "--batch", "--output", join(dir, "gaia-skills"), "--quiet"];
  const child = spawn(process.execPath, args, { stdio: "ignore" });
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { skills: count, seconds: (performance.now() - started) / 1_000, exitCode };
}

async function writeSample(dir: string, files: SampleFiles, name: string): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(dir, path, ".."), { recursive: true });
    await writeFile(join(dir, path), String(content).replace(/^name: .*$/m, `name: ${name}`));
  }
}
