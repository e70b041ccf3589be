import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatVerifierKey, generateSignerKey, type Leaf, noteSigner } from "@gaia/log";
import { generateSigningKey, registrySigner } from "@gaia/trust";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { endOfVerb } from "../../../../../test/harness/cli-session.ts";
import { until } from "../../../../../test/harness/until.ts";
import { type CliHome, cliHome } from "../../../test/cli-process.ts";
import { type FakeRegistry, startFakeRegistry } from "../../../test/fake-registry.ts";
import { keyLeaf, logSigner, ORIGIN, type StandInLog, standInLog } from "../../../test/stand-in-log.ts";
import { monitor, type MonitorInput } from "./monitor.ts";

let fake: FakeRegistry;
let home: CliHome;
let log: StandInLog;

const watch = (input: Partial<MonitorInput> = {}) =>
  endOfVerb({ registry: fake.url, home: join(home.dir, "home") }, (session) =>
    monitor(session, { registry: fake.url, log: log.key, interval: 1, ...input }),
  );
/** The places of the entries that were told. */
const placesIn = (said: string) => [...said.matchAll(/^(\d+) \d{4}-/gm)].map(([, place]) => place);
const change = (publisher: string, fields: Leaf["fields"]): Leaf => ({
  kind: "ownership",
  at: new Date(),
  fields: { publisher, change: "moved", ...fields },
});

beforeEach(async () => {
  fake = await startFakeRegistry();
  home = await cliHome(fake.url);
  log = standInLog(fake, logSigner(registrySigner(generateSigningKey())));
  await log.decide(keyLeaf("ada", "openpgp:AB12"), keyLeaf("bob", "openpgp:CD34"));
  await log.publish();
});
afterEach(async () => {
  await fake.close();
  await home.remove();
});

