import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { webhookDoor } from "./webhook-door.ts";

const SECRET = "a secret of thirty-two characters";
/** Two hosts on one port: what was judged, and where the name leads afterwards. */
const [JUDGED, OTHER] = ["127.0.0.1", "127.0.0.2"];
const came: { at: string; host: string | undefined }[] = [];
let servers: Server[] = [];
let port = 0;

const listening = async (address: string, wanted: number): Promise<Server> => {
  const server = createServer((request: IncomingMessage, response) => {
    came.push({ at: address, host: request.headers.host });
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => void server.listen(wanted, address, resolve));
  return server;
};

beforeAll(async () => {
  const first = await listening(JUDGED, 0);
  ({ port } = first.address() as AddressInfo);
  servers = [first, await listening(OTHER, port)];
});
beforeEach(() => void came.splice(0));
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const message = () => ({ body: "{}", headers: {}, abort: new AbortController().signal });

test("Q3 a message goes to the address that was judged, though the name leads elsewhere a moment later (DNS rebinding)", async () => {
  let times = 0;
  const rebinding = async (): Promise<string[]> => [times++ === 0 ? JUDGED : OTHER];
  const origin = `http://rebind.example:${port}`;
  const door = webhookDoor({ secret: SECRET, hosts: [origin], resolve: rebinding });
  expect(await door.post(`${origin}/hooks`, message())).toEqual({ status: 204, answer: "" });
  expect([times, came]).toEqual([1, [{ at: JUDGED, host: `rebind.example:${port}` }]]);
  // Each message is judged anew: nothing is remembered of the one before.
  await door.post(`${origin}/hooks`, message());
  expect([times, came.at(-1)?.at]).toEqual([2, OTHER]);
});

test("Q3 a name that leads inside is refused unasked, in the words that say the same of a name that leads nowhere", async () => {
  const door = (addresses: string[]) =>
    webhookDoor({ secret: SECRET, hosts: [`http://rebind.example:${port}`], resolve: async () => addresses });
  const refusal = "its name leads to no public address";
  for (const addresses of [[JUDGED], ["10.0.0.1", "::1"], ["169.254.169.254"], []])
    await expect(door(addresses).post(`https://inside.example:${port}/`, message())).rejects.toThrow(refusal);
  // Neither another port nor another scheme of an allowed host is the operator's.
  for (const near of [`https://rebind.example:${port}/`, `http://rebind.example:${port + 1}/`])
    await expect(door([JUDGED]).post(near, message())).rejects.toThrow(refusal);
  expect(came).toEqual([]);
});

test("a receiver that sends no answer, or never ends it, is left in time", async () => {
  const silent = createServer((request, response) => {
    if (request.url === "/dribble") setInterval(() => response.write("."), 20).unref();
  });
  await new Promise<void>((resolve) => void silent.listen(0, JUDGED, resolve));
  const origin = `http://${JUDGED}:${(silent.address() as AddressInfo).port}`;
  const door = webhookDoor({ secret: SECRET, hosts: [origin], timeoutMs: 300 });
  for (const path of ["/silent", "/dribble"])
    await expect(door.post(`${origin}${path}`, message())).rejects.toThrow(/longer than 300 ms|broke off/);
  silent.closeAllConnections();
  silent.close();
});
