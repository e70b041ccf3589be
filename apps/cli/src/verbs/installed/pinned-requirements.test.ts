import { execFileSync } from "node:child_process";
import { access, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256Hex, writeZip } from "@gaia/archive";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../../test/cli-process.ts";
import { serveIndex, wheel } from "../../../test/fake-index.ts";
import { type FakeRegistry, startFakeRegistry } from "../../../test/fake-registry.ts";
import { file, serveRelease, skillFiles } from "../../../test/fake-release.ts";

let fake: FakeRegistry;
let home: CliHome;
const skills = (...path: string[]) => join(home.dir, "home", "skills", ...path);
const lock = async () => JSON.parse(await readFile(skills("skill-lock.json"), "utf8")).skills;
const take = (name: string, env: NodeJS.ProcessEnv = { GAIA_PIP_INDEX: `${fake.url}/simple` }) =>
  home.run(["install", name, "--allow-experimental", "--yes"], { env });

/** Whether this machine's pip can report a dry run (22.2 and newer). */
function canPin(): boolean {
  try {
    const [, major = "0"] = /^pip (\d+)\./.exec(execFileSync("python3", ["-m", "pip", "--version"]).toString()) ?? [];
    return Number(major) >= 23;
  } catch {
    return false;
  }
}

beforeEach(async () => {
  fake = await startFakeRegistry();
  home = await cliHome(fake.url);
});
afterEach(async () => {
  await fake.close();
  await home.remove();
});

