import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { CliError } from "../failures/failures.ts";
import { boundedFetch, type FetchLimits } from "./bounded-fetch.ts";
import { mayLeadTo, networkOf } from "./network-of.ts";
import { waitBefore } from "./wait-before.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const BODY = Buffer.from(Array.from({ length: 40_000 }, (_, index) => index % 251));
const limits: FetchLimits = { maxBytes: 100_000, timeoutMs: 20_000, stallMs: 300, mayLeaveOrigin: false, attempts: 3 };

let server: Server | null = null;
const asked: IncomingMessage[] = [];
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  asked.length = 0;
});

/** A server that answers the first request with the first answer, and so on; the last one from then on. */
async function serve(...answers: Answer[]): Promise<string> {
  server = createServer((request, response) => {
    asked.push(request);
    answers[Math.min(asked.length, answers.length) - 1]?.(request, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const read = async (url: string, more: Partial<FetchLimits> = {}) =>
  Buffer.from(await (await boundedFetch({ ...limits, ...more })(new Request(url))).arrayBuffer());
const failure = async (url: string, more: Partial<FetchLimits> = {}, init: RequestInit = {}) => {
  const thrown: unknown = await boundedFetch({ ...limits, ...more })(new Request(url, init)).catch((error) => error);
  return thrown instanceof CliError ? `${thrown.exitCode} ${thrown.code}: ${thrown.message}` : thrown;
};

const whole: Answer = (_request, response) => response.writeHead(200, { etag: '"one"' }).end(BODY);
/** Sends the first bytes and cuts the line. */
const cut =
  (at: number, headers: Record<string, string>): Answer =>
  (_request, response) => {
    response.writeHead(200, { "content-length": `${BODY.byteLength}`, ...headers });
    response.write(BODY.subarray(0, at), () => setTimeout(() => response.destroy(), 20));
  };
/** Answers the range that is asked for as a server should. */
const rest: Answer = (request, response) => {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1]);
  const range = `bytes ${from}-${BODY.byteLength - 1}/${BODY.byteLength}`;
  response.writeHead(206, { etag: '"one"', "content-range": range }).end(BODY.subarray(from));
};

describe("a download that broke off", () => {
  test("goes on where it stood, for the very same file alone", async () => {
    const url = await serve(cut(30_000, { etag: '"one"' }), rest);
    expect(await read(url)).toEqual(BODY);
    expect(asked.map(({ headers }) => [headers.range, headers["if-range"]])).toEqual([
      [undefined, undefined],
      ["bytes=30000-", '"one"'],
    ]);
  });

  test("begins again where the file is another one by now, has no strong ETag, or the part is another than was asked for", async () => {
    const url = await serve(cut(30_000, { etag: '"one"' }), whole);
    expect(await read(url)).toEqual(BODY);
    await new Promise((resolve) => server?.close(resolve).closeAllConnections());
    asked.length = 0;
    expect(await read(await serve(cut(30_000, { etag: 'W/"one"' }), whole))).toEqual(BODY);
    expect(asked.map(({ headers }) => headers.range)).toEqual([undefined, undefined]);
    const wrong: Answer = (_request, response) =>
      response.writeHead(206, { etag: '"one"', "content-range": "bytes 5-9/40000" }).end("other");
    server?.closeAllConnections();
    asked.length = 0;
    expect(await read(await serve(cut(30_000, { etag: '"one"' }), wrong, whole))).toEqual(BODY);
  });

  test("ends with exit 6 when it breaks off each time, goes silent, or never ends", async () => {
    expect(await failure(await serve(cut(10, {})))).toMatch(/^6 registry_unreachable/);
    expect(asked).toHaveLength(3);
    asked.length = 0;
    const silent: Answer = (_request, response) => void response.writeHead(200).write("a");
    expect(await failure(await serve(silent), { attempts: 1, stallMs: 200 })).toMatch(/nothing came for 0.2 seconds/);
    const drip: Answer = (_request, response) => {
      const timer = setInterval(() => response.write("a"), 50);
      response.writeHead(200).once("close", () => clearInterval(timer));
    };
    expect(await failure(await serve(drip), { attempts: 1, timeoutMs: 600 })).toMatch(/no answer in time/);
    const flood: Answer = (_request, response) => {
      const write = () => void (response.destroyed || response.write(BODY, write));
      response.writeHead(200);
      write();
    };
    expect(await failure(await serve(flood))).toMatch(/^6 answer_too_large/);
  });
});

describe("a busy registry", () => {
  const busy =
    (headers: Record<string, string>): Answer =>
    (_request, response) =>
      response.writeHead(503, headers).end("{}");

  test("is asked again after the time that it names", async () => {
    const started = performance.now();
    expect(await read(await serve(busy({ "retry-after": "1" }), whole))).toEqual(BODY);
    // Timers end up to a millisecond early.
    expect(performance.now() - started).toBeGreaterThan(990);
  });

  test("is told when it names more than anybody waits for, and a write is sent once", async () => {
    const url = await serve(busy({ "retry-after": "3600" }));
    expect((await boundedFetch(limits)(new Request(url))).status).toBe(503);
    expect(asked).toHaveLength(1);
    expect((await boundedFetch(limits)(new Request(url, { method: "POST", body: "a" }))).status).toBe(503);
    expect(asked).toHaveLength(2);
  });

  test.each([
    [429, "1", 201, 2],
    [503, "1", 201, 2],
    [429, "3", 429, 1],
    [502, "1", 502, 1],
    [429, "soon", 429, 1],
  ])("H-B10 a write that is refused with %i and Retry-After: %s ends as %i", async (status, named, ended, times) => {
    const url = await serve(
      (_request, response) => response.writeHead(status, { "retry-after": named }).end("{}"),
      (_request, response) => response.writeHead(201).end("{}"),
    );
    const answer = await boundedFetch({ ...limits, attempts: 1 })(new Request(url, { method: "POST", body: "abc" }));
    expect([answer.status, asked.length]).toEqual([ended, times]);
    expect(asked.map(({ headers }) => headers["content-length"])).toEqual(asked.map(() => "3"));
  });

  test("H-B10 a moment is waited out three times, and not where an answer 503 to a read says something", async () => {
    const url = await serve(busy({ "retry-after": "0" }));
    expect((await boundedFetch(limits)(new Request(url, { method: "PUT", body: "a" }))).status).toBe(503);
    expect(asked).toHaveLength(4);
    expect((await boundedFetch({ ...limits, attempts: 1 })(new Request(url))).status).toBe(503);
    expect(asked).toHaveLength(5);
  });

  test("waits double, differ, and keep to the time that is left", () => {
    const waits = [1, 2, 3, 10].map((attempt) => waitBefore({ attempt, retryAfter: null, leftMs: 60_000 }) ?? 0);
    for (const [at, least] of [125, 250, 500, 2_500].entries()) {
      expect(waits[at]).toBeGreaterThanOrEqual(least);
      expect(waits[at]).toBeLessThanOrEqual(2 * least);
    }
    expect(waitBefore({ attempt: 1, retryAfter: "5", leftMs: 4_000 })).toBeNull();
    const date = new Date(Date.now() + 10_000).toUTCString();
    expect(waitBefore({ attempt: 1, retryAfter: date, leftMs: 60_000 })).toBeGreaterThan(8_000);
  });
});

describe("H-B10 what stands before the registry", () => {
  const page =
    (status: number, type = "text/html; charset=utf-8"): Answer =>
    (request, response) =>
      void request.resume().on("end", () => response.writeHead(status, { "content-type": type }).end("<html>"));

  test.each([
    [413, "text/html", "4 upload_too_large: What stands before the registry takes no upload of 3.0 MB (413)"],
    [413, "application/json", "4 upload_too_large: What stands before the registry takes no upload of 3.0 MB (413)"],
    [
      502,
      "text/html",
      "6 unexpected_answer: The registry answered what none would: something before it answered with a web page (502)",
    ],
  ])("%i as %s is told as that", async (status, type, told) => {
    const url = await serve(page(status, type));
    expect(await failure(url, { stallMs: 20_000 }, { method: "POST", body: new Uint8Array(3_000_000) })).toBe(told);
  });

  test("what the registry says itself is handed on", async () => {
    const url = await serve(page(413, "application/problem+json"));
    expect((await boundedFetch(limits)(new Request(url, { method: "POST", body: "a" }))).status).toBe(413);
  });
});

describe("a redirect", () => {
  test.each([
    ["file:///etc/passwd", "to a file: address"],
    ["ftp://127.0.0.1/a", "to a ftp: address"],
    ["javascript:alert(1)", "to a javascript: address"],
    ["data:application/zip,PK", "to a data: address"],
    ["http://user:secret@127.0.0.1/", "to an address with a password"],
    ["http://[", "nowhere"],
    ["http://169.254.169.254/latest/meta-data", "into this machine or its network"],
  ])("to %s is refused", async (location, why) => {
    const url = await serve((_request, response) => response.writeHead(302, { location }).end());
    const said = await failure(url, { mayLeaveOrigin: true });
    expect(said).toMatch(/^6 redirect_refused/);
    expect(said).toContain(why);
    expect(asked).toHaveLength(1);
  });

  test("leads no nearer to this machine than the registry is, however the address is written", async () => {
    const near = ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "0.0.0.0", "10.1.2.3"];
    for (const target of [...near, "192.168.0.1", "[fe80::1]", "169.254.169.254", "[fc00::1]"])
      expect([target, await mayLeadTo("8.8.8.8", target)]).toEqual([target, false]);
    expect(await mayLeadTo("8.8.8.8", "9.9.9.9")).toBe(true);
    expect(await mayLeadTo("10.0.0.1", "10.0.0.2")).toBe(true);
    expect(await mayLeadTo("10.0.0.1", "127.0.0.1")).toBe(false);
    expect(await mayLeadTo("127.0.0.1", "127.0.0.1")).toBe(true);
    expect(networkOf("2606:4700::1111")).toBe("public");
  });

  test("H-B10 a registry's name with an address of this machine beside others leads nowhere on it", async () => {
    const names: Record<string, string[]> = {
      "both.example": ["93.184.215.14", "127.0.0.1"],
      "company.example": ["2606:4700::1111", "10.0.0.5"],
      here: ["127.0.0.1", "::1"],
    };
    const find = async (host: string) => (names[host] ?? []).map((address) => ({ address }));
    expect(await mayLeadTo("both.example", "127.0.0.1", find)).toBe(false);
    expect(await mayLeadTo("both.example", "both.example", find)).toBe(false);
    expect(await mayLeadTo("company.example", "10.0.0.6", find)).toBe(true);
    expect(await mayLeadTo("here", "127.0.0.1", find)).toBe(true);
  });
});
