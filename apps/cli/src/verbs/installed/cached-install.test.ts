import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { revocationsText, signRevocations } from "@gaia/trust";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { endOfVerb } from "../../../../../test/harness/cli-session.ts";
import { type CliHome, cliHome } from "../../../test/cli-process.ts";
import { type FakeRegistry, startFakeRegistry } from "../../../test/fake-registry.ts";
import { type FakeRelease, serveRelease, serveSkill } from "../../../test/fake-release.ts";
import { type LoggedHome, signer, startLoggedHome } from "../../../test/logged-home.ts";
import type { Session } from "../../session/session.ts";
import { checkCache, clean, listCache } from "./cache.ts";
import { install, type InstallInput } from "./install.ts";
import { remove } from "./remove.ts";
import { sync } from "./sync.ts";
import { verify } from "./verify.ts";

let fake: FakeRegistry;
let home: CliHome;
const inHome = (...path: string[]) => join(home.dir, "home", ...path);
const run = (verb: (session: Session) => Promise<unknown>) => endOfVerb({ registry: fake.url, home: inHome() }, verb);
const take = (spec: string, more: Partial<InstallInput> = {}) =>
  run((session) => install(session, { specs: [spec], allowExperimental: true, ...more }));
const drop = (name: string) => run((session) => remove(session, { name }));
const index = async () => JSON.parse(await readFile(inHome("skills", ".registry-cache.json"), "utf8"));
const isFetched = () => fake.requests.some(({ path }) => path.includes("/download"));
const serve = (name: string, version = "1.0.0") => serveRelease(fake, { name, version, tier: "experimental" });
/** Changes a byte of everything that is kept of packages. */
async function poison(release: FakeRelease): Promise<void> {
  const digest = Buffer.from(release.version.integrity.slice("sha256-".length), "base64").toString("hex");
  const place = inHome("cache", "sha256", digest);
  const bytes = await readFile(place);
  bytes[10] = (bytes[10] ?? 0) ^ 1;
  await writeFile(place, bytes);
}

beforeEach(async () => {
  fake = await startFakeRegistry();
  home = await cliHome(fake.url);
});
afterEach(async () => {
  await fake.close();
  await home.remove();
});

describe("what was fetched is kept by its digest", () => {
  test("and installed again without a network, the very same, and judged the same", async () => {
    const { version, sums } = await serve("wild");
    expect(await take("wild")).toMatchObject({ code: 0 });
    const kept = (await index()).registries[fake.url]["wild@1.0.0"];
    expect(kept).toMatchObject({ name: "wild", version: "1.0.0", publisher: "ada", security_tier: "experimental" });
    const entry = JSON.parse(await readFile(inHome("skills", "skill-lock.json"), "utf8")).skills.wild;
    expect(await drop("wild")).toMatchObject({ code: 0 });
    await fake.close();
    // Without the flag it is a registry that cannot be reached.
    expect(await take("wild")).toMatchObject({ code: 6 });
    expect(await take("wild", { allowExperimental: false, offline: true })).toMatchObject({ code: 4 });
    const offline = await take("wild", { offline: true });
    expect([offline.code, offline.said]).toEqual([0, offline.said]);
    expect(await readFile(inHome("skills", "wild", "SHA256SUMS"), "utf8")).toBe(sums);
    const again = JSON.parse(await readFile(inHome("skills", "skill-lock.json"), "utf8")).skills.wild;
    expect(again).toEqual({ ...entry, installed_at: again.installed_at });
    expect(again.integrity).toBe(version.integrity);
    expect(await run((session) => verify(session, { target: "wild", offline: true }))).toMatchObject({ code: 0 });
    await rm(inHome("skills", "wild", "tools.py"));
    const synced = await run((session) => sync(session, { home: true, offline: true }));
    expect(synced.said).toContain("Restored wild 1.0.0");
    expect(fake.requests.filter(({ path }) => path.includes("/download"))).toHaveLength(1);
  });

  test("offline takes the newest version that is there, and what never was is 3", async () => {
    const old = await serve("two", "1.0.0");
    await take("two");
    const next = await serve("two", "2.0.0");
    serveSkill(fake, [old.version, next.version]);
    // Seen, and so remembered as newer: nobody goes back who only has no network.
    expect(await take("two@2.0.0")).toMatchObject({ code: 0 });
    expect(await run((session) => clean(session, { names: ["two"] }))).toMatchObject({ code: 0 });
    expect(await drop("two")).toMatchObject({ code: 0 });
    expect(await take("two@1.0.0")).toMatchObject({ code: 0 });
    expect(await drop("two")).toMatchObject({ code: 0 });
    await fake.close();
    expect(await take("two", { offline: true })).toMatchObject({ code: 0, said: expect.stringContaining("two 1.0.0") });
    expect(await take("two@2.0.0", { offline: true })).toMatchObject({ code: 3 });
    const never = await take("never", { offline: true });
    expect(never).toMatchObject({ code: 3, said: expect.stringContaining("not in the cache") });
  });

  test("a package that was changed is never used: offline it is not there, online it is fetched anew", async () => {
    const release = await serve("wild");
    await take("wild");
    await drop("wild");
    await poison(release);
    const offline = await take("wild", { offline: true });
    expect([offline.code, offline.said]).toEqual([3, offline.said]);
    expect(offline.said).toContain("was changed: it is not used");
    fake.requests.length = 0;
    expect(await take("wild")).toMatchObject({ code: 0 });
    expect(isFetched()).toBe(true);
    await drop("wild");
    fake.requests.length = 0;
    expect(await take("wild")).toMatchObject({ code: 0 });
    expect(isFetched()).toBe(false);
    await poison(release);
    const checked = await run(checkCache);
    expect(checked).toMatchObject({ code: 5, said: expect.stringContaining("damaged  wild 1.0.0") });
    expect(await run(checkCache)).toMatchObject({ code: 0 });
  });

  test("an index that lies, or is damaged, installs nothing else", async () => {
    await serve("wild");
    await serve("other");
    await take("wild");
    await take("other");
    await drop("wild");
    const place = inHome("skills", ".registry-cache.json");
    const file = await index();
    const releases = file.registries[fake.url];
    releases["wild@1.0.0"].metadata = releases["other@1.0.0"].metadata;
    await writeFile(place, JSON.stringify(file));
    expect(await take("wild", { offline: true })).toMatchObject({ code: 3 });
    releases["wild@1.0.0"].metadata = releases["wild@1.0.0"].package;
    await writeFile(place, JSON.stringify(file));
    expect(await take("wild", { offline: true })).toMatchObject({ code: 3 });
    for (const text of ["{", "[]", '{"version":1,"registries":{"x":{"y":7}}}', '{"version":9}']) {
      await writeFile(place, text);
      expect(await take("wild", { offline: true })).toMatchObject({ code: 3 });
    }
    expect(await take("wild")).toMatchObject({ code: 0 });
    expect(Object.keys((await index()).registries[fake.url])).toEqual(["wild@1.0.0"]);
  });

  test("what was not used for longest goes first, and two at once lose nothing", async () => {
    const names = ["one", "two", "three"];
    for (const name of names) await serve(name);
    const runs = await Promise.all(
      names.slice(0, 2).map((name) => home.run(["install", name, "--allow-experimental"])),
    );
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(Object.keys((await index()).registries[fake.url])).toEqual(["one@1.0.0", "two@1.0.0"]);
    await drop("two");
    await take("two");
    const { size_bytes: size } = (await index()).registries[fake.url]["one@1.0.0"];
    const env = { GAIA_CACHE_MB: String((2.5 * size) / 1024 / 1024) };
    expect(await home.run(["install", "three", "--allow-experimental"], { env })).toMatchObject({ code: 0 });
    expect(Object.keys((await index()).registries[fake.url])).toEqual(["three@1.0.0", "two@1.0.0"]);
    // Two files of each, and nothing that no release names.
    expect(await readdir(inHome("cache", "sha256"))).toHaveLength(4);
    expect((await run(listCache)).said).toContain("three 1.0.0");
    expect(await home.run(["cache", "clean"])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Removed 2/) });
    expect(await readdir(inHome("cache", "sha256"))).toEqual([]);
    const off = { GAIA_CACHE_MB: "0" };
    await drop("three");
    expect(await home.run(["install", "three", "--allow-experimental"], { env: off })).toMatchObject({ code: 0 });
    expect(await readdir(inHome("cache", "sha256"))).toEqual([]);
    expect(await home.run(["install", "three"], { env: { GAIA_CACHE_MB: "many" } })).toMatchObject({ code: 2 });
  });
});

