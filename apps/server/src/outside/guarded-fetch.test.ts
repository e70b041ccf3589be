import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { guardedFetch } from "./guarded-fetch.ts";

const limits = { maxBytes: 1_000, timeoutMs: 2_000 };
let port = 0;
let asked = 0;
const server = createServer((request, response) => {
  asked += 1;
  if (request.url === "/moved") return void response.writeHead(302, { location: "/secret" }).end();
  if (request.url === "/endless") return void response.end("x".repeat(2_000));
  if (request.url === "/slow") return;
  response.end("a secret");
});

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const strange = (address: string, resolve?: (host: string) => Promise<string[]>) =>
  guardedFetch(address, { isOperators: false, ...limits, ...(resolve && { resolve }) });

test.each([
  "https://127.0.0.1",
  "https://localhost",
  "https://10.0.0.1",
  "https://192.168.1.1",
  "https://169.254.169.254",
  "https://100.100.100.200",
  "https://0.0.0.0",
  "https://2130706433",
  "https://0x7f000001",
  "https://017700000001",
  "https://0177.0.0.1",
  "https://127.1",
  "https://[::1]",
  "https://[::]",
  "https://[::ffff:127.0.0.1]",
  "https://[::ffff:7f00:1]",
  "https://[::ffff:169.254.169.254]",
  "https://[64:ff9b::7f00:1]",
  "https://[2002:7f00:1::]",
  "https://[fe80::1]",
  "https://[fd00:ec2::254]",
  "https://①②⑦.0.0.1",
])("Q3 %s leads to no public address, and nobody is asked", async (address) => {
  asked = 0;
  await expect(strange(`${address}:${port}/secret`)).rejects.toThrow("it leads to no public address");
  expect(asked).toBe(0);
});

test.each([
  "http://example.org",
  "ftp://example.org",
  "gopher://example.org",
  "file:///etc/passwd",
  "https://a:b@example.org",
  "no",
])("Q3 %s is no address that is read", async (address) => {
  await expect(strange(address)).rejects.toThrow("it is no https address without a user");
});

test("Q3 a name is resolved once, and one that then leads inside changes nothing (DNS rebinding)", async () => {
  const answers = [["203.0.113.1"], ["127.0.0.1"]];
  let times = 0;
  const rebinding = async () => answers[Math.min(times++, 1)] ?? [];
  // 203.0.113.0/24 is for documentation: nothing of ours is public, so here it stands for what is refused, and the second for what is not.
  asked = 0;
  await expect(strange(`https://rebind.example:${port}/secret`, rebinding)).rejects.toThrow();
  expect([times, asked]).toEqual([1, 0]);
  // Of several addresses those that are public are taken, and none that was not judged.
  await expect(strange(`https://both.example:${port}/`, async () => ["127.0.0.1", "::1"])).rejects.toThrow("no public");
  expect(asked).toBe(0);
});

test("Q3 the connection goes to the address that was judged, whatever the name says meanwhile", async () => {
  asked = 0;
  let times = 0;
  const first = async () => {
    times += 1;
    return times === 1 ? ["127.0.0.1"] : ["127.0.0.2"];
  };
  const read = await guardedFetch(`http://operators.example:${port}/`, {
    isOperators: true,
    ...limits,
    resolve: first,
  });
  expect(read).toEqual({ status: 200, body: "a secret" });
  expect([times, asked]).toEqual([1, 1]);
});

test("Q3 a redirect is not followed, and neither bytes nor time are without end", async () => {
  const own = (path: string) =>
    guardedFetch(`http://127.0.0.1:${port}${path}`, { isOperators: true, ...limits, timeoutMs: 200 });
  asked = 0;
  expect(await own("/moved")).toEqual({ status: 302, body: "" });
  expect(asked).toBe(1);
  await expect(own("/endless")).rejects.toThrow("larger than 1000 bytes");
  await expect(own("/slow")).rejects.toThrow("took longer than 200 ms");
});
