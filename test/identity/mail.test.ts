import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { browser, PASSWORD } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { loopbackCertificate, type SmtpServer, startSmtpServer } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";

const PUBLIC_URL = "https://skills.example";
const MAIL_FROM = "Skills of Example <registry@skills.example>";
const closing: (() => Promise<unknown>)[] = [];
const whenDone = (close: () => Promise<unknown>) => closing.push(close);
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

/** A registry that sends mail there, and what its log says so far. */
async function registryFor(smtpUrl: string): Promise<TestRegistry & { log(): Promise<string> }> {
  const dir = await mkdtemp(join(tmpdir(), "mail-"));
  const logFile = join(dir, "registry.log");
  const environment = {
    SIGN_UP: "open",
    RATE_LIMIT_MAIL: "1000",
    LOG_LEVEL: "trace",
    PUBLIC_URL,
    MAIL_FROM,
    REGISTRY_NAME: "Acme skills",
  };
  const started = await startTestRegistry({
    withoutScanners: true,
    logFile,
    environment: { ...environment, SMTP_URL: smtpUrl },
  });
  whenDone(async () => {
    await started.close();
    await rm(dir, { recursive: true });
  });
  return { ...started, log: () => readFile(logFile, "utf8") };
}

const signUp = (registry: TestRegistry, fields: { handle: string; email?: string }, headers?: Record<string, string>) =>
  browser(registry.url).post(
    "/auth/sign-up",
    { email: `${fields.handle}@example.org`, password: PASSWORD, invitation: null, ...fields },
    headers,
  );

const LINK = /https:\/\/skills\.example\/verify\?token=([\w-]{43})\r?\n/;

async function letterOf(server: SmtpServer, to: string) {
  const isTheirs = ({ to: receivers }: { to: string[] }) => receivers.includes(to);
  await until(async () => server.letters.some(isTheirs), 15_000);
  const letter = server.letters.findLast(isTheirs);
  if (!letter) throw new Error(`nothing for ${to}`);
  return letter;
}

describe("mail by SMTP", () => {
  let server: SmtpServer;
  let registry: Awaited<ReturnType<typeof registryFor>>;
  beforeAll(async () => {
    server = await startSmtpServer();
    whenDone(server.close);
    registry = await registryFor(`smtp://127.0.0.1:${server.port}`);
  });

  test("a letter says from whom, to whom and what about; its link is PUBLIC_URL's whatever the request says, and makes the account", async () => {
    const forged = {
      "sec-fetch-site": "same-origin",
      "x-forwarded-host": "evil.example",
      forwarded: "host=evil.example;proto=http",
    };
    expect((await signUp(registry, { handle: "ada", email: "Ada@Example.org" }, forged)).status).toBe(200);
    const letter = await letterOf(server, "ada@example.org");
    expect([letter.from, letter.to]).toEqual(["registry@skills.example", ["ada@example.org"]]);
    expect(letter.headers.get("from")).toEqual([MAIL_FROM]);
    expect(letter.headers.get("to")).toEqual(["ada@example.org"]);
    expect(letter.headers.get("subject")).toEqual(["Confirm your address for Acme skills"]);
    expect((await browser(registry.url).get("/")).body).toContain("<title>Acme skills</title>");
    expect(letter.headers.get("content-type")?.[0]).toMatch(/^text\/plain; charset=utf-8/);
    expect(letter.text).not.toContain("evil.example");
    const token = LINK.exec(letter.text)?.[1];
    const confirmed = await browser(registry.url).post("/auth/confirm-address", {
      token,
      password: PASSWORD,
      handle: null,
    });
    expect(confirmed.status, letter.text).toBe(200);
    // What lets somebody in stands in the letter alone.
    expect(await registry.log()).not.toContain(token);
  });

  test.each([
    ["a second header", "eve@example.org\r\nBcc: mallory@example.org"],
    ["a bare line feed", "eve@example.org\nBcc: mallory@example.org"],
    ["a second receiver", "eve@example.org, mallory@example.org"],
    ["a receiver in brackets", "<eve@example.org> <mallory@example.org>"],
    ["a command", "eve@example.org>\r\nRCPT TO:<mallory@example.org"],
    ["a quoted name", '"mallory@example.org"eve@example.org'],
  ])("an address that carries %s is refused, and nothing is sent", async (_, email) => {
    const before = server.letters.length;
    expect(await signUp(registry, { handle: "eve", email })).toMatchObject({ status: 400 });
    expect((await signUp(registry, { handle: "eve\r\nBcc: mallory@example.org" })).status).toBe(400);
    // What is sent after it is the next that arrives.
    const next = `next-${crypto.randomUUID().slice(0, 8)}`;
    await signUp(registry, { handle: next });
    await letterOf(server, `${next}@example.org`);
    expect(server.letters.slice(before).map(({ to }) => to)).toEqual([[`${next}@example.org`]]);
  });
});

