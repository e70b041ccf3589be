import { watch } from "node:fs";
import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { serveRelease, serveSkill } from "../test/fake-release.ts";
import { fake, freshHomes, home, lock, skills } from "../test/installing.ts";

freshHomes();

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
