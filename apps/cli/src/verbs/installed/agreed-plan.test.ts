import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureRange, install, type Person, sync, update } from "@gaia/install";
import { readSkillLock } from "@gaia/install/installed";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { endOfVerb } from "../../../../../test/harness/cli-session.ts";
import { type FakeRegistry, startFakeRegistry } from "../../../test/fake-registry.ts";
import { serveRelease, serveSkill } from "../../../test/fake-release.ts";
import { installContext } from "../../installing/registry-door.ts";
import type { Session } from "../../session/session.ts";

let fake: FakeRegistry;
let home: string;
/** What became of it, in its order. */
let steps: string[];

beforeEach(async () => {
  fake = await startFakeRegistry();
  home = await mkdtemp(join(tmpdir(), "gaia-agreed-"));
  steps = [];
});
afterEach(async () => {
  await fake.close();
  await rm(home, { recursive: true, force: true });
});

const place = () => join(home, "skills", "asks");
const allowed = {
  allowExperimental: true,
  allowHeld: false,
  allowDowngrade: false,
  allowRevoked: false,
  minAge: null,
  overwrites: false,
  forcesCopies: false,
};

/** Agrees, refuses or fails as it is told, and writes down what is there by then. */
const person = (answer: boolean | Error): Person => ({
  async chosen({ plan }) {
    steps.push(`chosen ${plan.install.map(({ name, version }) => `${name} ${version}`).join(", ")}`);
  },
  async agree({ deed, releases }) {
    const asked = fake.requests.map(({ path }) => path);
    expect(asked.some((path) => path.includes("/download"))).toBe(true);
    const [one] = releases;
    steps.push(
      `${deed} asks ${one?.asks.map(({ what }) => what).join(", ")}`,
      existsSync(place()) ? "there" : "absent",
    );
    if (answer instanceof Error) throw answer;
    return answer;
  },
});

const within = (deed: (session: Session) => Promise<void>) => endOfVerb({ registry: fake.url, home }, deed);
const wish = { ...allowed, agents: [], roots: [{ name: "asks", range: ensureRange("*"), optional: false }] };
const taking = (answer: boolean | Error) =>
  within(async (session) => {
    const { installed, rows } = await install(await installContext(session), wish, person(answer));
    steps.push(`${rows.length} proposed, ${installed.length} installed`);
  });

describe("H-B7 one order and one question for whoever installs", () => {
  test("H-B7 everything is fetched and judged before a person is asked, and nothing is written before they agree", async () => {
    await serveRelease(fake, { name: "asks", tier: "experimental", permissions: ["shell:execute"] });
    expect(await taking(false)).toMatchObject({ code: 0 });
    expect(steps).toEqual(["chosen asks 1.0.0", "install asks shell:execute", "absent", "1 proposed, 0 installed"]);
    expect(existsSync(place())).toBe(false);
    await taking(new Error("not now")).catch(() => {});
    expect(existsSync(place())).toBe(false);
    expect(await taking(true)).toMatchObject({ code: 0 });
    expect(steps.at(-1)).toBe("1 proposed, 1 installed");
    expect(existsSync(place())).toBe(true);
  });

  test("H-B7 an update asks for what is more alone, a sync for nothing that the lock agreed to", async () => {
    await serveRelease(fake, { name: "asks", tier: "experimental", permissions: ["shell:execute"] });
    expect(await taking(true)).toMatchObject({ code: 0 });
    const versions = [];
    for (const [version, permissions] of [
      ["1.0.0", ["shell:execute"]],
      ["1.1.0", ["shell:execute", "network:read:a.example"]],
    ] as const)
      versions.push(
        (await serveRelease(fake, { name: "asks", version, tier: "experimental", permissions: [...permissions] }))
          .version,
      );
    serveSkill(fake, versions);
    steps = [];
    await within(async (session) => {
      const contextAt = () => installContext(session);
      await update(session.paths, { ...allowed, names: "all" }, { contextAt, person: person(true) });
      await rm(place(), { recursive: true });
      const { restored } = await sync(session.paths, { overwrites: false }, { contextAt, person: person(true) });
      steps.push(`restored ${restored.map(({ version }) => version).join()}`);
      expect((await readSkillLock(session.paths.lockFile)).get("asks")?.granted).toContain("shell:execute");
    });
    expect(steps[0]).toBe("chosen asks 1.1.0");
    expect(steps[1]).toMatch(/^update asks (?!.*shell:execute)/);
    expect(steps.slice(2)).toEqual(["there", "sync asks ", "absent", "restored 1.1.0"]);
  });
});
