import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { revocationsText, signRevocations } from "@gaia/trust";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { serveRelease } from "../../../test/fake-release.ts";
import { fake, freshHomes, home } from "../../../test/installing.ts";
import { type LoggedHome, signer, startLoggedHome } from "../../../test/logged-home.ts";
import { sync } from "./sync.ts";

describe("a lock that is not what an install writes", () => {
  freshHomes();
  const lockFile = () => join(home.dir, "app/.gaia/skills/skill-lock.json");
  const here = (...args: string[]) => home.run(args, { cwd: join(home.dir, "app") });
  beforeEach(async () => {
    await mkdir(join(home.dir, "app/.git"), { recursive: true });
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    expect(await here("install", "wild", "--project", "--allow-experimental")).toMatchObject({ code: 0 });
  });

  test.each([
    ["security_tier", "securty_tier"],
    ["registry", "regstry"],
    ["granted", "grantd"],
    ["enabled", "enabledd"],
    ["signer", "signr"],
    ["release_digest", "relase-digest"],
  ])("sync and its check name %s where it is spelled %s", async (field, misspelt) => {
    const text = await readFile(lockFile(), "utf8");
    await writeFile(lockFile(), text.replace(`"${field}":`, `"${misspelt}":`));
    for (const args of [["sync", "--check"], ["sync"]]) {
      const run = await here(...args);
      expect(run).toMatchObject({ code: 4 });
      expect(run.stderr).toContain(`wild: it has no field "${misspelt}"; did you mean ${field}?`);
    }
  });

  test("what is missing is named; what another version of us may add passes", async () => {
    const lock = JSON.parse(await readFile(lockFile(), "utf8"));
    const { publisher, ...rest } = lock.skills.wild;
    await writeFile(lockFile(), JSON.stringify({ ...lock, skills: { wild: { ...rest, security_tier: "" } } }));
    const run = await here("sync", "--check", "--json");
    expect(JSON.parse(run.stdout).errors.map(({ message }: { message: string }) => message)).toEqual([
      "wild: its security_tier is missing",
      "wild: its publisher is missing",
    ]);
    await writeFile(lockFile(), JSON.stringify({ ...lock, skills: { wild: { ...rest, publisher, weather: "fair" } } }));
    expect(await here("sync", "--check")).toMatchObject({ code: 0 });
    await writeFile(lockFile(), JSON.stringify({ vesion: 1, skils: lock.skills }));
    const damaged = await here("sync", "--check");
    expect(damaged).toMatchObject({ code: 1, stderr: expect.stringContaining("did you mean version and skills?") });
  });

  test.each([
    ["quarantined", 5, "wild 1.0.0 is quarantined at its registry: it phones home"],
    ["yanked", 0, "wild 1.0.0 was yanked: it phones home"],
  ] as const)("without a pinned key, what is %s is told as that when it is restored", async (status, code, said) => {
    const lies = { status, status_reason: "it phones home" };
    const lock = await readFile(lockFile(), "utf8");
    await serveRelease(fake, { name: "wild", tier: "experimental", lies });
    if (status === "quarantined") await writeFile(lockFile(), lock.replace('"experimental"', '"community"'));
    await rm(join(home.dir, "app/.gaia/skills/wild"), { recursive: true });
    const run = await here("sync", "--yes");
    expect(run, run.stderr).toMatchObject({ code, stderr: expect.stringContaining(said) });
  });
});

