import { afterAll, beforeAll, expect, test } from "vitest";
import { account } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

let registry: TestRegistry;
let token: string;
beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  token = await account(registry.url, registry.adminToken, "ada");
  await publishedAtOnce(registry, { token, name: "ranged", version: "1.0.0" });
});
afterAll(() => registry.close());

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${registry.url}/api/v1${path}`, { headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

test("a download that broke off goes on where it stood, kept or not", async () => {
  const path = "/skills/ranged/1.0.0/download";
  const part = { range: "bytes=100-", "if-range": "" };
  // Before the page is kept, after it is, and for somebody whose answers are never kept.
  const first = await get(path, { range: "bytes=100-" });
  const whole = await get(path);
  const etag = whole.headers.get("etag") ?? "";
  expect(whole.headers.get("accept-ranges")).toBe("bytes");
  const blob = `/blobs/sha256/${etag.replaceAll('"', "")}`;
  const kept = await get(path, { ...part, "if-range": etag });
  const own = await get(path, { range: "bytes=100-", authorization: `Bearer ${token}` });
  const ofBlob = await get(blob, { ...part, "if-range": etag });
  for (const answer of [first, kept, own, ofBlob]) {
    expect(answer.status).toBe(206);
    expect(answer.bytes).toEqual(whole.bytes.subarray(100));
    expect(answer.headers.get("content-range")).toBe(`bytes 100-${whole.bytes.length - 1}/${whole.bytes.length}`);
    expect(answer.headers.get("etag")).toBe(etag);
  }
  expect(own.headers.get("cache-control")).toContain("no-store");
  const range = await get(path, { range: "bytes=0-9" });
  expect([range.status, range.bytes]).toEqual([206, whole.bytes.subarray(0, 10)]);
});

test("a range of other bytes, beyond the end, or of several parts is answered with all of it", async () => {
  const path = "/skills/ranged/1.0.0/download";
  const { bytes } = await get(path);
  for (const headers of [
    { range: "bytes=100-", "if-range": '"other"' },
    { range: `bytes=${bytes.length}-` },
    { range: "bytes=0-1,3-4" },
    { range: "bytes=9-3" },
    { range: "lines=1-" },
  ]) {
    const answer = await get(path, headers as Record<string, string>);
    expect([answer.status, answer.bytes.length]).toEqual([200, bytes.length]);
  }
  const json = await get("/skills/ranged", { range: "bytes=1-2" });
  expect(json.status).toBe(200);
  const head = await fetch(`${registry.url}/api/v1${path}`, { method: "HEAD", headers: { range: "bytes=1-" } });
  expect(head.status).toBe(200);
});
