import { Agent, request as httpRequest } from "node:http";
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, publish } from "../harness/api.ts";
import {
  type ApiDocument,
  type ApiOperation,
  documentJudge,
  operationsOf,
  sampleOf,
  type WholeAnswer,
} from "../harness/api-document.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";

const document: ApiDocument = JSON.parse(readFileSync("docs/openapi.json", "utf8"));
const operations = operationsOf(document);
const judge = documentJudge(document);

/** As they stand in an address: NUL, cut, overlong and mixed encodings, halves of surrogate pairs, wrong types, too much. */
const IN_ADDRESS = [
  "%00",
  "a%00b",
  "%C0%80",
  "%E0%80%80",
  "%C0%AE%C0%AE",
  "%ED%A0%80",
  "%ED%B0%80",
  "%F4%90%80%80",
  "%FF",
  "%",
  "%2",
  "a%E9b",
  "caf\u00e9",
  "%u0000",
  "%2500",
  "..%2f..%2f",
  "%5C",
  "%0A%0D",
  "-1",
  "1e309",
  "9007199254740993",
  "null",
  "true",
  "[]",
  "%7B%7D",
  "'%22%3B--",
  "%F0%9F%92%A9",
  "%E2%80%AE",
  "0x10",
  "NaN",
  "",
  "a".repeat(3_000),
];

/** As they stand in a JSON body; texts of it, because some are what no parsed value holds. */
const IN_BODY = [
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  "null",
  "true",
  "[]",
  "{}",
  "-1",
  "1e308",
  "1e999",
  "12345678901234567890",
  '""',
  '" "',
  `"${"x".repeat(70_000)}"`,
  `${"[".repeat(5_000)}${"]".repeat(5_000)}`,
  '{"__proto__": {"a": 1}}',
  '"\\u202e"',
  '"caf\u00e9"',
  '["\\u0000"]',
  '{"\\u0000": 1}',
];

const HEADERS: Record<string, string>[] = [
  { accept: "application/sarif+json" },
  { accept: "\u00ff\u00fe" },
  { "if-none-match": '"\u00c0\u0080", *' },
  { "x-request-id": "a%00b" },
  { authorization: "Bearer \u00e9" },
  { authorization: `Bearer ${"x".repeat(600)}` },
  { "content-type": "application/json; charset=\u00ff" },
  { "content-type": "multipart/form-data; boundary=\u00ff" },
  { "x-forwarded-for": "\u00ff, ,," },
  { range: "bytes=9-1" },
];

let registry: TestRegistry;
const tokens: Record<string, string | null> = { nobody: null };
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  tokens["a user"] = await account(registry.url, registry.adminToken, "ada");
  tokens["an admin"] = registry.adminToken;
  const published = await publish(registry.url, tokens["a user"], sampleZip({ name: "web-search" }));
  expect(published.status).toBe(201);
});
afterAll(async () => {
  agent.destroy();
  await registry.close();
});

interface Sent {
  method: string;
  /** Path and query, byte by byte: no client may put it right. */
  address: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
}

async function send({ method, address, headers, body }: Sent): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(`${registry.url}/`, { agent, method, path: address, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        const type = (answer.headers["content-type"] ?? "").split(";", 1)[0] ?? "";
        resolve({ status: answer.statusCode ?? 0, type, body: Buffer.concat(parts) });
      });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** A request that its operation takes, but for what `spoilt` puts into it. */
function requestOf(
  operation: ApiOperation,
  token: string | null | undefined,
  spoilt: { parameters?: Record<string, string>; body?: Sent["body"]; headers?: Record<string, string> },
): Sent {
  const valueOf = ({ name, schema }: { name: string; schema: object }) =>
    spoilt.parameters?.[name] ?? encodeURIComponent(String(sampleOf(document, schema as never)));
  const parameters = operation.parameters ?? [];
  const path = parameters
    .filter((one) => one.in === "path")
    .reduce((made, one) => made.replace(`{${one.name}}`, valueOf(one)), operation.path);
  const query = parameters.filter(
    ({ in: place, name }) => place === "query" && spoilt.parameters?.[name] !== undefined,
  );
  const [type] = Object.keys(operation.requestBody?.content ?? {});
  return {
    method: operation.method,
    address: `/api/v1${path}${query.length > 0 ? `?${query.map((one) => `${one.name}=${valueOf(one)}`).join("&")}` : ""}`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(type ? { "content-type": type } : {}),
      ...spoilt.headers,
    },
    body: spoilt.body ?? (type === "application/json" ? JSON.stringify(bodyOf(operation)) : null),
  };
}

const bodyOf = (operation: ApiOperation): unknown =>
  sampleOf(document, operation.requestBody?.content["application/json"]?.schema ?? {});

/**
 * Those that go to this operation as that reader. Its own area takes every request and others a third, by turns: what is not theirs is
 * refused before it is read. And no user deletes its own account, or it would be a stranger from then on.
 */
function sharedOut(
  who: string,
  requests: { operation: ApiOperation; sent: Sent }[],
): { operation: ApiOperation; sent: Sent }[] {
  return requests.filter(({ operation }, at) => {
    if (operation.operationId === "deleteAccount") return who === "an admin";
    const isAdmins = operation.path.startsWith("/admin/");
    return at % 3 === 0 || (who === "an admin" ? isAdmins : who === "a user" && !isAdmins);
  });
}

