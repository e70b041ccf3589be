import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "../harness/api.ts";
import { until } from "../harness/until.ts";
import { startWitnessedRegistry, type WitnessedRegistry } from "../harness/witnessed-registry.ts";

let set: WitnessedRegistry;
beforeAll(async () => {
  set = await startWitnessedRegistry();
});
afterAll(() => set.close());

describe("clients of a registry's log, and a witness between them", () => {
  test("L1 an install brings the proof of what was decided a moment ago, cosigned, and verify checks it offline", async () => {
    await set.publish("weather");
    const run = await set.install("weather");
    expect([run.code, run.said]).toEqual([0, run.said]);
    const words = /is entry \d+ of the log skills\.example\/log, cosigned by 1 of 1 witnesses \(w\.example\/1\)/;
    expect(run.said).toMatch(words);
    const proof = await readFile(join(set.home.dir, "home/skills/weather/.tlog-proof"), "utf8");
    expect(proof).toMatch(/^c2sp\.org\/tlog-proof@v1\n/);
    const verified = await set.verify("weather");
    expect(verified.code).toBe(0);
    expect(verified.said).toMatch(words);
  });

  test("L1 a monitor tells a publisher of its own entries, and of each once", async () => {
    await set.publish("watched");
    await until(async () => (await set.watch()).said.includes("name: watched"));
    const yank = { token: set.ada, json: { reason: "leaks memory" } };
    expect(await call(`${set.registry.url}/api/v1/skills/watched/1.0.0/yank`, yank)).toMatchObject({ status: 200 });
    await until(async () => /yank publisher: ada, name: watched/.test((await set.watch()).said));
    expect(await set.watch()).toMatchObject({ code: 0, said: expect.not.stringContaining("name: watched") });
  });

  test("L2 an old checkpoint played again is exit 5 for installs and monitors", async () => {
    await set.publish("first");
    expect(await set.install("first")).toMatchObject({ code: 0 });
    const old = await set.checkpoint();
    await set.publish("second");
    expect(await set.install("second")).toMatchObject({ code: 0 });
    await until(async () => (await set.checkpoint()).split("\n")[1] !== old.split("\n")[1]);
    expect(await set.watch()).toMatchObject({ code: 0 });
    set.proxy.rewrite = (path, answer) => (path === "/log/checkpoint" ? { ...answer, body: old } : answer);
    for (const run of [await set.install("second"), await set.watch()])
      expect(run).toMatchObject({ code: 5, said: expect.stringContaining("log_rolled_back") });
    set.proxy.rewrite = null;
    expect(await set.install("second")).toMatchObject({ code: 0 });
  });

  test("L1 another release's proof is exit 5", async () => {
    await set.publish("honest");
    await set.publish("other");
    expect(await set.install("other")).toMatchObject({ code: 0 });
    const body = await (await fetch(`${set.registry.url}/api/v1/skills/other/1.0.0/proof`)).text();
    set.proxy.rewrite = (path, answer) =>
      path === "/skills/honest/1.0.0/proof" ? { status: 200, type: "text/plain; charset=utf-8", body } : answer;
    const run = await set.install("honest");
    expect(run).toMatchObject({ code: 5, said: expect.stringContaining("is about the name other, not honest") });
    set.proxy.rewrite = null;
    expect(await set.install("honest")).toMatchObject({ code: 0 });
  });
});
