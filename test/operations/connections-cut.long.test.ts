import { expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { sampleZip } from "../harness/samples.ts";
import { describeScaled } from "../harness/scaled.ts";
import { scaledRegistry } from "../harness/scaled-processes.ts";
import { openSql } from "../harness/sql.ts";
import { pause, until } from "../harness/until.ts";

const CUT = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'gaia%' AND application_name <> 'gaia-migrate'`;

await describeScaled("PostgreSQL ends connections", () => {
  test("R8 connections are cut over and over in mid-traffic: every answer is right or 503, and the process recovers", async () => {
    const registry = await scaledRegistry();
    const sql = await openSql(registry.environment["DATABASE_URL"] ?? "");
    const server = await registry.start("all");
    const author = await account(server.url, registry.adminToken, "ada");
    for (const name of ["calm-a", "calm-b"]) {
      await publish(server.url, author, sampleZip({ name }));
      await inspected(server.url, name, "1.0.0", author);
    }
    const storm = { over: false };
    const cutting = async () => {
      for (let n = 0; n < 20; n += 1) {
        await sql.rows(CUT);
        await pause(150);
      }
      storm.over = true;
    };
    const seen = new Map<string, number>();
    const note = (kind: string, status: number) =>
      seen.set(`${kind} ${status}`, (seen.get(`${kind} ${status}`) ?? 0) + 1);
    const published: string[] = [];
    const writer = async (letter: string) => {
      for (let n = 0; !storm.over; n += 1) {
        const name = `stormy-${letter}-${n}`;
        const { status } = await publish(server.url, author, sampleZip({ name }));
        note("publish", status);
        if (status === 201) published.push(name);
      }
    };
    const reader = async (path: string) => {
      // A mark of a visit: the only thing that makes an address new and changes nothing.
      for (let n = 0; !storm.over; n += 1) {
        const { status } = await call(`${server.url}/api/v1${path}?utm_content=${n}`);
        note("read", status);
      }
    };
    const readers = ["/skills/calm-a/1.0.0/download", "/search", "/skills"].map(reader);
    await Promise.all([cutting(), writer("a"), writer("b"), ...readers]);
    expect([...seen.keys()].filter((key) => !/^(read (200|503)|publish (200|201|503))$/.test(key))).toEqual([]);
    expect(seen.get("read 200") ?? 0).toBeGreaterThan(0);
    expect(await Promise.race([server.exited, pause(0, "alive")])).toBe("alive");

    // It recovers by itself: what it accepted is there and is inspected, and every connection of the pool works again.
    await until(async () => (await call(`${server.url}/readyz`)).status === 200);
    for (const name of published) {
      expect(await inspected(server.url, name, "1.0.0", author)).toMatchObject({ verdict: "ALLOW" });
    }
    const many = Array.from({ length: 60 }, (_, n) => call(`${server.url}/api/v1/search?q=calm&utm_content=${n}`));
    expect((await Promise.all(many)).filter(({ status }) => status !== 200)).toEqual([]);
    // And it hears of changes: a withdrawn version is gone from the cache.
    const download = `${server.url}/api/v1/skills/calm-b/1.0.0/download`;
    expect((await call(download)).status).toBe(200);
    await call(`${server.url}/api/v1/admin/skills/calm-b/1.0.0/quarantine`, {
      token: registry.adminToken,
      json: { reason: "heard after the storm" },
    });
    await until(async () => (await call(download)).status === 403, 1_000);
    expect(
      await sql.rows("SELECT name FROM skills s WHERE NOT EXISTS (SELECT 1 FROM versions v WHERE v.skill_id = s.id)"),
    ).toEqual([]);
    server.kill("SIGTERM");
    expect(await server.exited).toEqual({ exitCode: 0, signal: null });
    await registry.close();
    await sql.close();
  });
});
