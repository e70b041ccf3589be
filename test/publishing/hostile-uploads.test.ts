import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";

const MIB = 1024 * 1024;

let registry: TestRegistry;
let author: string;

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  author = await account(registry.url, registry.adminToken, "mallory");
});
afterAll(() => registry.close());

/** A connection on which a test writes what it likes. */
async function open(): Promise<Socket> {
  const { hostname, port } = new URL(registry.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

const head = (...lines: string[]) =>
  [
    "POST /api/v1/skills HTTP/1.1",
    "Host: x",
    `Authorization: Bearer ${author}`,
    "Content-Type: application/zip",
    ...lines,
    "",
    "",
  ].join("\r\n");

/** The status of the first answer; null when the connection ends, or nothing comes for ten seconds. */
async function statusOn(socket: Socket): Promise<number | null> {
  let text = "";
  socket.setEncoding("latin1").setTimeout(10_000, () => socket.destroy());
  for await (const part of socket) {
    text += part;
    if (text.includes("\r\n")) break;
  }
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? Number.NaN) || null;
}

async function nextWorks(name: string): Promise<void> {
  const { status } = await publish(registry.url, author, sampleZip({ name }));
  expect(status).toBe(201);
}

test("A25 a body that is declared larger than the limit is refused before it is sent", async () => {
  const socket = await open();
  socket.write(head("Content-Length: 1073741824"));
  expect(await statusOn(socket)).toBe(413);
  await nextWorks("after-declared-large");
});

test("A25 chunks without end are cut off at the limit", async () => {
  const socket = await open();
  socket.write(head("Transfer-Encoding: chunked"));
  const chunk = Buffer.concat([Buffer.from("10000\r\n"), Buffer.alloc(65_536, 1), Buffer.from("\r\n")]);
  const status = statusOn(socket);
  let sent = 0;
  const seen = { answer: false };
  void status.then(() => (seen.answer = true));
  while (!seen.answer && sent < 200 * MIB && !socket.destroyed) {
    if (!socket.write(chunk)) await Promise.race([once(socket, "drain"), once(socket, "close"), status]);
    sent += chunk.length;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await status).toBe(413);
  expect(sent).toBeLessThan(64 * MIB);
  await nextWorks("after-endless");
});

test("A25 a length that is longer than the body leaves nothing behind when the client goes", async () => {
  const before = await call(`${registry.url}/api/v1/skills?limit=100`);
  const socket = await open();
  socket.write(head("Content-Length: 5000"));
  socket.write(sampleZip({ name: "half-a-body" }).subarray(0, 300));
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.destroy();
  await nextWorks("after-half-a-body");
  const after = await call(`${registry.url}/api/v1/skills/half-a-body`, { token: author });
  expect([before.status, after.status]).toEqual([200, 404]);
});

test("A25 a length that is shorter than the body, or stands beside chunks, is no way to smuggle", async () => {
  const zip = sampleZip({ name: "smuggled" });
  const short = await open();
  short.write(Buffer.concat([Buffer.from(head("Content-Length: 100")), zip]));
  // A broken zip, or what lies behind it and is no request: whichever is noticed first.
  expect([400, 422]).toContain(await statusOn(short));
  const both = await open();
  both.write(Buffer.concat([Buffer.from(head(`Content-Length: ${zip.length}`, "Transfer-Encoding: chunked")), zip]));
  expect(await statusOn(both)).toBe(400);
  const two = await open();
  two.write(Buffer.concat([Buffer.from(head("Content-Length: 10", `Content-Length: ${zip.length}`)), zip]));
  expect(await statusOn(two)).toBe(400);
  expect((await call(`${registry.url}/api/v1/skills/smuggled`, { token: author })).status).toBe(404);
});

test("A25 half-sent requests do not stop others", async () => {
  const slow = await Promise.all(Array.from({ length: 50 }, open));
  for (const [n, socket] of slow.entries())
    socket.write(n % 2 === 0 ? "POST /api/v1/skills HTTP/1.1\r\nHost: x\r\nX-A: " : head("Content-Length: 900"));
  await nextWorks("while-others-are-slow");
  for (const socket of slow) socket.destroy();
});

const multipart = (body: string | Uint8Array, boundary = "b") =>
  call(`${registry.url}/api/v1/skills`, {
    token: author,
    body: Buffer.from(body as string) as Uint8Array<ArrayBuffer>,
    type: `multipart/form-data; boundary=${boundary}`,
  });

const part = (disposition: string, content: Uint8Array, headers = ""): Buffer =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n`),
    content,
    Buffer.from("\r\n"),
  ]);
const END = Buffer.from("--b--\r\n");

test("A25 floods of parts, fields and headers, and broken boundaries, are refused as what they are", async () => {
  const zip = sampleZip({ name: "in-a-flood" });
  const many = Array.from({ length: 5000 }, (_, n) => part(`name="f${n}"`, Buffer.from("x")));
  const bodies: [what: string, body: Uint8Array, boundary?: string][] = [
    ["5,000 fields and no package", Buffer.concat([...many, END])],
    ["no part at all", END],
    ["no end", part('name="package"; filename="a.zip"', zip)],
    ["another boundary", Buffer.concat([part('name="package"; filename="a.zip"', zip), END]), "other"],
    ["an empty body", Buffer.alloc(0)],
    ["the package as a field", Buffer.concat([part('name="package"', Buffer.from("text")), END])],
  ];
  for (const [what, body, boundary] of bodies) {
    const { status } = await multipart(body, boundary);
    expect({ what, status }).toEqual({ what, status: 400 });
  }
  const large = Buffer.concat([part('name="package"; filename="a.zip"', Buffer.alloc(14 * MIB)), END]);
  expect((await multipart(large)).status).toBe(413);
  // More headers than are looked at change nothing; more than a request may have in all are too much.
  const headers = (count: number) => Array.from({ length: count }, (_, n) => `X-${n}: y\r\n`).join("");
  const described = (count: number) =>
    Buffer.concat([part('name="package"; filename="a.zip"', zip, headers(count)), END]);
  expect([201, 400]).toContain((await multipart(described(3000))).status);
  expect((await multipart(described(2_000_000))).status).toBe(413);
  await nextWorks("after-floods");
});

test("A25 a client that writes all of a too large body before it reads finds its answer", async () => {
  const socket = await open();
  const chunk = Buffer.alloc(MIB, 1);
  socket.pause();
  socket.write(head(`Content-Length: ${20 * MIB}`));
  for (let sent = 0; sent < 20; sent += 1) {
    if (!socket.write(chunk)) await once(socket, "drain");
    // As over a line that takes a while: longer than a server waits that has already answered.
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  expect(await statusOn(socket)).toBe(413);
  await nextWorks("after-a-slow-large");
});

test("A25 the name of the uploaded file is of no effect, and the first package counts", async () => {
  for (const [n, filename] of ['../../etc/x"; name="other', "a\\..\\b.zip", "\u202egpj.zip", "CON", ""].entries()) {
    const zip = sampleZip({ name: `named-${n}` });
    const body = Buffer.concat([
      part(`name="package"; filename="${filename}"`, zip, "Content-Type: application/zip\r\n"),
      END,
    ]);
    const { status, body: answer } = await multipart(body);
    expect([201, 400]).toContain(status);
    expect(JSON.stringify(answer)).not.toContain("etc/x");
  }
  const twice = Buffer.concat([
    part('name="package"; filename="a.zip"', sampleZip({ name: "first-part" })),
    part('name="package"; filename="b.zip"', sampleZip({ name: "second-part" })),
    END,
  ]);
  const { status, body } = await multipart(twice);
  expect({ status, name: body.name }).toEqual({ status: 201, name: "first-part" });
});
