import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DEFAULT_LIMITS } from "@gaia/archive";
import { afterAll, beforeAll, expect, test } from "vitest";
import { upstreamDoor } from "./upstream-fetch.ts";

let port = 0;
let asked: string[] = [];
const server = createServer((request, response) => {
  const url = request.url ?? "";
  asked.push(`${request.headers.host}${url}`);
  if (url === "/moved") return void response.writeHead(302, { location: "/here" }).end();
  if (url === "/inside") return void response.writeHead(302, { location: `http://127.0.0.2:${port}/secret` }).end();
  if (url === "/metadata") return void response.writeHead(302, { location: "https://169.254.169.254/secret" }).end();
  if (url === "/round") return void response.writeHead(302, { location: "/round" }).end();
  if (url === "/endless") return void response.end("x".repeat(2_000));
  if (url === "/slow") return void response.write("x");
  response.end("here");
});

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, "0.0.0.0", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function doorOf(told: string[] = []) {
  asked = [];
  const before = async (address: URL) => void told.push(address.host);
  return upstreamDoor({ named: `http://127.0.0.1:${port}/hub`, before, limits: DEFAULT_LIMITS, timeoutMs: 300 });
}
const read = (path: string) => doorOf().fetch(`http://127.0.0.1:${port}${path}`, { maxBytes: 1_000 });

test("Q3 an upstream at a private address is read where the admin named it, and its redirects there are followed", async () => {
  const told: string[] = [];
  const door = doorOf(told);
  const fetched = await door.fetch(`http://127.0.0.1:${port}/moved`, { maxBytes: 1_000 });
  expect({ ...fetched, body: Buffer.from(fetched.body).toString() }).toEqual({
    status: 200,
    body: "here",
    address: `http://127.0.0.1:${port}/here`,
  });
  expect(told).toEqual([`127.0.0.1:${port}`, `127.0.0.1:${port}`]);
});

test.each([
  ["/inside", "it is no https address without a user"],
  ["/metadata", "it leads to no public address"],
])("Q3 an upstream that redirects to another private address (%s) is not followed there", async (path, why) => {
  await expect(read(path)).rejects.toMatchObject({ code: "malformed", message: expect.stringContaining(why) });
  expect(asked).toEqual([`127.0.0.1:${port}${path}`]);
});

test("Q3 an upstream names no other private address in what it lists", async () => {
  const door = doorOf();
  const other = door.fetch(`http://127.0.0.2:${port}/secret`, { maxBytes: 1_000 });
  await expect(other).rejects.toMatchObject({ code: "malformed" });
  expect(asked).toEqual([]);
});

test("Q3 redirects in a circle, bodies without an end and slow ones end", async () => {
  await expect(read("/round")).rejects.toMatchObject({ code: "malformed" });
  expect(asked).toHaveLength(4);
  await expect(read("/endless")).rejects.toMatchObject({ code: "too_large" });
  await expect(read("/slow")).rejects.toMatchObject({ code: "unreachable" });
});
