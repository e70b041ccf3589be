import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestRegistry, type TestRegistry } from "../../../../test/harness/registry.ts";

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
});
afterAll(() => registry.close());

/** An answer that may be kept and needs no skill. */
const ask = (headers: Record<string, string> = {}, address = "/api/v1/keys") =>
  fetch(`${registry.url}${address}`, { headers });

/** Everything but what differs from one answer to the next. */
function comparable(answer: Response): Record<string, string> {
  const { date: _, "x-request-id": id, ratelimit, ...rest } = Object.fromEntries(answer.headers);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(ratelimit).toMatch(/^"reads";r=\d+;t=\d+$/);
  return rest;
}

test("an answer from the cache is the answer that was rendered: status, headers and body", async () => {
  registry.running.services.pages.forgetAll();
  const rendered = await ask();
  const kept = await ask();
  expect(kept.status).toBe(200);
  expect(comparable(kept)).toEqual(comparable(rendered));
  expect(await kept.text()).toBe(await rendered.text());
  expect(kept.headers.get("x-content-type-options")).toBe("nosniff");
});

test("304 is the same from both, without a body and with what RFC 9110 §15.4.5 wants", async () => {
  const etag = (await ask()).headers.get("etag") ?? "";
  registry.running.services.pages.forgetAll();
  const rendered = await ask({ "if-none-match": etag });
  const kept = await ask({ "if-none-match": `"other", W/${etag}` });
  expect([rendered.status, kept.status]).toEqual([304, 304]);
  expect(comparable(kept)).toEqual(comparable(rendered));
  expect(kept.headers.get("etag")).toBe(etag);
  expect(kept.headers.get("cache-control")).toBe("no-cache");
  expect(await kept.text()).toBe("");
});

test("each request counts once against its limit, kept or not, and is told its own id", async () => {
  registry.running.services.pages.forgetAll();
  const left = (answer: Response) => Number(/r=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1]);
  const first = left(await ask());
  expect(left(await ask())).toBe(first - 1);
  expect(left(await ask({}, "/api/v1/skills/no-such-skill"))).toBe(first - 2);
  expect((await ask({ "x-request-id": "given-by-the-client" })).headers.get("x-request-id")).toBe(
    "given-by-the-client",
  );
  expect((await ask({ "x-request-id": "not one\tid" })).headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test("kept answers are in the metrics under their route", async () => {
  const count = async () => {
    const text = await (await fetch(`${registry.url}/metrics`)).text();
    const line = /^http_request_duration_seconds_count\{.*route="\/api\/v1\/keys".*status="200".*\} (\d+)$/m;
    return Number(line.exec(text)?.[1] ?? 0);
  };
  await ask();
  const before = await count();
  await ask();
  await ask();
  expect(await count()).toBe(before + 2);
});

test("whoever sends a token never gets, or leaves, a kept answer", async () => {
  await ask();
  const own = await ask({ authorization: `Bearer ${registry.adminToken}` });
  expect(own.headers.get("cache-control")).toBe("private, no-store");
  expect((await ask()).headers.get("cache-control")).toBe("no-cache");
});
