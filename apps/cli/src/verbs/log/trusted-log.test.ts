import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatVerifierKey } from "@gaia/log";
import { generateSigningKey, registrySigner } from "@gaia/trust";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type LoggedHome, newWitness, signer, startLoggedHome } from "../../../test/logged-home.ts";
import { keysAnswer, logSigner } from "../../../test/stand-in-log.ts";

let set: LoggedHome;
beforeEach(async () => {
  set = await startLoggedHome();
});
afterEach(() => set.close());

const pin = (...more: string[]) =>
  set.home.run(["trust", "add", set.fake.url, "--fingerprint", signer.publicKey.fingerprint, ...more]);

describe("L1 what is pinned of a log (the log stands in for the registry's)", () => {
  test("L1 the log's key is pinned beside the key that it is, with witnesses and quorum, and trust list says it", async () => {
    const { fake, home } = set;
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

  test("L1 a log key that nobody compared is not pinned, another one than the user names is exit 5", async () => {
    const { fake, home, log } = set;
    const stranger = registrySigner(generateSigningKey());
    const other = logSigner(stranger);
    fake.on("GET", "/api/v1/keys", keysAnswer(signer, stranger));
    const run = await pin();
    expect(run).toMatchObject({ code: 0 });
    expect(run.stderr).toContain("signs with a key of its own");
    expect(JSON.parse((await home.run(["trust", "list", "--json"])).stdout).logs).toEqual([]);
    expect(await pin("--log", log.key)).toMatchObject({ code: 5 });
    await writeFile(join(home.dir, "policy"), `log ${log.key}\nquorum none\n`);
    expect(await pin("--policy", "policy")).toMatchObject({ code: 5 });
    expect(await pin("--log", formatVerifierKey(other.key))).toMatchObject({ code: 0 });
  });

  test("L1 the log's own key is no witness: not as an option, in a policy, or as the registry's cosigner", async () => {
    const { home, log } = set;
    const itself = formatVerifierKey(logSigner(signer, "ed25519-cosignature").key);
    const other = formatVerifierKey((await newWitness("w.example/1")).key);
    await writeFile(
      join(home.dir, "policy"),
      `log ${log.key}\nwitness w ${other}\nwitness itself ${itself}\ngroup g any w itself\nquorum g\n`,
    );
    for (const more of [
      ["--witness", itself],
      ["--witness", other, itself, "--quorum", "1"],
      ["--policy", "policy"],
    ]) {
      const run = await pin(...more);
      expect([run.code, run.stderr]).toEqual([4, expect.stringContaining("has the log's own key")]);
    }
    expect(JSON.parse((await home.run(["trust", "list", "--json"])).stdout).logs).toEqual([]);
    expect(await pin("--witness", other)).toMatchObject({ code: 0 });
  });

  test("L1 a registry key that is removed takes its log's key along, and no other; what a registry calls a key and is none is exit 6", async () => {
    const { fake, home, log } = set;
    const next = registrySigner(generateSigningKey());
    const policies = async () => JSON.parse((await home.run(["trust", "list", "--json"])).stdout).logs;
    const witness = formatVerifierKey((await newWitness("w.example/1")).key);
    expect(await pin("--witness", witness)).toMatchObject({ code: 0 });
    const nextLog = formatVerifierKey(logSigner(next).key);
    fake.on("GET", "/api/v1/keys", keysAnswer(next));
    const { fingerprint } = next.publicKey;
    expect(await home.run(["trust", "add", fake.url, "--fingerprint", fingerprint])).toMatchObject({ code: 0 });
    expect((await policies())[0].policy).toContain(`log ${log.key}\n`);
    const old = signer.publicKey.fingerprint;
    expect(await home.run(["trust", "remove", fake.url, "--fingerprint", old])).toMatchObject({ code: 0 });
    expect((await policies())[0].policy).not.toContain(log.key);
    expect((await policies())[0].policy).toContain(`log ${nextLog}\n`);
    expect((await policies())[0].policy).toContain(`witness w.example/1 ${witness}\n`);

    fake.on("GET", "/api/v1/keys", {
      body: { keys: [next.publicKey], log: { origin: "o", key: "none", cosigner: "none" } },
    });
    expect(await home.run(["trust", "add", fake.url, "--fingerprint", fingerprint])).toMatchObject({ code: 6 });
    fake.on("GET", "/api/v1/keys", { body: { keys: [{ ...next.publicKey, public_key: "none" }] } });
    expect(await home.run(["trust", "add", fake.url, "--fingerprint", fingerprint])).toMatchObject({ code: 6 });
  });

  test("L1 a policy file is taken word for word; what is none is refused", async () => {
    const { home, log } = set;
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
    expect(await pin("--max-age", "0")).toMatchObject({ code: 2 });
  });

  test("L1 a registry of the first release, which has no log, is pinned by its key alone, and installs go on", async () => {
    const { fake, home, install, verify } = set;
    fake.on("GET", "/api/v1/keys", { body: { keys: [signer.publicKey] } });
    const run = await pin();
    expect([run.code, run.stderr]).toEqual([0, ""]);
    expect(JSON.parse((await home.run(["trust", "list", "--json"])).stdout)).toMatchObject({ keys: [{}], logs: [] });
    expect(await install()).toMatchObject({ code: 0 });
    expect((await verify()).said).toContain("– log          no proof from the registry's log came with it");
    const { key } = await newWitness("w.example/1");
    const asked = await pin("--witness", formatVerifierKey(key));
    expect(asked).toMatchObject({ code: 4, stderr: expect.stringContaining("needs the key of the registry's log") });
  });
});
