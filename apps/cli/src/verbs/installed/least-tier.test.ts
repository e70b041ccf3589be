import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateSigningKey, registrySigner, type RegistrySigner, revocationsText, signRevocations } from "@gaia/trust";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FakeReleaseInput, serveRelease, serveSkill } from "../../../test/fake-release.ts";
import { type GpgHome, gpgHome, hasGpg } from "../../../test/gpg-home.ts";
import { fake, freshHomes, home, lock, skills } from "../../../test/installing.ts";

let ada: GpgHome;
const gaia = (...args: string[]) => home.run(args);
const versionsOf = async () =>
  Object.fromEntries(Object.entries((await lock()).skills).map(([name, { version }]) => [name, version]));

type More = Partial<FakeReleaseInput>;

/** Versions of one skill, oldest first; signed, as whatever is more than experimental has to be. */
async function serve(name: string, versions: Record<string, More>) {
  const served = [];
  for (const [version, more] of Object.entries(versions))
    served.push((await serveRelease(fake, { name, version, sign: ada.sign, ...more })).version);
  serveSkill(fake, served);
  return served;
}

const VERIFIED = { tier: "verified" } as const;
const COMMUNITY = { tier: "community" } as const;
/** The newest is not audited. */
const TWO = { "1.0.0": VERIFIED, "1.1.0": COMMUNITY };

async function refusal(args: string[], exit = 4) {
  const { code, stdout, stderr } = await gaia(...args, "--json");
  expect([code, stdout + stderr]).toEqual([exit, stdout + stderr]);
  return JSON.parse(stdout) as { code: string; message: string; hint: string; errors: { message: string }[] };
}

const registrySignerOf = (): RegistrySigner => registrySigner(generateSigningKey());

async function pinned() {
  const signer = registrySignerOf();
  fake.on("GET", "/api/v1/keys", { body: { keys: [signer.publicKey] } });
  const { fingerprint } = signer.publicKey;
  expect(await gaia("trust", "add", fake.url, "--fingerprint", fingerprint)).toMatchObject({ code: 0 });
  return signer;
}

