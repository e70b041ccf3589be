import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../harness/api.ts";
import { narrowToken } from "../harness/narrow-token.ts";
import {
  NAMES,
  type PrivateSkills,
  publishHidden,
  startPrivateSkills,
  strangersOf,
} from "../harness/private-skills.ts";
import { rowsOf } from "../harness/rows.ts";

let skills: PrivateSkills;
const at = (path: string) => `${skills.registry.url}/api/v1/${path}`;
const put = (token: string | null, name: string, json: object, headers: Record<string, string> = {}) =>
  call(at(`collections/ada/${name}`), { method: "PUT", json, headers, ...(token !== null && { token }) });
const get = (token: string | null, name: string) =>
  call(at(`collections/ada/${name}`), token === null ? {} : { token });
const leavesOf = (change: string) =>
  rowsOf<{ leaf: string; salt: string | null }>(
    skills.registry,
    "SELECT leaf, salt FROM log_leaves WHERE leaf LIKE '%kind: collection%' AND leaf LIKE $1 ORDER BY id",
    [`%change: ${change}%`],
  );

beforeAll(async () => {
  skills = await startPrivateSkills();
  await publishHidden(skills);
});
afterAll(() => skills.registry.close());

test("a member makes, replaces and deletes a collection; each is one audit row and one leaf, and the same again is neither", async () => {
  const { ada, bob } = skills.tokens;
  const made = await put(bob, "life", { title: "Übersicht 工具", skills: ["seen"] });
  const view = { publisher: "ada", name: "life", title: "Übersicht 工具", visibility: "public", skills: ["seen"] };
  expect([made.status, made.body]).toEqual([201, view]);
  expect((await get(null, "life")).body).toEqual(view);
  expect((await put(ada, "life", { title: view.title, skills: ["seen"] })).status).toBe(200);
  expect((await put(ada, "life", { title: "Tools", skills: [] })).body).toMatchObject({ title: "Tools", skills: [] });
  expect((await call(at("publishers/ada/collections"))).body.items).toContainEqual({
    publisher: "ada",
    name: "life",
    title: "Tools",
    visibility: "public",
  });
  const gone = await call(at("collections/ada/life"), { method: "DELETE", token: bob });
  expect(gone.status).toBe(204);
  expect((await get(ada, "life")).status).toBe(404);
  expect((await call(at("collections/ada/life"), { method: "DELETE", token: bob })).status).toBe(404);
  const audit = await rowsOf<{ actor: string; action: string }>(
    skills.registry,
    "SELECT actor, action FROM audit_log WHERE target = 'collection:ada/life' ORDER BY id",
    [],
  );
  expect(audit.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
    "bob collection.put",
    "ada collection.put",
    "bob collection.delete",
  ]);
  const [created] = (await leavesOf("created")).filter(({ leaf }) => leaf.includes("collection: life\n"));
  const content = createHash("sha256").update("Übersicht 工具\nseen\n").digest("hex");
  expect(created?.leaf).toContain(`content: sha256:${content}\n`);
  expect((await leavesOf("deleted")).filter(({ leaf }) => leaf.includes("collection: life\n"))).toHaveLength(1);
});

test("T7 a skill that somebody may not see is left out for them, and as a name that nobody has for whoever names it", async () => {
  const { ada, bob, cy, eve } = skills.tokens;
  const all = [NAMES.private, "seen", NAMES.organisation];
  expect((await put(ada, "mixed", { title: "Mixed", skills: all })).status).toBe(201);
  expect((await get(ada, "mixed")).body.skills).toEqual(all);
  expect((await get(bob, "mixed")).body.skills).toEqual(all);
  expect((await get(cy, "mixed")).body.skills).toEqual(["seen", NAMES.organisation]);
  for (const [who, headers] of await strangersOf(skills)) {
    const answer = await call(at("collections/ada/mixed"), { headers });
    if (answer.status === 401) continue;
    expect([who, answer.body.skills.includes(NAMES.private)]).toEqual([who, false]);
  }
  expect((await get(eve, "mixed")).body.skills).toEqual(["seen"]);
  const [theirs, nobodys] = [
    await put(cy, "guessed", { title: "x", skills: [NAMES.private] }),
    await put(cy, "guessed", { title: "x", skills: ["mute-private"] }),
  ];
  expect([theirs.status, theirs.body.code]).toEqual([400, "invalid_request"]);
  expect(theirs.body.detail.replace(NAMES.private, "NAME")).toBe(nobodys.body.detail.replace("mute-private", "NAME"));
  expect(nobodys.status).toBe(400);
  // What cy is not shown stays, and so does what strangers are shown of it.
  const stranger = (await get(null, "mixed")).headers.get("etag");
  expect((await put(cy, "mixed", { title: "Mixed", skills: ["seen"] })).body.skills).toEqual(["seen"]);
  expect((await get(ada, "mixed")).body.skills).toEqual(["seen", NAMES.private]);
  expect((await get(null, "mixed")).headers.get("etag")).toBe(stranger);
});