describe("mail by SMTP over TLS", () => {
  const trusted = getCACertificates("default");
  const login = { user: "registry", password: "the-servers-own-secret" };
  afterEach(() => setDefaultCACertificates(trusted));

  test("where STARTTLS is asked for, a server that has none, or whose certificate nobody trusts, gets neither letter nor password, and the log says why", async () => {
    const untrusted = { certificate: loopbackCertificate() };
    for (const { options, reason } of [
      { options: {}, reason: /STARTTLS/ },
      { options: untrusted, reason: /self-signed certificate/ },
    ]) {
      const server = await startSmtpServer(options);
      whenDone(server.close);
      const registry = await registryFor(`smtp://registry:secret-word@127.0.0.1:${server.port}?requireTLS=true`);
      expect((await signUp(registry, { handle: "ada" })).status).toBe(200);
      await until(async () => (await registry.log()).includes("mail_not_sent"), 15_000);
      const line = (await registry.log()).split("\n").find((one) => one.includes("mail_not_sent"));
      expect(line).toMatch(reason);
      expect(line).toContain('"level":"error"');
      expect(await registry.log()).not.toContain("secret-word");
      expect(server.letters).toEqual([]);
    }
  });

  test("with a trusted certificate it signs in and sends, after STARTTLS", async () => {
    const certificate = loopbackCertificate();
    setDefaultCACertificates([...trusted, certificate.cert]);
    const server = await startSmtpServer({ certificate, login });
    whenDone(server.close);
    const { user, password } = login;
    const registry = await registryFor(`smtp://${user}:${password}@127.0.0.1:${server.port}?requireTLS=true`);
    await signUp(registry, { handle: "ada" });
    expect(await letterOf(server, "ada@example.org")).toMatchObject({ isSecure: true, user: "registry" });
    expect(await registry.log()).not.toContain(password);
  });
});

test("a server that is away, refuses or hangs keeps nobody waiting, is told in the log, and asking again once it is back makes the account", async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket.on("error", () => {})));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const address = silent.address();
  if (address === null || typeof address === "string") throw new Error("not listening on TCP");
  const { port } = address;
  const registry = await registryFor(`smtp://127.0.0.1:${port}`);
  const failures = async () => (await registry.log()).split("\n").filter((line) => line.includes("mail_not_sent"));
  const askFor = async (nth: number, reason: RegExp, withinMs: number) => {
    const asked = performance.now();
    expect((await signUp(registry, { handle: "ada" })).status).toBe(200);
    // The server is waited for longer than that.
    expect(performance.now() - asked).toBeLessThan(8_000);
    await until(async () => (await failures()).length === nth, withinMs);
    expect((await failures()).at(-1)).toMatch(reason);
  };
  await askFor(1, /greeting/i, 20_000);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
  await askFor(2, /ECONNREFUSED/, 10_000);
  const refusing = await startSmtpServer({ port, refusal: "No such receiver here" });
  await askFor(3, /No such receiver here/, 10_000);
  await refusing.close();
  const server = await startSmtpServer({ port });
  whenDone(server.close);
  expect((await signUp(registry, { handle: "ada" })).status).toBe(200);
  const token = LINK.exec((await letterOf(server, "ada@example.org")).text)?.[1];
  const body = { token, password: PASSWORD, handle: null };
  expect((await browser(registry.url).post("/auth/confirm-address", body)).status).toBe(200);
});
