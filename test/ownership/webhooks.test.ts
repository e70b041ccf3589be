import { readFile } from "node:fs/promises";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { call, inspected, publish } from "../harness/api.ts";
import type { Received } from "../harness/hook-receiver.ts";
import { type HookWorld, hookWorld } from "../harness/hooks.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";
import { until } from "../harness/until.ts";

const HOUR_MS = 3_600_000;
/** The waits of docs/webhooks.md, in seconds. */
const WAITS_S = [30, 120, 600, 1_800, 5_400, 10_800, 21_600, 46_800];

let world: HookWorld;
beforeAll(async () => {
  world = await hookWorld();
});
beforeEach(() => world.receiver.answer((response) => response.writeHead(204).end()));
afterAll(() => world.close());
const published = async (name: string) => {
  expect((await publish(world.registry.url, world.ada, sampleZip({ name }))).status).toBe(201);
  return inspected(world.registry.url, name, "1.0.0", world.ada);
};

describe("webhooks", () => {
  test("events of a skill reach its publisher's hook, and the standard's own library verifies each", async () => {
    const mine = await world.hook("told");
    await published("told-skill");
    await call(world.api("/skills/told-skill/1.0.0/yank"), {
      method: "POST",
      token: world.ada,
      json: { reason: "a mistake" },
    });
    await until(async () => world.at("told").some(({ json }) => json.type === "version.yanked"));
    const types = world.at("told").map(({ json }) => json.type);
    expect(types.toSorted()).toEqual(["version.published", "version.verdict", "version.yanked"]);
    for (const { body, headers } of world.at("told")) {
      const standard = {
        "webhook-id": String(headers["webhook-id"]),
        "webhook-timestamp": String(headers["webhook-timestamp"]),
        "webhook-signature": String(headers["webhook-signature"]),
      };
      expect(new Webhook(mine.secret).verify(body, standard)).toMatchObject({ data: { name: "told-skill" } });
      expect(() => new Webhook(mine.secret).verify(`${body} `, standard)).toThrow();
    }
    const yanked = world.at("told").find(({ json }) => json.type === "version.yanked");
    expect(yanked?.json).toEqual({
      type: "version.yanked",
      timestamp: expect.stringMatching(/Z$/),
      data: {
        name: "told-skill",
        version: "1.0.0",
        publisher: "ada",
        visibility: "public",
        state: "yanked",
        tier: "experimental",
        verdict: "ALLOW",
        url: `${world.registry.url}/skills/told-skill/1.0.0`,
      },
    });
    const log = await world.deliveriesOf(mine);
    expect(log).toHaveLength(3);
    expect(log[0]).toMatchObject({ type: "version.yanked", state: "delivered", body: yanked?.body, next_at: null });
    expect(log[0].attempts).toMatchObject([{ status: 204, answer: "", error: null }]);
    await world.remove(mine);
  });

  test("a failing receiver is tried nine times over a day with one id, then its hook is disabled and its owner told", async () => {
    world.receiver.answer((response) => response.writeHead(500).end(`down\n${"x".repeat(2_000)}`));
    const mine = await world.hook("down", { events: ["version.yanked"] });
    await world.tried(mine);
    await until(async () => world.at("down").length === 1);
    for (const [retry, wait] of WAITS_S.entries()) {
      const waiting = async () => (await world.deliveriesOf(mine))[0];
      await until(async () => (await waiting()).attempts.length === retry + 1);
      const { attempts, next_at: nextAt } = await waiting();
      const waitS = (Date.parse(nextAt) - Date.parse(attempts.at(-1).at)) / 1_000;
      expect(waitS).toBeGreaterThanOrEqual(wait);
      expect(waitS).toBeLessThanOrEqual(wait * 1.1 + 5);
      world.later((wait * 1.1 + 5) * 1_000);
      await until(async () => world.at("down").length === retry + 2);
    }
    await until(async () => (await world.viewOf(mine)).state === "disabled");
    expect(new Set(world.at("down").map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const [ended] = await world.deliveriesOf(mine);
    expect(ended).toMatchObject({ state: "failed", next_at: null });
    expect(ended.attempts).toHaveLength(9);
    expect(ended.attempts[0]).toMatchObject({ status: 500, answer: expect.stringMatching(/^down x{490,}…$/) });
    const { items } = (await call(world.api("/notices?limit=100"), { token: world.ada })).body;
    const told = items.find(({ kind }: { kind: string }) => kind === "webhook-disabled");
    expect(told.text).toContain(world.receiver.url);
    expect(told.text).not.toContain("/down");
    // It stays silent until its owner enables it.
    expect((await world.tried(mine)).status).toBe(409);
    world.receiver.answer((response) => response.writeHead(204).end());
    expect((await call(world.api(`${mine.path}/enable`), { method: "POST", token: world.ada })).body.state).toBe(
      "active",
    );
    const again = await call(world.api(`${mine.path}/deliveries/${ended.id}/redeliver`), {
      method: "POST",
      token: world.ada,
    });
    expect(again.status).toBe(202);
    await until(async () => (await world.deliveriesOf(mine))[0].state === "delivered");
    expect(new Set(world.at("down").map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    await world.remove(mine);
  });

  test("redirects are not followed, huge answers are cut, and 410 ends a hook", async () => {
    const mine = await world.hook("odd");
    world.receiver.answer((response, { path }) =>
      path === "/odd" ? response.writeHead(302, { location: `${world.receiver.url}/elsewhere` }).end() : response.end(),
    );
    await world.tried(mine);
    await until(async () => (await world.deliveriesOf(mine))[0].attempts.length === 1);
    expect((await world.deliveriesOf(mine))[0].attempts[0]).toMatchObject({ status: 302 });
    expect(world.at("elsewhere")).toEqual([]);
    world.receiver.answer((response) => response.writeHead(200).end(Buffer.alloc(10 << 20, "a\u0000b")));
    world.later(60_000);
    await until(async () => (await world.deliveriesOf(mine))[0].state === "delivered");
    const { attempts } = (await world.deliveriesOf(mine))[0];
    expect(attempts[1]).toMatchObject({ status: 200, error: null });
    expect(attempts[1].answer.length).toBeLessThanOrEqual(500);
    world.receiver.answer((response) => response.writeHead(410).end());
    await world.tried(mine);
    await until(async () => (await world.viewOf(mine)).state === "disabled");
    expect((await world.viewOf(mine)).disabled_why).toContain("410");
    await world.remove(mine);
  });

  test("after a rotation both secrets sign for a day, and the new one alone afterwards", async () => {
    const mine = await world.hook("rotated");
    const { body: rotated } = await call(world.api(`${mine.path}/rotate`), { method: "POST", token: world.ada });
    expect(rotated.secret).not.toBe(mine.secret);
    await world.tried(mine);
    await until(async () => world.at("rotated").length === 1);
    world.later(25 * HOUR_MS);
    await world.tried(mine);
    await until(async () => world.at("rotated").length === 2);
    // The library's own signature, since its check holds the time to a clock that was not moved.
    const verifies = (secret: string, { headers, body }: Received) => {
      const sentAt = new Date(Number(headers["webhook-timestamp"]) * 1_000);
      const signature = new Webhook(secret).sign(String(headers["webhook-id"]), sentAt, body);
      return String(headers["webhook-signature"]).split(" ").includes(signature);
    };
    const [first, second] = world.at("rotated");
    if (!first || !second) throw new Error("two messages came");
    expect([verifies(mine.secret, first), verifies(rotated.secret, first)]).toEqual([true, true]);
    expect([verifies(mine.secret, second), verifies(rotated.secret, second)]).toEqual([false, true]);
    // Neither lies in the database as it is.
    const rows = await rowsOf<{ secret: string }>(world.registry, "SELECT secret FROM webhooks WHERE id = $1", [
      mine.id,
    ]);
    expect(rows[0]?.secret).not.toContain(rotated.secret.slice(6));
    await world.remove(mine);
  });

  test("an event that cannot be fanned out holds up none behind it, and is told once it can be", async () => {
    const mine = await world.hook("behind", { events: ["version.yanked"] });
    for (const name of ["stuck-skill", "other-skill"]) await published(name);
    await runSql(
      world.registry,
      `CREATE FUNCTION refuse_stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stuck'; END $$;
       CREATE TRIGGER refuse_stuck BEFORE UPDATE ON webhook_events FOR EACH ROW
         WHEN (NEW.body::text LIKE '%stuck-skill%') EXECUTE FUNCTION refuse_stuck();`,
    );
    const names = () => world.at("behind").map(({ json }) => json.data.name);
    try {
      for (const name of ["stuck-skill", "other-skill"])
        await call(world.api(`/skills/${name}/1.0.0/yank`), {
          method: "POST",
          token: world.ada,
          json: { reason: "a mistake" },
        });
      await until(async () => names().length > 0);
      expect(names()).toEqual(["other-skill"]);
    } finally {
      await runSql(world.registry, "DROP TRIGGER refuse_stuck ON webhook_events; DROP FUNCTION refuse_stuck();");
    }
    await until(async () => names().length > 1);
    expect(names()).toEqual(["other-skill", "stuck-skill"]);
    await world.remove(mine);
  });

  test("a slow receiver holds up no other", async () => {
    world.receiver.answer((response, { path }) => {
      if (path !== "/slow") response.writeHead(204).end();
    });
    const slow = await world.hook("slow", { events: ["version.yanked"] });
    const quick = await world.hook("quick", { events: ["version.yanked"] });
    await world.tried(slow);
    await until(async () => world.at("slow").length === 1);
    await world.tried(quick);
    await until(async () => (await world.deliveriesOf(quick))[0].state === "delivered", 8_000);
    expect((await world.deliveriesOf(slow))[0].attempts).toEqual([]);
    await Promise.all([world.remove(slow), world.remove(quick)]);
  });
});

test("the example of docs/webhooks.md takes what is sent, and nothing else", async () => {
  const [, code = ""] = /```js\n([^]*?)```/.exec(await readFile("docs/webhooks.md", "utf8")) ?? [];
  const example = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    isGenuine(headers: Received["headers"], body: string, secret: string): boolean;
  };
  const now = world.registry.running.services.registry.now;
  world.registry.running.services.registry.now = () => new Date();
  const mine = await world.hook("example");
  await world.tried(mine);
  await until(async () => world.at("example").length === 1);
  const [message] = world.at("example");
  if (!message) throw new Error("a message came");
  expect(example.isGenuine(message.headers, message.body, mine.secret)).toBe(true);
  expect(example.isGenuine(message.headers, `${message.body} `, mine.secret)).toBe(false);
  expect(example.isGenuine({ ...message.headers, "webhook-timestamp": "1" }, message.body, mine.secret)).toBe(false);
  await world.remove(mine);
  world.registry.running.services.registry.now = now;
});
