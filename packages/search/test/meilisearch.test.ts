import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { describeWith } from "../../../test/harness/describe-with.ts";
import { type FakeMeilisearch, startFakeMeilisearch } from "../../../test/harness/fake-meilisearch.ts";
import { type MeilisearchConfig, meilisearchIndex } from "../src/meilisearch.ts";
import { searchConformance } from "./conformance.ts";
import { skill } from "./documents.ts";

const freshUid = () => `test_${randomBytes(6).toString("hex")}`;

let fake: FakeMeilisearch;
beforeAll(async () => {
  fake = await startFakeMeilisearch();
});
afterAll(async () => {
  await fake?.close();
});
const over = (config: Partial<MeilisearchConfig> = {}) =>
  meilisearchIndex({ url: fake.url, apiKey: fake.apiKey, index: freshUid(), ...config });

searchConformance("meilisearchIndex on the fake", async () => over());

await describeWith("meilisearch", "meilisearchIndex on a real Meilisearch", ({ url, apiKey }) => {
  searchConformance("in an index of its own", async () => meilisearchIndex({ url, apiKey, index: freshUid() }));
});

describe("meilisearchIndex", () => {
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${fake.apiKey}`, "content-type": "application/json" };
    const answer = await fetch(`${fake.url}${path}`, { headers, ...init });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  it("sets what is searched and that only ids come back, once", async () => {
    const index = freshUid();
    await over({ index }).put([skill(1)]);
    const { body } = await ask(`/indexes/${index}/settings`);
    expect(body).toMatchObject({ displayedAttributes: ["id"], filterableAttributes: [] });
    expect(body["searchableAttributes"]).not.toContain("downloads");
    const before = fake.requests.length;
    await over({ index }).check();
    expect(fake.requests.slice(before).filter((request) => !request.startsWith("GET"))).toEqual([
      `POST /indexes/${index}/search`,
    ]);
  });

  it("several processes that start at once make one index", async () => {
    const index = freshUid();
    const processes = Array.from({ length: 5 }, () => over({ index }));
    await Promise.all(processes.map((each, at) => each.put([skill(at + 1, { name: `boat-${at}` })])));
    expect(await processes[0]?.find("boat", { limit: 10 })).toHaveLength(5);
  });

  it("works again after the index was removed behind its back", async () => {
    const uid = freshUid();
    const index = over({ index: uid });
    await index.put([skill(1, { name: "boat" })]);
    await ask(`/indexes/${uid}`, { method: "DELETE" });
    await expect.poll(async () => (await ask(`/indexes/${uid}`)).status).toBe(404);
    await expect(index.check()).rejects.toMatchObject({ code: "refused" });
    expect(await index.find("boat", { limit: 1 })).toEqual([]);
    await index.put([skill(1, { name: "boat" })]);
    expect(await index.find("boat", { limit: 1 })).toHaveLength(1);
  });

  it.each([
    ["a wrong key", "wrong"],
    ["no key", null],
    ["a key that may only search", "fake-search-key"],
  ])("says refused for %s, and does not repeat the key", async (_, apiKey) => {
    const failure = await over({ apiKey })
      .put([skill(1)])
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "SearchError", code: "refused" });
    if (apiKey !== null) expect(String(failure)).not.toContain(apiKey);
  });

  it("says unavailable when a proxy answers in its place", async () => {
    const index = over();
    await index.put([skill(1, { name: "boat" })]);
    fake.setFault(502);
    onTestFinished(() => fake.setFault(null));
    await expect(index.find("boat", { limit: 1 })).rejects.toMatchObject({ name: "SearchError", code: "unavailable" });
    fake.setFault(null);
    expect(await index.find("boat", { limit: 1 })).toHaveLength(1);
  });

  it("waits for a task no longer than it may", async () => {
    const index = over({ taskTimeoutMs: 150 });
    await index.check();
    fake.setPaused(true);
    onTestFinished(() => fake.setPaused(false));
    await expect(index.put([skill(1)])).rejects.toMatchObject({ name: "SearchError", code: "unavailable" });
  });

  it("waits for an answer no longer than it may", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void silent.close().closeAllConnections());
    const { port } = silent.address() as AddressInfo; // listening on TCP, so not a path
    const index = over({ url: `http://127.0.0.1:${port}`, requestTimeoutMs: 100 });
    await expect(index.find("boat", { limit: 1 })).rejects.toMatchObject({ name: "SearchError", code: "unavailable" });
    await expect(over({ url: "http://127.0.0.1:1" }).check()).rejects.toMatchObject({ code: "unavailable" });
  });

  it.each([[{ index: "no spaces" }], [{ index: "../keys" }], [{ index: "" }], [{ url: "not a url" }]])(
    "refuses %j",
    (config) => {
      expect(() => over(config)).toThrow(expect.objectContaining({ name: "SearchError", code: "refused" }));
    },
  );
});

