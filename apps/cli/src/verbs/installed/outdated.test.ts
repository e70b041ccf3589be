import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveRelease, serveSkill } from "../../../test/fake-release.ts";
import { type GpgHome, gpgHome, hasGpg } from "../../../test/gpg-home.ts";
import { fake, freshHomes, home } from "../../../test/installing.ts";

let ada: GpgHome;

type Tier = "experimental" | "community";

/** Lists these versions of a skill, each published or yanked. */
async function serve(name: string, versions: Record<string, [status: "published" | "yanked", tier?: Tier]>) {
  const rows = [];
  for (const [version, [status, tier = "community"]] of Object.entries(versions))
    rows.push({ ...(await serveRelease(fake, { name, version, tier, sign: ada.sign })).version, status });
  serveSkill(fake, rows);
}
const taken = async (spec: string) =>
  expect(await home.run(["install", spec, "--allow-experimental"])).toMatchObject({ code: 0 });

describe.skipIf(!hasGpg())(
  "outdated says of an installed version that it was yanked (skipped where there is no gpg)",
  () => {
    beforeAll(() => {
      ada = gpgHome("ada");
    });
    afterAll(() => ada.remove());
    freshHomes();

    test.each([
      ["a newer one of its range", "tool", { "1.1.0": ["published"] }, /`[^`]*update tool` takes 1\.1\.0/],
      [
        "a newer one by its author alone",
        "tool",
        { "1.1.0": ["published", "experimental"] },
        /`[^`]*update tool --allow-experimental` takes 1\.1\.0/,
      ],
      ["an older one", "tool", { "0.9.0": ["published"] }, /`[^`]*install tool@0\.9\.0` takes 0\.9\.0/],
      ["one beyond its range", "tool@^1", { "2.0.0": ["published"] }, /`[^`]*install tool@2\.0\.0` takes 2\.0\.0/],
      ["to remove it", "tool", {}, /no other version of it may be installed; `[^`]*remove tool`/],
    ] as const)("%s", async (_, spec, others, said) => {
      const isAuthorsAlone = Object.values(others).some(([, tier]: readonly string[]) => tier === "experimental");
      const tier = isAuthorsAlone ? "experimental" : "community";
      // What was taken as community is offered nothing experimental.
      await serve("calm", { "1.0.0": ["published"] });
      await serve("tool", { "1.0.0": ["published", tier] });
      for (const each of ["calm", spec]) await taken(each);
      expect((await home.run(["outdated"])).stderr).toContain("Nothing is outdated.");
      await serve("tool", { "1.0.0": ["yanked", tier], ...(others as object) });
      const { code, stderr } = await home.run(["outdated"]);
      expect([code, stderr]).toEqual([0, expect.stringMatching(/warning: tool 1\.0\.0 was yanked: /)]);
      expect(stderr).toMatch(said);
      expect(stderr).not.toContain("calm");
      expect(JSON.parse((await home.run(["outdated", "--json"])).stdout).skills).toEqual([
        expect.objectContaining({ name: "tool", version: "1.0.0", yanked: true }),
      ]);
      // What it names is a command that does it.
      const [, words = ""] = /`npx gaia skill ([^`]*)`/.exec(stderr) ?? [];
      expect(await home.run(words.split(" "))).toMatchObject({ code: 0 });
      expect((await home.run(["outdated"])).stderr).not.toContain("yanked");
    });
  },
);
