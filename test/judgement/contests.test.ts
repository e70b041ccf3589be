import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { heldAtOnce } from "../harness/held-at-once.ts";
import { narrowToken } from "../harness/narrow-token.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";
import { secondAdmin } from "../harness/second-admin.ts";

let registry: TestRegistry;
let ada: string;
let bob: string;
let other: string;

const api = (path: string) => `${registry.url}/api/v1${path}`;
const of = (name: string) => `/skills/${name}/1.0.0`;
const contest = (token: string | undefined, name: string, reason = "line 3 is a comment") =>
  call(api(`${of(name)}/contest`), { ...(token !== undefined && { token }), json: { reason } });
const said = async (token: string, name: string) => call(api(`${of(name)}/contest`), { token });
const uphold = (token: string, name: string) =>
  call(api(`/admin${of(name)}/uphold-hold`), { token, json: { reason: "it is no comment" } });
const decide = (token: string, name: string, verb: string, more: object = {}) =>
  call(api(`/admin${of(name)}/${verb}`), { token, json: { reason: "read it again", ...more } });
const clear = async (token: string, name: string) =>
  decide(token, name, "clear", { inspection_id: (await call(api(of(name)), { token })).body.inspection_id });
const held = (name: string, withheld = false, token = ada) => heldAtOnce(registry, { token, name, withheld });
const noticesOf = async (token: string): Promise<{ kind: string; text: string }[]> =>
  (await call(api("/notices?limit=100"), { token })).body.items;
const auditOf = async (name: string): Promise<string[]> =>
  (await call(api(`/admin/audit?target=skill:${name}@1.0.0&limit=100`), { token: other })).body.items.map(
    ({ action }: { action: string }) => action,
  );

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true, environment: { SWEEP_SECONDS: "600" } });
  ada = await account(registry.url, registry.adminToken, "ada");
  bob = await account(registry.url, registry.adminToken, "bob");
  other = await secondAdmin(registry, "olga");
});
afterAll(() => registry.close());