describe("the fake refuses what Meilisearch refuses", () => {
  const call = async (path: string, init: RequestInit & { key?: string | null } = {}) => {
    const { key = fake.apiKey, ...rest } = init;
    const headers = {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      "content-type": "application/json",
      ...rest.headers,
    };
    const answer = await fetch(`${fake.url}${path}`, { method: "POST", ...rest, headers });
    const { code, type } = (await answer.json()) as { code: string; type: string };
    return [answer.status, code, type];
  };
  const request = "invalid_request";

  it("by the codes and statuses of its error reference", async () => {
    const body = JSON.stringify({ q: "x" });
    expect(await call("/indexes/nowhere/search", { body })).toEqual([404, "index_not_found", request]);
    expect(await call("/indexes/nowhere/search", { body, key: null })).toEqual([
      401,
      "missing_authorization_header",
      "auth",
    ]);
    expect(await call("/indexes/nowhere/search", { body, key: "no" })).toEqual([403, "invalid_api_key", "auth"]);
    expect(await call("/indexes/x/search", { body: '{"q":["x"]}' })).toEqual([400, "invalid_search_q", request]);
    expect(await call("/indexes/x/search", { body: '{"limit":-1}' })).toEqual([400, "invalid_search_limit", request]);
    expect(await call("/indexes/x/search", { body: '{"query":"x"}' })).toEqual([400, "bad_request", request]);
    expect(await call("/indexes/x/search", { body: "{q:" })).toEqual([400, "malformed_payload", request]);
    expect(await call("/indexes/x/search", { body: '{"q":"\\ud800"}' })).toEqual([400, "malformed_payload", request]);
    expect(await call("/indexes/x/documents", { body: "7" })).toEqual([400, "malformed_payload", request]);
    expect(await call("/indexes/x/documents", { body, headers: { "content-type": "text/xml" } })).toEqual([
      415,
      "invalid_content_type",
      request,
    ]);
    expect(await call("/indexes", { body: '{"uid":"a b"}' })).toEqual([400, "invalid_index_uid", request]);
    expect(await call("/indexes/x/settings", { method: "PATCH", body: '{"ranking":[]}' })).toEqual([
      400,
      "bad_request",
      request,
    ]);
    expect(await call("/tasks/99999", { method: "GET" })).toEqual([404, "task_not_found", request]);
  });

  it("and fails the task for a document without a usable id", async () => {
    const headers = { authorization: `Bearer ${fake.apiKey}`, "content-type": "application/json" };
    const body = JSON.stringify([{ id: "a b" }]);
    const answer = await fetch(`${fake.url}/indexes/${freshUid()}/documents`, { method: "POST", headers, body });
    expect(answer.status).toBe(202);
    const { taskUid, status } = (await answer.json()) as { taskUid: number; status: string };
    expect(status).toBe("enqueued");
    const task = async () => (await (await fetch(`${fake.url}/tasks/${taskUid}`, { headers })).json()) as unknown;
    await expect.poll(task).toMatchObject({ status: "failed", error: { code: "invalid_document_id" } });
  });
});
