import { expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { documentedConnections, watchConnections } from "../harness/connections.ts";
import { sampleZip } from "../harness/samples.ts";
import { describeScaled } from "../harness/scaled.ts";
import { scaledRegistry } from "../harness/scaled-processes.ts";
import { pause, until } from "../harness/until.ts";

const { byName, fourRunning, fourStarting } = documentedConnections();
const [statements = 0, listening = 0, looking = 0] = ["gaia", "gaia-listen", "gaia-start"].map((name) => byName[name]);

await describeScaled("connections of several processes", () => {
  test("two that serve and two that work take what docs/operations.md says, under load too (first week, B8)", async () => {
    expect([fourRunning, fourStarting]).toEqual([4 * (statements + listening), 4 * (statements + listening + looking)]);
    const registry = await scaledRegistry();
    const watch = await watchConnections(registry.environment["DATABASE_URL"] ?? "");

    const command = await registry.run(["rebuild-search"]);
    expect(command.exitCode, command.output).toBe(0);
    const ofCommand = watch.peaks().all;
    expect(ofCommand).toBeGreaterThan(0);
    expect(ofCommand).toBeLessThanOrEqual(statements + listening + looking);

    const roles = ["api", "api", "worker", "worker"] as const;
    const [first, second] = await Promise.all(roles.map((role) => registry.start(role)));
    if (first === undefined || second === undefined) throw new Error("four were started");
    const atStart = watch.peaks();
    expect(atStart["gaia-start"]).toBeGreaterThanOrEqual(looking);
    expect(atStart.all).toBeLessThanOrEqual(fourStarting);

    const author = await account(first.url, registry.adminToken, "ada");
    const names = Array.from({ length: 4 }, (_, at) => `calm-${"abcd"[at]}`);
    await Promise.all(
      names.map(async (name, at) => {
        const { url } = at % 2 === 0 ? first : second;
        expect((await publish(url, author, sampleZip({ name }))).status).toBe(201);
        expect(await inspected(url, name, "1.0.0", author)).toMatchObject({ verdict: "ALLOW" });
      }),
    );
    // Every read that comes now waits in the database, so that both pools are as large as they get.
    const lock = await watch.lock("skills");
    const reads = Array.from({ length: 80 }, (_, at) =>
      call(`${(at % 2 === 0 ? first : second).url}/api/v1/search?q=calm-${at}`),
    );
    await until(async () => ((await watch.now())["gaia"] ?? 0) >= 2 * statements);
    await pause(1_000);
    await lock.release();
    expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([200]));
    const running = watch.peaks();
    expect(running["gaia-listen"]).toBe(4 * listening);
    expect(running.all).toBeGreaterThanOrEqual(2 * statements + 4 * listening);
    expect(running.all).toBeLessThanOrEqual(fourRunning);
    await registry.close();
    await watch.close();
  });
});