describe("L1 monitor follows a log (which stands in for the registry's)", () => {
  test("L1 it tells every entry about a publisher, a skill or a key, once, from where it was", async () => {
    const first = await home.run(["monitor", fake.url, "--log", log.key, "--publisher", "ada"]);
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining("has 2 entries")]);
    expect(first.stdout).toMatch(/^0 \S+ key publisher: ada, key: openpgp:AB12, change: added\n$/);
    await log.decide(
      change("eve", { name: "web-search", from: "ada" }),
      change("eve", { name: "tame" }),
      keyLeaf("eve", "openpgp:EF56"),
    );
    await log.publish();
    const more = await home.run(["monitor", fake.url, "--log", log.key, "--publisher", "ada", "--json"]);
    expect(JSON.parse(more.stdout)).toMatchObject({ size: 5, entries: [{ index: 2, kind: "ownership", from: "ada" }] });
    expect(placesIn((await watch({ publisher: ["ada"] })).said)).toEqual([]);
    // Somebody else is told of what was there before, and so is whoever asks again.
    expect(placesIn((await watch({ name: ["tame"] })).said)).toEqual(["3"]);
    expect(placesIn((await watch({ key: ["ef56", "openpgp:CD34"] })).said)).toEqual(["1", "4"]);
    expect(placesIn((await watch({ publisher: ["ada"], fromStart: true })).said)).toEqual(["0", "2"]);
    // A monitor that misses its own name because of how it was written would be silent about an attack.
    expect(placesIn((await watch({ publisher: ["Ada"], name: ["TAME"] })).said)).toEqual(["0", "2", "3"]);
    expect(placesIn((await watch()).said)).toEqual(["0", "1", "2", "3", "4"]);
  });

  test("L1 a key is watched as gpg shows it: in groups, in any case, with 0x, or by its long key id", async () => {
    const fingerprint = "0123456789ABCDEF0123456789ABCDEF01234567";
    await log.decide(keyLeaf("eve", `openpgp:${fingerprint}`));
    await log.publish();
    const grouped = "0123 4567 89ab cdef 0123  4567 89ab cdef 0123 4567";
    for (const key of [grouped, `0x${fingerprint}`, fingerprint.slice(-16), `OPENPGP:${fingerprint}`])
      expect(placesIn((await watch({ key: [key] })).said)).toEqual(["2"]);
    for (const key of [fingerprint.slice(-8), fingerprint.slice(0, 16), " "])
      expect(placesIn((await watch({ key: [key] })).said)).toEqual([]);
  });

  test("L1 a log that nobody pinned or named is refused, as is one that another key signed", async () => {
    expect(await watch({ log: undefined })).toMatchObject({ code: 4 });
    const other = formatVerifierKey((await noteSigner(await generateSignerKey(ORIGIN, "ed25519"))).key);
    expect(await watch({ log: other })).toMatchObject({ code: 5, said: expect.stringContaining("checkpoint_invalid") });
    expect(await watch({ log: "no key" })).toMatchObject({ code: 2 });
  });

  test("L1 a rewrite, a fork, a missing tile and one that is not the tree's are exit 5, with words", async () => {
    const forked = log.fork();
    expect(await watch()).toMatchObject({ code: 0 });
    await log.decide(keyLeaf("ada", "openpgp:02"));
    await log.publish();
    expect(await watch()).toMatchObject({ code: 0 });
    await forked.decide(keyLeaf("mallory", "openpgp:03"));
    await forked.publish();
    const fork = await watch();
    expect(fork).toMatchObject({ code: 5, said: expect.stringContaining("two roots for 3 entries") });
    expect(await readdir(join(home.dir, "home", "log-evidence"))).toHaveLength(1);
    await forked.decide(keyLeaf("mallory", "openpgp:04"));
    await forked.publish();
    const rewrite = await watch();
    expect(rewrite).toMatchObject({
      code: 5,
      said: expect.stringContaining("the log's first 3 entries are not those"),
    });
    await log.decide(keyLeaf("ada", "openpgp:05"));
    await log.publish();
    const bundle = "/log/tile/entries/000.p/4";
    fake.on("GET", bundle, { status: 404, body: {} });
    expect(await watch()).toMatchObject({
      code: 5,
      said: expect.stringContaining("tile/entries/000.p/4 is not there"),
    });
    fake.on("GET", bundle, { body: forked.files.get("tile/entries/000.p/4") });
    expect(await watch()).toMatchObject({ code: 5, said: expect.stringContaining("is not the one in the tree") });
    await log.publish();
    const whole = await watch();
    expect(whole.code).toBe(0);
    expect(whole.said).toContain("openpgp:05");
    expect(whole.said).not.toContain("mallory");
  });

  test("L1 what this version cannot read is told to everybody: it may be about them", async () => {
    const place = log.tree.size;
    await log.add(Buffer.from("skill-registry-leaf v2\nkind: other\n"));
    await log.publish();
    const run = await watch({ publisher: ["nobody"] });
    expect(run).toMatchObject({ code: 0, said: expect.stringContaining(`entry ${place} cannot be read`) });
  });

  test("L1 with --follow it goes on, tells what comes, outlives a registry that is away, and ends with 5 at a rewrite", async () => {
    const other = log.fork();
    const child = home.start(["monitor", fake.url, "--log", log.key, "--follow", "--interval", "0.2"]);
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const ended = new Promise((resolve) => child.once("close", resolve));
    await until(async () => said.includes("openpgp:CD34"));
    await log.decide(keyLeaf("ada", "openpgp:77"));
    await log.publish();
    await until(async () => said.includes("openpgp:77"));
    fake.on("GET", "/log/checkpoint", { status: 503, body: {} });
    await until(async () => said.includes("it is asked again"));
    await other.decide(keyLeaf("mallory", "openpgp:78"), keyLeaf("mallory", "openpgp:79"));
    await other.publish();
    expect(await ended).toBe(5);
    expect(said).toContain("was rewritten");
    expect(said).not.toContain("mallory");
  });

  test("a damaged memory of where it was stops it", async () => {
    expect(await watch()).toMatchObject({ code: 0 });
    await writeFile(join(home.dir, "home", "monitor.json"), "{}");
    expect(await watch()).toMatchObject({ code: 1 });
  });
});
