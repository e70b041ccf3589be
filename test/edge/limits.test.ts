import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";
import { sampleFiles, sampleZip, zipOf } from "../harness/samples.ts";
import { until } from "../harness/until.ts";

const READS = 10;
const WRITES = 20;

let registry: TestRegistry;
let ada: string;
let logDir: string;
const api = (path: string) => `${registry.url}/api/v1${path}`;

/** This machine is a proxy that is believed, so each test asks from addresses of its own. */
const from = (address: string) => ({ "x-forwarded-for": address });
const read = (headers: Record<string, string> = {}, token?: string) =>
  call(api("/keys"), { headers, ...(token !== undefined && { token }) });
const write = (token: string, headers = from("192.0.2.1")) =>
  call(api("/publishers/ada/keys"), { token, headers, json: { kind: "none" } });
const statuses = async (count: number, ask: (n: number) => Promise<{ status: number }>): Promise<number[]> => {
  const all: number[] = [];
  for (let n = 0; n < count; n += 1) all.push((await ask(n)).status);
  return all;
};
const tokenOf = async (owner: string, name: string) =>
  (await call(api("/tokens"), { token: owner, headers: from("192.0.2.99"), json: { name, scopes: ["*"] } })).body;

beforeAll(async () => {
  logDir = await mkdtemp(join(tmpdir(), "limits-"));
  registry = await startTestRegistry({
    withoutScanners: true,
    logFile: join(logDir, "registry.log"),
    environment: {
      TRUST_PROXY: "127.0.0.0/8,10.0.0.0/8",
      RATE_LIMIT_READS: String(READS),
      RATE_LIMIT_WRITES: String(WRITES),
      RATE_LIMIT_TOKEN_PERCENT: "50",
      LOG_LEVEL: "trace",
    },
  });
  ada = await account(registry.url, registry.adminToken, "ada");
});
afterAll(async () => {
  await registry.close();
  await rm(logDir, { recursive: true });
});

describe("Q5 limits under keys that whoever asks chooses", () => {
  test("Q5 each address has a limit of its own, and whatever else a request says opens no other", async () => {
    expect(await statuses(READS + 1, () => read(from("198.51.100.1")))).toEqual([...Array(READS).fill(200), 429]);
    expect((await read(from("198.51.100.2"))).status).toBe(200);
    for (const forged of ["1.1.1.1, 198.51.100.1", "1.1.1.1, 198.51.100.1, 10.1.1.1", "198.51.100.1:4711"]) {
      expect((await read(from(forged))).status).toBe(429);
    }
    const others = { "x-real-ip": "1.1.1.1", forwarded: "for=1.1.1.1", "user-agent": "other", cookie: "theme=x" };
    for (const [name, value] of Object.entries(others)) {
      expect((await read({ ...from("198.51.100.1"), [name]: value })).status).toBe(429);
    }
  });

  test("Q5 a /64 of IPv6 is one address, however it is written", async () => {
    const answers = await statuses(READS + 1, (n) => read(from(`2001:DB8:0:7::${n.toString(16)}`)));
    expect(answers).toEqual([...Array(READS).fill(200), 429]);
    expect((await read(from("2001:db8:0:8::1"))).status).toBe(200);
  });

  test("Q5 what is no address is no key: a thousand of them have the one limit of who sent them", async () => {
    const answers = await statuses(READS + 2, (n) => read(from(`made-up-${n}-${"x".repeat(n * 100)}, 10.5.5.5`)));
    expect(answers.slice(-2)).toEqual([429, 429]);
    // And that is not everybody's.
    expect((await read(from("198.51.100.3"))).status).toBe(200);
  });

  test("Q5 tokens that are nobody's are counted by address, so a new guess is no new limit", async () => {
    const guess = (n: number) => write(`gsk_${"x".repeat(40)}${n}`, from("198.51.100.4"));
    expect(await statuses(WRITES + 2, guess)).toEqual([...Array(WRITES).fill(401), 429, 429]);
    const readGuess = (n: number) => read(from("198.51.100.5"), `gsk_${n}`);
    expect(await statuses(READS + 1, readGuess)).toEqual([...Array(READS).fill(200), 429]);
  });

  test("Q5 a dry run of a publish is no write; it counts as many reads, and takes a low limit whole (first week, A6)", async () => {
    const address = from("198.51.100.6");
    const validate = () =>
      call(api("/validate"), {
        headers: address,
        body: sampleZip({ name: "dry" }) as Uint8Array<ArrayBuffer>,
        type: "application/zip",
      });
    const first = await validate();
    expect([first.status, first.headers.get("ratelimit")]).toEqual([200, expect.stringMatching(/^"reads";r=0;/)]);
    expect((await validate()).status).toBe(429);
    const written = await call(api("/publishers/ada/keys"), { headers: address, json: { kind: "none" } });
    expect(written.headers.get("ratelimit")).toMatch(new RegExp(`^"writes";r=${WRITES - 1};`));
  });

  test("Q5 who is known counts by account, from wherever, and leaves the address to others", async () => {
    const bob = await account(registry.url, registry.adminToken, "bob");
    const second = (await tokenOf(bob, "second")).token;
    expect(await statuses(READS / 2 + 1, (n) => read(from(`203.0.113.${n}`), bob))).toEqual([
      200, 200, 200, 200, 200, 429,
    ]);
    expect((await read(from("203.0.113.0"))).status).toBe(200);
    expect((await read(from("203.0.113.0"), second)).status).toBe(200);
  });

  test("Q5 a token run wild takes its share and no more: the owner's others go on, up to what the account may", async () => {
    const carl = await account(registry.url, registry.adminToken, "carl");
    const [wild, other] = [(await tokenOf(carl, "ci")).token, (await tokenOf(carl, "laptop")).token];
    const refused = await statuses(WRITES, () => write(wild));
    expect(refused.filter((status) => status === 429)).toHaveLength(WRITES / 2);
    const told = await write(wild);
    expect(told.headers.get("ratelimit-policy")).toBe(`"token_writes";q=${WRITES / 2};w=60`);
    expect(told.headers.get("ratelimit")).toMatch(/^"token_writes";r=0;t=\d+$/);
    expect(Number(told.headers.get("retry-after"))).toBeGreaterThan(0);
    const next = await write(other);
    expect(next.status).not.toBe(429);
    // Two tokens were made with the first one; the tighter of two limits comes first.
    expect(next.headers.get("ratelimit-policy")).toBe(`"writes";q=${WRITES};w=60, "token_writes";q=${WRITES / 2};w=60`);
    expect(next.headers.get("ratelimit")).toMatch(/^"writes";r=7;t=\d+, "token_writes";r=9;t=\d+$/);
    expect((await statuses(8, () => write(other))).at(-1)).toBe(429);
  });
});

