import { randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildZip } from "../../packages/archive/test/zip-builder.ts";
import { account } from "../harness/api.ts";
import { type FrontName, type ProxyServer, startFront } from "../harness/proxy-servers.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleFiles } from "../harness/samples.ts";
import { service } from "../harness/services.ts";
import { loopbackCertificate } from "../harness/smtp-server.ts";

/** What "A proxy in front" in docs/operations.md says, with the very files of `infra/proxy/`, in front of a running registry. */
const FRONTS: readonly FrontName[] = ["nginx", "haproxy", "caddy"];

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
interface Asking {
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** The client's own address. */
  from?: string;
}

const certificate = loopbackCertificate(["127.0.0.1"]);

/** The path goes out letter by letter, which `fetch` would not do. */
function ask(host: string, path: string, { method = "GET", headers = {}, body, from }: Asking = {}): Promise<Answer> {
  const [hostname, port] = host.split(":");
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, method, headers, ca: certificate.cert, servername: "", localAddress: from, agent: false },
      (came) => {
        const chunks: Buffer[] = [];
        came.on("data", (chunk: Buffer) => chunks.push(chunk));
        came.on("end", () =>
          resolve({ status: came.statusCode ?? 0, headers: came.headers, body: Buffer.concat(chunks) }),
        );
        came.on("error", reject);
      },
    );
    sent.on("error", reject).end(body);
  });
}

