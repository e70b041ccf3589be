import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatVerifierKey, generateSignerKey, noteSigner, type NoteSigner } from "@gaia/log";
import { generateSigningKey, registrySigner } from "@gaia/trust";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../test/cli-process.ts";
import { type FakeRegistry, startFakeRegistry } from "../test/fake-registry.ts";
import { type FakeRelease, serveRelease } from "../test/fake-release.ts";
import { endOfVerb } from "../../../test/harness/cli-session.ts";
import type { Session } from "./session.ts";
import type { LogOptions } from "./trusted-log.ts";
import { install as installSkills } from "./verbs/install.ts";
import { addTrust, removeTrust } from "./verbs/trust.ts";
import { verify as verifySkill } from "./verbs/verify.ts";
import { keyLeaf, logSigner, type StandInLog, standInLog, tierLeaf } from "../test/stand-in-log.ts";

const signer = registrySigner(generateSigningKey());
const { fingerprint } = signer.publicKey;

let fake: FakeRegistry;
let home: CliHome;
let log: StandInLog;
let release: FakeRelease;
const beside = (name: string) => join(home.dir, "home", "skills", "wild", name);
const inHere = (verb: (session: Session) => Promise<unknown>) =>
  endOfVerb({ registry: fake.url, home: join(home.dir, "home") }, verb);
const install = () => inHere((session) => installSkills(session, { specs: ["wild"], allowExperimental: true }));
const verify = () => inHere((session) => verifySkill(session, { target: "wild" }));
const trust = (options: LogOptions = {}) =>
  inHere((session) => addTrust(session, { registry: fake.url, fingerprint, ...options }));
const pin = (...more: string[]) => home.run(["trust", "add", fake.url, "--fingerprint", fingerprint, ...more]);
const newWitness = async (name: string): Promise<NoteSigner> =>
  noteSigner(await generateSignerKey(name, "ed25519-cosignature"));

beforeEach(async () => {
  fake = await startFakeRegistry();
  home = await cliHome(fake.url);
  log = standInLog(fake, logSigner(signer));
  fake.on("GET", "/api/v1/keys", {
    body: { keys: [signer.publicKey], log: { origin: "skills.example/log", key: log.key } },
  });
  release = await serveRelease(fake, { name: "wild", tier: "experimental", registrySigner: signer });
  await log.decide(keyLeaf("ada", "openpgp:00"), keyLeaf("eve", "openpgp:01"));
});
afterEach(async () => {
  await fake.close();
  await home.remove();
});

describe("T5 what is pinned of a log (the log stands in for the registry's)", () => {
  test("T5 the log's key is pinned beside the key that it is, with witnesses and quorum, and trust list says it", async () => {
    const witnesses = await Promise.all(["w.example/1", "w.example/2"].map(newWitness));
    const keys = witnesses.map(({ key }) => formatVerifierKey(key));
    expect(await pin("--witness", ...keys, "--quorum", "1", "--max-age", "2")).toMatchObject({ code: 0 });
    const listed = await home.run(["trust", "list"]);
    expect(listed.stdout).toContain("log skills.example/log");
    expect(listed.stdout).toContain("1 of 2 witnesses (w.example/1, w.example/2); said when older than 2 hours");
    // Pinned again, it keeps its witnesses.
    expect(await pin()).toMatchObject({ code: 0 });
    const { logs } = JSON.parse((await home.run(["trust", "list", "--json"])).stdout);
    expect(logs[0].policy).toContain(
      `witness w.example/2 ${keys[1]}\ngroup quorum 1 w.example/1 w.example/2\nquorum quorum\n`,
    );
    expect(logs[0]).toMatchObject({ registry: fake.url, max_age_seconds: 7200, refuses_stale: false });
  });

  test("T5 a log key that nobody compared is not pinned, another one than the user names is exit 5", async () => {
    const other = logSigner(registrySigner(generateSigningKey()));
    fake.on("GET", "/api/v1/keys", {
      body: { keys: [signer.publicKey], log: { origin: other.key.name, key: formatVerifierKey(other.key) } },
    });
    const run = await pin();
    expect(run).toMatchObject({ code: 0 });
    expect(run.stderr).toContain("signs with a key of its own");
    expect(JSON.parse((await home.run(["trust", "list", "--json"])).stdout).logs).toEqual([]);
    expect(await pin("--log", log.key)).toMatchObject({ code: 5 });
    await writeFile(join(home.dir, "policy"), `log ${log.key}\nquorum none\n`);
    expect(await pin("--policy", "policy")).toMatchObject({ code: 5 });
    expect(await pin("--log", formatVerifierKey(other.key))).toMatchObject({ code: 0 });
  });

  test("T5 a policy file is taken word for word; what is none is refused", async () => {
    const { key } = await newWitness("w.example/1");
    const text = `# ours\nlog ${log.key}\nwitness w ${formatVerifierKey(key)}\nquorum w\n`;
    await writeFile(join(home.dir, "policy"), text);
    expect(await pin("--policy", "policy")).toMatchObject({ code: 0 });
    expect(JSON.parse((await home.run(["trust", "list", "--json"])).stdout).logs[0].policy).toBe(text);
    await writeFile(join(home.dir, "policy"), text.slice(0, -1));
    expect(await pin("--policy", "policy")).toMatchObject({ code: 4 });
    expect(await pin("--witness", "w")).toMatchObject({ code: 4 });
    expect(await pin("--witness", formatVerifierKey(key), "--quorum", "2")).toMatchObject({ code: 2 });
    expect(await pin("--quorum", "1")).toMatchObject({ code: 2 });
    expect(await pin("--refuse-stale", "--witness")).toMatchObject({ code: 2 });
  });
});

