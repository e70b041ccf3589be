import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { watch } from "node:fs";
import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { digestOfFiles, readFiles } from "@gaia/install/installed";
import { describe, expect, test } from "vitest";
import { describeWith } from "../../../../../test/harness/describe-with.ts";
import { serveRelease, serveSkill, skillFiles } from "../../../test/fake-release.ts";
import { fake, freshHomes, home, lock, skills } from "../../../test/installing.ts";

const BIN = fileURLToPath(new URL("../../../bin/gaia.js", import.meta.url));

freshHomes();

const digestOf = async (directory: string) => digestOfFiles((await readFiles(directory)).files);

describe("two at once and killed ones", () => {
  test("R2 eight installs at once lose no lock entry", async () => {
    const names = Array.from({ length: 8 }, (_, index) => `skill-${index}`);
    for (const name of names) await serveRelease(fake, { name, tier: "experimental" });
    const runs = await Promise.all(names.map((name) => home.run(["install", name, "--allow-experimental"])));
    expect(runs.map(({ code }) => code)).toEqual(names.map(() => 0));
    expect(Object.keys((await lock()).skills)).toEqual(names);
    expect((await readdir(skills())).filter((name) => /staging|previous|pending|tmp/.test(name))).toEqual([]);
  });

  test("what a killed install left is put right: the previous version is back, whole", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    expect(await home.run(["install", "wild", "--allow-experimental"])).toMatchObject({ code: 0 });
    // The state between the two renames of the swap.
    const place = join(skills(), "wild");
    await rename(place, join(skills(), ".previous-wild-1"));
    await mkdir(join(skills(), ".staging-wild-1"));
    await writeFile(join(skills(), ".staging-wild-1", "SKILL.md"), "half");
    const pending = {
      version: 1,
      name: "wild",
      staging: ".staging-wild-1",
      previous: ".previous-wild-1",
      entry: { version: "2.0.0" },
    };
    await writeFile(join(skills(), ".pending-wild.json"), JSON.stringify(pending));
    const verified = await home.run(["verify", "wild"]);
    expect(verified.code).toBe(0);
    expect((await lock()).skills["wild"]?.["version"]).toBe("1.0.0");
    expect((await readdir(skills())).filter((name) => /staging|previous|pending/.test(name))).toEqual([]);
  });

  test("a swap whose lock entry was not written gets it", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    expect(await home.run(["install", "wild", "--allow-experimental"])).toMatchObject({ code: 0 });
    const before = await lock();
    const entry = before.skills["wild"];
    await writeFile(join(skills(), "skill-lock.json"), JSON.stringify({ version: 1, skills: {} }));
    const pending = { version: 1, name: "wild", staging: ".staging-wild-1", previous: ".previous-wild-1", entry };
    await writeFile(join(skills(), ".pending-wild.json"), JSON.stringify(pending));
    expect(await home.run(["list"])).toMatchObject({ code: 0 });
    expect(await lock()).toEqual(before);
  });

  test("killed at any step of the swap, the next verify finds one whole version", async () => {
    const old = await serveRelease(fake, { name: "wild", version: "1.0.0", tier: "experimental" });
    expect(await home.run(["install", "wild", "--allow-experimental"])).toMatchObject({ code: 0 });
    const next = await serveRelease(fake, { name: "wild", version: "2.0.0", tier: "experimental" });
    serveSkill(fake, [old.version, next.version]);
    let killed = 0;
    for (let step = 1; step <= 10; step += 1) {
      const watcher = watch(skills());
      const child = home.start(["install", "wild", "--allow-experimental"]);
      const ended = new Promise<NodeJS.Signals | null>((resolve) =>
        child.once("close", (_code, signal) => resolve(signal)),
      );
      let events = 0;
      watcher.on("change", () => {
        events += 1;
        if (events === step) child.kill("SIGKILL");
      });
      if ((await ended) === "SIGKILL") killed += 1;
      watcher.close();
      const verified = await home.run(["verify", "wild"]);
      expect([step, verified.code, verified.stdout]).toEqual([step, 0, verified.stdout]);
    }
    expect(killed).toBeGreaterThan(2);
    // Each that was killed leaves its lock to run out.
  }, 180_000);
});

