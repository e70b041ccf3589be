import { expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { gpgIdentity } from "../harness/gpg.ts";
import { startRedis } from "../harness/redis-server.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql, standingOf } from "../harness/rows.ts";
import { sampleFiles, sampleZip, zipOf } from "../harness/samples.ts";
import { describeScaled } from "../harness/scaled.ts";
import { freshDatabase } from "../harness/services.ts";

const HOUR_MS = 3_600_000;

/** Sets a registry's clock, for requests and jobs alike. */
function shiftClock(registry: TestRegistry, byMs: number): void {
  registry.running.services.registry.now = () => new Date(Date.now() + byMs);
}

const ONCE = {
  inspections: 1,
  completed: 1,
  publish_statements: 1,
  verdict_statements: 1,
  publish_audits: 1,
  verdict_audits: 1,
};

await describeWith("postgres", "Redis goes away", () =>
  describeWith("redis", "with jobs in it", () => {
    test("R5 Redis is emptied, then stopped and started empty, while jobs wait: every inspection ends, once", async () => {
      const redis = await startRedis();
      const registry = await startTestRegistry({
        environment: {
          DATABASE_URL: await freshDatabase(),
          REDIS_URL: redis.url,
          WORKER_CONCURRENCY: "1",
          LEASE_SECONDS: "2",
        },
      });
      const author = await account(registry.url, registry.adminToken, "ada");
      const publishAll = async (names: string[]) => {
        for (const name of names) {
          expect((await publish(registry.url, author, sampleZip({ name }))).status, name).toBe(201);
        }
      };
      await publishAll(["first-a", "first-b", "first-c"]);
      const { Redis } = await import("ioredis");
      const client = new Redis(redis.url);
      await client.flushall();
      client.disconnect();

      await publishAll(["second-a", "second-b"]);
      await redis.stop();
      // Nobody hears the bell: publishing works all the same, and readiness says which door is shut.
      await publishAll(["third-a"]);
      const ready = await call(`${registry.url}/readyz`);
      expect(ready.status).toBe(503);
      expect(ready.body.doors).toMatchObject({ database: "open", blobs: "open", search: "open" });
      expect(ready.body.doors.queue).not.toBe("open");
      expect((await call(`${registry.url}/healthz`)).status).toBe(200);
      expect((await call(`${registry.url}/api/v1/search?q=first`)).status).toBe(200);

      const again = await startRedis({ port: redis.port, password: redis.password });
      const names = ["first-a", "first-b", "first-c", "second-a", "second-b", "third-a"];
      for (const name of names) {
        expect(await inspected(registry.url, name, "1.0.0", author)).toMatchObject({ status: "published" });
        expect(await standingOf(registry, name)).toEqual([expect.objectContaining(ONCE)]);
      }
      expect((await call(`${registry.url}/readyz`)).status).toBe(200);
      await registry.settle();
      await registry.close();
      await again.stop();
    });
  }),
);

await describeWith("gpg", "Clocks differ", () => {
  test("R7 the registry's clock decides: a signature dated in its future is refused until that time has come", async () => {
    const registry = await startTestRegistry();
    const author = await account(registry.url, registry.adminToken, "ada");
    const api = (path: string) => `${registry.url}/api/v1${path}`;
    const gpg = await gpgIdentity("Ada <ada@example.org>");
    await publish(registry.url, author, sampleZip({ name: "dated" }));
    await inspected(registry.url, "dated", "1.0.0", author);
    const key = await call(api("/publishers/ada/keys"), {
      token: author,
      json: { kind: "openpgp", public_key: gpg.publicKey },
    });
    expect(key.status).toBe(201);
    const signature = gpg.sign((await call(api("/skills/dated/1.0.0/sums"))).body as unknown as string);
    const send = () =>
      call(api("/skills/dated/1.0.0/signatures"), {
        token: author,
        body: signature,
        type: "application/pgp-signature",
      });
    // The signer's clock is a day ahead of the registry's.
    shiftClock(registry, -24 * HOUR_MS);
    const early = await send();
    expect(early.status).toBe(422);
    expect(early.body.code).toBe("signature_invalid");
    expect((await call(api("/skills/dated/1.0.0"))).body).toMatchObject({
      security_tier: "experimental",
      signatures: [],
    });
    shiftClock(registry, 0);
    expect(await send()).toMatchObject({ status: 201, body: { security_tier: "community" } });
    await registry.close();
    gpg.close();
  });

  test("R7 a token expires by the registry's clock, and is dead from that moment", async () => {
    const registry = await startTestRegistry({ withoutScanners: true });
    const author = await account(registry.url, registry.adminToken, "ada");
    await runSql(
      registry,
      `BEGIN; UPDATE tokens SET expires_at = now() + interval '1 hour' WHERE account_id = (SELECT id FROM accounts WHERE handle = 'ada');
       INSERT INTO audit_log (actor, action, target) VALUES ('test', 'token.expiry', 'account:ada'); COMMIT;`,
    );
    const whoami = async () => (await call(`${registry.url}/api/v1/whoami`, { token: author })).status;
    expect(await whoami()).toBe(200);
    shiftClock(registry, HOUR_MS + 1_000);
    expect(await whoami()).toBe(401);
    expect((await publish(registry.url, author, sampleZip({ name: "too-late" }))).status).toBe(401);
    shiftClock(registry, HOUR_MS - 60_000);
    expect(await whoami()).toBe(200);
    await registry.close();
  });
});

await describeScaled("Clocks of two processes", (form) => {
  test("R7 two workers whose clocks are twenty minutes apart take leases from each other, and conclude each inspection once", async () => {
    const environment = { ...(await form.environment()), LEASE_SECONDS: "2" };
    const [ahead, behind] = [await startTestRegistry({ environment }), await startTestRegistry({ environment })];
    shiftClock(ahead, 10 * 60_000);
    shiftClock(behind, -10 * 60_000);
    const author = await account(ahead.url, ahead.adminToken, "ada");
    const names = ["skewed-a", "skewed-b", "skewed-c", "skewed-d", "skewed-e", "skewed-f"];
    for (const [index, name] of names.entries()) {
      const archive = zipOf({ ...sampleFiles({ name }), "big.py": "value = [1, 2, 3]\n".repeat(2_000) });
      expect((await publish((index % 2 ? ahead : behind).url, author, archive)).status).toBe(201);
    }
    for (const name of names) {
      expect(await inspected(ahead.url, name, "1.0.0", author)).toMatchObject({
        status: "published",
        verdict: "ALLOW",
      });
    }
    await ahead.settle();
    for (const name of names) expect(await standingOf(ahead, name)).toEqual([expect.objectContaining(ONCE)]);
    await ahead.close();
    await behind.close();
  });
});

await describeScaled("PostgreSQL falters", (form) => {
  const start = async () => {
    const registry = await startTestRegistry({ environment: await form.environment() });
    return { registry, author: await account(registry.url, registry.adminToken, "ada") };
  };

  test("R8 a publish that loses to a concurrent transaction is tried again, and one that always loses answers 503", async () => {
    const { registry, author } = await start();
    // Sequences do not roll back, so they count attempts.
    await runSql(
      registry,
      `CREATE SEQUENCE losses;
       CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         IF nextval('losses') <= 2 THEN RAISE EXCEPTION 'lost' USING ERRCODE = CASE currval('losses') WHEN 1 THEN '40001' ELSE '40P01' END; END IF;
         RETURN NEW;
       END $$;
       CREATE TRIGGER lose BEFORE INSERT ON artifacts FOR EACH ROW EXECUTE FUNCTION lose();`,
    );
    expect((await publish(registry.url, author, sampleZip({ name: "stubborn" }))).status).toBe(201);
    expect(await rowsOf(registry, "SELECT last_value::int AS losses FROM losses")).toEqual([{ losses: 4 }]);
    await inspected(registry.url, "stubborn", "1.0.0", author);
    expect(await standingOf(registry, "stubborn")).toEqual([
      expect.objectContaining({ ...ONCE, artifacts: 2, files: 2 }),
    ]);

    await runSql(registry, "ALTER SEQUENCE losses MINVALUE -1000000 RESTART -1000000");
    const refused = await publish(registry.url, author, sampleZip({ name: "hopeless" }));
    expect(refused.status).toBe(503);
    expect(refused.body.code).toBe("unavailable");
    expect((await call(`${registry.url}/api/v1/skills/hopeless`, { token: author })).status).toBe(404);
    await registry.settle();
    await registry.close();
  });
});
