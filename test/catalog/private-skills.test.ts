import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, publish } from "../harness/api.ts";
import {
  addressOf,
  ask,
  NAMES,
  type Pending,
  type PrivateSkills,
  publishHidden,
  publishPending,
  SECRETS,
  STAGED,
  startPrivateSkills,
  strangersOf,
  UNKNOWN,
} from "../harness/private-skills.ts";
import { narrowToken } from "../harness/narrow-token.ts";
import { rowsOf } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

let skills: PrivateSkills;
let strangers: [string, Record<string, string>][];
let before: Map<string, string>;
let pending: Pending;

const url = (path: string) => `${skills.registry.url}${path}`;
const api = (path: string) => url(`/api/v1${path}`);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

beforeAll(async () => {
  skills = await startPrivateSkills();
  strangers = await strangersOf(skills);
  before = await readCatalog();
  await publishHidden(skills);
  pending = await publishPending(skills);
});

afterAll(() => skills.registry.close());

/** Every answer about the catalog as a whole, to anybody. */
async function readCatalog(): Promise<Map<string, string>> {
  const kept = skills.routes.filter(
    ({ method, path, policy }) =>
      method === "GET" && !path.includes(":") && typeof policy.cache === "object" && "keeps" in policy.cache,
  );
  const pages = ["/", "/search", "/publishers/ada", "/api/v1/publishers/ada"];
  const addresses = [...kept.map(({ path }) => path), ...pages, ...PROBES.map((probe) => `/api/v1/search?${probe}`)];
  const answers = new Map<string, string>();
  for (const address of addresses) answers.set(address, (await ask(url(address), "\0")).body);
  return answers;
}

const PROBES = [
  "q=hush-private",
  "q=xylophonic",
  "q=quokka",
  "q=hush",
  "q=",
  "q=xylophonik",
  "q=seen",
  "tag=quokka",
  "q=ada",
];