describe("offline, what a pinned registry signed counts as ever", () => {
  let set: LoggedHome;
  beforeEach(async () => {
    set = await startLoggedHome();
  });
  afterEach(() => set.close());
  const again = (more: Partial<InstallInput> = {}) =>
    set.inHere((session) => install(session, { specs: ["wild"], allowExperimental: true, offline: true, ...more }));
  const away = () => set.inHere((session) => remove(session, { name: "wild" }));

  /** Serves a signed list that was issued at `at` and names these. */
  async function serveRevocations(at: Date, status: "quarantined" | null) {
    const { release_digest: releaseDigest } = set.release.version;
    const issued = at.toISOString();
    const named = { name: "wild", version: "1.0.0", publisher: "ada", release_digest: releaseDigest };
    const entries = status === null ? [] : [{ ...named, status, tier: null, since_sequence: 2, at: issued }];
    const expires = new Date(at.getTime() + 600_000).toISOString();
    const when = { issued_at: issued, expires_at: expires };
    const head = { registry: set.fake.url, sequence: 2, ...when, count: entries.length };
    const envelope = await signRevocations(signer, head, revocationsText(entries));
    set.fake.on("GET", "/api/v1/revocations", { body: { ...head, since: null, entries, envelope } });
  }

  test("the proof holds, and how old the list of what was taken back is, is said", async () => {
    await set.log.prove(set.release);
    await set.trust();
    await serveRevocations(new Date(Date.now() - 3_600_000), null);
    expect(await set.install()).toMatchObject({ code: 0 });
    await away();
    await set.fake.close();
    const offline = await again();
    expect([offline.code, offline.said]).toEqual([0, offline.said]);
    expect(offline.said).toContain("is entry 2 of the log skills.example/log");
    expect(offline.said).toMatch(/not revoked as of 1 hour ago, which is too old to count/);
    expect(await set.verify()).toMatchObject({ code: 0 });
  });

  test("what the kept list names is exit 5, and a user who refuses what is old is not given it", async () => {
    await set.log.prove(set.release, { at: new Date(Date.now() - 7_200_000) });
    await set.trust();
    await serveRevocations(new Date(Date.now() - 7_200_000), "quarantined");
    expect(await set.install()).toMatchObject({ code: 5, said: expect.stringContaining("revoked") });
    const offline = await again();
    expect([offline.code, offline.said]).toEqual([5, offline.said]);
    expect(offline.said).toContain("it was quarantined");
    expect(await again({ allowRevoked: true })).toMatchObject({ code: 0 });
    await away();
    await set.trust({ maxAge: 1, refuseStale: true });
    const stale = await again({ allowRevoked: true });
    expect([stale.code, stale.said]).toEqual([5, stale.said]);
    expect(stale.said).toContain("log_stale");
  });
});
