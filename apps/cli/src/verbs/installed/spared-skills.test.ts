import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { endOfVerb } from "../../../../../test/harness/cli-session.ts";
import { type FakeRegistry, startFakeRegistry } from "../../../test/fake-registry.ts";
import { serveRelease, serveSkill } from "../../../test/fake-release.ts";
import type { Session } from "../../session/session.ts";
import { audit } from "./audit.ts";
import { install } from "./install.ts";
import { sync } from "./sync.ts";
import { update } from "./update.ts";

let one: FakeRegistry;
let other: FakeRegistry;
let home: string;

beforeEach(async () => {
  one = await startFakeRegistry();
  other = await startFakeRegistry();
  home = await mkdtemp(join(tmpdir(), "gaia-spared-"));
});
afterEach(async () => {
  await one.close();
  await other.close();
  await rm(home, { recursive: true, force: true });
});

const end = (verb: (session: Session) => Promise<unknown>, registry = one) =>
  endOfVerb({ registry: registry.url, home }, verb);
const take = (name: string, registry = one) =>
  end((session) => install(session, { specs: [name], allowExperimental: true, yes: true }), registry);
const updateAll = () => end((session) => update(session, { names: [], all: true, allowExperimental: true }));
const locked = async (name: string) =>
  JSON.parse(await readFile(join(home, "skills", "skill-lock.json"), "utf8")).skills[name].version;

type More = Omit<Parameters<typeof serveRelease>[1], "name" | "version">;

/** Serves 1.0.0, and from then on 1.1.0, which may differ. */
async function newer(registry: FakeRegistry, name: string, more: More = {}): Promise<void> {
  const versions = [];
  for (const version of ["1.0.0", "1.1.0"])
    versions.push(
      (await serveRelease(registry, { name, version, tier: "experimental", ...(version === "1.1.0" ? more : {}) }))
        .version,
    );
  serveSkill(registry, versions);
}

async function installed(registry: FakeRegistry, ...names: string[]): Promise<void> {
  for (const name of names) {
    await serveRelease(registry, { name, version: "1.0.0", tier: "experimental" });
    expect(await take(name, registry)).toMatchObject({ code: 0 });
  }
}

describe("H-B9 what one skill or registry fails with keeps nothing else from being updated", () => {
  test("H-B9 a new permission that nobody can agree to holds its own skill", async () => {
    await installed(one, "asks", "calm");
    await newer(one, "asks", { permissions: ["shell:execute"] });
    await newer(one, "calm");
    const done = await updateAll();
    expect([done.code, done.said]).toEqual([4, expect.stringContaining("asks 1.0.0 stays as it is: ")]);
    expect([await locked("asks"), await locked("calm")]).toEqual(["1.0.0", "1.1.0"]);
  });

  test("H-B9 other bytes than the registry says hold their own skill, with exit 5", async () => {
    await installed(one, "forged", "calm");
    await newer(one, "forged", { lies: { integrity: `sha256-${Buffer.alloc(32).toString("base64")}` } });
    await newer(one, "calm");
    const done = await updateAll();
    expect([done.code, done.said]).toEqual([5, expect.stringContaining("forged 1.0.0 stays as it is: ")]);
    expect([await locked("forged"), await locked("calm")]).toEqual(["1.0.0", "1.1.0"]);
  });

  test("H-B9 a registry that is away holds up no other, with exit 6", async () => {
    await installed(one, "first");
    await installed(other, "second");
    await newer(other, "second");
    await one.close();
    const done = await end((session) => update(session, { names: [], all: true, allowExperimental: true }), other);
    expect([done.code, done.said]).toEqual([6, expect.stringContaining("first 1.0.0 stays as it is: ")]);
    expect(await locked("second")).toBe("1.1.0");
  });

  test("H-B9 sync restores the others of a lock of which one entry is no longer what its registry has", async () => {
    await installed(one, "changed", "calm");
    await serveRelease(one, { name: "changed", version: "1.0.0", tier: "experimental", publisher: "eve" });
    for (const name of ["changed", "calm"]) await rm(join(home, "skills", name), { recursive: true });
    const done = await end((session) => sync(session, { home: true, yes: true }));
    expect([done.code, done.said]).toEqual([5, expect.stringContaining("changed 1.0.0 stays as it is: ")]);
    expect(await readFile(join(home, "skills", "calm", "SKILL.md"), "utf8")).toContain("calm");
    await expect(readFile(join(home, "skills", "changed", "SKILL.md"))).rejects.toThrow("ENOENT");
  });

  test("H-B8 a project's lock has no registry of this machine asked that its person neither set nor pinned", async () => {
    const project = join(home, "work");
    await mkdir(join(project, ".git"), { recursive: true });
    const inProject = (verb: (session: Session) => Promise<unknown>, registry: FakeRegistry) =>
      end((session) => verb({ ...session, config: { ...session.config, directory: project } }), registry);
    await serveRelease(one, { name: "calm", version: "1.0.0", tier: "experimental" });
    const input = { specs: ["calm"], allowExperimental: true, project: true };
    expect(await inProject((session) => install(session, input), one)).toMatchObject({ code: 0 });
    await rm(join(project, ".gaia", "skills", "calm"), { recursive: true });
    const asked = one.requests.length;
    const refused = await inProject((session) => sync(session, {}), other);
    expect([refused.code, refused.said]).toEqual([4, expect.stringContaining("of this machine or its own network")]);
    const audited = await inProject((session) => audit(session, { project: true }), other);
    expect([audited.code, audited.said]).toEqual([4, expect.stringContaining("of this machine or its own network")]);
    expect(one.requests.length).toBe(asked);
    expect(await inProject((session) => sync(session, {}), one)).toMatchObject({ code: 0 });
  });

  test("what sync asks for is agreed to from then on", async () => {
    await serveRelease(one, { name: "asks", version: "1.0.0", tier: "experimental", permissions: ["shell:execute"] });
    expect(
      await end((session) => install(session, { specs: ["asks"], allowExperimental: true, yes: true })),
    ).toMatchObject({ code: 0 });
    const place = join(home, "skills", "skill-lock.json");
    const lock = JSON.parse(await readFile(place, "utf8"));
    lock.skills.asks.granted = [];
    await writeFile(place, JSON.stringify(lock));
    await rm(join(home, "skills", "asks"), { recursive: true });
    expect(await end((session) => sync(session, { home: true }))).toMatchObject({ code: 4 });
    expect(await end((session) => sync(session, { home: true, yes: true }))).toMatchObject({ code: 0 });
    expect(JSON.parse(await readFile(place, "utf8")).skills.asks.granted).toEqual(["shell:execute"]);
  });
});
