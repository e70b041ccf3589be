import type { ServerResponse } from "node:http";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readSettings } from "../../apps/server/src/config/config.ts";
import {
  digestOf,
  type FakeLeakedPasswords,
  startFakeLeakedPasswords,
} from "../harness/fake-leaked-passwords-server.ts";
import { browser, mailsTo, newMail, PASSWORD, signedUp } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

const LEAKED = "password1234567";
/** Its line is padding, which says 0. */
const PADDED = "seen by nobody at all";
const REFUSAL = "This password is on lists of leaked ones: choose another.";

let fake: FakeLeakedPasswords;
let registry: TestRegistry;
let dir: string;
const log = () => readFile(join(dir, "registry.log"), "utf8");
const unasked = async () => (await log()).split("\n").filter((line) => line.includes("leaked_passwords_unasked"));

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "leaked-"));
  fake = await startFakeLeakedPasswords({ [LEAKED]: 52_372, [PADDED]: 0 });
  const environment = { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000", LOG_LEVEL: "trace" };
  registry = await startTestRegistry({
    withoutScanners: true,
    logFile: join(dir, "registry.log"),
    // Operators write a slash at the end, too.
    environment: { ...environment, LEAKED_PASSWORDS_URL: `${fake.url}/` },
  });
});
afterAll(async () => {
  await registry.close();
  await fake.close();
  await rm(dir, { recursive: true });
});
beforeEach(() => {
  fake.requests.length = 0;
  fake.answer = null;
});

const signUp = (handle: string, password: string, at = registry) =>
  browser(at.url).post("/auth/sign-up", { handle, email: `${handle}@example.org`, password, invitation: null });

describe("a password on a list of leaked ones", () => {
  test("is refused at sign-up with the reason; the service is told five digits of its SHA-1 and asked for padding, and nothing else", async () => {
    expect(await signUp("ada", LEAKED)).toMatchObject({ status: 400, body: { detail: REFUSAL } });
    const digest = digestOf(LEAKED);
    expect(fake.requests.map(({ line }) => line)).toEqual([`GET /range/${digest.slice(0, 5)}`]);
    expect(fake.requests[0]?.headers["add-padding"]).toBe("true");
    const told = JSON.stringify(fake.requests);
    for (const secret of [LEAKED, digest.slice(0, 6), digest.slice(5), "ada", "example.org", "cookie"])
      expect(told.toLowerCase()).not.toContain(secret.toLowerCase());
    // The letter that would have come is the next one's.
    expect((await signUp("ada", PASSWORD)).status).toBe(200);
    await newMail(registry, "ada@example.org", "/verify");
    expect(await mailsTo(registry, "ada@example.org")).toHaveLength(1);
    expect(await log()).not.toContain(LEAKED);
  });

  test("is refused on the page, which keeps what else was typed and not the password", async () => {
    const fields = { handle: "paula", email: "paula@example.org", password: LEAKED };
    const page = await browser(registry.url).submit("/signup", fields);
    expect(page.status).toBe(400);
    expect(page.body).toContain(REFUSAL);
    expect(page.body).toContain('value="paula"');
    expect(page.body).toContain('value="paula@example.org"');
    expect(page.body).not.toContain(LEAKED);
  });

  test("is refused as a new password, and the link is good for another one", async () => {
    const { email } = await signedUp(registry, "bob");
    const person = browser(registry.url);
    await person.post("/auth/ask-for-reset", { email });
    const token = await newMail(registry, email, "/reset");
    const refused = await person.post("/auth/reset-password", { token, password: LEAKED });
    expect(refused).toMatchObject({ status: 400, body: { detail: REFUSAL } });
    const password = "another correct horse battery";
    expect((await person.post("/auth/reset-password", { token, password })).status).toBe(200);
    expect((await person.post("/auth/sign-in", { email, password })).status).toBe(200);
  });

  test("is none where its line is padding, nor where another's digits begin alike", async () => {
    expect((await signUp("padded", PADDED)).status).toBe(200);
    const { length } = fake.requests;
    const digest = digestOf(PASSWORD);
    // Everything of the digest but its last digit.
    fake.answer = (response) => response.end(`${digest.slice(5, -1)}${digest.endsWith("0") ? "1" : "0"}:9\r\n`);
    expect((await signUp("alike", PASSWORD)).status).toBe(200);
    expect(fake.requests).toHaveLength(length + 1);
  });
});

test.each<[string, (response: ServerResponse) => void]>([
  ["hangs", () => {}],
  ["hangs within its answer", (response) => response.writeHead(200).write("0")],
  ["fails", (response) => response.writeHead(503).end("busy")],
  [
    "leads elsewhere",
    (response) => response.writeHead(302, { location: `/range/${digestOf(LEAKED).slice(0, 5)}` }).end(),
  ],
  ["ends the connection", (response) => response.destroy()],
  ["does not come to an end", (response) => response.writeHead(200).end("0".repeat(1_000_000))],
])("a service that %s is not asked: nobody is refused, soon, and the log says so", async (_, answer) => {
  fake.answer = answer;
  const before = (await unasked()).length;
  const began = performance.now();
  const handle = `slow-${crypto.randomUUID().slice(0, 8)}`;
  expect((await signUp(handle, LEAKED)).status).toBe(200);
  // Three seconds are waited, and a busy machine takes its own time.
  expect(performance.now() - began).toBeLessThan(12_000);
  const lines = await unasked();
  expect(lines).toHaveLength(before + 1);
  expect(lines.at(-1)).toContain('"level":"warn"');
  expect(lines.at(-1)).not.toContain(LEAKED);
  expect(fake.requests).toHaveLength(1);
});

test("no service is asked unless one is named", async () => {
  expect(readSettings({}).LEAKED_PASSWORDS_URL).toBe(null);
  const alone = await startTestRegistry({ withoutScanners: true, environment: { SIGN_UP: "open" } });
  try {
    expect((await signUp("ada", LEAKED, alone)).status).toBe(200);
    await newMail(alone, "ada@example.org", "/verify");
  } finally {
    await alone.close();
  }
});
