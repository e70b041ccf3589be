import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { type HookWorld, hookWorld } from "../harness/hooks.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";
import { until } from "../harness/until.ts";

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

describe("what one owner takes of all", () => {
  test("slow receivers of one account leave places to others", async () => {
    world.receiver.answer((response, { path }) => {
      if (path === "/bobs-own") response.writeHead(204).end();
      else setTimeout(() => response.writeHead(204).end(), 12_000);
    });
    const slow = await Promise.all(Array.from({ length: 9 }, (_, at) => world.hook(`slow-${at}`)));
    const bobs = await world.hook("bobs-own", { of: "bob", token: world.bob });
    for (const hook of slow) await world.tried(hook);
    await until(async () => world.receiver.received.some(({ path }) => path.startsWith("/slow-")));
    await world.tried(bobs);
    await until(async () => world.at("bobs-own").length === 1, 9_000);
    expect(world.receiver.received.filter(({ path }) => path.startsWith("/slow-")).length).toBeLessThanOrEqual(2);
    await Promise.all([...slow, bobs].map((hook) => world.remove(hook)));
  });

  test("of many tries of one delivery the newest are answered, and a redelivery keeps no more", async () => {
    const mine = await world.hook("tried-often");
    await world.tried(mine);
    await until(async () => (await world.deliveriesOf(mine))[0]?.state === "delivered");
    const [{ id }] = await world.deliveriesOf(mine);
    const often = `INSERT INTO webhook_attempts (delivery_id, at, status, answer, duration_ms)
      SELECT '${id}', now(), 500, 'no ' || n, 1 FROM generate_series(1, 300) n`;
    await runSql(world.registry, often);
    const [{ attempts }] = await world.deliveriesOf(mine);
    expect([attempts.length, attempts.at(-1).answer]).toEqual([20, "no 300"]);
    const again = await call(world.api(`${mine.path}/deliveries/${id}/redeliver`), {
      method: "POST",
      token: mine.token,
    });
    expect(again.status).toBeLessThan(300);
    const [row] = await rowsOf<{ n: number }>(
      world.registry,
      `SELECT count(*)::int AS n FROM webhook_attempts WHERE delivery_id = '${id}'`,
    );
    expect(row?.n).toBeLessThanOrEqual(21);
    await world.remove(mine);
  });
});

