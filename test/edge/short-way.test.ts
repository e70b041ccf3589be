import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  const token = await account(registry.url, registry.adminToken, "ada");
  await publishedAtOnce(registry, { token, name: "sample", version: "1.0.0" });
  // What is counted between the two ways would show in the answer.
  registry.running.services.downloads.count = () => {};
});
afterAll(() => registry.close());

const METADATA = "/api/v1/skills/sample";
const ARCHIVE = "/api/v1/skills/sample/1.0.0/download";

/** Bytes as they are sent, and all that comes back until the connection ends. */
async function send(lines: readonly string[], body = ""): Promise<string> {
  const { hostname, port } = new URL(registry.url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${[...lines, "Connection: close"].join("\r\n")}\r\n\r\n${body}`),
    );
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("end", () => resolve(Buffer.concat(chunks).toString("latin1")));
    socket.on("error", reject);
  });
}

/** Status, headers (in any order) and bytes, without what differs between any two answers. */
function comparable(answer: string): { status: string; headers: string[]; body: string } {
  const end = answer.indexOf("\r\n\r\n");
  const [status = "", ...headers] = answer.slice(0, end).split("\r\n");
  const kept = headers.filter((line) => !/^(?:date|ratelimit|retry-after):/i.test(line));
  const body = answer.slice(end + 4).replaceAll(/"request_id":"[^"]*"/g, "");
  return {
    status,
    headers: kept
      .map((line) => line.replace(/^x-request-id: [0-9a-f-]{36}$/i, "x-request-id: ID"))
      .map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()))
      .toSorted(),
    body,
  };
}

const HOST = "Host: registry.example";
const ETAG = 'If-None-Match: "none", W/"other"';

const ODD: Record<string, readonly string[]> = {
  "nothing odd": [`GET ${METADATA} HTTP/1.1`, HOST],
  "an archive": [`GET ${ARCHIVE} HTTP/1.1`, HOST],
  "a bad host": [`GET ${METADATA} HTTP/1.1`, "Host: a b"],
  "a host with a path": [`GET ${METADATA} HTTP/1.1`, "Host: registry.example/x"],
  "no host": [`GET ${METADATA} HTTP/1.0`],
  "HTTP/1.0": [`GET ${METADATA} HTTP/1.0`, HOST],
  "an absolute target": [`GET http://registry.example${METADATA} HTTP/1.1`, HOST],
  "dot segments": [`GET /api/v1/x/../skills/sample HTTP/1.1`, HOST],
  "a target percent-encoded otherwise": [`GET /api/v1/skills/s%61mple HTTP/1.1`, HOST],
  "a fragment": [`GET ${METADATA}#x HTTP/1.1`, HOST],
  "an empty query": [`GET ${METADATA}? HTTP/1.1`, HOST],
  "an empty Authorization": [`GET ${METADATA} HTTP/1.1`, HOST, "Authorization:"],
  "a token": [`GET ${METADATA} HTTP/1.1`, HOST, "Authorization: Bearer gsk_nobody"],
  "two cookies": [`GET ${METADATA} HTTP/1.1`, HOST, "Cookie: theme=dark", "Cookie: session=1"],
  "the theme's cookie": [`GET ${METADATA} HTTP/1.1`, HOST, "Cookie: theme=dark"],
  "a body": [`GET ${METADATA} HTTP/1.1`, HOST, "Content-Length: 2"],
  HEAD: [`HEAD ${METADATA} HTTP/1.1`, HOST],
  "HEAD of an archive": [`HEAD ${ARCHIVE} HTTP/1.1`, HOST],
  "HEAD with a range": [`HEAD ${ARCHIVE} HTTP/1.1`, HOST, "Range: bytes=0-9"],
  "a range": [`GET ${ARCHIVE} HTTP/1.1`, HOST, "Range: bytes=0-9"],
  "a range past the end": [`GET ${ARCHIVE} HTTP/1.1`, HOST, "Range: bytes=9999999-"],
  "a range of metadata": [`GET ${METADATA} HTTP/1.1`, HOST, "Range: bytes=0-9"],
  "a range if it is other bytes": [`GET ${ARCHIVE} HTTP/1.1`, HOST, "Range: bytes=0-9", 'If-Range: "other"'],
  "a list of tags": [`GET ${METADATA} HTTP/1.1`, HOST, ETAG],
  "any tag": [`GET ${METADATA} HTTP/1.1`, HOST, "If-None-Match: *"],
  "two lines of tags": [`GET ${METADATA} HTTP/1.1`, HOST, ETAG, "If-None-Match: *"],
  "an id of its own": [`GET ${METADATA} HTTP/1.1`, HOST, "X-Request-Id: of-the-client-1"],
  "two ids": [`GET ${METADATA} HTTP/1.1`, HOST, "X-Request-Id: of-the-client-1", "X-Request-Id: of-the-client-2"],
  "SARIF wanted": [`GET ${METADATA} HTTP/1.1`, HOST, "Accept: application/sarif+json"],
  "another encoding": [`GET ${METADATA} HTTP/1.1`, HOST, "Accept-Encoding: gzip, br"],
};

test.each(Object.entries(ODD))("both ways answer alike: %s", async (name, lines) => {
  const { pages } = registry.running.services;
  // What a publish still sets off may drop what was kept in between.
  const warm = () =>
    expect
      .poll(async () => {
        for (const path of [METADATA, ARCHIVE]) await (await fetch(`${registry.url}${path}`)).arrayBuffer();
        return pages.find(METADATA) && pages.find(ARCHIVE);
      })
      .toBeDefined();
  const body = name === "a body" ? "{}" : "";
  await warm();
  const short = comparable(await send(lines, body));
  pages.forgetAll();
  const long = comparable(await send(lines, body));
  expect(short).toEqual(long);
});

test("both ways refuse alike when a limit is used up, and count a request once", async () => {
  const few = await startTestRegistry({ withoutScanners: true, environment: { RATE_LIMIT_READS: "3" } });
  try {
    const ask = async () => {
      const answer = await fetch(`${few.url}/api/v1/keys`);
      await answer.arrayBuffer();
      return [answer.status, /r=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1]];
    };
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([
      [200, "2"],
      [200, "1"],
      [200, "0"],
      [429, "0"],
    ]);
  } finally {
    await few.close();
  }
});