describe("a contest", () => {
  test("is filed, listed with its words, and upheld in words that the publisher sees (first week, A14)", async () => {
    const ann = await account(registry.url, registry.adminToken, "ann");
    await held("argued", false, ann);
    const filed = await contest(ann, "argued", "line 3 is a comment\u202e");
    expect(filed).toMatchObject({
      status: 201,
      body: { status: "open", publisher: "ann", contested_by: "ann", reason: "line 3 is a comment", answer: null },
    });
    const listed = (await call(api("/admin/held?contested=true&publisher=ann"), { token: other })).body.items;
    expect(listed).toMatchObject([{ name: "argued", contest: { status: "open", reason: "line 3 is a comment" } }]);
    expect((await uphold(other, "argued")).body).toMatchObject({ status: "upheld", decided_by: "olga" });
    expect((await said(ann, "argued")).body).toMatchObject({ status: "upheld", answer: "it is no comment" });
    expect((await noticesOf(ann))[0]).toMatchObject({
      kind: "hold-upheld",
      text: expect.stringContaining("it is no comment"),
    });
    expect((await call(api("/admin/held?contested=true&publisher=ann"), { token: other })).body.items).toEqual([]);
    expect((await uphold(other, "argued")).status).toBe(409);
    expect(await auditOf("argued")).toEqual(expect.arrayContaining(["hold.contest", "hold.uphold"]));
  });

  test("is answered by clear and by release, too (first week, A14)", async () => {
    await held("to-clear");
    await held("to-release", true);
    for (const name of ["to-clear", "to-release"]) expect((await contest(ada, name)).status).toBe(201);
    expect((await clear(other, "to-clear")).status).toBe(200);
    expect((await decide(other, "to-release", "release")).status).toBe(200);
    const answered = { decided_by: "olga", answer: "read it again" };
    expect((await said(ada, "to-clear")).body).toMatchObject({ status: "cleared", ...answered });
    expect((await said(ada, "to-release")).body).toMatchObject({ status: "released", ...answered });
  });

  test("is its publisher's members' alone, and a stranger reads none (first week, A14)", async () => {
    await held("not-yours");
    expect((await contest(undefined, "not-yours")).status).toBe(401);
    expect((await contest(bob, "not-yours")).status).toBe(403);
    // An admin who is no member has the answers, and no word of the publisher's.
    expect((await contest(other, "not-yours")).status).toBe(403);
    const reader = await narrowToken(registry, { handle: "ada", scopes: ["read", "publish"] });
    expect((await contest(reader, "not-yours")).status).toBe(403);
    expect((await contest(ada, "not-yours")).status).toBe(201);
    expect((await said(bob, "not-yours")).status).toBe(403);
    expect((await said(other, "not-yours")).status).toBe(200);
    const hide = { token: ada, method: "PATCH", json: { visibility: "private" } };
    expect((await call(api("/skills/not-yours/settings"), hide)).status).toBe(200);
    const hidden = await contest(bob, "not-yours");
    expect([hidden.status, (await said(bob, "not-yours")).status]).toEqual([404, 404]);
  });

  test("is made once a version, also by requests at once (first week, A14)", async () => {
    await held("raced");
    const answers = await Promise.all([1, 2, 3, 4].map((n) => contest(ada, "raced", `word ${n}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect((await uphold(other, "raced")).status).toBe(200);
    expect(await contest(ada, "raced")).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/contested before.*: the contest was refused, and the hold stays\.$/) },
    });
    expect(
      await rowsOf(
        registry,
        "SELECT 1 FROM hold_contests JOIN versions ON versions.id = version_id JOIN skills ON skills.id = skill_id WHERE name = 'raced'",
      ),
    ).toHaveLength(1);
  });

  test("an admin who belongs to the publisher, or contested it, does not answer it (first week, A14)", async () => {
    const amy = await secondAdmin(registry, "amy");
    await held("own-case", false, amy);
    await held("own-block", true, amy);
    for (const name of ["own-case", "own-block"]) expect((await contest(amy, name)).status).toBe(201);
    expect((await uphold(amy, "own-case")).status).toBe(403);
    expect((await clear(amy, "own-case")).status).toBe(403);
    expect((await decide(amy, "own-block", "release")).status).toBe(403);
    for (const name of ["own-case", "own-block"]) expect((await said(amy, name)).body.status).toBe("open");
    expect((await decide(other, "own-block", "release")).status).toBe(200);
  });

  test("is for what is held or withheld by a scan alone, and bounded (first week, A14)", async () => {
    await publishedAtOnce(registry, { token: ada, name: "fine", version: "1.0.0" });
    expect((await contest(ada, "fine")).status).toBe(409);
    await held("admins");
    expect((await decide(other, "admins", "quarantine")).status).toBe(200);
    expect(await contest(ada, "admins")).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^An admin withholds admins 1\.0\.0/) },
    });
    await held("long-words");
    expect((await contest(ada, "long-words", "x".repeat(4_001))).status).toBe(400);
    expect((await contest(ada, "long-words", "\u200b\u200b\u200b")).status).toBe(400);
    expect((await contest(ada, "nothing-there")).status).toBe(404);
  });
});

describe("an open contest closes by itself, with a reason", () => {
  const closedBy = async (name: string, withheld: boolean, what: () => Promise<unknown>) => {
    await held(name, withheld);
    expect((await contest(ada, name)).status).toBe(201);
    await what();
    return (await said(ada, name)).body;
  };

  test("when the version is yanked (first week, A14)", async () => {
    const yank = () => call(api(`${of("yanked")}/yank`), { token: ada, json: { reason: "mine was bad" } });
    const closed = await closedBy("yanked", false, yank);
    expect(closed).toMatchObject({ status: "closed", decided_by: null, answer: "the version is yanked" });
    expect((await noticesOf(ada))[0]).toMatchObject({ kind: "contest-closed" });
  });

  test("when an admin withholds it (first week, A14)", async () => {
    const closed = await closedBy("taken", true, () => decide(other, "taken", "quarantine"));
    expect(closed).toMatchObject({ status: "closed", answer: "an admin withholds the version now" });
  });

  test("when the version is purged, and its words go (first week, A14)", async () => {
    await held("purged");
    await contest(ada, "purged", "the secret is hunter2");
    const admin = await narrowToken(registry, { handle: "olga", scopes: ["admin", "read"] });
    const gone = await call(api("/admin/skills/purged/1.0.0/purge"), {
      token: admin,
      json: { reason: "a secret" },
    });
    expect(gone.status, JSON.stringify(gone.body)).toBeLessThan(300);
    const rows = await rowsOf(
      registry,
      "SELECT c.status, c.reason FROM hold_contests c JOIN versions ON versions.id = version_id JOIN skills ON skills.id = skill_id WHERE name = 'purged'",
    );
    expect(rows).toEqual([{ status: "closed", reason: "" }]);
  });

  test("when the skill goes to another publisher, who may contest once of its own (first week, A14)", async () => {
    await held("given");
    await contest(ada, "given");
    const offer = await call(api("/transfers"), { token: ada, json: { name: "given", to: "bob" } });
    expect(offer.status).toBe(201);
    expect((await call(api(`/transfers/${offer.body.id}/accept`), { token: bob, method: "POST" })).status).toBe(200);
    const [row] = await rowsOf(
      registry,
      "SELECT c.status, answer FROM hold_contests c JOIN versions v ON v.id = version_id JOIN skills s ON s.id = skill_id WHERE s.name = 'given'",
    );
    expect(row).toEqual({ status: "closed", answer: "the skill went to another publisher" });
    // The words of the former one are not the new one's to read.
    expect((await said(bob, "given")).status).toBe(404);
    expect((await contest(ada, "given")).status).toBe(403);
    expect((await contest(bob, "given", "mine now")).status).toBe(201);
    expect((await contest(bob, "given")).status).toBe(409);
  });

  test("and of a deleted account the word stays, without a name (first week, A14)", async () => {
    const cy = await account(registry.url, registry.adminToken, "cy");
    await held("orphaned", false, cy);
    await contest(cy, "orphaned");
    const gone = await call(api("/account?confirm=cy"), { token: cy, method: "DELETE" });
    expect(gone.status, JSON.stringify(gone.body)).toBeLessThan(300);
    expect((await said(other, "orphaned")).body).toMatchObject({ status: "open", contested_by: null });
    expect((await uphold(other, "orphaned")).status).toBe(200);
  });
});
