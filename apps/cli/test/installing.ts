import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { type CliHome, cliHome } from "./cli-process.ts";
import { type FakeRegistry, startFakeRegistry } from "./fake-registry.ts";

/** Of the test that runs: `freshHomes` sets them. */
export let fake: FakeRegistry;
export let home: CliHome;

/** Gives each test of a file a registry and an empty home of its own. */
export function freshHomes(): void {
  beforeEach(async () => {
    fake = await startFakeRegistry();
    home = await cliHome(fake.url);
  });
  afterEach(async () => {
    await fake.close();
    await home.remove();
  });
}

/** Where its skills are installed, and what stands there. */
export const skills = (): string => join(home.dir, "home", "skills");
export const read = (path: string): Promise<string> => readFile(join(skills(), path), "utf8");
export const lock = async () =>
  JSON.parse(await read("skill-lock.json")) as { version: number; skills: Record<string, Record<string, string>> };
