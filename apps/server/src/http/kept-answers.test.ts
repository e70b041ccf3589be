import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { account } from "../../../../test/harness/api.ts";
import { publishedAtOnce } from "../../../../test/harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../../../../test/harness/registry.ts";
import { runSql } from "../../../../test/harness/rows.ts";

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true, environment: { TRUST_PROXY: "1" } });
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

/** What the database has said to have changed since it was last asked: it says all in order, so a word of one's own comes last. */
function watchChanges(): () => Promise<string[]> {
  const { pages } = registry.running.services;
  const { forget } = pages;
  const changed: string[] = [];
  pages.forget = (subjects) => {
    changed.push(...subjects);
    forget(subjects);
  };
  onTestFinished(() => void (pages.forget = forget));
  let marks = 0;
  return async () => {
    const mark = `mark-${(marks += 1)}`;
    await runSql(registry, `SELECT pg_notify('skill_changed', '${mark}')`);
    await expect.poll(() => changed).toContain(`skill:${mark}`);
    return changed.splice(0).filter((subject) => subject !== `skill:${mark}`);
  };
}

test("downloads that are counted drop no page, until there are twice as many", async () => {
  const { pages, downloads } = registry.running.services;
  const changes = watchChanges();
  const token = await account(registry.url, registry.adminToken, "ada");
  await publishedAtOnce(registry, { token, name: "sample", version: "1.0.0" });
  let readers = 0;
  const download = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      const from = { "x-forwarded-for": `192.0.2.${(readers += 1)}` };
      await (await ask(from, "/api/v1/skills/sample/1.0.0/download")).arrayBuffer();
    }
    await downloads.flush();
  };
  const addresses = ["/api/v1/skills/sample", "/api/v1/skills"];
  const kept = () => addresses.map((address) => pages.find(address) !== undefined);
  await download(4);
  const look = async () => {
    for (const address of addresses) await (await ask({}, address)).arrayBuffer();
  };
  // What a publish still sets off ends first.
  await expect
    .poll(async () => {
      await look();
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      return kept();
    })
    .toEqual([true, true]);
  await changes();
  await download(1);
  expect(await changes()).toEqual([]);
  await look();
  expect(kept()).toEqual([true, true]);
  await download(3);
  expect(await changes()).toEqual(expect.arrayContaining(["skill:sample", "publisher:ada"]));
  expect(kept()).toEqual([false, false]);
});

test("whoever sends a token never gets, or leaves, a kept answer", async () => {
  await ask();
  const own = await ask({ authorization: `Bearer ${registry.adminToken}` });
  expect(own.headers.get("cache-control")).toBe("private, no-store");
  expect((await ask()).headers.get("cache-control")).toBe("no-cache");
});