describe.skipIf(!canPin())("§7.1 pinned requirements (skipped where there is no pip that reports)", () => {
  const beta = wheel("beta", "2.0", []);
  const alpha = wheel("alpha", "1.1", ["beta>=1"]);

  test("§7.1 requirements.txt names everything that is needed, at its version and with its digest, and the lock stands for it", async () => {
    serveIndex(fake, "alpha", [wheel("alpha", "1.0", []), alpha, wheel("alpha", "2.0", [])]);
    serveIndex(fake, "beta", [beta]);
    await serveRelease(fake, { name: "pinned", tier: "experimental", dependencies: ["alpha>=1,<2"] });
    const run = await take("pinned");
    expect([run.code, run.stderr]).toEqual([0, run.stderr]);
    const text = await readFile(skills("pinned", "requirements.txt"), "utf8");
    expect(text.split("\n").slice(1)).toEqual([
      `alpha==1.1 --hash=sha256:${sha256Hex(alpha.bytes)}`,
      `beta==2.0 --hash=sha256:${sha256Hex(beta.bytes)}`,
      "",
    ]);
    expect(await home.run(["verify", "pinned"])).toMatchObject({ code: 0 });
    // Looser than it was pinned is changed, also where the manifest declares it so.
    for (const other of [
      text.replace("1.1", "1.0"),
      "# Generated from the manifest; not among the files that the publisher signs.\nalpha>=1,<2\n",
    ]) {
      await writeFile(skills("pinned", "requirements.txt"), other);
      expect(await home.run(["verify", "pinned"])).toMatchObject({ code: 5 });
    }
    expect(await home.run(["sync", "--home"])).toMatchObject({ code: 4 });
    expect(await home.run(["sync", "--home", "--overwrite"])).toMatchObject({ code: 0 });
    expect(await readFile(skills("pinned", "requirements.txt"), "utf8")).toBe(text);
    expect(await home.run(["verify", "pinned"])).toMatchObject({ code: 0 });
    await rm(skills(".pins"), { recursive: true });
    await rm(skills("pinned"), { recursive: true });
    const without = await home.run(["sync", "--home"]);
    expect(without.stderr).toContain("is not beside the lock");
    expect(await home.run(["verify", "pinned"])).toMatchObject({ code: 0 });
  });

  test("§7.3 beside a requirements.txt of its own the pins lie by the lock's dependencies_hash, and the file stays as it was signed", async () => {
    serveIndex(fake, "beta", [beta]);
    const files = [...skillFiles({ name: "own", version: "1.0.0" }), file("requirements.txt", "beta>=1\n")];
    await serveRelease(fake, { name: "own", tier: "experimental", files });
    expect(await take("own")).toMatchObject({ code: 0 });
    expect(await readFile(skills("own", "requirements.txt"), "utf8")).toBe("beta>=1\n");
    const [pins = ""] = await readdir(skills(".pins"));
    expect(await readFile(skills(".pins", pins), "utf8")).toContain("beta==2.0 --hash=sha256:");
    const { dependencies_hash: pinned } = (await lock()).own;
    expect(await take("own", {})).toMatchObject({ code: 0, stderr: expect.stringContaining("no index is asked") });
    expect((await lock()).own.dependencies_hash).not.toBe(pinned);
  });

  test("H-B6 a repository's link in the place of pins is replaced, one in the place of their directory refused", async () => {
    serveIndex(fake, "beta", [beta]);
    await serveRelease(fake, { name: "pinned", tier: "experimental", dependencies: ["beta>=1"] });
    const project = join(home.dir, "cloned");
    await mkdir(join(project, ".git"), { recursive: true });
    const env = { GAIA_PIP_INDEX: `${fake.url}/simple` };
    const add = () =>
      home.run(["install", "pinned", "--project", "--allow-experimental", "--yes"], { cwd: project, env });
    expect(await add()).toMatchObject({ code: 0 });
    const pins = join(project, ".gaia/skills/.pins");
    const [name = ""] = await readdir(pins);
    const said = await readFile(join(pins, name), "utf8");
    const mine = join(home.dir, "mine.txt");
    await writeFile(mine, "my own words\n");
    await rm(join(pins, name));
    await symlink(mine, join(pins, name));
    expect(await add()).toMatchObject({ code: 0 });
    expect(await readFile(mine, "utf8")).toBe("my own words\n");
    expect(await readFile(join(pins, name), "utf8")).toBe(said);
    const elsewhere = join(home.dir, "elsewhere");
    await rename(pins, elsewhere);
    await rm(join(elsewhere, name));
    await symlink(elsewhere, pins);
    const refused = await add();
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining(".pins is a link, not a directory")]);
    expect(await readdir(elsewhere)).toEqual([]);
  });

  test("§7.1 nothing of a package runs, no address is followed, and what cannot be pinned stays as declared, and is said", async () => {
    const setup = `open(${JSON.stringify(join(home.dir, "ran"))}, "w")\n`;
    serveIndex(fake, "source", [{ path: "source-1.0.zip", bytes: writeZip([file("source-1.0/setup.py", setup)]) }]);
    for (const [name, needed, why] of [
      ["built", "source>=1", "pip cannot resolve them"],
      ["away", `beta @ ${fake.url}/files/evil.whl`, "is more than a name and versions"],
      ["optioned", "beta>=1 --config-settings=x=y", "is more than a name and versions"],
    ] as const) {
      await serveRelease(fake, { name, tier: "experimental", dependencies: [needed] });
      const run = await take(name);
      expect([name, run.code, run.stderr]).toEqual([name, 0, expect.stringContaining(why)]);
    }
    // What pip takes for a second line would be an option of its own, and this one builds what nobody may build.
    const lines = file("requirements.txt", "source>=1 ;\f--no-binary source\n");
    const files = [...skillFiles({ name: "lined", version: "1.0.0" }), lines];
    await serveRelease(fake, { name: "lined", tier: "experimental", files });
    const lined = await take("lined");
    expect([lined.code, lined.stderr]).toEqual([0, expect.stringContaining("is more than a name and versions")]);
    await expect(access(join(home.dir, "ran"))).rejects.toThrow("ENOENT");
    expect(fake.requests.some(({ path }) => path.includes("evil"))).toBe(false);
    expect(await readFile(skills("built", "requirements.txt"), "utf8")).toContain("\nsource>=1\n");
  });
});