describe("who is told", () => {
  test("T7 a private skill's events go to its owner's hook and to admins', and to nobody else's", async () => {
    const mine = await world.hook("mine");
    const notices = (await call(world.api("/notices?limit=100"), { token: world.ada })).body.items;
    expect(notices[0]).toMatchObject({
      kind: "webhook-made",
      text: expect.stringContaining("ada made a webhook of ada"),
    });
    const bobs = await world.hook("bobs", { of: "bob", token: world.bob });
    const admins = await world.hook("admins", { of: null, token: world.registry.adminToken });
    const answer = await publish(
      world.registry.url,
      world.ada,
      sampleZip({ name: "hush-hook" }),
      "?visibility=private",
    );
    expect(answer.status).toBe(201);
    await until(async () => world.at("mine").length >= 2 && world.at("admins").length >= 2);
    expect(world.at("mine").every(({ json }) => json.data.visibility === "private")).toBe(true);
    expect(world.at("bobs")).toEqual([]);
    await Promise.all([world.remove(mine), world.remove(bobs), world.remove(admins)]);
  });

  test("a report that is open is told to admins alone; its decision to the publisher as well, without who reported it", async () => {
    const mine = await world.hook("case-mine");
    const admins = await world.hook("case-admins", { of: null, token: world.registry.adminToken });
    expect(
      (
        await call(world.api(world.hooksOf("ada")), {
          token: world.ada,
          json: { address: world.receiver.url, events: ["report.opened"] },
        })
      ).status,
    ).toBe(400);
    await published("reported-hook");
    const said = { kind: "spam", text: "bob says so" };
    const { status, body: filed } = await call(world.api("/skills/reported-hook/reports"), {
      token: world.bob,
      json: said,
    });
    expect(status, JSON.stringify(filed)).toBe(201);
    const dismissal = { token: world.registry.adminToken, json: { reason: "nothing is wrong with it" } };
    const dismissed = await call(world.api(`/admin/reports/${filed.id}/dismiss`), dismissal);
    expect(dismissed.status, JSON.stringify(dismissed.body)).toBe(200);
    await until(async () => world.at("case-mine").some(({ json }) => json.type === "report.decided"));
    await until(async () => world.at("case-admins").some(({ json }) => json.type === "report.decided"));
    expect(world.at("case-mine").map(({ json }) => json.type)).not.toContain("report.opened");
    const decided = world.at("case-mine").find(({ json }) => json.type === "report.decided");
    expect(decided?.json.data).toMatchObject({ report: filed.id, kind: "spam", outcome: "dismissed" });
    expect(world.at("case-admins").map(({ json }) => json.type)).toContain("report.opened");
    for (const { body } of [...world.at("case-mine"), ...world.at("case-admins")]) expect(body).not.toContain("bob");
    await Promise.all([world.remove(mine), world.remove(admins)]);
  });

  test("what admins and publishers decide of a version is told, with the state that it has then", async () => {
    const admins = await world.hook("decided", { of: null, token: world.registry.adminToken });
    await published("decided-hook");
    const decide = async (deed: string) => {
      const json = { reason: "it is looked at" };
      const path = world.api(`/admin/skills/decided-hook/1.0.0/${deed}`);
      expect((await call(path, { token: world.registry.adminToken, json })).status).toBe(200);
    };
    const told = () => world.at("decided").map(({ json }) => [json.type, json.data.state]);
    const saw = (type: string, state: string) =>
      until(async () => told().some((one) => `${one}` === `${type},${state}`));
    await decide("quarantine");
    await saw("version.quarantined", "quarantined");
    await decide("release");
    await saw("version.quarantined", "published");
    const report = { kind: "malware", version: "1.0.0", text: "it sends what it reads" };
    const { body } = await call(world.api("/skills/decided-hook/reports"), { token: world.bob, json: report });
    const uphold = { effect: "quarantine", reason: "it does" };
    await call(world.api(`/admin/reports/${body.id}/uphold`), { token: world.registry.adminToken, json: uphold });
    await until(async () => world.at("decided").some(({ json }) => json.type === "report.decided"));
    const decided = world.at("decided").find(({ json }) => json.type === "report.decided");
    expect(decided?.json.data).toMatchObject({ outcome: "upheld", effect: "quarantine", name: "decided-hook" });
    await world.remove(admins);
  });

  test("T9 a hook whose account is no owner any more is sent nothing, and is disabled", async () => {
    await call(world.api("/publishers"), { token: world.ada, json: { handle: "hooked-org" } });
    const asOwner = { account: "bob", role: "owner" };
    const { body: invited } = await call(world.api("/publishers/hooked-org/invitations"), {
      token: world.ada,
      json: asOwner,
    });
    expect(
      (await call(world.api(`/invitations/${invited.id}/accept`), { method: "POST", token: world.bob })).status,
    ).toBe(200);
    const bobs = await world.hook("left", { of: "hooked-org", token: world.bob });
    world.receiver.answer((response) => response.writeHead(500).end());
    await world.tried(bobs);
    await until(async () => world.at("left").length === 1);
    expect(
      (await call(world.api("/publishers/hooked-org/members/bob"), { method: "DELETE", token: world.ada })).status,
    ).toBe(200);
    world.later(60_000);
    const asAda = { ...bobs, token: world.ada };
    await until(async () => (await world.viewOf(asAda)).state === "disabled");
    expect(world.at("left")).toHaveLength(1);
    expect((await call(world.api(`${bobs.path}/deliveries`), { token: world.bob })).status).toBe(403);
    await world.remove(asAda);
  });

  test("T7 a foreign hook is not there, whatever its id, and others' publishers are refused", async () => {
    const mine = await world.hook("t7");
    const id = mine.id;
    const ways = ["test", "rotate", "enable"].map((verb) => ({ method: "POST", path: `/${id}/${verb}` }));
    for (const { method, path } of [
      ...ways,
      { method: "GET", path: `/${id}/deliveries` },
      { method: "DELETE", path: `/${id}` },
    ]) {
      expect((await call(world.api(`${world.hooksOf("bob")}${path}`), { method, token: world.bob })).status, path).toBe(
        404,
      );
      expect((await call(world.api(`${world.hooksOf("ada")}${path}`), { method, token: world.bob })).status, path).toBe(
        403,
      );
      expect(
        (await call(world.api(`${world.hooksOf(null)}${path}`), { method, token: world.registry.adminToken })).status,
        path,
      ).toBe(404);
      expect((await call(world.api(`${world.hooksOf(null)}${path}`), { method, token: world.ada })).status, path).toBe(
        403,
      );
    }
    await world.remove(mine);
  });
});