describe.skipIf(!hasGpg())("install --tier (first week, A16; skipped where there is no gpg)", () => {
  beforeAll(() => {
    ada = gpgHome("ada");
  });
  afterAll(() => ada.remove());
  freshHomes();

  test("takes an older version that has the tier, says the newer one, and an update keeps to it (first week, A16)", async () => {
    await serve("tool", TWO);
    const taken = await gaia("install", "tool", "--tier", "verified");
    expect([taken.code, taken.stderr]).toEqual([0, taken.stderr]);
    expect(taken.stderr).toContain(
      "tool 1.1.0 is newer and was passed over: its tier is community, and verified is asked for",
    );
    expect((await lock()).skills["tool"]).toMatchObject({ version: "1.0.0", least_tier: "verified" });
    const updated = await gaia("update", "tool", "--json");
    expect(updated.code).toBe(0);
    const passed_over = [
      { name: "tool", version: "1.1.0", reason: "its tier is community, and verified is asked for" },
    ];
    expect(JSON.parse(updated.stdout)).toMatchObject({ installed: [], passed_over, tier_fell: [] });
    // The column of what an update would take; the last is what there is.
    expect((await gaia("outdated")).stdout).toMatch(/^tool +1\.0\.0 +1\.0\.0 +1\.1\.0$/m);
    await serve("tool", { ...TWO, "1.2.0": VERIFIED });
    expect((await gaia("update", "--all")).code).toBe(0);
    expect((await lock()).skills["tool"]).toMatchObject({ version: "1.2.0", least_tier: "verified" });
  });

  test("refuses what is below in words that name both tiers, however it is named (first week, A16)", async () => {
    await serve("tool", { "1.0.0": COMMUNITY });
    await serveRelease(fake, { name: "wild", tier: "experimental", lies: { held: true, verdict: "REVIEW" } });
    for (const spec of ["tool", "tool@1.0.0", "tool@^1"]) {
      const refused = await refusal(["install", spec, "--tier", "verified"]);
      expect(refused.code).toBe("tier_too_low");
      expect(refused.message).toContain("of 1.0.0, its tier is community, and verified is asked for");
      expect(refused.hint).toContain("install tool --tier community` takes it at its own tier, with what it needs");
      expect(refused.hint).toContain("an audit makes a version verified");
      expect(refused.hint).not.toContain("lock");
    }
    expect((await refusal(["resolve", "tool", "--tier", "verified"])).code).toBe("tier_too_low");
    // Not by what an option would allow: it would not be enough.
    expect(await refusal(["install", "wild", "--tier", "community"])).toMatchObject({
      code: "tier_too_low",
      hint: expect.stringContaining("install wild --tier experimental --allow-experimental`"),
    });
    expect(await gaia("install", "tool", "--tier", "community")).toMatchObject({ code: 0 });
  });

  test("with what allows lower tiers it is a usage error, and so is a tier that there is none of (first week, A16)", async () => {
    for (const verb of ["install", "resolve"])
      for (const option of ["--allow-experimental", "--allow-held"]) {
        const refused = await refusal([verb, "tool", "--tier", "verified", option], 2);
        expect(refused.message).toBe(`--tier verified refuses what ${option} allows`);
      }
    await refusal(["install", "tool", "--tier", "gold"], 2);
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    // That word asks for none.
    expect(await gaia("install", "wild", "--tier", "experimental", "--allow-experimental")).toMatchObject({ code: 0 });
    expect((await lock()).skills["wild"]).toMatchObject({ least_tier: null });
  });

  test("holds for what comes along, and asks for nothing of anything else (first week, A16)", async () => {
    await serve("log", { "1.0.0": COMMUNITY });
    await serve("app", { "1.0.0": { ...VERIFIED, needs: { log: "*" } } });
    const { errors, hint } = await refusal(["install", "app", "--tier", "verified"]);
    expect(errors.map(({ message }) => message).join("\n")).toContain(
      "log 1.0.0: its tier is community, and verified is asked for",
    );
    expect(hint).toContain("a lower --tier");
    await serve("log", TWO);
    await serve("other", { "1.0.0": { ...COMMUNITY, needs: { log: "*" } } });
    expect(await gaia("install", "other")).toMatchObject({ code: 0 });
    expect((await lock()).skills["log"]).toMatchObject({ version: "1.1.0" });
    const taken = await gaia("install", "app", "--tier", "verified");
    expect([taken.code, taken.stderr]).toEqual([0, expect.stringContaining("log 1.1.0 becomes 1.0.0")]);
    expect(await versionsOf()).toEqual({ app: "1.0.0", log: "1.0.0", other: "1.0.0" });
    expect((await lock()).skills["log"]).toMatchObject({ security_tier: "verified", least_tier: null });
    // From then on whatever else is installed or updated keeps to it.
    await serve("more", { "1.0.0": { ...COMMUNITY, needs: { log: ">=1.1" } } });
    expect((await refusal(["install", "more"])).code).toBe("unresolvable");
    expect((await gaia("update", "--all")).code).toBe(0);
    expect((await versionsOf())["log"]).toBe("1.0.0");
    expect((await gaia("update", "log")).code).toBe(0);
    expect((await versionsOf())["log"]).toBe("1.0.0");
    expect(await gaia("sync", "--home", "--check")).toMatchObject({ code: 0 });
  });

  test("leaves out what is optional and below (first week, A16)", async () => {
    await serve("log", { "1.0.0": COMMUNITY });
    await serve("app", { "1.0.0": { ...VERIFIED, needs: { log: "*" }, optional: ["log"] } });
    const taken = await gaia("install", "app", "--tier", "verified");
    expect([taken.code, taken.stderr]).toEqual([0, expect.stringContaining("log is optional, and left out")]);
    expect(await versionsOf()).toEqual({ app: "1.0.0" });
  });

  test("what lies there already is judged by what it has now, and not by its lock (first week, A16)", async () => {
    await serve("log", { "1.0.0": COMMUNITY });
    await serve("app", { "1.0.0": { ...VERIFIED, needs: { log: "*" } } });
    expect(await gaia("install", "log")).toMatchObject({ code: 0 });
    await serve("log", { "1.0.0": VERIFIED });
    expect(await gaia("install", "app", "--tier", "verified")).toMatchObject({ code: 0 });
    expect((await lock()).skills["log"]).toMatchObject({ security_tier: "verified", least_tier: null });
    await serve("log", { "1.0.0": COMMUNITY });
    const fell = await refusal(["install", "app"]);
    expect(fell).toMatchObject({
      code: "tier_too_low",
      message: "log 1.0.0 is community, and verified is asked for",
    });
    // Whoever asks for it not now is not in the way of others.
    await serve("other", { "1.0.0": { ...COMMUNITY, needs: { log: "*" } } });
    expect(await gaia("install", "other")).toMatchObject({ code: 0 });
  });

  test("a plain install keeps what the lock asks for, --tier changes it, experimental lifts it (first week, A16)", async () => {
    const [versions, least] = [async () => (await versionsOf())["tool"], async () => (await lock()).skills["tool"]];
    await serve("tool", TWO);
    await gaia("install", "tool", "--tier", "verified");
    expect((await gaia("install", "tool")).code).toBe(0);
    expect([await versions(), await least()]).toMatchObject(["1.0.0", { least_tier: "verified" }]);
    expect(await refusal(["install", "tool@1.1.0"])).toMatchObject({
      code: "tier_too_low",
      hint: expect.stringContaining("the lock asks for verified: `"),
    });
    expect((await gaia("install", "tool", "--tier", "community")).code).toBe(0);
    expect([await versions(), await least()]).toMatchObject(["1.1.0", { least_tier: "community" }]);
    // One that goes back says so, as every other does.
    const back = await gaia("install", "tool", "--tier", "verified");
    expect([back.code, back.stderr]).toEqual([0, expect.stringContaining("1.1.0 becomes 1.0.0")]);
    expect((await gaia("install", "tool", "--tier", "experimental")).code).toBe(0);
    expect([await versions(), await least()]).toMatchObject(["1.1.0", { least_tier: null }]);
  });

  test("a lock without the field is as it was, one that cannot be read asks for more than nothing (first week, A16)", async () => {
    await serve("tool", TWO);
    await gaia("install", "tool@1.0.0");
    const path = join(skills(), "skill-lock.json");
    const written = await lock();
    const { least_tier: none, ...tool } = written.skills["tool"] ?? {};
    expect(none).toBeNull();
    await writeFile(path, JSON.stringify({ ...written, skills: { tool } }));
    expect(await gaia("sync", "--home", "--check")).toMatchObject({ code: 0 });
    expect((await gaia("install", "tool")).code).toBe(0);
    for (const least_tier of ["gold", 3, ""]) {
      await writeFile(path, JSON.stringify({ ...written, skills: { tool: { ...tool, least_tier } } }));
      const refused = await gaia("update", "--all");
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("least_tier of tool is no tier")]);
    }
    await writeFile(path, JSON.stringify({ ...written, skills: { tool: { ...tool, least_teir: "verified" } } }));
    const misspelt = await gaia("sync", "--home", "--check");
    expect([misspelt.code, misspelt.stderr]).toEqual([4, expect.stringContaining("did you mean least_tier?")]);
  });

  test("sync keeps to it: a lock that names what is below is refused, and what fell is not restored (first week, A16)", async () => {
    await serve("log", { "1.0.0": VERIFIED });
    await serve("app", { "1.0.0": { ...VERIFIED, needs: { log: "*" } } });
    await gaia("install", "app", "--tier", "verified");
    await rm(join(skills(), "log"), { recursive: true });
    await serve("log", { "1.0.0": COMMUNITY });
    const fell = await gaia("sync", "--home");
    expect([fell.code, fell.stderr]).toEqual([5, expect.stringContaining("no longer verified")]);
    const written = await lock();
    const log = { ...written.skills["log"], security_tier: "community" };
    await writeFile(
      join(skills(), "skill-lock.json"),
      JSON.stringify({ ...written, skills: { ...written.skills, log } }),
    );
    for (const args of [["--check"], []]) {
      const refused = await gaia("sync", "--home", ...args);
      expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining("the lock asks for verified")]);
    }
  });

  test("a project's lock has it, and its word on what lies there counts for nothing (first week, A16)", async () => {
    const project = join(home.dir, "work");
    await mkdir(join(project, ".git"), { recursive: true });
    const here = (...args: string[]) => home.run([...args, "--project"], { cwd: project });
    const path = join(project, ".gaia/skills/skill-lock.json");
    await serve("log", { "1.0.0": COMMUNITY });
    await serve("app", { "1.0.0": { ...VERIFIED, needs: { log: "*" } } });
    expect(await here("install", "log")).toMatchObject({ code: 0 });
    const lied = JSON.parse(await readFile(path, "utf8"));
    lied.skills.log.security_tier = "verified";
    await writeFile(path, JSON.stringify(lied));
    const refused = await here("install", "app", "--tier", "verified");
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining("log 1.0.0 is community")]);
    await serve("log", { "1.0.0": VERIFIED });
    expect(await here("install", "app", "--tier", "verified")).toMatchObject({ code: 0 });
    expect(JSON.parse(await readFile(path, "utf8")).skills).toMatchObject({
      app: { least_tier: "verified" },
      log: { least_tier: null, security_tier: "verified" },
    });
  });
});