/** What the operation answered that the document does not say; null where all is well. */
async function complaint(operation: ApiOperation, sent: Sent): Promise<string | null> {
  const why = judge(operation, await send(sent));
  return why === null
    ? null
    : `${sent.method} ${sent.address.slice(0, 200)} ${String(sent.body).slice(0, 200)}: ${why}`;
}

async function complaints(requests: { operation: ApiOperation; sent: Sent }[]): Promise<string[]> {
  const found: (string | null)[] = [];
  const rest = requests.values();
  const work = async () => {
    for (const { operation, sent } of rest) found.push(await complaint(operation, sent));
  };
  await Promise.all(Array.from({ length: 8 }, work));
  expect(found).toHaveLength(requests.length);
  return found.filter((one) => one !== null);
}

describe.each(["nobody", "a user", "an admin"])("as %s", (who) => {
  test(`${who}: every parameter takes every hostile value without a 5xx or an undocumented answer`, async () => {
    const requests = operations.flatMap((operation) =>
      (operation.parameters ?? []).flatMap(({ name }) =>
        IN_ADDRESS.map((value) => ({
          operation,
          sent: requestOf(operation, tokens[who], { parameters: { [name]: value } }),
        })),
      ),
    );
    expect(await complaints(sharedOut(who, requests))).toEqual([]);
  });

  test(`${who}: every field of every body does`, async () => {
    const requests = operations
      .filter(({ requestBody }) => requestBody?.content["application/json"])
      .flatMap((operation) => {
        const sample = bodyOf(operation);
        const fields = typeof sample === "object" && sample !== null ? Object.keys(sample) : [];
        const spoilt = [
          ...IN_BODY,
          ...fields.flatMap((field) =>
            IN_BODY.map((value) =>
              JSON.stringify({ ...(sample as object), [field]: "HERE" }).replace('"HERE"', () => value),
            ),
          ),
        ];
        return spoilt.map((body) => ({ operation, sent: requestOf(operation, tokens[who], { body }) }));
      });
    expect(await complaints(sharedOut(who, requests))).toEqual([]);
  });

  test(`${who}: so do headers, and bodies that are no text`, async () => {
    const bodies = ["", "{", '"\u00ff"', new Uint8Array([0x22, 0xc0, 0x80, 0x22]), new Uint8Array([0xff, 0xfe, 0x7b])];
    const requests = operations.flatMap((operation) => [
      ...HEADERS.map((headers) => ({ operation, sent: requestOf(operation, tokens[who], { headers }) })),
      ...(operation.requestBody ? bodies : []).map((body) => ({
        operation,
        sent: requestOf(operation, tokens[who], { body }),
      })),
    ]);
    expect(await complaints(sharedOut(who, requests))).toEqual([]);
  });

  test(`${who}: several at once, as chance has it`, async () => {
    const spoilt = fc.record({
      operation: fc.constantFrom(...operations.filter(({ operationId }) => operationId !== "deleteAccount")),
      values: fc.array(fc.oneof(fc.constantFrom(...IN_ADDRESS), encoded()), { minLength: 8, maxLength: 8 }),
      headers: fc.option(fc.constantFrom(...HEADERS), { nil: {} }),
      body: fc.option(fc.json({ stringUnit: "binary" }), { nil: null, freq: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(spoilt, async ({ operation, values, headers, body }) => {
        const parameters = Object.fromEntries(
          (operation.parameters ?? []).map(({ name }, at) => [name, values[at] ?? ""]),
        );
        const sent = requestOf(operation, tokens[who], {
          parameters,
          headers,
          body: operation.requestBody ? body : null,
        });
        expect(await complaint(operation, sent)).toBeNull();
      }),
      { numRuns: 300 },
    );
  });
});

/** Any bytes, percent-encoded. */
const encoded = () =>
  fc
    .uint8Array({ minLength: 1, maxLength: 12 })
    .map((bytes) => [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""));

test("pages take hostile addresses", async () => {
  for (const value of IN_ADDRESS)
    for (const address of [
      `/search?q=${value}`,
      `/skills/${value}`,
      `/skills/web-search/${value}`,
      `/assets/${value}`,
    ]) {
      const { status } = await send({ method: "GET", address, headers: {}, body: null });
      expect([200, 400, 404], address).toContain(status);
    }
});

test("the addresses that auditors ask take hostile ids and queries", async () => {
  for (const value of IN_ADDRESS) {
    const { status } = await send({ method: "GET", address: `/v1/vulns/${value}`, headers: {}, body: null });
    expect([400, 404], value).toContain(status);
  }
  for (const path of ["/v1/query", "/v1/querybatch"])
    for (const value of IN_BODY)
      for (const body of [
        value,
        `{"package": {"name": ${value}, "ecosystem": "PyPI"}, "version": ${value}}`,
        `{"package": {"purl": ${value}}}`,
        `{"queries": [{"package": {"name": ${value}, "ecosystem": "npm"}}]}`,
      ]) {
        const { status, type } = await send({ method: "POST", address: path, headers: {}, body });
        expect([200, 400, 413, 429], `${path} ${body.slice(0, 100)}`).toContain(status);
        expect(type).toBe("application/json");
      }
});
