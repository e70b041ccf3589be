import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../apps/server/src/http/app.ts";
import { account, call, publish } from "../harness/api.ts";
import { type Browser, PASSWORD, signedUp } from "../harness/people.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";
import { toyProtocol } from "./toy-protocol.ts";

let registry: TestRegistry;
let ada: string;
let eve: string;
let person: Browser;
let toy: (path: string, headers?: Record<string, string>, method?: string) => Promise<Response>;

const basic = (password: string, user = "anything") => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
});

beforeAll(async () => {
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: { SIGN_UP: "open", RATE_LIMIT_READS: "0" },
  });
  const { services } = registry.running;
  ada = await account(registry.url, registry.adminToken, "ada");
  eve = await account(registry.url, registry.adminToken, "eve");
  for (const version of ["1.0.0", "1.1.0"]) await publishedAtOnce(registry, { token: ada, name: "served", version });
  const hidden = sampleZip({ name: "hidden" });
  expect((await publish(registry.url, ada, hidden, "?publisher=ada&visibility=private")).status).toBe(201);
  await registry.settle();
  person = (await signedUp(registry, "paula")).first;
  const app = createApp(services, null, [toyProtocol]);
  toy = async (path, headers = {}, method = "GET") =>
    app.fetch(new Request(`http://127.0.0.1/toy${path}`, { headers, method }), {
      incoming: { socket: { remoteAddress: "192.0.2.1" } },
    });
});
afterAll(() => registry.close());

const told = async (answer: Response) => ({
  status: answer.status,
  body: await answer.text(),
  challenge: answer.headers.get("www-authenticate"),
});

describe("Basic", () => {
  test("its password is a token, with any user name; an account's own password is nobody's", async () => {
    for (const user of ["ada", "__token__", "", "zoë"])
      expect(await (await toy("/x/1", basic(ada, user), "PUT")).text()).toBe("ada\n");
    const refused = await toy("/x/1", basic(PASSWORD, "paula"), "PUT");
    expect(await told(refused)).toMatchObject({ status: 401, challenge: 'Basic realm="toy"' });
    for (const authorization of ["Basic", "Basic ", "Basic !!", `Basic ${Buffer.from("no colon").toString("base64")}`])
      expect((await toy("/x/1", { authorization }, "PUT")).status, authorization).toBe(401);
  });

  test("T13 what a page of another site has a browser send with a kept password is refused", async () => {
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }])
      expect((await toy("/x/1", { ...basic(ada), ...headers }, "PUT")).status).toBe(403);
    expect((await toy("/x/1", { ...basic(ada), "sec-fetch-site": "same-origin" }, "PUT")).status).toBe(200);
  });
});

describe("a challenge", () => {
  test("Q4 unknown, hidden and unrouted names are one 401 to strangers, and 404 to a token that does not reach them", async () => {
    const names = ["/hidden/1.0.0", "/unknown/1.0.0", "/served/9.9.9", "/hidden"];
    const answers = await Promise.all(names.map(async (path) => told(await toy(path))));
    for (const answer of answers) {
      expect(answer).toEqual({ status: 401, body: "no: unauthorized\n", challenge: 'Basic realm="toy"' });
    }
    // What is open is given to everybody, and to a token that is nobody's is said that it is none.
    expect((await toy("/served/1.0.0")).status).toBe(200);
    expect((await toy("/served/1.0.0", basic("gsk_nobody"))).status).toBe(401);
    for (const path of ["/hidden/1.0.0", "/unknown/1.0.0"])
      expect(await told(await toy(path, basic(eve)))).toEqual({
        status: 404,
        body: "no: not_found\n",
        challenge: null,
      });
    expect((await toy("/hidden/1.0.0", basic(ada))).status).toBe(200);
  });

  test("Q4 a hidden name takes no longer than one that nobody has, in an area with a challenge and in one without", async () => {
    const ways = [
      (name: string) => toy(`/${name}/1.0.0`),
      (name: string) => fetch(`${registry.url}/api/v1/skills/${name}/1.0.0`),
    ];
    for (const ask of ways) {
      const times: Record<string, number[]> = { hidden: [], unseen: [] };
      for (let n = 0; n < 60; n += 1) {
        for (const [name, list] of Object.entries(times)) {
          const started = performance.now();
          await (await ask(name)).text();
          list.push(performance.now() - started);
        }
      }
      const [hidden = 0, unseen = 1] = Object.values(times).map((list) => list.toSorted((a, b) => a - b)[30]);
      expect(hidden / unseen).toBeGreaterThan(0.5);
      expect(hidden / unseen).toBeLessThan(2);
    }
  });
});

describe("a request presents one credential, of a kind that its area takes", () => {
  test("a token beside a session is refused, and so is a kind that the area does not list", async () => {
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const bearer = { authorization: `Bearer ${ada}` };
    const whoami = `${registry.url}/api/v1/whoami`;
    for (const headers of [{ cookie }, bearer]) expect((await fetch(whoami, { headers })).status).toBe(200);
    expect((await fetch(whoami, { headers: { ...bearer, cookie } })).status).toBe(401);
    const open = `${registry.url}/api/v1/skills/served`;
    expect((await fetch(open, { headers: { ...bearer, cookie } })).status).toBe(401);
    for (const headers of [basic(ada), { authorization: "Digest username=ada" }]) {
      const answer = await call(open, { headers });
      expect([answer.status, answer.body.code]).toEqual([401, "unauthorized"]);
      expect(answer.body.detail).toMatch(/session of a browser or a bearer token/);
    }
    // Pages take a session alone.
    expect((await fetch(`${registry.url}/skills/served`, { headers: bearer })).status).toBe(401);
    expect((await fetch(`${registry.url}/skills/served`, { headers: { cookie } })).status).toBe(200);
    expect((await toy("/served/1.0.0", { cookie })).status).toBe(200);
  });

  test("an area that lists none passes over what proxies and monitors send", async () => {
    for (const path of ["/healthz", "/readyz", "/log/checkpoint"])
      expect((await fetch(`${registry.url}${path}`, { headers: basic("of-a-proxy") })).status, path).toBe(200);
  });
});

describe("a protocol of sixty lines", () => {
  test("is refused what is withheld, and its downloads count like any other", async () => {
    const { downloads } = registry.running.services;
    for (let n = 0; n < 3; n += 1) expect((await toy("/served/1.1.0", basic(ada))).status).toBe(200);
    expect((await call(`${registry.url}/api/v1/skills/served/1.1.0/download`, { token: ada })).status).toBe(200);
    await downloads.flush();
    const rows = await rowsOf(
      registry,
      `SELECT client, sum(count)::int AS count FROM downloads_by_client JOIN versions ON versions.id = version_id
         WHERE version = '1.1.0' GROUP BY 1 ORDER BY 1`,
    );
    expect(rows).toEqual([
      { client: "api", count: 1 },
      { client: "toy", count: 1 },
    ]);
    const withheld = await call(`${registry.url}/api/v1/admin/skills/served/1.1.0/quarantine`, {
      token: registry.adminToken,
      json: { reason: "it harms" },
    });
    expect(withheld.status).toBe(200);
    expect((await toy("/served/1.1.0", basic(eve))).status).toBe(403);
    expect((await toy("/served/1.1.0")).status).toBe(401);
  });
});