describe.skipIf(!hasGpg())("a registry that lies about tiers (first week, A16; skipped where there is no gpg)", () => {
  beforeAll(() => {
    ada = gpgHome("ada");
  });
  afterAll(() => ada.remove());
  freshHomes();

  test("what is signed decides, not a list, and not the version's own answer (first week, A16)", async () => {
    const signer = await pinned();
    const [said] = await serve("listed", { "1.0.0": { ...COMMUNITY, registrySigner: signer } });
    if (said === undefined) throw new Error("nothing is served");
    serveSkill(fake, [{ ...said, security_tier: "verified" }]);
    const listed = await refusal(["install", "listed", "--tier", "verified"]);
    expect(listed).toMatchObject({
      code: "tier_too_low",
      message: "listed 1.0.0 is community, and verified is asked for",
    });
    await serve("claimed", { "1.0.0": { ...VERIFIED, registrySigner: signer, attestedTier: "community" } });
    expect((await refusal(["install", "claimed", "--tier", "verified"], 5)).code).toBe("attestation_invalid");
    await serve("app", { "1.0.0": { ...VERIFIED, registrySigner: signer, needs: { claimed: "*" } } });
    expect((await refusal(["install", "app", "--tier", "verified"], 5)).code).toBe("attestation_invalid");
  });

  test("G9 a list that hides a promotion brings no older version in, where the newer one has the tier (first week, A16)", async () => {
    const registrySigner = await pinned();
    const [one, two] = await serve("tool", {
      "1.0.0": { ...VERIFIED, registrySigner },
      "1.1.0": { ...VERIFIED, registrySigner },
    });
    if (one === undefined || two === undefined) throw new Error("nothing is served");
    serveSkill(fake, [one, { ...two, security_tier: "community" }]);
    const refused = await refusal(["install", "tool", "--tier", "verified"], 5);
    expect([refused.code, refused.message]).toEqual([
      "attestation_invalid",
      expect.stringContaining("otherwise than it signed"),
    ]);
  });

  test("a list alone lets no tier fall, a signed statement does (first week, A16)", async () => {
    const registrySigner = await pinned();
    const [said] = await serve("tool", { "1.0.0": { ...VERIFIED, registrySigner } });
    expect(await gaia("install", "tool")).toMatchObject({ code: 0 });
    if (said === undefined) throw new Error("nothing is served");
    serveSkill(fake, [{ ...said, security_tier: "community" }]);
    const quiet = await gaia("update", "tool", "--json");
    expect([quiet.code, quiet.stderr]).toEqual([0, expect.not.stringContaining("fell")]);
    expect(JSON.parse(quiet.stdout)).toMatchObject({ tier_fell: [] });
    await serve("tool", { "1.0.0": { ...COMMUNITY, registrySigner } });
    const told = await gaia("update", "tool", "--json");
    expect(told.code).toBe(4);
    expect(JSON.parse(told.stdout)).toMatchObject({
      tier_fell: [{ name: "tool", from: "verified", to: "community", reason: null, signed: true }],
    });
  });

  test("G9 a list that keeps quiet about a fall hides none: the signed list of revocations has it (first week, A16)", async () => {
    const registrySigner = await pinned();
    const [said] = await serve("tool", { "1.0.0": { ...VERIFIED, registrySigner } });
    expect(await gaia("install", "tool", "--tier", "verified")).toMatchObject({ code: 0 });
    await serveFall(registrySigner, said?.release_digest ?? "");
    const told = await gaia("update", "--all", "--json");
    expect(told.code).toBe(4);
    const row = { name: "tool", version: "1.0.0", from: "verified", to: "community", reason: null, signed: true };
    expect(JSON.parse(told.stdout)).toMatchObject({ tier_fell: [row] });
    // A list that no pinned key signed is said, and lets nothing fall.
    await rm(join(home.dir, "home/revocations"), { recursive: true });
    await serveFall(registrySignerOf(), said?.release_digest ?? "");
    const quiet = await gaia("update", "--all", "--json");
    expect([quiet.code, quiet.stderr]).toEqual([0, expect.stringContaining("does not hold")]);
    expect(JSON.parse(quiet.stdout)).toMatchObject({ tier_fell: [] });
  });
});

