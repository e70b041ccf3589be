import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installerWords } from "../src/environments/installer-words.ts";

let place: string;
beforeAll(async () => void (place = await mkdtemp(join(tmpdir(), "installer-"))));
afterAll(() => rm(place, { recursive: true, force: true }));

/** What npm itself says where nothing listens. */
const unreachable = (): Promise<string> =>
  new Promise((resolve) => {
    const args = ["install", "--registry=http://127.0.0.1:9", "--fetch-retries=0", `--cache=${join(place, "cache")}`];
    execFile("npm", [...args, `--prefix=${place}`, "left-pad"], { cwd: place }, (_error, _stdout, stderr) =>
      resolve(stderr),
    );
  });

test("npm's failure is its code and reason, without the log that lies in the sandbox", async () => {
  const stderr = await unreachable();
  expect(stderr).toContain("A complete log of this run");
  const said = installerWords(stderr);
  expect(said).toMatch(/^ECONNREFUSED: .*request to http:\/\/127\.0\.0\.1:9\/left-pad failed, reason: .*ECONNREFUSED/);
  expect(said).not.toMatch(/complete log|\n/);
});

test("others' is the last line that names an error, else the last line", () => {
  const pip = "Collecting x\nERROR: Could not find a version\nERROR: No matching distribution found for x\n";
  expect(installerWords(pip)).toBe("ERROR: No matching distribution found for x");
  expect(installerWords("killed\n")).toBe("killed");
  expect(installerWords("")).toBe("");
});
