import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSettings } from "../config/config.ts";
import { isOwnAddress, osvClient } from "./osv-client.ts";

const QUERY = [{ package: { ecosystem: "npm", name: "semver" }, version: "1.0.0" }];
const asked: { path: string; body: string }[] = [];
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      asked.push({ path: request.url ?? "", body: Buffer.concat(chunks).toString() });
      if (request.url?.startsWith("/away/")) response.writeHead(307, { location: `${url}/v1/querybatch` }).end();
      else if (request.url?.startsWith("/broken/")) response.writeHead(500).end();
      else if (request.url?.startsWith("/large/")) response.end(`"${"x".repeat(17 * 1024 * 1024)}"`);
      else if (request.url?.startsWith("/text/")) response.end("no JSON");
      else if (!request.url?.startsWith("/silent/")) response.end('{"results":[{}]}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listening on TCP, so not a path
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test("asks the batch query below OSV_URL, however that was written", async () => {
  for (const base of [url, `${url}/`, `${url}/v1/query`]) {
    await expect(osvClient(base)(QUERY, AbortSignal.timeout(5_000))).resolves.toEqual({ results: [{}] });
    expect(asked.at(-1)).toEqual({ path: "/v1/querybatch", body: JSON.stringify({ queries: QUERY }) });
  }
});

test.each(["away", "broken", "large", "text"])("rejects an answer that is none: %s", async (kind) => {
  const before = asked.length;
  await expect(osvClient(`${url}/${kind}`)(QUERY, AbortSignal.timeout(5_000))).rejects.toThrow();
  // A redirect is not followed, wherever it leads.
  expect(asked).toHaveLength(before + 1);
});

test("ends when it is told to", async () => {
  await expect(osvClient(`${url}/silent`)(QUERY, AbortSignal.timeout(50))).rejects.toThrow();
});

test("knows its own address", () => {
  const settings = (OSV_URL: string) => readSettings({ OSV_URL, PORT: "8123", HOST: "0.0.0.0" });
  const own = (address: string) => isOwnAddress(settings(address), "https://skills.example/base");
  expect(
    [
      "https://skills.example",
      "http://127.0.0.1:8123/",
      "http://localhost:8123",
      "https://api.osv.example",
      "http://127.0.0.1:8124",
    ].map(own),
  ).toEqual([true, true, true, false, false]);
});
