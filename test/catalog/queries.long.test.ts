import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { startCost } from "../harness/cost.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";
import { describeForms } from "../harness/scaled.ts";

const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value), "utf8").toString("base64url");

await describeForms("Queries as an attacker writes them", (form) => {
  let registry: TestRegistry;
  let author: string;
  const api = (path: string) => `${registry.url}/api/v1${path}`;

  beforeAll(async () => {
    registry = await startTestRegistry({ environment: await form.environment() });
    author = await account(registry.url, registry.adminToken, "ada");
    const names = ["alpha-notes", "beta-notes", "gamma-notes"];
    for (const name of names) await publish(registry.url, author, sampleZip({ name, tags: ["notes", "o'brien"] }));
    for (const name of names) await inspected(registry.url, name, "1.0.0", author);
  });
  afterAll(() => registry.close());

  /** Asks at a bounded cost; answers the status. */
  const ask = async (path: string, token?: string) => {
    const cost = startCost();
    const answer = await call(api(path), token === undefined ? {} : { token });
    expect(cost(), path.slice(0, 100)).toBeLessThan(2_000);
    return answer;
  };

  const QUERIES = [
    ["ten thousand alternatives", Array.from({ length: 64 }, () => "a|b").join(" ")],
    ["operators of tsquery", "a | b & !c <-> d:*"],
    ["a prefix of everything", ":*"],
    ["one letter as a prefix", "a:*"],
    ["unbalanced brackets and quotes", "((((((''''\"\"\"\" & | ! <->"],
    ["backslashes", "\\\\'\\0\\x00"],
    ["NUL", "no\0tes"],
    ["only NULs", "\0\0\0"],
    ["only blanks", " \t\n\u00a0\u2003"],
    ["SQL", "'; DROP TABLE skills; --"],
    ["wildcards", "%%%%____%%%%"],
    ["combining marks", "n\u0300".repeat(120)],
    ["emoji and bidi", "\u{1f600}\u202e\u2066notes\u2069"],
    ["digits without end", "9".repeat(256)],
    ["a word without end", "x".repeat(256)],
    [
      "words that nearly match",
      Array.from({ length: 40 }, (_, n) => `notse${n}`)
        .join(" ")
        .slice(0, 256),
    ],
    ["an unspaced script", "検索".repeat(128)],
    ["hyphens", "-".repeat(256)],
    ["constructor", "__proto__ constructor toString"],
  ] as const;

  test.each(QUERIES)("Q1 a search for %s answers soon, and never 500", async (_, text) => {
    const answer = await ask(`/search?q=${encodeURIComponent(text.slice(0, 256))}`);
    const isText = !text.includes("\0");
    expect(answer.status).toBe(isText ? 200 : 400);
    if (isText) expect(answer.body.total).toBeLessThanOrEqual(3);
  });

  test("Q1 a search of more than 256 characters, ten thousand terms included, is refused", async () => {
    for (const text of ["a".repeat(257), Array.from({ length: 2_000 }, (_, n) => `w${n}`).join("+")]) {
      const answer = await ask(`/search?q=${text}`);
      expect(answer.status).toBe(400);
      expect(answer.body.code).toBe("invalid_request");
    }
    const terms = Array.from({ length: 10_000 }, (_, n) => `w${n}`).join("+");
    // More than a request line may carry: refused before the application.
    expect((await ask(`/search?q=${terms}`)).status).toBe(431);
  });

  test.each(["%ff%fe", "%ED%A0%80", "%", "%zz", "%u0041", "%00", "a%00b", "%C0%AF", "%F8%80%80%80%80"])(
    "Q1 the bytes %s, which are no text, are answered wherever they stand",
    async (bytes) => {
      for (const path of [
        `/search?q=${bytes}`,
        `/search?q=notes&tag=${bytes}`,
        `/skills?tag=${bytes}`,
        `/skills?publisher=${bytes}`,
        `/skills?cursor=${bytes}`,
        `/skills/${bytes}`,
        `/skills/alpha-notes/${bytes}`,
        `/skills/alpha-notes/download?version=${bytes}`,
        `/publishers/${bytes}`,
        `/${bytes}`,
      ]) {
        expect([200, 400, 404], path).toContain((await ask(path)).status);
      }
      for (const path of [`/admin/audit?target=${bytes}`, `/admin/promotions?cursor=${bytes}`]) {
        expect([200, 400], path).toContain((await ask(path, registry.adminToken)).status);
      }
    },
  );

  test.each(["0", "-1", "101", "1e9", "99999999999999999999", "NaN", "Infinity", "0x10", "1.5", "", "10;drop"])(
    "Q1 limit=%s is refused or taken as a small number",
    async (limit) => {
      for (const path of ["/skills?", "/search?q=notes&"]) {
        const answer = await ask(`${path}limit=${limit}`);
        expect([200, 400]).toContain(answer.status);
        if (answer.status === 200) expect((answer.body.items ?? answer.body.hits).length).toBeLessThanOrEqual(100);
      }
    },
  );

  test("Q1 cursors that were tampered with, come from another list, or are too long, are refused", async () => {
    const own = (await ask("/skills?limit=1&sort=name")).body.next_cursor as string;
    expect((await ask(`/skills?limit=1&sort=name&cursor=${own}`)).body.items[0].name).toBe("beta-notes");
    const [list, ...values] = JSON.parse(Buffer.from(own, "base64url").toString()) as unknown[];
    const tampered = [
      own.slice(1),
      own.slice(0, -2),
      `${own}AAAA`,
      "A".repeat(513),
      "null",
      cursorOf(null),
      cursorOf({}),
      cursorOf([list]),
      cursorOf([list, ...values, 1]),
      cursorOf(["skills:downloads", 1, 1]),
      cursorOf(["search", 20]),
      cursorOf([list, { toString: "x" }, 1]),
      cursorOf([list, ["a"], 1]),
      cursorOf([list, "a\0b", 1]),
      cursorOf([list, "a", "1; drop table skills"]),
      cursorOf([list, "a", 1e300]),
      cursorOf([list, "a", 1.5]),
    ];
    for (const cursor of tampered) {
      const answer = await ask(`/skills?limit=1&sort=name&cursor=${cursor}`);
      expect(answer.status, cursor).toBe(400);
      expect(answer.body.code).toBe("invalid_request");
    }
  });

  test("Q1 cursors that name impossible places are answered, never 500", async () => {
    const extremes: [string, string][] = [
      ["/skills?sort=updated&cursor=", cursorOf(["skills:updated", "+275760-09-13T00:00:00.000Z", 1])],
      ["/skills?sort=updated&cursor=", cursorOf(["skills:updated", "-271821-04-20T00:00:00.000Z", 1])],
      ["/skills?sort=created&cursor=", cursorOf(["skills:created", "-000001-01-01T00:00:00.000Z", 1])],
      ["/skills?sort=created&cursor=", cursorOf(["skills:created", "0", 1])],
      ["/skills?sort=downloads&cursor=", cursorOf(["skills:downloads", -(2 ** 53 - 1), 2 ** 53 - 1])],
      ["/skills?sort=name&cursor=", cursorOf(["skills:name", "\ud800", 1])],
      ["/search?q=notes&cursor=", cursorOf(["search", -1])],
      ["/search?q=notes&cursor=", cursorOf(["search", 2 ** 53 - 1])],
    ];
    for (const [path, cursor] of extremes) {
      expect([200, 400], `${path}${Buffer.from(cursor, "base64url").toString()}`).toContain(
        (await ask(path + cursor)).status,
      );
    }
    const forAdmins: [string, string][] = [
      ["/admin/audit?cursor=", cursorOf(["audit", -1])],
      ["/admin/audit?cursor=", cursorOf(["audit", 2 ** 53 - 1])],
      ["/admin/promotions?cursor=", cursorOf(["promotions", "2026-01-01T00:00:00.000Z", "not a uuid"])],
      ["/admin/promotions?cursor=", cursorOf(["promotions", "+275760-09-13T00:00:00.000Z", crypto.randomUUID()])],
    ];
    for (const [path, cursor] of forAdmins) {
      expect([200, 400], `${path}${Buffer.from(cursor, "base64url").toString()}`).toContain(
        (await ask(path + cursor, registry.adminToken)).status,
      );
    }
  });

  test("Q1 version numbers beyond every number, and addresses without end, are answered", async () => {
    const huge = "9".repeat(40);
    for (const version of [
      `${huge}.0.0`,
      `0.0.${huge}`,
      `1.0.0-${huge}`,
      "1.0.0-" + "a.".repeat(50) + "a",
      "1.0.0+x",
    ]) {
      for (const rest of ["", "/sums", "/files", "/scan", "/signatures", "/attestations", "/download"]) {
        expect((await ask(`/skills/alpha-notes/${version}${rest}`)).status, version + rest).toBe(404);
      }
      expect((await ask(`/skills/alpha-notes/download?version=${encodeURIComponent(version)}`)).status).toBe(404);
    }
    expect((await ask(`/skills/${"a".repeat(8_000)}`)).status).toBe(404);
    expect((await ask(`/${"a/".repeat(4_000)}`)).status).toBe(404);
  });

  const INJECTIONS = [
    "'",
    "''",
    "' OR '1'='1",
    "'; DROP TABLE skills; --",
    "') OR true --",
    "{notes}",
    "{notes,other}",
    "ARRAY['notes']",
    "notes' || 'x",
    "$1",
    "$$;drop table skills;$$",
    "\\'",
    "notes\\",
    "o'brien",
    "__proto__",
    "constructor",
  ];

  test.each(INJECTIONS)("Q2 the filter value %s is data", async (text) => {
    const value = encodeURIComponent(text);
    const tagged = await ask(`/skills?tag=${value}`);
    expect(tagged.status).toBe(200);
    expect(tagged.body.items).toHaveLength(text === "o'brien" ? 3 : 0);
    const found = await ask(`/search?q=notes&tag=${value}`);
    expect(found.status).toBe(200);
    expect(found.body.total).toBe(text === "o'brien" ? 3 : 0);
    // These have a closed grammar: what is not in it is refused, not passed on.
    for (const name of ["sort", "tier", "format", "permission"]) {
      expect((await ask(`/skills?${name}=${value}`)).status, name).toBe(400);
      if (name !== "sort") expect((await ask(`/search?q=notes&${name}=${value}`)).status, name).toBe(400);
    }
    expect([200, 400]).toContain((await ask(`/skills?publisher=${value}`)).status);
    expect((await ask(`/skills/alpha-notes/download?version=${value}`)).status).toBe(400);
    expect((await ask(`/admin/audit?target=${value}`, registry.adminToken)).body.items).toEqual([]);
    expect(await rowsOf(registry, "SELECT name FROM skills ORDER BY name")).toHaveLength(3);
  });

  test("Q2 a parameter with brackets or given as an object is not understood as one", async () => {
    for (const query of ["tag[]=notes", "tag[$ne]=x", "tag.toString=x", "__proto__[tier]=verified", "constructor=1"]) {
      const answer = await ask(`/skills?${query}`);
      expect([query, answer.status, answer.body.code]).toEqual([query, 400, "invalid_request"]);
    }
  });

  test("Q7 a parameter given many times is refused or counts once", async () => {
    for (const [path, repeated] of [
      ["/skills?", "tag=notes"],
      ["/skills?", "limit=100"],
      ["/search?", "q=notes"],
      ["/search?q=notes&", "tier=experimental"],
    ]) {
      const answer = await ask(`${path}${Array.from({ length: 300 }, () => repeated).join("&")}`);
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 200) expect((answer.body.items ?? answer.body.hits).length).toBeLessThanOrEqual(3);
    }
  });

  test("Q7 many tokens in one request speak for nobody", async () => {
    const admin = `Bearer ${registry.adminToken}`;
    for (const authorization of [
      `${admin}, Bearer ${author}`,
      `Bearer ${author} ${registry.adminToken}`,
      `Bearer ${"x".repeat(513)}`,
    ]) {
      const answer = await call(api("/whoami"), { headers: { authorization } });
      expect(answer.status).toBe(401);
    }
    const many = Array.from({ length: 200 }, () => admin).join(", ");
    expect((await call(api("/admin/audit"), { headers: { authorization: many } })).status).toBe(401);
  });

  test("Q7 two hundred searches at once, all different, are all answered, and the process answers others meanwhile", async () => {
    const search = (n: number) =>
      call(api(`/search?q=${encodeURIComponent(`notse ${n} hello wrold greet ${"zzz ".repeat(30)}`)}`));
    await search(-1);
    const one = startCost();
    for (let n = 200; n < 205; n += 1) await search(n);
    const each = one() / 5;
    const all = startCost();
    const searches = Array.from({ length: 200 }, (_, n) => search(n));
    const alive = await fetch(`${registry.url}/healthz`);
    expect(alive.status).toBe(200);
    const statuses = (await Promise.all(searches)).map((answer) => answer.status);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
    // Together they cost what they cost one by one; three times that is a busy machine's.
    expect(all()).toBeLessThan(200 * Math.max(each, 0.5) * 3);
    expect((await ask("/search?q=notes")).body.total).toBe(3);
  });
});

