import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { cliHome } from "../../test/cli-process.ts";
import { runHere } from "../../test/in-process.ts";

// No real proxy does any of this: each is a listener of the test's own.

let home: string;
beforeAll(async () => void (home = await mkdtemp(join(tmpdir(), "proxies-"))));
afterAll(() => rm(home, { recursive: true, force: true }));

let server: Server | null = null;
const open = new Set<Socket>();
afterEach(() => {
  for (const socket of open) socket.destroy();
  open.clear();
  server?.close();
});

/** A proxy that does this with each connection; `count` is of those that came. */
async function listen(act: (socket: Socket) => void): Promise<{ address: string; host: string; count: () => number }> {
  let count = 0;
  server = createServer((socket) => {
    count += 1;
    open.add(socket);
    socket.on("error", () => {});
    act(socket);
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has an AddressInfo
  return { address: `http://ada:s3cret@${host}`, host, count: () => count };
}

const drop = (socket: Socket) => void socket.once("data", () => socket.destroy());
const answer = (text: string) => (socket: Socket) => void socket.on("data", () => socket.write(text));
const NO_LENGTH = "Content-Length: 0\r\n\r\n";
const MODES: [what: string, act: (socket: Socket) => void, tunnel: RegExp, plain: RegExp][] = [
  ["drops what it is asked", drop, /PROXY: it closed the connection/, /PROXY: it closed the connection/],
  [
    "closes at once",
    (socket) => void socket.end(),
    /PROXY: it closed the connection/,
    /PROXY: it closed the connection/,
  ],
  ["resets at once", (socket) => void socket.resetAndDestroy(), /PROXY: it closed/, /PROXY: it closed/],
  ["answers garbage", answer("\0\x01no\r\n\r\n"), /PROXY: its answer is not HTTP/, /PROXY: its answer is not HTTP/],
  ["is busy for ever", answer(`HTTP/1.1 503 Busy\r\n${NO_LENGTH}`), /PROXY answered 503/, /answered what none would/],
  ["forbids it", answer(`HTTP/1.1 403 No\r\n${NO_LENGTH}`), /PROXY answered 403/, /answered what none would/],
  [
    "wants another password for ever",
    answer('HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm="x"\r\nContent-Length: 3\r\n\r\nno\n'),
    /PROXY does not take the user name and password of https_proxy \(407\)/,
    /PROXY does not take the user name and password of HTTP_PROXY \(407\)/,
  ],
  [
    "opens a tunnel to nowhere",
    (socket) => void socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\n\r\n")),
    /ECONNRESET/,
    /answered what none would/,
  ],
  [
    "answers with a page of its own",
    answer("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>"),
    /cannot be reached: ERR_SSL/,
    /something before it answered with a web page \(200\)/,
  ],
];

test.each(MODES)("H-B10 a proxy that %s is told after three attempts at most", async (_what, act, tunnel, plain) => {
  const { address, host, count } = await listen(act);
  const env = { HOME: home, GAIA_HOME: home, https_proxy: address, HTTP_PROXY: address };
  for (const [scheme, told] of [
    ["https", tunnel],
    ["http", plain],
  ] as const) {
    const before = count();
    const run = await runHere(["search", "notes", "--registry", `${scheme}://registry.example`], env);
    const said = run.stderr.replaceAll(host, "PROXY");
    expect([scheme, run.code, said]).toEqual([scheme, 6, expect.stringMatching(told)]);
    expect(count() - before).toBeLessThanOrEqual(3);
    expect(run.stdout + run.stderr).not.toMatch(/s3cret|YWRhOnMzY3JldA/);
  }
});

test("H-B10 a proxy that wants a user is told with the way to name one, in JSON too", async () => {
  const { host } = await listen(answer(`HTTP/1.1 407 No\r\n${NO_LENGTH}`));
  const env = { HOME: home, GAIA_HOME: home, HTTPS_PROXY: `http://${host}` };
  const run = await runHere(["search", "x", "--json", "--registry", "https://registry.example"], env);
  expect([run.code, JSON.parse(run.stdout)]).toMatchObject([
    6,
    {
      code: "proxy_authentication_required",
      message: expect.stringContaining(`the proxy ${host} asks for a user name and a password (407)`),
      hint: expect.stringContaining("HTTPS_PROXY as http://user:password@host:port"),
    },
  ]);
});

test("H-B10 an address that is none of a proxy is a mistake of its variable, and is not printed", async () => {
  const env = { HOME: home, GAIA_HOME: home, HTTPS_PROXY: "socks5://ada:s3cret@127.0.0.1:1" };
  const run = await runHere(["search", "x", "--registry", "https://registry.example"], env);
  expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("HTTPS_PROXY is no address of an HTTP proxy") });
  expect(run.stderr).not.toContain("s3cret");
});

test("H-B10 the process ends with its verb, also where Node's own switch is on", async () => {
  const { address, count } = await listen(drop);
  const child = await cliHome("https://registry.example", { HTTPS_PROXY: address, NODE_USE_ENV_PROXY: "1" });
  const run = await child.run(["search", "x"]).finally(child.remove);
  expect(run).toMatchObject({ code: 6, stderr: expect.stringContaining("it closed the connection") });
  expect(count()).toBeLessThanOrEqual(3);
});
