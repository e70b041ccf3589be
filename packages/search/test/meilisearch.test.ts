import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { describeWith } from "../../../test/harness/describe-with.ts";
import { type FaultyMeilisearch, startFaultyMeilisearch } from "../../../test/harness/faulty-meilisearch.ts";
import { type MeilisearchConfig, meilisearchIndex } from "../src/meilisearch.ts";
import { searchConformance } from "./conformance.ts";
import { skill } from "./documents.ts";

const freshUid = () => `test_${randomBytes(6).toString("hex")}`;

await describeWith("meilisearch", "meilisearchIndex on a real Meilisearch", ({ url, apiKey }) => {
  searchConformance("in an index of its own", async () => meilisearchIndex({ url, apiKey, index: freshUid() }));
  describe("with others beside it, and faults before it", () => suite(url, apiKey));
});

function suite(realUrl: string, apiKey: string): void {
  let server: FaultyMeilisearch;
  beforeAll(async () => {
    server = await startFaultyMeilisearch(realUrl);
  });
  afterAll(async () => {
    await server?.close();
  });
  const over = (config: Partial<MeilisearchConfig> = {}) =>
    meilisearchIndex({ url: server.url, apiKey, index: freshUid(), ...config });

  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const answer = await fetch(`${realUrl}${path}`, { headers, ...init });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  it("sets what is searched and that only ids come back, once", async () => {
    const index = freshUid();
    await over({ index }).put([skill(1)]);
    const { body } = await ask(`/indexes/${index}/settings`);
    expect(body).toMatchObject({ displayedAttributes: ["id"], filterableAttributes: [] });
    expect(body["searchableAttributes"]).not.toContain("downloads");
    const before = server.requests.length;
    await over({ index }).check();
    expect(server.requests.slice(before).filter((request) => !request.startsWith("GET"))).toEqual([
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

  const searchKey = async () => {
    const { results } = (await ask("/keys")).body as { results: { actions: string[]; key: string }[] }; // as documented
    const found = results.find(({ actions }) => actions.length === 1 && actions[0] === "search");
    return found?.key ?? expect.fail("there is no key that may only search");
  };

  it.each([
    ["a wrong key", () => "wrong"],
    ["no key", () => null],
    ["a key that may only search", searchKey],
  ])("says refused for %s, and does not repeat the key", async (_, findKey) => {
    const given = await findKey();
    const failure = await over({ apiKey: given })
      .put([skill(1)])
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "SearchError", code: "refused" });
    if (given !== null) expect(String(failure)).not.toContain(given);
  });

  it("says unavailable when a proxy answers in its place", async () => {
    const index = over();
    await index.put([skill(1, { name: "boat" })]);
    server.setFault(502);
    onTestFinished(() => server.setFault(null));
    await expect(index.find("boat", { limit: 1 })).rejects.toMatchObject({ name: "SearchError", code: "unavailable" });
    server.setFault(null);
    expect(await index.find("boat", { limit: 1 })).toHaveLength(1);
  });

  it("waits for a task no longer than it may", async () => {
    const index = over({ taskTimeoutMs: 150 });
    await index.check();
    server.setStalled(true);
    onTestFinished(() => server.setStalled(false));
    await expect(index.put([skill(1)])).rejects.toMatchObject({ name: "SearchError", code: "unavailable" });
  });
}

describe("meilisearchIndex without a server", () => {
  const over = (config: Partial<MeilisearchConfig>) =>
    meilisearchIndex({ url: "http://127.0.0.1:1", apiKey: null, ...config });

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
