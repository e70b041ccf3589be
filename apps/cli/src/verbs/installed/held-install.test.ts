import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { serveRelease, serveSkill } from "../../../test/fake-release.ts";
import { fake, freshHomes, home, lock, skills } from "../../../test/installing.ts";

freshHomes();

const WHY = "code/exfiltrates in tools.py, line 3: a key goes to a stranger";
const HELD = { verdict: "REVIEW", verdict_reason: `${WHY}; besides, unscanned: bandit.`, held: true } as const;
const OPEN = { held: false } as const;
const experimental = (name: string, version: string, lies: object) =>
  serveRelease(fake, { name, version, tier: "experimental", lies });
const refusal = async (...args: string[]) => {
  const { code, stdout } = await home.run([...args, "--json"]);
  const said = JSON.parse(stdout) as { code: string; message: string; hint: string | null };
  return { ...said, exit: code };
};

describe("S11 an install of what is held for review", () => {
  test.for([
    ["as a registry says it", HELD],
    ["of a registry of an earlier release, which knows verdicts alone", { ...HELD, held: undefined }],
  ] as const)("needs --allow-held, which implies --allow-experimental: %s", async ([, lies]) => {
    await experimental("murky", "1.0.0", lies);
    for (const args of [["murky"], ["murky@1.0.0"], ["murky@^1"], ["murky", "--allow-experimental"]]) {
      const refused = await refusal("install", ...args);
      expect(refused, args.join(" ")).toMatchObject({ exit: 4, code: "held" });
      expect(refused.message).toContain("murky 1.0.0 is held for review: ");
      expect(refused.hint).toContain("--allow-held");
    }
    expect(await refusal("resolve", "murky", "--allow-experimental")).toMatchObject({ exit: 4, code: "held" });
    const taken = await home.run(["install", "murky", "--allow-held"]);
    expect(taken).toMatchObject({ code: 0 });
    expect(taken.stderr).toContain("murky 1.0.0 is held for review: ");
  });

  test("says the first reason of the verdict alone, and info all of it", async () => {
    await experimental("murky", "1.0.0", HELD);
    const { message } = await refusal("install", "murky", "--allow-experimental");
    expect(message).toBe(`murky 1.0.0 is held for review: ${WHY}`);
    const info = await home.run(["info", "murky"]);
    expect(info.stdout).toContain(`held         for review: ${HELD.verdict_reason}`);
    expect(info.stdout).toContain("takes none without --allow-held (1.0.0: it is held for review)");
    expect(info.stdout.split(WHY)).toHaveLength(2);
  });

  test("takes an older version that is not held, and says what it passed over", async () => {
    const one = await experimental("mixed", "1.0.0", OPEN);
    const two = await experimental("mixed", "1.1.0", HELD);
    serveSkill(fake, [one.version, two.version]);
    // What is missing for 1.0.0 is less: that is said.
    expect(await refusal("install", "mixed")).toMatchObject({ exit: 4, code: "experimental_not_allowed" });
    const taken = await home.run(["install", "mixed", "--allow-experimental"]);
    expect(taken).toMatchObject({ code: 0 });
    expect(taken.stderr).toContain(`mixed 1.1.0 is newer and was passed over: it is held for review: ${WHY}`);
    expect((await lock()).skills["mixed"]).toMatchObject({ version: "1.0.0", held: null });
    expect(await home.run(["update", "mixed", "--allow-experimental"])).toMatchObject({ code: 0 });
    expect((await lock()).skills["mixed"]).toMatchObject({ version: "1.0.0" });
    expect(await home.run(["update", "mixed", "--allow-held"])).toMatchObject({ code: 0 });
    expect((await lock()).skills["mixed"]).toMatchObject({ version: "1.1.0", held: `${WHY}.` });
  });

  test("never for another skill's sake, whatever is allowed", async () => {
    await experimental("murky", "1.0.0", HELD);
    await serveRelease(fake, { name: "app", tier: "experimental", needs: { murky: "*" }, lies: OPEN });
    const refused = await home.run(["install", "app", "--allow-held"]);
    expect(refused.code).toBe(4);
    expect(refused.stderr).toContain("murky 1.0.0: it is held for review");
    expect(await home.run(["install", "app", "murky", "--allow-held"])).toMatchObject({ code: 0 });
  });

  test("also where the list of versions leaves it out: the version itself is asked once more", async () => {
    const { version } = await experimental("sly", "1.0.0", HELD);
    serveSkill(fake, [{ ...version, held: false }]);
    expect(await refusal("install", "sly", "--allow-experimental")).toMatchObject({ exit: 4, code: "held" });
  });
});

describe("what is installed and is held for review by now", () => {
  test("stays, and update, verify, audit, list and sync tell it", async () => {
    await experimental("later", "1.0.0", OPEN);
    expect(await home.run(["install", "later", "--allow-experimental"])).toMatchObject({ code: 0 });
    expect((await home.run(["verify", "later"])).stderr).not.toContain("held for review");
    await experimental("later", "1.0.0", HELD);
    for (const args of [["later"], ["--all"]]) {
      const update = await home.run(["update", ...args, "--allow-experimental", "--json"]);
      expect(update.code).toBe(0);
      const under_review = [{ name: "later", version: "1.0.0", reason: `${WHY}.` }];
      expect(JSON.parse(update.stdout)).toMatchObject({ installed: [], held: [], under_review });
      expect(update.stderr).toContain("later 1.0.0 is held for review");
    }
    const verify = await home.run(["verify", "later"]);
    expect([verify.code, verify.stderr]).toEqual([0, expect.stringContaining("later 1.0.0 is held for review")]);
    const { skills: rows } = JSON.parse((await home.run(["audit", "--json"])).stdout);
    expect(rows[0]).toMatchObject({ name: "later", held: `${WHY}.` });
    // Nobody is asked: what the lock says is of the day when it was taken.
    expect((await home.run(["verify", "later", "--offline"])).stderr).not.toContain("held for review");
  });

  test("a lock that names it is restored, and that is told", async () => {
    await experimental("murky", "1.0.0", HELD);
    expect(await home.run(["install", "murky", "--allow-held"])).toMatchObject({ code: 0 });
    expect((await home.run(["list"])).stdout).toContain("held for review");
    const told = expect.stringContaining("murky 1.0.0 is held for review");
    expect(await home.run(["verify", "murky", "--offline"])).toMatchObject({ code: 0, stderr: told });
    expect(await home.run(["sync", "--home", "--check"])).toMatchObject({ code: 0, stderr: told });
    await rm(join(skills(), "murky"), { recursive: true });
    const sync = await home.run(["sync", "--home", "--json"]);
    expect(sync).toMatchObject({ code: 0, stderr: told });
    expect(JSON.parse(sync.stdout)).toMatchObject({
      restored: [{ name: "murky", version: "1.0.0" }],
      under_review: [{ name: "murky", version: "1.0.0", reason: `${WHY}.` }],
    });
    // To ask for it by its name is to choose it anew.
    expect(await refusal("install", "murky", "--allow-experimental")).toMatchObject({ exit: 4, code: "held" });
  });
});