describe("where hooks lead", () => {
  test("Q3 an address has to be https, or at an origin that the operator allows", async () => {
    const refused = [
      "http://example.org/x",
      "https://u:p@example.org/",
      "ftp://example.org/",
      "no address",
      `${world.receiver.url.replace("127.0.0.1", "localhost")}/`,
    ];
    for (const address of refused)
      expect(
        (await call(world.api(world.hooksOf("ada")), { token: world.ada, json: { address } })).status,
        address,
      ).toBe(400);
  });

  test.each(["https://127.0.0.1:9/", "https://[::ffff:169.254.169.254]/", "https://2130706433/", "https://localhost/"])(
    "Q3 nothing is sent to %s",
    async (address) => {
      const made = await call(world.api(world.hooksOf("ada")), { token: world.ada, json: { address } });
      const inside = {
        id: made.body.id,
        path: `${world.hooksOf("ada")}/${made.body.id}`,
        token: world.ada,
        secret: "",
      };
      await world.tried(inside);
      await until(async () => (await world.deliveriesOf(inside))[0].attempts.length === 1);
      const [{ attempts }] = await world.deliveriesOf(inside);
      expect(attempts[0]).toMatchObject({ status: null, error: "its name leads to no public address" });
      await world.remove(inside);
    },
  );

  test("what is in an address ends up in no header, and a publisher has ten hooks at most", async () => {
    const dora = await account(world.registry.url, world.registry.adminToken, "dora");
    const json = { address: `${world.receiver.url}/in%0d%0ax-evil:%201?a=\r\nx-evil: 1` };
    const made = await call(world.api(world.hooksOf("dora")), { token: dora, json });
    expect(made.status).toBe(201);
    const doras = { id: made.body.id, path: `${world.hooksOf("dora")}/${made.body.id}`, token: dora, secret: "" };
    await world.tried(doras);
    await until(async () => world.receiver.received.some(({ path }) => path.startsWith("/in%0d%0a")));
    const message = world.receiver.received.find(({ path }) => path.startsWith("/in%0d%0a"));
    expect(message?.headers).not.toHaveProperty("x-evil");
    for (let n = 1; n < 10; n += 1) await world.hook(`many-${n}`, { of: "dora", token: dora });
    expect(
      (await call(world.api(world.hooksOf("dora")), { token: dora, json: { address: world.receiver.url } })).status,
    ).toBe(409);
  });

  test("a deleted account's hooks end with it, with their log", async () => {
    const carl = await account(world.registry.url, world.registry.adminToken, "carl");
    const carls = await world.hook("carls", { of: "carl", token: carl });
    await world.tried(carls);
    await until(async () => world.at("carls").length === 1);
    const gone = await call(world.api("/account?confirm=carl"), { method: "DELETE", token: carl });
    expect(gone.status).toBeLessThan(300);
    expect(await rowsOf(world.registry, "SELECT 1 FROM webhooks WHERE id = $1", [carls.id])).toEqual([]);
  });
});
