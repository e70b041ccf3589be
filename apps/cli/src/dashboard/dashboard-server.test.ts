import { once } from "node:events";
import { request, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { type Dashboard, dashboardServer, type Switch } from "./dashboard-server.ts";

const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A dashboard whose page says what was said last, and how it is asked. */
async function started() {
  const turned: Switch[] = [];
  const dashboard: Dashboard = {
    style: "body{}",
    page: async ({ form, said }) => `form=${form} said=${said?.lines.join() ?? "nothing"}`,
    turn: async (wanted) => {
      turned.push(wanted);
      return { isDone: true, lines: [`turned ${wanted.name}`] };
    },
  };
  const { server, token } = dashboardServer(dashboard);
  open.push(server);
  server.listen({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // what a TCP server has
  const ask = (
    path: string,
    {
      method = "GET",
      headers = {},
      body = "",
    }: Partial<Record<"method" | "body", string>> & { headers?: Record<string, string> } = {},
  ) =>
    new Promise<Answer>((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port, path, method, headers, agent: false }, (answer) => {
        let text = "";
        answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
      });
      sent.on("error", reject);
      sent.end(body);
    });
  return { ask, token, turned, origin: `http://127.0.0.1:${port}` };
}

/** One that was opened as a browser does it, and what its forms send. */
async function opened() {
  const dashboard = await started();
  const { headers } = await dashboard.ask(`/?token=${dashboard.token}`);
  const base = headers.location ?? "";
  const cookie = headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  const page = await dashboard.ask(base, { headers: { cookie } });
  const form = /form=(\S+)/.exec(page.body)?.[1] ?? "";
  const fields = { form, place: "home", name: "web-search", enabled: "no" };
  const sent = {
    cookie,
    origin: dashboard.origin,
    "sec-fetch-site": "same-origin",
    "content-type": "application/x-www-form-urlencoded",
  };
  const post = (
    changes: { fields?: Partial<typeof fields>; headers?: Record<string, string>; without?: string[] } = {},
  ) => {
    const headers = Object.fromEntries(
      Object.entries({ ...sent, ...changes.headers }).filter(([name]) => !changes.without?.includes(name)),
    );
    return dashboard.ask(`${base}switch`, {
      method: "POST",
      headers,
      body: new URLSearchParams({ ...fields, ...changes.fields }).toString(),
    });
  };
  return { ...dashboard, base, cookie, page, form, post };
}

describe("the dashboard's page", () => {
  test("opens by its address once, then by a cookie at an address of its own", async () => {
    const { ask, token, base, cookie, page } = await opened();
    expect([page.status, page.body]).toEqual([200, expect.stringContaining("said=nothing")]);
    expect((await ask(`/?token=${token}`)).status).toBe(403);
    expect((await ask(base)).status).toBe(403);
    expect((await ask(base, { headers: { cookie: "gaia_dashboard=x" } })).status).toBe(403);
    expect((await ask(`/${"x".repeat(22)}/`, { headers: { cookie } })).status).toBe(403);
    expect((await ask(`${base}style.css`, { headers: { cookie } })).headers["content-type"]).toContain("text/css");
    expect((await ask(`${base}other`, { headers: { cookie } })).status).toBe(404);
  });

  test("the cookie goes to no script, to no other site, and to no other port of this machine", async () => {
    const { ask, token } = await started();
    const { headers } = await ask(`/?token=${token}`);
    expect(headers["set-cookie"]).toEqual([expect.stringMatching(/; Path=\/[\w-]{22}\/; HttpOnly; SameSite=Strict$/)]);
    expect(headers["set-cookie"]?.[0]).not.toContain(token);
  });

  test("the address opens to no guess, and a guess does not use it up", async () => {
    const { ask, token } = await started();
    for (const path of ["/", "/?token=", `/?token=${token.slice(0, -1)}`, `/?token=${token}x`, `/x?token=${token}`])
      expect((await ask(path)).status, path).toBe(403);
    expect((await ask(`/?token=${token}`, { method: "POST" })).status).toBe(405);
    expect((await ask(`/?token=${token}`)).status).toBe(303);
  });

  test("T13 what counts after it was opened follows from nothing in its first address", async () => {
    const [one, other] = [0, 1].map(() =>
      dashboardServer(
        { style: "", page: async () => "", turn: async () => ({ isDone: true, lines: [] }) },
        { token: "the-same" },
      ),
    );
    const places = await Promise.all(
      [one, other].map(async (each) => {
        if (each === undefined) throw new Error("none");
        open.push(each.server);
        each.server.listen({ host: "127.0.0.1", port: 0 });
        await once(each.server, "listening");
        const { port } = each.server.address() as AddressInfo; // what a TCP server has
        const answer = await fetch(`http://127.0.0.1:${port}/?token=the-same`, { redirect: "manual" });
        return [answer.headers.get("location"), answer.headers.get("set-cookie")?.split(";")[0]];
      }),
    );
    expect(places[0]?.[0]).not.toBe(places[1]?.[0]);
    expect(places[0]?.[1]).not.toBe(places[1]?.[1]);
    expect(places[0]?.[1]).toMatch(/^gaia_dashboard=.{20}/);
  });

  test("T13 a name that a stranger's DNS leads here is refused before anything else", async () => {
    const { ask, token, base, cookie, origin } = await opened();
    const port = new URL(origin).port;
    for (const host of [
      `evil.example:${port}`,
      "evil.example",
      `localhost:${port}`,
      "127.0.0.1",
      `127.0.0.1:${port}.evil.example`,
    ]) {
      expect((await ask(base, { headers: { host, cookie } })).status, host).toBe(421);
      expect((await ask(`/?token=${token}`, { headers: { host } })).status, host).toBe(421);
    }
  });

  test("no answer lets another site read it or frame it, and none is kept", async () => {
    const { ask, base, cookie, page } = await opened();
    const preflight = await ask(`${base}switch`, {
      method: "OPTIONS",
      headers: { cookie, origin: "http://evil.example" },
    });
    for (const { headers } of [page, preflight, await ask("/")]) {
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
      expect(headers["content-security-policy"]).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect([headers["cache-control"], headers["x-content-type-options"]]).toEqual(["no-store", "nosniff"]);
    }
  });
});

describe("its switches", () => {
  test("turn a skill on and off, and the next page says so once", async () => {
    const { ask, base, cookie, post, turned } = await opened();
    const answer = await post();
    expect([answer.status, answer.headers.location]).toEqual([303, base]);
    expect(turned).toEqual([{ place: "home", name: "web-search", enabled: false }]);
    expect((await ask(base, { headers: { cookie } })).body).toContain("said=turned web-search");
    expect((await ask(base, { headers: { cookie } })).body).toContain("said=nothing");
  });

  test.each([
    ["from another site", { headers: { "sec-fetch-site": "cross-site" } }],
    ["from another port of this machine", { headers: { "sec-fetch-site": "same-site" } }],
    ["by an address that somebody typed", { headers: { "sec-fetch-site": "none" } }],
    ["with another origin", { headers: { origin: "http://evil.example" } }],
    ["with the origin of a sandboxed page", { headers: { origin: "null" } }],
    ["without an origin", { without: ["origin"] }],
    ["without the cookie", { without: ["cookie"] }],
    ["as something that no form sends", { headers: { "content-type": "text/plain" } }],
    ["with another form's token", { fields: { form: "x" } }],
  ])("T13 do nothing %s", async (_, changes) => {
    const { post, turned } = await opened();
    expect((await post(changes)).status).toBe(403);
    expect(turned).toEqual([]);
  });

  test("take no form that is too long or lacks a field, and no other method", async () => {
    const { ask, base, cookie, post, turned } = await opened();
    expect((await post({ fields: { name: "x".repeat(5_000) } })).status).toBe(413);
    expect((await post({ fields: { enabled: "maybe" } })).status).toBe(400);
    expect((await post({ fields: { name: "" } })).status).toBe(400);
    expect((await ask(`${base}switch`, { headers: { cookie } })).status).toBe(405);
    expect(turned).toEqual([]);
  });
});