describe("T5 an install keeps the proof that the log has it (the log stands in for the registry's)", () => {
  test("T5 with the log pinned it is judged, kept as .tlog-proof, and verify says who vouches, offline", async () => {
    const [one, two] = [await newWitness("w.example/1"), await newWitness("w.example/2")];
    const keys = [one, two].map(({ key }) => formatVerifierKey(key));
    await log.prove(release, { witnesses: [one] });
    expect(await trust({ witness: keys, quorum: 1 })).toMatchObject({ code: 0 });
    const run = await install();
    expect([run.code, run.said]).toEqual([0, run.said]);
    expect(run.said).toContain("is entry 2 of the log skills.example/log, cosigned by 1 of 2 witnesses (w.example/1)");
    expect(await readFile(beside(".tlog-proof"), "utf8")).toBe(await log.proofOf(2));
    await fake.close();
    const verified = await verify();
    expect(verified).toMatchObject({ code: 0 });
    expect(verified.said).toContain("✓ log          what the registry decided is entry 2 of the log");
  });

  test("T5 without the log pinned it is kept, not judged, and said in one line", async () => {
    await log.prove(release);
    const run = await install();
    expect(run).toMatchObject({ code: 0 });
    expect(run.said).toContain("the proof that the registry's log has it was kept, not judged");
    expect(await readFile(beside(".tlog-proof"), "utf8")).toBe(await log.proofOf(2));
    expect(fake.requests.some(({ path }) => path.startsWith("/log/"))).toBe(false);
    expect((await verify()).said).toContain("– log");
    // Pinned afterwards, what was kept is judged.
    expect(await trust()).toMatchObject({ code: 0 });
    expect((await verify()).said).toContain("✓ log");
  });

  test("T5 a proof of a decision of a moment ago is waited for; one that never comes is exit 5", async () => {
    const index = await log.decide(tierLeaf(release));
    await log.publish();
    expect(await trust()).toMatchObject({ code: 0 });
    const never = await install();
    expect(never).toMatchObject({ code: 5, said: expect.stringContaining("log_proof_missing") });
    await expect(readdir(beside("."))).rejects.toThrow("ENOENT");
    let asked = 0;
    const proof = await log.proofOf(index);
    fake.on("GET", "/api/v1/skills/wild/1.0.0/proof", () =>
      (asked += 1) < 3 ? { status: 404, body: {} } : { body: proof },
    );
    const run = await install();
    expect([run.code, run.said]).toEqual([0, run.said]);
  });

  const wrong: [string, () => Promise<string>][] = [
    [
      "of another release",
      async () => {
        const other = await serveRelease(fake, { name: "tame", tier: "experimental", registrySigner: signer });
        return log.proofOf(await log.prove(other));
      },
    ],
    [
      "of another statement",
      async () => {
        const leaf = tierLeaf(release);
        leaf.fields.statement = `sha256:${"0".repeat(64)}`;
        const index = await log.decide(leaf);
        await log.publish();
        return log.proofOf(index);
      },
    ],
    [
      "of another log",
      async () => {
        const other = standInLog(fake, logSigner(registrySigner(generateSigningKey())));
        await other.prove(release);
        await log.prove(release);
        return other.proofOf(0);
      },
    ],
    [
      "with a bit turned",
      async () =>
        (await log.proofOf(await log.prove(release))).replace(
          /index 2\n(.)/,
          (_, c) => `index 2\n${c === "A" ? "B" : "A"}`,
        ),
    ],
    ["that is none", async () => (await log.prove(release), "<html>")],
  ];
  test.each(wrong)("T5 a proof %s is exit 5, and nothing is installed", async (_, make) => {
    const body = await make();
    fake.on("GET", "/api/v1/skills/wild/1.0.0/proof", { body });
    expect(await trust()).toMatchObject({ code: 0 });
    const run = await install();
    expect(run).toMatchObject({ code: 5, said: expect.stringContaining("log_proof_invalid") });
    await expect(readdir(beside("."))).rejects.toThrow("ENOENT");
  });

  test("T5 too few witnesses are exit 5, and so is a proof that was taken away or exchanged afterwards", async () => {
    const one = await newWitness("w.example/1");
    await log.prove(release);
    expect(await trust({ witness: [formatVerifierKey(one.key)] })).toMatchObject({ code: 0 });
    const refused = await install();
    expect(refused).toMatchObject({ code: 5 });
    expect(refused.said).toContain("0 of the policy's 1 witnesses cosigned");
    await log.prove(release, { witnesses: [one] });
    expect(await install()).toMatchObject({ code: 0 });
    const proof = await readFile(beside(".tlog-proof"), "utf8");
    await writeFile(beside(".tlog-proof"), `${proof}— more AAAAAAAA\n`);
    expect((await verify()).said).toContain("✗ log          .tlog-proof is not the one");
    await rm(beside(".tlog-proof"));
    const gone = await verify();
    expect(gone).toMatchObject({ code: 5 });
    expect(gone.said).toContain("✗ log          .tlog-proof is gone");
  });
});

