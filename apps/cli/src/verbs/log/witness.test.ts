import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateSignerKey, noteSigner, parseSignedCheckpoint, parseVerifierKey, verifyNote } from "@gaia/log";
import { generateSigningKey, registrySigner } from "@gaia/trust";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../../test/cli-process.ts";
import { type FakeRegistry, startFakeRegistry } from "../../../test/fake-registry.ts";
import { keyLeaf, logSigner, ORIGIN, type StandInLog, standInLog } from "../../../test/stand-in-log.ts";
import { ask, startWitness, type StartedWitness } from "../../../test/started-witness.ts";

let fake: FakeRegistry;
let home: CliHome;
let log: StandInLog;
let started: StartedWitness[];
const name = "w.example/1";
const witness = async (...args: string[]) => {
  const one = await startWitness(home, ["--log", log.key, "--name", name, ...args]);
  started.push(one);
  return one;
};
const grown = async (one: StandInLog, ...publishers: string[]) => {
  for (const publisher of publishers) await one.decide(keyLeaf(publisher, "openpgp:00"));
  await one.publish();
};

beforeEach(async () => {
  fake = await startFakeRegistry();
  home = await cliHome(fake.url);
  log = standInLog(fake, logSigner(registrySigner(generateSigningKey())));
  started = [];
  await grown(log, "ada", "bob", "carol");
});
afterEach(async () => {
  for (const one of started) await one.kill();
  await fake.close();
  await home.remove();
});

describe("L1 the witness (whose log stands in for a registry's)", () => {
  test("L1 it cosigns what only grows, with both kinds of keys, and refuses every rewrite", async () => {
    const one = await witness("--type", "ed25519", "ml-dsa-44");
    expect(one.said).toContain(`Nothing is remembered of ${ORIGIN}`);
    expect(one.keys.map((key) => parseVerifierKey(key).type)).toEqual(["ed25519-cosignature", "ml-dsa-44"]);
    const other = log.fork();
    const first = await ask(one, log, 0);
    if (first.kind !== "cosigned") throw new Error(JSON.stringify(first));
    const { text } = parseSignedCheckpoint(log.checkpoint).note;
    const verdict = await verifyNote({ text, signatures: first.signatures }, one.keys.map(parseVerifierKey));
    expect(verdict).toMatchObject({ ok: true, signatures: [{}, {}] });
    await grown(log, "dan");
    expect(await ask(one, log, 3)).toMatchObject({ kind: "cosigned" });
    await grown(other, "mallory");
    expect(await ask(one, other, 4)).toMatchObject({ kind: "forked" });
    await grown(other, "mallory");
    expect(await ask(one, other, 4)).toMatchObject({ kind: "forked" });
    await grown(log, "eve");
    expect(await ask(one, log, 0)).toMatchObject({ kind: "cosigned" });
  });

  test("L1 it answers nobody else: another log, another key, another address, a body without end", async () => {
    const one = await witness();
    const stranger = standInLog(fake, await noteSigner(await generateSignerKey("other.example", "ed25519")));
    await grown(stranger, "ada");
    expect(await ask(one, stranger, 0)).toMatchObject({ kind: "refused", status: 404 });
    const forger = standInLog(fake, await noteSigner(await generateSignerKey(ORIGIN, "ed25519")));
    await grown(forger, "ada");
    expect(await ask(one, forger, 0)).toMatchObject({ kind: "refused", status: 403 });
    const statusOf = async (path: string, init: RequestInit) => (await fetch(`${one.url}${path}`, init)).status;
    expect(await statusOf("/", { method: "POST", body: "x" })).toBe(404);
    expect(await statusOf("/add-checkpoint", {})).toBe(405);
    expect(await statusOf("/add-checkpoint", { method: "POST", body: "x" })).toBe(400);
    expect(await statusOf("/add-checkpoint", { method: "POST", body: "x".repeat(1 << 20) })).toBe(413);
  });

  test("L1 its key is made once, kept for itself, and keeps its name", async () => {
    const first = await witness();
    await first.kill();
    const again = await witness();
    expect(again.keys).toEqual(first.keys);
    expect((await stat(join(home.dir, "home", "witness", "ed25519.key"))).mode & 0o777).toBe(0o600);
    const args = ["witness", "--log", log.key, "--listen", "127.0.0.1:0"];
    expect(await home.run([...args, "--name", "other.example"])).toMatchObject({ code: 4 });
    expect(await home.run([...args, "--dir", "elsewhere"])).toMatchObject({ code: 2 });
    expect(await home.run(["witness", "--name", name])).toMatchObject({ code: 2 });
    expect(await home.run(["witness", "--name", name, "--log", "nonsense"])).toMatchObject({ code: 4 });
    expect(await home.run([...args, "--name", name, "--listen", "nowhere"])).toMatchObject({ code: 2 });
  });

  test("L1 killed with -9 it remembers; two over one directory are one witness; a damaged state cosigns nothing", async () => {
    const one = await witness();
    expect(await ask(one, log, 0)).toMatchObject({ kind: "cosigned" });
    await one.kill();
    const forked = log.fork();
    const [two, three] = [await witness(), await witness()];
    expect(two.said).toContain("from 3 entries on");
    await grown(log, "dan");
    await grown(forked, "mallory");
    const answers = await Promise.all([
      ask(two, log, 3),
      ask(three, forked, 3),
      ask(two, forked, 3),
      ask(three, log, 3),
    ]);
    const cosigned = answers.map(({ kind }) => kind === "cosigned");
    // One history alone: at both, or at one of them.
    expect([cosigned[0] || cosigned[3], cosigned[1] || cosigned[2]].toSorted()).toEqual([false, true]);
    const [state = ""] = await readdir(join(home.dir, "home", "witness", "logs"));
    const place = join(home.dir, "home", "witness", "logs", state);
    const [newest = ""] = (await readdir(place)).toSorted().toReversed();
    await writeFile(join(place, newest), "");
    await grown(log, "eve");
    expect(await ask(two, log, 4)).toMatchObject({ kind: "refused", status: 500 });
  });
});