/** Serves a signed list by which this release fell to community. */
async function serveFall(signer: RegistrySigner, releaseDigest: string) {
  const at = new Date();
  const when = { issued_at: at.toISOString(), expires_at: new Date(at.getTime() + 600_000).toISOString() };
  const named = { name: "tool", version: "1.0.0", publisher: "ada", release_digest: releaseDigest };
  const entries = [
    { ...named, status: "published" as const, tier: "community", since_sequence: 2, at: when.issued_at },
  ];
  const head = { registry: fake.url, sequence: 2, ...when, count: entries.length };
  const envelope = await signRevocations(signer, head, revocationsText(entries));
  fake.on("GET", "/api/v1/revocations", { body: { ...head, since: null, entries, envelope } });
}

describe.skipIf(!hasGpg())("update and a tier that fell (first week, A16; skipped where there is no gpg)", () => {
  beforeAll(() => {
    ada = gpgHome("ada");
  });
  afterAll(() => ada.remove());
  freshHomes();

  const PHONES = { lies: { demoted_reason: "it phones home \u001b[2J" } };

  test("is said with its reason until somebody agrees to it or it moves (first week, A16)", async () => {
    await serve("tool", { "1.0.0": VERIFIED });
    await gaia("install", "tool");
    await serve("tool", { "1.0.0": { ...COMMUNITY, ...PHONES } });
    for (const args of [["tool"], ["--all"]]) {
      const told = await gaia("update", ...args);
      expect([told.code, told.stdout]).toEqual([4, ""]);
      expect(told.stderr).toContain("tool 1.0.0: its tier fell from verified to community: it phones home");
      expect(told.stderr).toContain("no pinned key signed");
      expect(told.stderr).not.toContain("\u001b[2J");
      expect(told.stderr).toMatch(/stays as it is: `.*install tool` takes it at its tier now/);
    }
    const row = { name: "tool", version: "1.0.0", from: "verified", to: "community", signed: false };
    const { tier_fell, installed } = JSON.parse((await gaia("update", "--all", "--json")).stdout);
    expect([tier_fell, installed]).toEqual([[{ ...row, reason: expect.stringContaining("it phones home") }], []]);
    expect(await gaia("install", "tool")).toMatchObject({ code: 0 });
    const agreed = await gaia("update", "--all", "--json");
    expect([agreed.code, JSON.parse(agreed.stdout).tier_fell]).toEqual([0, []]);
    // One that is left for a newer version is said, and is nothing to end with.
    await serve("tool", { "1.0.0": { tier: "experimental", ...PHONES }, "1.1.0": COMMUNITY });
    const moved = await gaia("update", "tool");
    expect([moved.code, moved.stderr]).toEqual([
      0,
      expect.stringContaining("its tier fell from community to experimental"),
    ]);
    expect((await versionsOf())["tool"]).toBe("1.1.0");
  });

  test("what was asked for keeps an update from taking less, and goes back to what has it (first week, A16)", async () => {
    await serve("tool", { "1.1.0": VERIFIED });
    await gaia("install", "tool", "--tier", "verified");
    await serve("tool", { "1.1.0": COMMUNITY });
    const named = await gaia("update", "tool");
    expect([named.code, named.stderr]).toEqual([4, expect.stringContaining("fell from verified to community")]);
    expect(named.stderr).toContain("of 1.1.0, its tier is community, and verified is asked for");
    const all = await gaia("update", "--all", "--json");
    expect(all.code).toBe(4);
    expect(JSON.parse(all.stdout)).toMatchObject({
      held: [{ name: "tool", version: "1.1.0", code: "tier_too_low" }],
      tier_fell: [{ name: "tool", to: "community" }],
    });
    expect(all.stderr).toContain("install tool --tier community");
    await serve("tool", { "1.0.0": VERIFIED, "1.1.0": COMMUNITY });
    expect(await gaia("update", "tool")).toMatchObject({ code: 0 });
    expect((await lock()).skills["tool"]).toMatchObject({ version: "1.0.0", least_tier: "verified" });
  });
});
