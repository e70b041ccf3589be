import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { formatVerifierKey } from "@gaia/log";
import { endOfVerb } from "../../../../../test/harness/cli-session.ts";
import { cliHome } from "../../../test/cli-process.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type LoggedHome, newWitness, signer, startLoggedHome } from "../../../test/logged-home.ts";
import { cosign, startWitness } from "../../../test/started-witness.ts";
import { keyLeaf, logSigner, proofAnswer, type StandInLog } from "../../../test/stand-in-log.ts";
import type { Session } from "../../session/session.ts";
import { install as installSkills } from "../installed/install.ts";
import { addTrust, removeTrust } from "./trust.ts";

let set: LoggedHome;
beforeEach(async () => {
  set = await startLoggedHome();
});
afterEach(() => set.close());

describe("L2 no silent rollback, no freeze (the log stands in for the registry's)", () => {
  const codeOf = async () => {
    const { code, said } = await set.install();
    return [code, /^(?:log|checkpoint)_\w+$/m.exec(said)?.[0] ?? ""];
  };

  test("L2 a checkpoint smaller than one that was seen is exit 5, and both are kept", async () => {
    const { home, log, release, install, trust } = set;
    await log.prove(release);
    const older = log.fork();
    expect(await trust()).toMatchObject({ code: 0 });
    await log.decide(keyLeaf("bob", "openpgp:02"));
    await log.publish();
    expect(await codeOf()).toEqual([0, ""]);
    await older.publish();
    const run = await install();
    expect(run).toMatchObject({ code: 5 });
    expect(run.said).toContain("went back: it had 4 entries and now says 3");
    const [kept = ""] = await readdir(join(home.dir, "home", "log-evidence"));
    const evidence = await readFile(join(home.dir, "home", "log-evidence", kept), "utf8");
    expect(evidence).toBe(`${log.checkpoint}\n${older.checkpoint}`);
  });

  test("L2 a longer log that is another history is exit 5, as is one of the same length", async () => {
    const { fake, log, release, install, trust } = set;
    const other = log.fork();
    await log.prove(release);
    expect(await trust()).toMatchObject({ code: 0 });
    expect(await codeOf()).toEqual([0, ""]);
    await other.decide(keyLeaf("mallory", "openpgp:03"));
    await other.publish();
    const forked = await install();
    expect(forked).toMatchObject({ code: 5 });
    expect(forked.said).toContain("two roots for 3 entries");
    await other.prove(release);
    const rewritten = await install();
    expect(rewritten).toMatchObject({ code: 5 });
    expect(rewritten.said).toContain("the log's first 3 entries are not those that it had");
    await log.publish();
    fake.on("GET", "/api/v1/skills/wild/1.0.0/proof", proofAnswer(await log.proofOf(2)));
    expect(await codeOf()).toEqual([0, ""]);
  });

  test("L2 a proof from another history than the checkpoint that is shown is exit 5", async () => {
    const { log, release, trust } = set;
    const other = log.fork();
    await log.prove(release);
    await log.publish();
    expect(await trust()).toMatchObject({ code: 0 });
    await other.decide(keyLeaf("mallory", "openpgp:03"));
    await other.prove(release);
    await log.publish();
    expect(await codeOf()).toEqual([5, expect.stringMatching(/^log_(?:damaged|rewritten)$/)]);
  });

  test("L2 a log that is no longer there, or lacks a tile, is exit 5", async () => {
    const { fake, log, release, trust } = set;
    await log.prove(release);
    expect(await trust()).toMatchObject({ code: 0 });
    expect(await codeOf()).toEqual([0, ""]);
    await log.prove(release);
    fake.on("GET", "/log/tile/0/000.p/4", { status: 404, body: {} });
    expect(await codeOf()).toEqual([5, "log_incomplete"]);
    fake.on("GET", "/log/checkpoint", { status: 404, body: {} });
    expect(await codeOf()).toEqual([5, "log_missing"]);
  });

  test("L2 a checkpoint older than the policy allows is said, or refused where the policy says so", async () => {
    const { fake, log, release, inHere, install, trust } = set;
    const witness = await newWitness("w.example/1");
    const old = new Date(Date.now() - 30 * 3_600_000);
    await log.prove(release, { witnesses: [witness], at: old });
    expect(await trust({ witness: [formatVerifierKey(witness.key)] })).toMatchObject({ code: 0 });
    const said = await install();
    expect(said).toMatchObject({ code: 0 });
    expect(said.said).toMatch(/warning: The log of .* 30 hours ago; you allow 24 hours/);
    expect(await trust({ refuseStale: true })).toMatchObject({ code: 0 });
    expect(await codeOf()).toEqual([5, "log_stale"]);
    expect(await trust({ maxAge: 31 })).toMatchObject({ code: 0 });
    expect(await codeOf()).toEqual([0, ""]);
    // Without witnesses the registry itself says when, with its log's key.
    expect(await inHere((session) => removeTrust(session, { registry: fake.url }))).toMatchObject({ code: 0 });
    expect(await trust()).toMatchObject({ code: 0 });
    expect((await install()).said).not.toContain("warning: The log");
    await log.publish({ witnesses: [logSigner(signer, "ed25519-cosignature")], at: old });
    expect((await install()).said).toContain("30 hours ago; you allow 24 hours");
    await log.publish({ witnesses: [logSigner(signer, "ed25519-cosignature")] });
    expect((await install()).said).not.toContain("warning: The log");
    expect(await trust({ refuseStale: true })).toMatchObject({ code: 0 });
    expect(await codeOf()).toEqual([0, ""]);
    await log.publish();
    expect(await codeOf()).toEqual([5, "log_stale"]);
    // A time that has not come would be fresh until then.
    const ahead = new Date(Date.now() + 48 * 3_600_000);
    await log.publish({ witnesses: [logSigner(signer, "ed25519-cosignature")], at: ahead });
    expect(await codeOf()).toEqual([5, "log_stale"]);
  });
});