describe("a skill that is not public, to those who may not see it", () => {
  test("Q4 every GET route with its name answers about it as about a name that nobody has: status, headers, body", async () => {
    const named = skills.routes.filter(({ method, path }) => method === "GET" && path.includes(":name"));
    expect(named.length).toBeGreaterThan(13);
    const wrong: string[] = [];
    for (const { path } of named) {
      for (const [who, headers] of [["anybody", {}] as const, ["a member", bearer(skills.tokens.cy)] as const]) {
        const theirs = await ask(url(addressOf(path, NAMES.private)), NAMES.private, { headers });
        const nobodys = await ask(url(addressOf(path, UNKNOWN.private)), UNKNOWN.private, { headers });
        if (JSON.stringify(theirs) !== JSON.stringify(nobodys))
          wrong.push(`${path} as ${who}: ${JSON.stringify(theirs)} ${JSON.stringify(nobodys)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("Q4 lists, totals, facets, corrections, pages and catalogs are to the byte what they were without it", async () => {
    const after = await readCatalog();
    expect(after.size).toBeGreaterThan(15);
    for (const [address, body] of after) expect(body, address).toBe(before.get(address));
  });

  test("Q4 what was made for those who may see it is given to nobody else: neither page, ETag nor conditional answer", async () => {
    for (const path of [
      "/skills/hush-private",
      "/skills/hush-private/1.0.0/download",
      "/skills",
      "/search?q=xylophonic",
    ]) {
      const own = await fetch(api(path), { headers: bearer(skills.tokens.ada) });
      await own.arrayBuffer();
      expect([own.status, own.headers.get("cache-control"), own.headers.get("age")], path).toEqual([
        200,
        "private, no-store",
        null,
      ]);
      const etag = own.headers.get("etag") ?? "*";
      for (const headers of [{}, { "if-none-match": etag }, { range: "bytes=0-9", "if-range": etag }]) {
        const other = await fetch(api(path), { headers });
        const text = await other.text();
        expect(path.startsWith("/skills/") ? [404] : [200, 304], path).toContain(other.status);
        for (const secret of SECRETS) expect(text.replaceAll("hush-private", "").includes(secret), path).toBe(false);
      }
    }
  });

  test("Q4 its archive has no address by its digest, and is nobody's to keep for those who have it", async () => {
    const { body: version } = await call(api("/skills/hush-private/1.0.0"), { token: skills.tokens.ada });
    for (const { integrity } of version.artifacts) {
      const sha256 = Buffer.from(integrity.slice("sha256-".length), "base64").toString("hex");
      const nobodys = await ask(api(`/blobs/sha256/${"0".repeat(64)}`), "\0");
      for (const [who, headers] of strangers)
        expect((await ask(api(`/blobs/sha256/${sha256}`), "\0", { headers })).status, who).toBe(nobodys.status);
      const own = await fetch(api(`/blobs/sha256/${sha256}`), { headers: bearer(skills.tokens.bob) });
      await own.arrayBuffer();
      expect([own.status, own.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    }
  });

  test("Q4 the resolver knows no such skill, whoever needs it", async () => {
    const resolve = async (name: string, headers: Record<string, string>) =>
      ask(api("/resolve"), name, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ skills: [{ name, range: "*" }], allow_experimental: true }),
      });
    for (const [who, headers] of strangers)
      expect(await resolve(NAMES.private, headers), who).toEqual(await resolve(UNKNOWN.private, headers));
    const own = await resolve(NAMES.private, bearer(skills.tokens.bob));
    expect([own.status, own.body]).toEqual([200, expect.stringContaining('"name":"NAME"')]);
  });

  test("Q4 that it is taken is all that publishing under its name tells", async () => {
    const { registry, tokens } = skills;
    const taken = await publish(registry.url, tokens.eve, sampleZip({ name: "hush-private" }));
    const seen = await publish(registry.url, tokens.eve, sampleZip({ name: "seen" }));
    expect(taken).toMatchObject({ status: 409, body: { code: "name_taken" } });
    expect(taken.body.detail.replace("hush-private", "NAME")).toBe(seen.body.detail.replace("seen", "NAME"));
    const member = await publish(registry.url, tokens.cy, sampleZip({ name: "hush-private" }), "?publisher=ada");
    expect(member).toMatchObject({ status: 409, body: { code: "name_taken" } });
  });
});

describe("what is pending about a skill that is not public", () => {
  const lists = ["/staged-versions", "/transfers", "/notices?limit=100", "/reports"];
  const read = async (token: string) => {
    const bodies = await Promise.all(lists.map(async (path) => (await call(api(path), { token })).body));
    return JSON.stringify(bodies);
  };

  test("Q4 staged versions, offers and notices of it are listed for nobody who may not see it: neither member nor receiver's", async () => {
    const { ada, bob, cy, eve } = skills.tokens;
    for (const token of [cy, eve]) {
      const told = await read(token);
      for (const name of [NAMES.private, STAGED]) expect(told).not.toContain(name);
    }
    // A reader of the one is none of the other.
    const toBob = await read(bob);
    expect([toBob.includes(NAMES.private), toBob.includes(STAGED)]).toEqual([true, false]);
    const { body: offers } = await call(api("/transfers"), { token: bob });
    expect(offers.transfers.map(({ status }: { status: string }) => status)).toEqual(["pending", "declined"]);
    const { body: notices } = await call(api("/notices?limit=100"), { token: ada });
    expect(notices.items.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(["transfer-requested", "transfer-ended", "trusted-publisher"]),
    );
    expect((await call(api("/staged-versions"), { token: ada })).body.staged).toMatchObject([{ name: STAGED }]);
  });

  test("Q4 whoever decides for the receiver is told of the offer, and a token for other names tells nothing", async () => {
    const { registry, tokens } = skills;
    const { body: offers } = await call(api("/transfers"), { token: tokens.dan });
    expect(offers.transfers).toMatchObject([{ id: pending.transfer, name: NAMES.private }, { status: "declined" }]);
    const aboutIt = async (token: string) => {
      const { body } = await call(api("/notices"), { token });
      return body.items.filter(({ text }: { text: string }) => text.includes(NAMES.private));
    };
    expect(await aboutIt(tokens.dan)).toHaveLength(3);
    const narrow = await narrowToken(registry, { handle: "dan", scopes: ["read"], namePatterns: ["seen", "hus"] });
    for (const path of ["/transfers", "/notices"]) expect((await call(api(path), { token: narrow })).status).toBe(403);
  });

  test("Q4 a notice about it is marked as read by nobody who may not see it", async () => {
    const { body } = await call(api("/notices?limit=100"), { token: skills.tokens.ada });
    const about = body.items.filter(({ text }: { text: string }) => text.includes(NAMES.private));
    expect(about.length).toBeGreaterThan(3);
    for (const { id, kind } of about) {
      const asked = await call(api(`/notices/${id}/read`), { token: skills.tokens.cy, method: "POST" });
      expect(asked.status, kind).toBe(404);
    }
  });

  test("Q4 its offer is decided and made as one that is not there, by everybody who may not see it", async () => {
    const { cy, eve } = skills.tokens;
    const nobodys = "11111111-2222-4333-8444-555555555555";
    for (const token of [cy, eve]) {
      for (const [method, rest] of [
        ["POST", "/accept"],
        ["POST", "/decline"],
        ["DELETE", ""],
      ] as const) {
        const init = { method, headers: bearer(token) };
        const theirs = await ask(api(`/transfers/${pending.transfer}${rest}`), "\0", init);
        expect(theirs, rest).toEqual(await ask(api(`/transfers/${nobodys}${rest}`), "\0", init));
        expect(theirs.status).toBe(404);
      }
      const offered = (name: string) =>
        ask(api("/transfers"), name, {
          method: "POST",
          headers: { ...bearer(token), "content-type": "application/json" },
          body: JSON.stringify({ name, to: "acme" }),
        });
      expect(await offered(NAMES.private)).toEqual(await offered(UNKNOWN.private));
    }
  });

  test("Q4 its case is appealed against by nobody who may not see it, and listed for none of its reporter's other tokens", async () => {
    const { registry, tokens } = skills;
    const appeal = (id: string, token: string) =>
      ask(api(`/reports/${id}/appeal`), "\0", {
        method: "POST",
        headers: { ...bearer(token), "content-type": "application/json" },
        body: JSON.stringify({ text: "it is not so" }),
      });
    const theirs = await appeal(pending.report, tokens.cy);
    expect(theirs).toEqual(await appeal("11111111-2222-4333-8444-555555555555", tokens.cy));
    expect(theirs.status).toBe(404);
    // One that is open is none to appeal against, to those who may see it.
    expect((await appeal(pending.report, tokens.ada)).status).toBe(409);
    const narrow = await narrowToken(registry, { handle: "bob", scopes: ["read"], namePatterns: ["seen"] });
    const listed = async (token: string) => (await call(api("/reports"), { token })).body.items.length;
    expect([await listed(narrow), await listed(tokens.bob)]).toEqual([0, 1]);
  });

  test("Q4 named as what to use instead it is a name that nobody has, and shown to those who may see it alone", async () => {
    const { ada, bob, eve, cy } = skills.tokens;
    expect((await publish(skills.registry.url, eve, sampleZip({ name: "eves-own" }), "?publisher=eve")).status).toBe(
      201,
    );
    await skills.registry.settle();
    const deprecate = (token: string, name: string, replacement: string) =>
      ask(api(`/skills/${name}/1.0.0/deprecate`), replacement, {
        method: "POST",
        headers: { ...bearer(token), "content-type": "application/json" },
        body: JSON.stringify({ message: "no longer kept", replacement }),
      });
    const theirs = await deprecate(eve, "eves-own", NAMES.private);
    expect(theirs).toEqual(await deprecate(eve, "eves-own", UNKNOWN.private));
    expect(theirs.status).toBe(404);
    expect((await deprecate(ada, "seen", NAMES.private)).status).toBe(200);
    const shownTo = async (token?: string) => {
      const one = await call(api("/skills/seen/1.0.0"), { ...(token && { token }) });
      const whole = await call(api("/skills/seen"), { ...(token && { token }) });
      expect(whole.body.deprecated).toEqual(one.body.deprecated);
      return one.body.deprecated.replacement;
    };
    for (const token of [undefined, eve, cy]) expect(await shownTo(token)).toBeNull();
    for (const token of [ada, bob]) expect(await shownTo(token)).toBe(NAMES.private);
    await call(api("/skills/seen/1.0.0/undeprecate"), { method: "POST", token: ada });
    await call(api("/skills/eves-own/1.0.0/yank"), { token: eve, json: { reason: "it was for this" } });
  });
});

describe("a skill that is not public, to those who may see it", () => {
  const readers = () => [skills.tokens.ada, skills.tokens.bob, skills.registry.adminToken];

  test("its owner, a reader and an admin see it in lists, search, counts and by name; a member what is the organisation's", async () => {
    for (const token of readers()) {
      const got = await call(api("/skills/hush-private"), { token });
      expect(got).toMatchObject({ status: 200, body: { name: "hush-private", visibility: "private" } });
      for (const query of ["q=xylophonic", "q=Quokka tunes", "tag=quokka&q=", "q=hush"]) {
        const found = await call(api(`/search?${query}`), { token });
        expect(found.body.hits.map(({ name }: { name: string }) => name).toSorted(), query).toContain("hush-private");
        expect(found.body.facets.tag, query).toMatchObject({ quokka: 2 });
      }
      for (const sort of ["name", "updated", "created", "downloads"]) {
        const names: string[] = [];
        let cursor = "";
        do {
          const page = await call(api(`/skills?sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`), { token });
          names.push(...page.body.items.map(({ name }: { name: string }) => name));
          cursor = page.body.next_cursor ?? "";
        } while (cursor !== "");
        expect(names.toSorted(), sort).toEqual(["hush-inhouse", "hush-private", "seen"]);
      }
      expect((await call(api("/publishers/ada"), { token })).body.skills).toBe(3);
      expect((await call(api("/search?q="), { token })).body.total).toBe(3);
    }
    const { cy } = skills.tokens;
    expect((await call(api("/skills/hush-inhouse"), { token: cy })).body.visibility).toBe("organisation");
    expect((await call(api("/skills?publisher=ada"), { token: cy })).body.items).toHaveLength(2);
    expect((await call(api("/publishers/ada"), { token: cy })).body.skills).toBe(2);
  });

  test("every GET route with its name answers them, as it would about one that is public", async () => {
    const named = skills.routes.filter(({ method, path }) => method === "GET" && /^\/api\/.*:name/.test(path));
    const wrong: string[] = [];
    for (const { path } of named) {
      const seen = await fetch(url(addressOf(path, "seen")), { headers: bearer(skills.tokens.bob) });
      const own = await fetch(url(addressOf(path, "hush-private")), { headers: bearer(skills.tokens.bob) });
      await Promise.all([seen.arrayBuffer(), own.arrayBuffer()]);
      if (own.status !== seen.status) wrong.push(`${path}: ${own.status}, not ${seen.status}`);
    }
    expect(wrong).toEqual([]);
  });

  test("whoever leaves the publisher reads nothing more, although the list of readers names them", async () => {
    const { registry, tokens } = skills;
    const session = (text: string) => registry.running.services.database.withSession((one) => one.exec(text));
    const out = `DELETE FROM memberships USING accounts, publishers WHERE accounts.id = account_id AND publishers.id = publisher_id
      AND accounts.handle = 'bob' AND publishers.handle = 'ada'`;
    const kept = await rowsOf<{ role: string }>(
      registry,
      `SELECT m.role FROM memberships m JOIN accounts a ON a.id = m.account_id JOIN publishers p ON p.id = m.publisher_id
       WHERE a.handle = 'bob' AND p.handle = 'ada'`,
    );
    await session(
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'member.remove', 'x'); ${out}; COMMIT;`,
    );
    expect((await call(api("/skills/hush-private"), { token: tokens.bob })).status).toBe(404);
    await session(
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'member.add', 'x');
       INSERT INTO memberships (account_id, publisher_id, role) SELECT a.id, p.id, '${kept[0]?.role}' FROM accounts a, publishers p
       WHERE a.handle = 'bob' AND p.handle = 'ada'; COMMIT;`,
    );
    expect((await call(api("/skills/hush-private"), { token: tokens.bob })).status).toBe(200);
  });
});