describe("T6 no silent rollback, no freeze (the log stands in for the registry's)", () => {
  const codeOf = async () => {
    const { code, said } = await install();
    return [code, /^(?:log|checkpoint)_\w+$/m.exec(said)?.[0] ?? ""];
  };

  test("T6 a checkpoint smaller than one that was seen is exit 5, and both are kept", async () => {
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
    expect(await codeOf()).toEqual([5, "log_rolled_back"]);
  });

  test("T6 a longer log that is another history is exit 5, as is one of the same length", async () => {
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
    fake.on("GET", "/api/v1/skills/wild/1.0.0/proof", { body: await log.proofOf(2) });
    expect(await codeOf()).toEqual([0, ""]);
  });

  test("T6 a proof from another history than the checkpoint that is shown is exit 5", async () => {
    const other = log.fork();
    await log.prove(release);
    await log.publish();
    expect(await trust()).toMatchObject({ code: 0 });
    await other.decide(keyLeaf("mallory", "openpgp:03"));
    await other.prove(release);
    await log.publish();
    expect(await codeOf()).toEqual([5, expect.stringMatching(/^log_(?:damaged|rewritten)$/)]);
  });

  test("T6 a log that is no longer there, or lacks a tile, is exit 5", async () => {
    await log.prove(release);
    expect(await trust()).toMatchObject({ code: 0 });
    expect(await codeOf()).toEqual([0, ""]);
    await log.prove(release);
    fake.on("GET", "/log/tile/0/000.p/4", { status: 404, body: {} });
    expect(await codeOf()).toEqual([5, "log_incomplete"]);
    fake.on("GET", "/log/checkpoint", { status: 404, body: {} });
    expect(await codeOf()).toEqual([5, "log_missing"]);
  });

  test("T6 a checkpoint older than the policy allows is said, or refused where the policy says so", async () => {
    const witness = await newWitness("w.example/1");
    const old = new Date(Date.now() - 30 * 3_600_000);
    await log.prove(release, { witnesses: [witness], at: old });
    expect(await trust({ witness: [formatVerifierKey(witness.key)] })).toMatchObject({ code: 0 });
    const said = await install();
    expect(said).toMatchObject({ code: 0 });
    expect(said.said).toMatch(/warning: The log of .* by its witnesses, 30 hours ago; you allow 24 hours/);
    expect(await trust({ refuseStale: true })).toMatchObject({ code: 0 });
    expect(await codeOf()).toEqual([5, "log_stale"]);
    expect(await trust({ maxAge: 31 })).toMatchObject({ code: 0 });
    expect(await codeOf()).toEqual([0, ""]);
    // Without witnesses the log's own newest entry says when.
    expect(await inHere((session) => removeTrust(session, { registry: fake.url }))).toMatchObject({ code: 0 });
    expect(await trust()).toMatchObject({ code: 0 });
    expect((await install()).said).toContain("by its own newest entry, 30 hours ago");
  });
});