test("Q4 a collection of its organisation is its members' alone, in reads, lists and the log", async () => {
  const { ada, cy, eve } = skills.tokens;
  expect((await put(ada, "quiet-set", { title: "Quiet", visibility: "organisation", skills: ["seen"] })).status).toBe(
    201,
  );
  const narrow = await narrowToken(skills.registry, { handle: "ada", scopes: ["read"], namePatterns: ["acme-*"] });
  for (const token of [ada, cy, skills.registry.adminToken]) expect((await get(token, "quiet-set")).status).toBe(200);
  for (const token of [null, eve, narrow]) {
    const answer = await get(token, "quiet-set");
    const other = await get(token, "mute-set-x");
    expect([answer.status, answer.body.detail]).toEqual([404, other.body.detail.replace("mute-set-x", "quiet-set")]);
    const list = await call(at("publishers/ada/collections"), token === null ? {} : { token });
    expect(JSON.stringify(list.body)).not.toContain("quiet-set");
  }
  expect(JSON.stringify((await call(at("publishers/ada/collections"), { token: cy })).body)).toContain("quiet-set");
  // Who does not speak of it leaves it as it is.
  const renamed = await put(ada, "quiet-set", { title: "Quieter", skills: ["seen"] });
  expect([renamed.status, renamed.body.visibility]).toEqual([200, "organisation"]);
  expect((await get(null, "quiet-set")).status).toBe(404);
  const hidden = (await leavesOf("created")).filter(({ salt }) => salt !== null);
  expect(hidden).toHaveLength(1);
  expect(hidden[0]?.leaf).not.toMatch(/quiet-set|ada/);
});

test("T3 only members with a token to publish change a collection", async () => {
  const { ada, eve } = skills.tokens;
  const body = { title: "Mine", skills: ["seen"] };
  const reads = await narrowToken(skills.registry, { handle: "ada", scopes: ["read"] });
  const named = await narrowToken(skills.registry, { handle: "ada", scopes: ["publish"], namePatterns: ["acme-*"] });
  const publishes = await narrowToken(skills.registry, { handle: "ada", scopes: ["publish"] });
  const statuses = [];
  for (const token of [null, eve, skills.registry.adminToken, reads, named, publishes, ada])
    statuses.push((await put(token, "rights", body)).status);
  expect(statuses).toEqual([401, 403, 403, 403, 403, 201, 200]);
  for (const token of [eve, reads, named])
    expect((await call(at("collections/ada/rights"), { method: "DELETE", token })).status).toBe(403);
  expect((await call(at("collections/ada/rights"), { method: "DELETE" })).status).toBe(401);
  expect((await call(at("collections/nobody-here/x"), { method: "PUT", token: ada, json: body })).status).toBe(404);
});

test("51 names, one twice, a name that is none, an empty title and an unknown key are refused, and nothing is written", async () => {
  const { ada } = skills.tokens;
  const many = Array.from({ length: 51 }, (_, index) => `skill-${index}`);
  for (const json of [
    { title: "x", skills: many },
    { title: "x", skills: ["seen", "seen"] },
    { title: "x", skills: ["Übersicht"] },
    { title: " ", skills: ["seen"] },
    { title: "x".repeat(121), skills: ["seen"] },
    { title: "x", skills: ["seen"], visibility: "private" },
    { title: "x", skills: ["seen"], extra: 1 },
    { title: "x" },
  ])
    expect([JSON.stringify(json).slice(0, 40), (await put(ada, "wrong", json)).status]).toEqual([
      JSON.stringify(json).slice(0, 40),
      400,
    ]);
  expect((await get(ada, "wrong")).status).toBe(404);
  for (const name of ["Wrong", "%C3%BCbersicht", "-x", "a".repeat(65)])
    expect([name, (await put(ada, name, { title: "x", skills: [] })).status]).toEqual([name, 404]);
});

test("R2 of many PUTs at once one is left, whole; with `If-Match` one of them is taken", async () => {
  const { ada, bob } = skills.tokens;
  const lists = [["seen"], [NAMES.private, "seen"], ["seen", NAMES.private], [NAMES.organisation]];
  const at0 = await Promise.all(
    lists.map((names, i) => put(i % 2 ? ada : bob, "raced", { title: `T${i}`, skills: names })),
  );
  expect(at0.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201]);
  const left = await get(ada, "raced");
  expect(left.body.skills).toEqual(lists[Number(left.body.title.slice(1))]);
  const etag = left.headers.get("etag") ?? "";
  const matched = await Promise.all(
    [1, 2, 3, 4].map((i) => put(ada, "raced", { title: `If ${i}`, skills: ["seen"] }, { "if-match": etag })),
  );
  expect(matched.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  expect((await put(ada, "fresh", { title: "x", skills: [] }, { "if-match": "*" })).status).toBe(409);
});
