import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connect as secured, createServer as createTlsServer } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Network } from "./confined.ts";
import { type FilteringProxy, startFilteringProxy } from "./filtering-proxy.ts";

/** Both ends know a key, so nobody needs a certificate. */
const KEYED = { ciphers: "PSK-AES128-GCM-SHA256", maxVersion: "TLSv1.2" as const };
const KEY = { psk: Buffer.alloc(16, 1), identity: "a" };

describe("the proxy of a confined command", () => {
  let directory: string;
  let tls: Server;
  let plain: Server;
  const open: FilteringProxy[] = [];
  /** What the plain server was sent, connection by connection. */
  const received: string[] = [];
  let answer = "";
  const portOf = (server: Server): number => (server.address() as AddressInfo).port;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "proxy-"));
    tls = createTlsServer({ ...KEYED, pskCallback: () => KEY.psk }, (socket) => {
      socket.on("error", () => {});
      socket.pipe(socket);
    });
    plain = createServer((socket) => {
      const at = received.push("") - 1;
      socket.on("error", () => {});
      socket.on("data", (chunk) => {
        received[at] += chunk.toString("latin1");
        socket.end(answer);
      });
    });
    for (const server of [tls, plain]) await once(server.listen(0), "listening");
  });
  afterAll(async () => {
    for (const proxy of open) proxy.close();
    for (const server of [tls, plain]) server.close();
    await rm(directory, { recursive: true });
  });

  async function started(hosts: string[], methods: Network["methods"]) {
    const socketPath = join(directory, `${open.length}.sock`);
    const network = { hosts, methods, near: hosts.map((host) => host.replace(/:\d+$/, "")) };
    const proxy = await startFilteringProxy({ socketPath, network, networkBytes: 1_000_000, onFull() {} });
    open.push(proxy);
    /** What comes back on a connection that sends so much. */
    const sent = async (bytes: string): Promise<string> => {
      const socket = connect(socketPath).on("error", () => {});
      socket.write(bytes, "latin1");
      return text(socket);
    };
    const tunnel = async (to: string): Promise<{ socket: Socket; status: string }> => {
      const socket = connect(socketPath).on("error", () => {});
      socket.write(`CONNECT ${to} HTTP/1.1\r\n\r\n`);
      const [first] = (await once(socket, "data")) as [Buffer];
      return { socket, status: first.toString("latin1").slice(9, 12) };
    };
    return { proxy, sent, tunnel };
  }

  /** What comes back through TLS; null: the connection was ended. */
  const echoed = (socket: Socket, servername: string | undefined): Promise<string | null> =>
    new Promise((resolve) => {
      const over = secured({
        socket,
        ...KEYED,
        pskCallback: () => KEY,
        checkServerIdentity: () => undefined,
        ...(servername === undefined ? {} : { servername }),
      });
      over.on("error", () => resolve(null)).on("close", () => resolve(null));
      over.on("data", (chunk) => {
        resolve(chunk.toString());
        over.destroy();
      });
      over.write("over TLS");
    });

  test("H-B3 no port that a program asks for ends more than its connection", async () => {
    const { sent } = await started(["*"], "all");
    for (const port of ["65536", "99999", "0"]) {
      expect(await sent(`CONNECT example.com:${port} HTTP/1.1\r\n\r\n`), port).toContain("400 Bad Request");
      await sent(`GET http://example.com:${port}/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    }
    expect(await sent("GET / HTTP/1.1\r\nhost: x\r\n\r\n")).toContain("400 Bad Request");
  });

  test.each(["000", "099", "100", "101", "199", "600", "999"])(
    "H-B3 neither does a host that answers %s",
    async (status) => {
      const { sent } = await started([`localhost:${portOf(plain)}`], "all");
      const asked = `GET http://localhost:${portOf(plain)}/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`;
      answer = `HTTP/1.1 ${status} Odd\r\ncontent-length: 0\r\n\r\n`;
      expect(await sent(asked)).toMatch(/^HTTP\/1\.1 502 /);
      answer = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
      expect(await sent(asked)).toMatch(/^HTTP\/1\.1 200 OK[^]*ok$/);
    },
  );

  test("H-B4 who may only read sends nothing but TLS through a tunnel", async () => {
    const host = `localhost:${portOf(plain)}`;
    const { proxy, tunnel } = await started([host], "read");
    const before = received.length;
    for (const bytes of [
      "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\n\r\nx",
      "\x16\x03\x01\x00\x05POST ",
      "\x16",
    ]) {
      const { socket, status } = await tunnel(host);
      expect(status).toBe("200");
      socket.end(bytes, "latin1");
      expect(await text(socket)).toBe("");
    }
    expect(received.slice(before).join("")).toBe("");
    expect(proxy.denials).toEqual([{ kind: "network", host: "localhost", port: portOf(plain), method: "CONNECT" }]);
    const writing = await started([host], "all");
    const { socket } = await writing.tunnel(host);
    socket.write("POST / HTTP/1.1\r\n\r\n");
    expect(await text(socket)).toContain("200 OK");
  });

  test("H-B4 nor a body with what reads, which a server may take for the next request", async () => {
    const host = `localhost:${portOf(plain)}`;
    const { proxy, sent } = await started([host], "read");
    const before = received.length;
    const posted = "POST /write HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\n\r\nx";
    const chunked = `${posted.length.toString(16)}\r\n${posted}\r\n0\r\n\r\n`;
    for (const method of ["GET", "HEAD", "OPTIONS"])
      for (const [header, body] of [
        [`content-length: ${posted.length}`, posted],
        ["transfer-encoding: chunked", chunked],
      ]) {
        const said = await sent(`${method} http://${host}/ HTTP/1.1\r\nhost: x\r\n${header}\r\n\r\n${body}`);
        expect(said, `${method} ${header}`).toContain("403 Forbidden");
      }
    expect(received.slice(before).join("")).toBe("");
    expect(proxy.denials.map((one) => one.kind === "network" && one.method)).toEqual([
      "GET with a body",
      "HEAD with a body",
      "OPTIONS with a body",
    ]);
    answer = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
    const empty = `GET http://${host}/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`;
    expect(await sent(empty)).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  test("H-B4 nor TLS for another host than that of the tunnel, and an address names none", async () => {
    const port = portOf(tls);
    const { tunnel } = await started([`localhost:${port}`, `127.0.0.1:${port}`], "read");
    const through = async (to: string, name: string | undefined) =>
      echoed((await tunnel(`${to}:${port}`)).socket, name);
    expect(await through("localhost", "localhost")).toBe("over TLS");
    expect(await through("LocalHost", "localhost")).toBe("over TLS");
    expect(await through("localhost", "other.example")).toBeNull();
    expect(await through("localhost", undefined)).toBeNull();
    expect(await through("127.0.0.1", undefined)).toBe("over TLS");
    expect(await through("127.0.0.1", "localhost")).toBeNull();
  });

  test("H-B4 a tunnel leads to an address that the scope names, and not to every public one", async () => {
    const { tunnel } = await started(["*"], "read");
    for (const to of ["93.184.215.14:443", "[2606:2800:21f:cb07:6820:80da:af6b:8b2c]:443"])
      expect((await tunnel(to)).status).toBe("403");
  });
});
