import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { homePaths } from "../home/home.ts";
import { npmPinsDigest, readPins, writePins } from "./pins.ts";

let dir: string;
beforeEach(async () => void (dir = await mkdtemp(join(tmpdir(), "gaia-pins-"))));
afterEach(() => rm(dir, { recursive: true, force: true }));

const PINS = { pip: "alpha==1.0\n", npm: '{"packages":{}}\n' };
const ENTRY = { dependencies_hash: "sha256-x", npm_pins: npmPinsDigest(PINS) };

test("H-B6 pins are read of regular files alone", async () => {
  const paths = homePaths(dir, dir);
  await writePins(paths, ENTRY, PINS);
  const pins = join(paths.skills, ".pins");
  expect(await readPins(paths, { skill: null, entry: ENTRY, counts: true })).toMatchObject({ npm: PINS.npm });
  const json = (await readdir(pins)).find((name) => name.endsWith(".json")) ?? "";
  await mkdir(join(dir, "elsewhere"));
  await writeFile(join(dir, "elsewhere", "pins.json"), PINS.npm);
  await rm(join(pins, json));
  await symlink(join(dir, "elsewhere", "pins.json"), join(pins, json));
  expect(await readPins(paths, { skill: null, entry: ENTRY, counts: true })).toMatchObject({ npm: null });
});