test("L1 of two histories shown to two clients the witness between them cosigns one: the other client refuses (the log stands in)", async () => {
  const { fake, home, log, release, install, trust } = set;
  const witness = await startWitness(home, ["--log", log.key, "--name", "w.example/1"]);
  const pinned = { witness: witness.keys };
  const other = log.fork();
  const place = "/api/v1/skills/wild/1.0.0/proof";
  const show = async (one: StandInLog) => {
    fake.on("GET", "/log/checkpoint", { body: one.checkpoint });
    fake.on("GET", place, proofAnswer(await one.proofOf(one.tree.size - 1)));
  };
  await log.prove(release);
  expect(await cosign(witness, log)).toMatchObject({ kind: "cosigned" });
  await show(log);
  expect(await trust(pinned)).toMatchObject({ code: 0 });
  expect(await install()).toMatchObject({ code: 0 });
  const elsewhere = await cliHome(fake.url);
  await other.decide(keyLeaf("mallory", "openpgp:03"));
  await other.prove(release);
  expect(await cosign(witness, other)).toMatchObject({ kind: "forked" });
  await show(other);
  const there = (verb: (session: Session) => Promise<unknown>) =>
    endOfVerb({ registry: fake.url, home: join(elsewhere.dir, "home") }, verb);
  const options = { registry: fake.url, fingerprint: signer.publicKey.fingerprint, ...pinned };
  expect(await there((session) => addTrust(session, options))).toMatchObject({ code: 0 });
  const refused = await there((session) => installSkills(session, { specs: ["wild"], allowExperimental: true }));
  expect(refused).toMatchObject({ code: 5, said: expect.stringContaining("0 of the policy's 1 witnesses cosigned") });
  await elsewhere.remove();
  await witness.kill();
});