describe("T1, T2, T4 tokens", () => {
  test("T1 a revoked token is worth nothing with the next request, wherever it was in use", async () => {
    const dora = await account(registry.url, registry.adminToken, "dora");
    const { token, id } = await tokenOf(dora, "short");
    expect((await call(api("/whoami"), { token })).status).toBe(200);
    const address = api(`/tokens/${id}`);
    expect((await call(address, { token: dora, method: "DELETE" })).status).toBe(200);
    const asked = await Promise.all([
      call(api("/whoami"), { token }),
      publish(registry.url, token, sampleZip({ name: "after-revoke" })),
      call(api("/tokens"), { token, json: { name: "again", scopes: ["*"] } }),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect((await call(api("/skills/after-revoke"))).status).toBe(404);
  });

  test("T1 a token that is revoked while it publishes publishes nothing afterwards", async () => {
    const eve = await account(registry.url, registry.adminToken, "eve");
    const { token, id } = await tokenOf(eve, "racing");
    const races = Array.from({ length: 4 }, (_, n) => publish(registry.url, token, sampleZip({ name: `racing-${n}` })));
    await call(api(`/tokens/${id}`), { token: eve, method: "DELETE" });
    for (const { status } of await Promise.all(races)) expect([201, 401]).toContain(status);
    expect((await publish(registry.url, token, sampleZip({ name: "racing-late" }))).status).toBe(401);
  });

  test("T2 a lookup finds a digest by its index: neither code nor query compares a secret", async () => {
    const { token } = await tokenOf(ada, "looked-up");
    const rows = await rowsOf<{ secret_sha256: string }>(registry, "SELECT * FROM tokens");
    expect(JSON.stringify(rows)).not.toContain(token.slice(4, 20));
    const kept = await rowsOf<{ plan: string }>(
      registry,
      `SELECT indexdef AS plan FROM pg_indexes WHERE tablename = 'tokens' AND indexdef LIKE '%UNIQUE%(secret_sha256)%'`,
    );
    expect(kept).toHaveLength(1);
  });

  test("T2 what shares all but its last character with a secret takes as long as what shares nothing, and is told the same", async () => {
    const { token } = await tokenOf(ada, "timed");
    const near = token.slice(0, -1) + (token.endsWith("A") ? "B" : "A");
    const far = `gsk_${"z".repeat(token.length - 4)}`;
    const ask = async (secret: string, round: number) => {
      const started = performance.now();
      const answer = await call(api("/whoami"), { token: secret, headers: from(`198.18.${round}.1`) });
      return { took: performance.now() - started, answer };
    };
    const took: Record<string, number[]> = { near: [], far: [] };
    const told = new Set<string>();
    for (let round = 0; round < 100; round += 1) {
      const order = round % 2 === 0 ? ["near", "far"] : ["far", "near"];
      for (const kind of order) {
        const { took: ms, answer } = await ask(kind === "near" ? near : far, round);
        took[kind]?.push(ms);
        const { request_id: _, ...rest } = answer.body;
        told.add(JSON.stringify([answer.status, rest]));
      }
    }
    expect([...told]).toHaveLength(1);
    const median = (kind: string) => (took[kind] ?? []).toSorted((a, b) => a - b)[50] ?? 0;
    // A comparison by bytes would differ by nanoseconds, which nobody sees here; a second look of any kind by more than this.
    expect(median("near") / median("far")).toBeGreaterThan(0.6);
    expect(median("near") / median("far")).toBeLessThan(1.7);
  });

  test("T4 a token in an address is no credential, and is in no log, page or answer", async () => {
    const { token } = await tokenOf(ada, "misplaced");
    for (const name of ["token", "access_token", "api_key", "authorization"]) {
      const asked = await call(api(`/whoami?${name}=${token}`), {
        headers: { ...from("192.0.2.50"), referer: `${registry.url}/?t=${token}` },
      });
      expect(asked.status).toBe(401);
      expect(JSON.stringify(asked.body)).not.toContain(token);
    }
    const url = new URL(registry.url);
    const basic = `Basic ${Buffer.from(`x:${token}`).toString("base64")}`;
    expect((await call(api("/whoami"), { headers: { authorization: basic } })).status).toBe(401);
    for (const path of [`/api/v1/search?q=${token}`, `/search?q=${token}`, `/api/v1/skills/${token}`]) {
      await (await fetch(new URL(path, url), { headers: { referer: `${url.href}?t=${token}` } })).text();
    }
    await call(api("/whoami"), { token });
    // Pages say to browsers that no address of theirs goes to others.
    const page = await fetch(registry.url);
    expect(page.headers.get("referrer-policy")).toMatch(/^(no-referrer|same-origin|strict-origin)/);
    const log = async () => await readFile(join(logDir, "registry.log"), "utf8");
    await until(async () => (await log()).includes('"path":"/api/v1/skills/gsk_(secret)"'));
    expect(await log()).not.toContain(token.slice(0, 20));
    expect(await log()).not.toContain(basic);
    expect(await (await fetch(`${registry.url}/metrics`)).text()).not.toContain(token.slice(0, 20));
    const [noted] = await rowsOf<{ count: number }>(
      registry,
      "SELECT count(*)::int AS count FROM audit_log WHERE detail::text LIKE '%' || $1 || '%' OR target LIKE '%' || $1 || '%'",
      [token],
    );
    expect(noted?.count).toBe(0);
  });
});

test("Q3 nothing that a skill names is asked by the registry: homepage, repository, pictures, requirements", async () => {
  const asked: string[] = [];
  const trap = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end("caught");
  });
  await new Promise<void>((resolve) => trap.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
  const files = sampleFiles({ name: "trapping", body: `![picture](${url}/picture.svg) [link](${url}/link)` });
  const manifest = String(files["SKILL.md"]).replace(
    "license: MIT",
    `license: MIT\nhomepage: ${url}/homepage\nrepository: ${url}/repository\nicon: ${url}/icon.png\nrequirements:\n  dependencies:\n    - "x @ ${url}/x.whl"`,
  );
  const fay = await account(registry.url, registry.adminToken, "fay");
  const requirements = `--index-url ${url}/simple\n--find-links ${url}/links\ny @ ${url}/y.whl\ngit+${url}/z.git\n`;
  const published = await publish(
    registry.url,
    fay,
    zipOf({ ...files, "SKILL.md": manifest, "requirements.txt": requirements }),
  );
  expect([201, 422]).toContain(published.status);
  for (const path of ["/skills/trapping", "/api/v1/skills/trapping/1.0.0", "/search?q=trapping"]) {
    await (
      await fetch(`${registry.url}${path}`, { headers: { ...from("203.0.113.77"), authorization: `Bearer ${fay}` } })
    ).text();
  }
  expect(asked).toEqual([]);
  trap.close();
});