describe("copies of a killed run", () => {
  test("(machines, M-5) killed at any step, no agent sees anything but one whole copy, and the next run keeps nothing aside", async () => {
    const [shared, words] = [join(home.dir, ".agents", "skills"), ["install", "wild", "--allow-experimental"]];
    const served = [await serveRelease(fake, { name: "wild", version: "1.0.0", tier: "experimental" })];
    expect(await home.run([...words, "--for", "agents"])).toMatchObject({ code: 0 });
    let killed = 0;
    let before = await digestOf(join(shared, "wild"));
    for (let step = 1; step <= 14; step += 1) {
      served.push(await serveRelease(fake, { name: "wild", version: `2.${step}.0`, tier: "experimental" }));
      serveSkill(
        fake,
        served.map((one) => one.version),
      );
      const watchers = [watch(skills()), watch(shared)];
      const child = home.start(words);
      const ended = new Promise<NodeJS.Signals | null>((resolve) =>
        child.once("close", (_code, signal) => resolve(signal)),
      );
      let events = 0;
      for (const watcher of watchers)
        watcher.on("change", () => {
          events += 1;
          if (events === step) child.kill("SIGKILL");
        });
      if ((await ended) === "SIGKILL") killed += 1;
      for (const watcher of watchers) watcher.close();
      // At this very moment an agent may look.
      const seen = await readdir(shared);
      expect(seen.filter((name) => name !== ".gaia" && name !== "wild")).toEqual([]);
      const found = seen.includes("wild") ? await digestOf(join(shared, "wild")) : null;
      // What reads puts right what was killed.
      expect(await home.run(["list"])).toMatchObject({ code: 0 });
      const checked = await home.run(["sync", "--check", "--home"]);
      expect([step, checked.code, checked.stdout]).toEqual([step, 0, ""]);
      const whole = await digestOf(join(shared, "wild"));
      // What was seen is one of the two, byte for byte: the copy of before, or the one that the lock has now.
      if (found !== null) expect([step, [before, whole].includes(found)]).toEqual([step, true]);
      before = whole;
      expect((await readdir(skills())).filter((name) => name.startsWith(".kept-"))).toEqual([]);
    }
    expect(killed).toBeGreaterThan(3);
  }, 240_000);
});

await describeWith("bubblewrap", "an agent's directory that is a file system by itself", (bwrap) => {
  test("(machines, M-5) a copy goes there, a person's edits come back, and nothing else is left there", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    const there = join(home.dir, ".claude", "skills");
    await mkdir(there, { recursive: true });
    const line = `"$0" "$1" skill`;
    const script = [
      `${line} install wild --allow-experimental --for claude-code`,
      `ls -A "$2" "$2/wild"`,
      `echo mine > "$2/wild/SKILL.md"`,
      `${line} install wild --allow-experimental --force`,
      `cat "$HOME"/home/skills/.kept-wild-*/SKILL.md`,
      `${line} sync --check --home`,
      `${line} remove wild`,
      `echo "left: $(ls -A "$2" | tr '\\n' ' ')"`,
    ].join(" && ");
    const { stdout } = await promisify(execFile)(
      bwrap.url,
      ["--bind", "/", "/", "--dev-bind", "/dev", "/dev", "--tmpfs", there, "--die-with-parent"].concat([
        "sh",
        "-c",
        script,
        process.execPath,
        BIN,
        there,
      ]),
      {
        cwd: home.dir,
        timeout: 60_000,
        env: {
          PATH: process.env["PATH"],
          HOME: home.dir,
          GAIA_HOME: join(home.dir, "home"),
          GAIA_REGISTRY: fake.url,
          GAIA_PIP_INDEX: "none",
          GAIA_NPM_INDEX: "none",
        },
      },
    );
    expect(stdout).toContain("mine\n");
    expect(stdout).toMatch(/^\.gaia\nwild\n$/m);
    expect(stdout).toMatch(/^left: $/m);
  });
});

await describeWith("bubblewrap", "a disk that is full", (bwrap) => {
  test("R9 an install that finds no room says so in words, with the file, and leaves what was there", async () => {
    const noise = { path: "noise.bin", bytes: new Uint8Array(randomBytes(700_000)) };
    const files = [...skillFiles({ name: "large", version: "1.0.0" }), noise];
    await serveRelease(fake, { name: "small", tier: "experimental" });
    await serveRelease(fake, { name: "large", tier: "experimental", files });
    const line = (name: string) => `"$0" "$1" skill install ${name} --allow-experimental`;
    const small = join(home.dir, "home");
    await mkdir(small);
    const room = ["--bind", "/", "/", "--dev-bind", "/dev", "/dev", "--size", String(512 * 1024), "--tmpfs", small];
    const { stdout, stderr } = await promisify(execFile)(
      bwrap.url,
      [
        ...room,
        "--die-with-parent",
        "sh",
        "-c",
        `${line("small")} || exit 1; ${line("large")}; echo "ended $?"; "$0" "$1" skill verify small`,
        process.execPath,
        BIN,
      ],
      {
        cwd: home.dir,
        timeout: 60_000,
        env: {
          PATH: process.env["PATH"],
          HOME: home.dir,
          GAIA_HOME: small,
          GAIA_REGISTRY: fake.url,
          GAIA_PIP_INDEX: "none",
          GAIA_NPM_INDEX: "none",
        },
      },
    );
    expect(stdout).toContain("ended 1\n");
    expect(stderr).toMatch(/^gaia: The disk is full: \/\S+ could not be written$/m);
    expect(stderr).toContain("make room, then run it again");
    expect(stderr).not.toMatch(/ENOSPC|\bat .*\.ts/);
  });
});