/** Stands in the registry's place and says which bytes of an address, and which headers, came through. */
async function startEcho() {
  const server = createServer(({ url, headers }, answer) => {
    answer.writeHead(200, { "content-type": "application/x-echo" });
    answer.end(JSON.stringify({ url, headers }));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const ARCHIVE = "/api/v1/skills/behind/1.0.0/download";
const METADATA = "/api/v1/openapi.json";

for (const name of FRONTS) {
  const found = await service(name);
  const why = found.available ? "" : ` [${found.reason}]`;
  describe.skipIf(!found.available)(`${name} in front, as infra/proxy/ configures it${why}`, () => {
    let registry: TestRegistry;
    let token: string;
    let echo: Awaited<ReturnType<typeof startEcho>>;
    let [front, toEcho]: ProxyServer[] = [];
    let host: string;

    beforeAll(async () => {
      const program = found.available ? found.url : name;
      registry = await startTestRegistry({
        withoutScanners: true,
        environment: { TRUST_PROXY: "127.0.0.1", RATE_LIMIT_READS: "1000" },
      });
      token = await account(registry.url, registry.adminToken, "ada");
      await publishedAtOnce(registry, { token, name: "behind", version: "1.0.0" });
      echo = await startEcho();
      front = await startFront(name, { program, upstream: registry.url, certificate });
      toEcho = await startFront(name, { program, upstream: echo.url, certificate });
      host = front.host;
    });
    afterAll(async () => {
      await Promise.all([front?.stop(), toEcho?.stop()]);
      echo?.close();
      await registry?.close();
    });

    const ofEcho = async (path: string, asking?: Asking) => {
      const { status, body } = await ask(toEcho?.host ?? "", path, asking);
      expect(status, path).toBe(200);
      return JSON.parse(body.toString()) as { url: string; headers: Record<string, string> };
    };

    test("a package of 10 MiB passes, and one that is too long is refused by the registry's own words (first week, B3)", async () => {
      // Not packed, and soon packed by the registry: 10 MiB that cannot be packed take most of the CPU time that reading may take.
      const asking = (bytes: number): Asking => {
        const files = {
          ...sampleFiles({ name: `large-${bytes}` }),
          "data.bin": Buffer.alloc(bytes, randomBytes(16_384)),
        };
        const body = buildZip(Object.entries(files).map(([name, data]) => ({ name, data, method: 0 })));
        expect(body.length).toBeGreaterThan(bytes);
        return {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/zip" },
          body,
        };
      };
      const large = await ask(host, "/api/v1/skills", asking(10 * 1_048_576 - 16_384));
      expect([large.status, large.body.toString().slice(0, 300)]).toEqual([201, expect.any(String)]);
      const over = await ask(host, "/api/v1/skills", asking(13 * 1_048_576));
      expect(over.status).toBe(413);
      expect(JSON.parse(over.body.toString())).toMatchObject({ code: "package_too_large" });
    });

    test("an address comes through letter by letter (first week, B3)", async () => {
      const odd = ["/a%2Fb", "/a%252Fb", "/a%25b", "/%61", "/a+b%20c", "/a//b", "/a%5Cb", "/a;b=c", "/a?x=%2F&y=%25"];
      for (const path of odd) expect((await ofEcho(path)).url, path).toBe(path);
    });

    test("names, tokens and hosts of headers come through, and what a client says of its address does not (first week, B3)", async () => {
      const headers = {
        authorization: "Bearer gsk_x",
        "if-none-match": '"a"',
        "x-request-id": "of-the-client-1",
        "x-forwarded-for": "203.0.113.7",
        host: "registry.example.org",
      };
      const { headers: came } = await ofEcho(
        "/a",
        name === "caddy" ? { headers: { ...headers, host: toEcho?.host ?? "" } } : { headers },
      );
      expect(came).toMatchObject({
        authorization: "Bearer gsk_x",
        "if-none-match": '"a"',
        "x-request-id": "of-the-client-1",
        "x-forwarded-for": "127.0.0.1",
      });
      if (name !== "caddy") expect(came["host"]).toBe("registry.example.org");
      const answer = await ask(host, ARCHIVE);
      for (const each of [
        "etag",
        "repr-digest",
        "ratelimit",
        "ratelimit-policy",
        "x-request-id",
        "content-security-policy",
      ])
        expect(answer.headers[each], each).toBeDefined();
    });

    test("T10 the client's address is counted, whatever the client says of it (first week, B3)", async () => {
      const left = async (from: string, forwarded?: string) => {
        const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
        const answer = await ask(host, "/api/v1/keys", { from, headers });
        return Number(/r=(\d+)/.exec(String(answer.headers["ratelimit"]))?.[1]);
      };
      const first = await left("127.0.0.2");
      expect(await left("127.0.0.2", "203.0.113.7")).toBe(first - 1);
      expect(await left("127.0.0.2", "127.0.0.3, 203.0.113.9")).toBe(first - 2);
      expect(await left("127.0.0.3")).toBe(999);
    });

    test("packages keep strong ETags, ranges and lengths; JSON that is packed on the way is revalidated (first week, B3)", async () => {
      const gzip = { "accept-encoding": "gzip" };
      const direct = await fetch(`${registry.url}${ARCHIVE}`);
      const etag = direct.headers.get("etag") ?? "";
      const size = (await direct.arrayBuffer()).byteLength;
      expect(etag).toMatch(/^"/);
      for (const headers of [{}, gzip] as Record<string, string>[]) {
        const whole = await ask(host, ARCHIVE, { headers });
        expect([whole.status, whole.headers.etag, whole.headers["content-encoding"]]).toEqual([200, etag, undefined]);
        expect([whole.body.byteLength, whole.headers["content-length"]]).toEqual([size, String(size)]);
        const head = await ask(host, ARCHIVE, { method: "HEAD", headers });
        expect([head.headers.etag, head.headers["content-length"]]).toEqual([etag, String(size)]);
        const part = await ask(host, ARCHIVE, { headers: { ...headers, range: "bytes=10-19", "if-range": etag } });
        expect([part.status, part.headers["content-range"]]).toEqual([206, `bytes 10-19/${size}`]);
        expect(part.body.equals(whole.body.subarray(10, 20))).toBe(true);
        expect((await ask(host, ARCHIVE, { headers: { ...headers, "if-none-match": etag } })).status).toBe(304);
      }
      const plain = await ask(host, METADATA);
      const packed = await ask(host, METADATA, { headers: gzip });
      // nginx and HAProxy pack JSON and make its ETag weak, as RFC 9110 §8.8.1 wants it; Caddy is told to pack nothing.
      expect(plain.headers.etag).toMatch(/^"/);
      const [encoding, tag] = name === "caddy" ? [undefined, plain.headers.etag] : ["gzip", `W/${plain.headers.etag}`];
      expect([packed.headers["content-encoding"], packed.headers.etag]).toEqual([encoding, tag]);
      const again = await ask(host, METADATA, { headers: { ...gzip, "if-none-match": tag ?? "" } });
      expect([again.status, again.body.byteLength]).toEqual([304, 0]);
    });

    test("the figures of the process are nobody's outside, however they are spelled; what shows that it is well is (first week, B3)", async () => {
      for (const path of [
        "/metrics",
        "/%6detrics",
        "/metrics/",
        "//metrics",
        "/metrics?x=1",
        "/x/../metrics",
        "/./metrics",
        "/metrics%2F",
        "/x/%2e%2e/metrics",
        String.raw`/x\..\metrics`,
        String.raw`/\metrics`,
      ]) {
        const answer = await ask(host, path);
        expect(answer.body.toString(), path).not.toContain("process_cpu");
        expect(answer.status, path).toBeGreaterThanOrEqual(400);
      }
      expect((await fetch(`${registry.url}/metrics`)).status).toBe(200);
      expect((await ask(host, "/healthz")).status).toBe(200);
    });

    test("a connection that was idle does not fail the next request (first week, B3)", async () => {
      for (const pauseMs of [0, 9_990, 10_020]) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        const answer = await ask(host, "/api/v1/skills/behind/1.0.0/yank", { method: "POST", body: Buffer.from("{}") });
        expect(answer.status, `after ${pauseMs} ms`).toBe(401);
      }
    });
  });
}