describe("what the skills of a project may take of each conversation", () => {
  freshHomes();
  const lockFile = () => join(home.dir, "app/.gaia/skills/skill-lock.json");
  const here = (...args: string[]) => home.run(args, { cwd: join(home.dir, "app") });
  const serve = (name: string, always: number) =>
    serveRelease(fake, {
      name,
      tier: "experimental",
      lies: { context_tokens: { encoding: "o200k_base", always, when_used: 900, at_most: 1_200 } },
    });
  beforeEach(async () => {
    await mkdir(join(home.dir, "app/.git"), { recursive: true });
    await serve("wild", 143);
    const first = await here("install", "wild", "--project", "--allow-experimental");
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining("adds 143 tokens to each conversation (") });
  });

  test("an install says what it adds, and sync --check fails over the bound that the lock keeps", async () => {
    expect(await here("sync", "--max-context", "200")).toMatchObject({ code: 0 });
    expect(JSON.parse(await readFile(lockFile(), "utf8"))).toMatchObject({
      max_context_tokens: 200,
      skills: { wild: { context_tokens: 143 } },
    });
    await serve("tame", 100);
    const second = await here("install", "tame", "--project", "--allow-experimental");
    expect(second.stderr).toContain("adds 100 tokens to each conversation; your 2 skills take 243 tokens");
    expect(second.stderr).toContain("more than the 200 tokens that the lock allows");
    const over = await here("sync", "--check", "--json");
    expect(over.code).toBe(4);
    expect(JSON.parse(over.stdout)).toMatchObject({ drift: [], context: { tokens: 243, uncounted: 0, most: 200 } });
    expect(await here("sync", "--max-context", "none")).toMatchObject({ code: 0 });
    expect(await here("sync", "--check")).toMatchObject({ code: 0 });
  });

  test("a bound that is no number, or is misspelt in the lock, is told and never taken for none", async () => {
    expect(await here("sync", "--max-context", "few")).toMatchObject({ code: 2 });
    const lock = JSON.parse(await readFile(lockFile(), "utf8"));
    await writeFile(lockFile(), JSON.stringify({ ...lock, max_context_tokens: "many" }));
    expect(await here("sync", "--check")).toMatchObject({ code: 1, stderr: expect.stringContaining("no number") });
    await writeFile(lockFile(), JSON.stringify({ ...lock, max_context_token: 10 }));
    const run = await here("sync", "--check");
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("did you mean max_context_tokens?") });
  });
});

describe("what the list of revocations that is kept here says", () => {
  let set: LoggedHome;
  beforeEach(async () => {
    set = await startLoggedHome();
    await set.log.prove(set.release);
    await set.trust();
  });
  afterEach(() => set.close());
  const synced = (check: boolean) => set.inHere((session) => sync(session, { home: true, check, yes: true }));

  async function serveRevocations(sequence: number, status: "quarantined" | "yanked" | null) {
    const at = new Date();
    const { release_digest: releaseDigest } = set.release.version;
    const named = { name: "wild", version: "1.0.0", publisher: "ada", release_digest: releaseDigest };
    const issued = at.toISOString();
    const entries = status === null ? [] : [{ ...named, status, tier: null, since_sequence: sequence, at: issued }];
    const when = { issued_at: issued, expires_at: new Date(at.getTime() + 600_000).toISOString() };
    const head = { registry: set.fake.url, sequence, ...when, count: entries.length };
    const envelope = await signRevocations(signer, head, revocationsText(entries));
    set.fake.on("GET", "/api/v1/revocations", { body: { ...head, since: null, entries, envelope } });
    // Good for 25 seconds: as if that had passed.
    await rm(join(set.home.dir, "home/revocations"), { recursive: true, force: true });
  }

  test("a version that was withdrawn is no sound one, offline; restoring it says why, and not what became of its tier", async () => {
    await serveRevocations(2, null);
    expect(await set.install()).toMatchObject({ code: 0 });
    expect(await synced(true)).toMatchObject({ code: 0 });
    await serveRevocations(3, "quarantined");
    expect(await set.verify()).toMatchObject({ code: 5 });
    const asked = set.fake.requests.length;
    const check = await synced(true);
    expect([check.code, check.said], check.said).toEqual([
      4,
      expect.stringMatching(/wild revoked .*it was quarantined on/),
    ]);
    expect(set.fake.requests.length).toBe(asked);
    await rm(set.beside("."), { recursive: true });
    const restored = await synced(false);
    expect([restored.code, restored.said]).toEqual([5, expect.stringContaining("is revoked: it was quarantined")]);
  });

  test("one that was yanked stays as it is, and is told", async () => {
    await serveRevocations(2, null);
    expect(await set.install()).toMatchObject({ code: 0 });
    await serveRevocations(3, "yanked");
    // It holds, and is no tick.
    expect(await set.verify()).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^! revocations +it was yanked on/m),
    });
    const check = await synced(true);
    expect([check.code, check.said]).toEqual([0, expect.stringContaining("it was yanked on")]);
  });
});
