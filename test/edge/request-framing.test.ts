import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;
let ada: string;
beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  expect((await publish(registry.url, ada, sampleZip({ name: "framed" }))).status).toBe(201);
  await registry.settle();
});
afterAll(() => registry.close());

/** What comes back for these bytes, until the registry hangs up or is silent for half a second. */
async function exchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(registry.url);
  const socket = connect(Number(port), hostname);
  let said = "";
  socket.setEncoding("latin1").on("data", (text: string) => void (said += text));
  await new Promise<void>((resolve) => {
    socket.setTimeout(500, () => socket.destroy());
    socket.on("close", () => resolve()).on("error", () => resolve());
    socket.write(bytes);
  });
  return said;
}

const statuses = (said: string) => [...said.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
const ask = (...lines: string[]) => ["POST /api/v1/resolve HTTP/1.1", "Host: x", ...lines].join("\r\n");
const INNER = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";

describe("where a request ends, and what it asks for", () => {
  test.each([
    ["a length and chunks", ask("Content-Length: 5", "Transfer-Encoding: chunked") + `\r\n\r\n0\r\n\r\n${INNER}`],
    ["two lengths", ask("Content-Length: 0", `Content-Length: ${INNER.length}`) + `\r\n\r\n${INNER}`],
    ["a length that is none", ask("Content-Length: +5") + `\r\n\r\n${INNER}`],
    ["an encoding that nobody knows", ask("Transfer-Encoding: xchunked") + `\r\n\r\n0\r\n\r\n${INNER}`],
    ["chunks that are not last", ask("Transfer-Encoding: chunked, identity") + `\r\n\r\n0\r\n\r\n${INNER}`],
    ["a space before the colon", ask("Content-Length : 5") + `\r\n\r\n${INNER}`],
    ["a folded header", ask("Transfer-Encoding:", " chunked", "Content-Length: 5") + `\r\n\r\n0\r\n\r\n${INNER}`],
    ["a chunk whose size is none", ask("Transfer-Encoding: chunked") + `\r\n\r\n0x1\r\na\r\n0\r\n\r\n${INNER}`],
    ["a line that ends in CR alone", ask("X: y\rContent-Length: 5") + `\r\n\r\n${INNER}`],
  ])("Q6 %s: refused, hung up on, and what follows is no request", async (_, bytes) => {
    const answers = statuses(await exchange(bytes));
    expect(answers).toHaveLength(1);
    expect(answers[0]).toBeGreaterThanOrEqual(400);
    expect(answers[0]).toBeLessThan(500);
  });

  test("Q6 HEAD is GET without its body; TRACE gives nothing back; no header and no parameter makes another method", async () => {
    const url = `${registry.url}/api/v1/skills/framed`;
    const [got, head] = [await fetch(url), await fetch(url, { method: "HEAD" })];
    expect([head.status, await head.text()]).toEqual([got.status, ""]);
    for (const name of ["etag", "content-type", "vary", "cache-control"])
      expect(head.headers.get(name), name).toBe(got.headers.get(name));
    const traced = await exchange(
      "TRACE /api/v1/skills HTTP/1.1\r\nHost: x\r\nX-Secret: hidden\r\nConnection: close\r\n\r\n",
    );
    expect(statuses(traced)).toEqual([405]);
    expect(traced).not.toContain("hidden");
    for (const name of ["x-http-method-override", "x-http-method", "x-method-override"]) {
      const refused = await call(`${url}?_method=DELETE`, { token: ada, headers: { [name]: "DELETE" } });
      expect(refused, name).toMatchObject({ status: 400, body: { code: "invalid_request" } });
      const overridden = await call(url, { token: ada, headers: { [name]: "DELETE" } });
      expect(overridden, name).toMatchObject({ status: 200, body: { name: "framed" } });
      const posted = await call(`${url}/1.0.0/yank?_method=GET`, { token: "x", json: {}, headers: { [name]: "GET" } });
      expect(posted.status, name).toBe(401);
    }
  });

  test("Q4 no header that a cache does not compare changes what is kept, and no ending makes somebody's answer everybody's", async () => {
    const url = `${registry.url}/api/v1/skills/framed`;
    const plain = (await call(url)).body;
    const unkeyed = {
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "gopher",
      "x-forwarded-prefix": "/evil",
      "x-original-url": "/api/v1/whoami",
      "x-rewrite-url": "/api/v1/whoami",
      forwarded: "host=evil.example;proto=gopher",
    };
    for (const [name, value] of Object.entries(unkeyed)) {
      registry.running.services.pages.forgetAll();
      const poisoned = await call(url, { headers: { [name]: value } });
      expect(poisoned.body, name).toEqual(plain);
      expect((await call(url)).body, name).toEqual(plain);
    }
    for (const path of [
      "/api/v1/whoami/a.css",
      "/api/v1/whoami;a.js",
      "/api/v1/whoami%2fa.png",
      "/api/v1/notices/a.css",
    ]) {
      const own = await call(`${registry.url}${path}`, { token: ada });
      expect(own.status, path).toBeGreaterThanOrEqual(400);
      expect(own.headers.get("cache-control"), path).toMatch(/no-store/);
      expect(JSON.stringify(own.body), path).not.toContain('"ada"');
    }
  });
});