describe("Limits", () => {
  test("Q7 reads beyond the limit answer 429 with Retry-After, by address and whatever the token", async () => {
    const registry = await startTestRegistry({ environment: { RATE_LIMIT_READS: "5" }, withoutScanners: true });
    const search = (n: number, headers: Record<string, string> = {}) =>
      call(`${registry.url}/api/v1/search?q=${n}`, { headers });
    for (let left = 4; left >= 0; left -= 1) {
      const answer = await search(left);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("ratelimit-policy")).toBe('"reads";q=5;w=60');
      expect(answer.headers.get("ratelimit")).toMatch(new RegExp(`^"reads";r=${left};t=\\d+$`));
    }
    const refused = await search(9);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: "rate_limited", status: 429 });
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(refused.headers.get("ratelimit")).toMatch(/^"reads";r=0;t=\d+$/);
    // Neither a made-up address, nor another method, nor a token that is nobody's opens a second account.
    expect((await search(10, { "x-forwarded-for": "203.0.113.9" })).status).toBe(429);
    expect((await search(11, { forwarded: "for=203.0.113.9" })).status).toBe(429);
    expect((await search(12, { authorization: "Bearer gsk_made-up" })).status).toBe(429);
    expect((await fetch(`${registry.url}/api/v1/search?q=13`, { method: "HEAD" })).status).toBe(429);
    // A page that is in the cache counts too.
    expect((await search(4)).status).toBe(429);
    // Those who watch over the process are not counted.
    expect((await fetch(`${registry.url}/healthz`)).status).toBe(200);
    await registry.close();
  });

  test("Q7 guessing tokens counts as writing, and is limited", async () => {
    const registry = await startTestRegistry({ environment: { RATE_LIMIT_WRITES: "5" }, withoutScanners: true });
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      const guess = await call(`${registry.url}/api/v1/skills`, {
        token: `gsk_guess-${n}`,
        body: "x",
        type: "application/zip",
      });
      statuses.push(guess.status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    // An account has a bucket of its own.
    const known = await call(`${registry.url}/api/v1/admin/accounts`, {
      token: registry.adminToken,
      json: { handle: "bob" },
    });
    expect(known.status).toBe(201);
    await registry.close();
  });
});
