import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { endOfVerb } from "../../../../../test/harness/cli-session.ts";
import { type CliHome, cliHome } from "../../../test/cli-process.ts";
import { type FakeRegistry, startFakeRegistry } from "../../../test/fake-registry.ts";
import { type FakeRelease, serveRelease } from "../../../test/fake-release.ts";
import { writeZip } from "@gaia/archive";
import { install } from "./install.ts";

let fake: FakeRegistry;
let home: CliHome;
const NAMES = Array.from({ length: 9 }, (_, index) => `skill-${index}`);
const download = (name: string) => `/api/v1/skills/${name}/1.0.0/download`;
const run = () =>
  endOfVerb({ registry: fake.url, home: join(home.dir, "home") }, (session) =>
    install(session, { specs: NAMES, allowExperimental: true }),
  );

beforeEach(async () => {
  fake = await startFakeRegistry();
  home = await cliHome(fake.url);
});
afterEach(async () => {
  await fake.close();
  await home.remove();
});

describe("many skills", () => {
  test("are downloaded four at once, and installed in the order of the plan", async () => {
    let [atOnce, most] = [0, 0];
    // Whoever comes early waits for the others: a slow machine asks for them one after the other.
    const four = Promise.withResolvers<void>();
    for (const name of NAMES) {
      const release: FakeRelease = await serveRelease(fake, { name, tier: "experimental" });
      fake.on("GET", download(name), async () => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        if (atOnce === 4) four.resolve();
        await four.promise;
        // The first takes longest.
        await sleep(name === "skill-0" ? 200 : 30);
        atOnce -= 1;
        return { body: writeZip(release.files) };
      });
    }
    const { code, said } = await run();
    expect([code, said]).toEqual([0, said]);
    expect(most).toBe(4);
    const order = [...said.matchAll(/^Installed (\S+)/gm)].map(([, name]) => name);
    expect(order).toEqual(NAMES);
  });

  test("of which one fails: the first of the plan is named, nothing is written, and nothing more is fetched", async () => {
    for (const name of NAMES) await serveRelease(fake, { name, tier: "experimental" });
    fake.on("GET", download("skill-1"), async () => {
      await sleep(100);
      return { body: "other bytes" };
    });
    fake.on("GET", download("skill-2"), { body: "other bytes, at once" });
    for (const name of NAMES.slice(3))
      fake.on("GET", download(name), async () => {
        await sleep(10_000);
        return { body: "too late" };
      });
    const { code, said } = await run();
    expect([code, said]).toEqual([5, said]);
    expect(said).toContain("integrity_mismatch");
    const asked = fake.requests.filter(({ path }) => path.includes("/download")).length;
    expect(asked).toBeLessThan(NAMES.length);
    await expect(lstat(join(home.dir, "home", "skills", "skill-0"))).rejects.toThrow("ENOENT");
  }, 8_000);
});
