import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatVerifierKey } from "@gaia/log";
import { generateSigningKey, registrySigner } from "@gaia/trust";
import { serveRelease } from "../../../test/fake-release.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type LoggedHome, newWitness, signer, startLoggedHome } from "../../../test/logged-home.ts";
import { problem } from "../../../test/fake-registry.ts";
import { logSigner, proofAnswer, standInLog, tierLeaf } from "../../../test/stand-in-log.ts";

let set: LoggedHome;
beforeEach(async () => {
  set = await startLoggedHome();
});
afterEach(() => set.close());

describe("L1 an install keeps the proof that the log has it (the log stands in for the registry's)", () => {
  test("L1 with the log pinned it is judged, kept as .tlog-proof, and verify says who vouches, offline", async () => {
    const { fake, log, release, beside, install, verify, trust } = set;
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

  test("L1 without the log pinned it is kept, not judged, and said in one line", async () => {
    const { fake, log, release, beside, install, verify, trust } = set;
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

  test("L1 a proof of a decision of a moment ago is waited for; one that never comes is exit 5", async () => {
    const { fake, log, release, beside, install, trust } = set;
    const index = await log.decide(tierLeaf(release));
    await log.publish();
    expect(await trust()).toMatchObject({ code: 0 });
    const never = await install();
    expect(never).toMatchObject({ code: 5, said: expect.stringContaining("log_proof_missing") });
    await expect(readdir(beside("."))).rejects.toThrow("ENOENT");
    let asked = 0;
    const proof = await log.proofOf(index);
    fake.on("GET", "/api/v1/skills/wild/1.0.0/proof", () =>
      (asked += 1) < 3 ? problem(503, "unavailable", "Not in a signed tree yet.") : proofAnswer(proof),
    );
    const run = await install();
    expect([run.code, run.said]).toEqual([0, run.said]);
  });

  test("L1 a decision between two requests of an install is no failure: the release is fetched again, once", async () => {
    const { fake, log, release, install, trust } = set;
    const overtaken = tierLeaf(release);
    overtaken.fields.statement = `sha256:${"0".repeat(64)}`;
    const [early, index] = [await log.decide(overtaken), await log.decide(tierLeaf(release))];
    await log.publish();
    const answers = [await log.proofOf(early), await log.proofOf(index)];
    fake.on("GET", "/api/v1/skills/wild/1.0.0/proof", () => proofAnswer(answers.shift() ?? ""));
    expect(await trust()).toMatchObject({ code: 0 });
    const run = await install();
    expect([run.code, run.said]).toEqual([0, run.said]);
    expect(run.said).toContain(`is entry ${index} of the log`);
    const asked = fake.requests.filter(({ path }) => path.startsWith("/api/v1/skills/wild/1.0.0/attestations"));
    expect(asked).toHaveLength(2);
  });

  const wrong: [string, (set: LoggedHome) => Promise<string>][] = [
    [
      "of another release",
      async ({ fake, log }) => {
        const other = await serveRelease(fake, { name: "tame", tier: "experimental", registrySigner: signer });
        return log.proofOf(await log.prove(other));
      },
    ],
    [
      "of another statement",
      async ({ log, release }) => {
        const leaf = tierLeaf(release);
        leaf.fields.statement = `sha256:${"0".repeat(64)}`;
        const index = await log.decide(leaf);
        await log.publish();
        return log.proofOf(index);
      },
    ],
    [
      "of another log",
      async ({ fake, log, release }) => {
        const other = standInLog(fake, logSigner(registrySigner(generateSigningKey())));
        await other.prove(release);
        await log.prove(release);
        return other.proofOf(0);
      },
    ],
    [
      "with a bit turned",
      async ({ log, release }) =>
        (await log.proofOf(await log.prove(release))).replace(
          /index 2\n(.)/,
          (_, c) => `index 2\n${c === "A" ? "B" : "A"}`,
        ),
    ],
    ["that is none", async ({ log, release }) => (await log.prove(release), "<html>")],
  ];
  test.each(wrong)("L1 a proof %s is exit 5, and nothing is installed", async (_, make) => {
    const { fake, beside, install, trust } = set;
    const body = await make(set);
    fake.on("GET", "/api/v1/skills/wild/1.0.0/proof", proofAnswer(body));
    expect(await trust()).toMatchObject({ code: 0 });
    const run = await install();
    expect(run).toMatchObject({ code: 5, said: expect.stringContaining("log_proof_invalid") });
    await expect(readdir(beside("."))).rejects.toThrow("ENOENT");
  });

  test("L1 too few witnesses are exit 5, and so is a proof that was taken away or exchanged afterwards", async () => {
    const { log, release, beside, install, verify, trust } = set;
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

test("L1 what sync puts back is held to the proof that came with it, of a log that grew", async () => {
  const { fake, home, log, release, beside, install, verify, trust } = set;
  const index = await log.prove(release);
  expect(await trust()).toMatchObject({ code: 0 });
  expect(await install()).toMatchObject({ code: 0 });
  const before = await readFile(beside(".tlog-proof"), "utf8");
  await log.decide({ ...tierLeaf(release), fields: { ...tierLeaf(release).fields, name: "other" } });
  await log.publish();
  fake.on("GET", "/api/v1/skills/wild/1.0.0/proof", proofAnswer(await log.proofOf(index)));
  await rm(beside("."), { recursive: true });
  expect(await home.run(["sync", "--home"])).toMatchObject({ code: 0 });
  expect(await readFile(beside(".tlog-proof"), "utf8")).not.toBe(before);
  expect(await verify()).toMatchObject({ code: 0, said: expect.stringContaining("✓ log") });
  expect(await home.run(["sync", "--check", "--home"])).toMatchObject({ code: 0 });
});

test("L1 verify fails, offline, by the check of whatever was changed", async () => {
  const { fake, home, log, release, beside, install, verify, trust } = set;
  const witness = await newWitness("w.example/1");
  await log.prove(release, { witnesses: [witness] });
  expect(await trust({ witness: [formatVerifierKey(witness.key)] })).toMatchObject({ code: 0 });
  expect(await install()).toMatchObject({ code: 0 });
  await fake.close();
  const other = await newWitness("w.example/2");
  const lock = join(home.dir, "home", "skills", "skill-lock.json");
  const pins = join(home.dir, "home", "trust.json");
  const changed: [string, string, (text: string) => string][] = [
    ["files", beside("tools.py"), (text) => `${text}#`],
    ["manifest", beside("SHA256SUMS"), (text) => text.replace("name=wild", "name=mild")],
    ["lock", lock, (text) => text.replace('"version": "1.0.0"', '"version": "1.0.1"')],
    [
      "attestations",
      beside("signature.json"),
      (text) => text.replace(/"sig": "(.)/, (_, c) => `"sig": "${c === "A" ? "B" : "A"}`),
    ],
    ["log", beside(".tlog-proof"), (text) => text.replace("index 2", "index 1")],
    ["log", pins, (text) => text.replace(formatVerifierKey(witness.key), formatVerifierKey(other.key))],
  ];
  const failedIn = (said: string) => [...said.matchAll(/^✗ (\w+)/gm)].map(([, check]) => check);
  expect(failedIn((await verify()).said)).toEqual([]);
  for (const [check, place, change] of changed) {
    const text = await readFile(place, "utf8");
    await writeFile(place, change(text));
    expect(change(text), check).not.toBe(text);
    const { code, said } = await verify();
    expect([code, failedIn(said)], said).toEqual([5, expect.arrayContaining([check])]);
    await writeFile(place, text);
  }
  // Whoever may change the lock file, too, still has to forge the proof.
  const proof = await readFile(beside(".tlog-proof"), "utf8");
  const forged = proof.replace(/^[\w+/]{43}=$/m, (hash) => `${hash.startsWith("A") ? "B" : "A"}${hash.slice(1)}`);
  await writeFile(beside(".tlog-proof"), forged);
  const digest = (text: string) => createHash("sha256").update(text).digest("hex");
  await writeFile(lock, (await readFile(lock, "utf8")).replace(digest(proof), digest(forged)));
  const { code, said } = await verify();
  expect([code, failedIn(said)]).toEqual([5, ["log"]]);
  expect(said).toContain("this is not entry 2 of the log's 3");
});
