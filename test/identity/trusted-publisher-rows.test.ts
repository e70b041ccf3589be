import { afterAll, beforeAll, expect, test } from "vitest";
import { saltedField } from "@gaia/log";
import { account, call, publish } from "../harness/api.ts";
import { githubClaims, type OidcIssuer, startOidcIssuer } from "../harness/oidc-issuer.ts";
import { asInspected, publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

let github: OidcIssuer;
let registry: TestRegistry;
let ada: string;
let eve: string;
let audience: string;

const api = (path: string) => `${registry.url}/api/v1${path}`;
const trust = (token: string, name: string, repository: string, more: Record<string, unknown> = {}) =>
  call(api(`/skills/${name}/trusted-publishers`), {
    token,
    json: { issuer: github.url, repository, workflow: "release.yml", ...more },
  });
/** What a job of the repository is given; each time for another identity. */
const exchange = (repository: string, more: Record<string, unknown> = {}, claimed: Record<string, unknown> = {}) =>
  call(api("/trusted-publishing/exchange"), {
    json: { token: github.token(githubClaims(github, audience, { repository, ...claimed })), ...more },
  });

/** The token of a new account, or of one that was made before. */
const made = new Map<string, string>();
async function user(handle: string): Promise<string> {
  const token = made.get(handle) ?? (await account(registry.url, registry.adminToken, handle));
  made.set(handle, token);
  return token;
}

beforeAll(async () => {
  github = await startOidcIssuer();
  const environment = { OIDC_ISSUERS: `github=${github.url}` };
  registry = await startTestRegistry({ withoutScanners: true, environment });
  ada = await account(registry.url, registry.adminToken, "ada");
  eve = await account(registry.url, registry.adminToken, "eve");
  audience = (await call(api("/trusted-publishing/audience"))).body.audience;
});

afterAll(async () => {
  await registry.close();
  await github.close();
});

test("T6 a stranger's row for the same unpublished name, with an environment more, is not whom a job publishes for", async () => {
  const [name, repository] = ["rows-first", "acme/rows-first"];
  expect((await trust(ada, name, repository)).status).toBe(201);
  expect((await trust(eve, name, repository, { environment: "production" })).status).toBe(201);
  const claimed = { environment: "production" };
  for (const more of [{}, { skill: name }]) {
    expect(await exchange(repository, more, claimed)).toMatchObject({
      status: 400,
      body: { code: "invalid_request", detail: expect.stringContaining("name yours (`publisher`)") },
    });
  }
  const mine = await exchange(repository, { skill: name, publisher: "ada" }, claimed);
  expect(mine).toMatchObject({ status: 200, body: { skill: name, publisher: "ada" } });
  const nobodys = await exchange(repository, { skill: name, publisher: "nobody" }, claimed);
  expect(nobodys).toMatchObject({ status: 403, body: { code: "forbidden" } });
});

test("T6 numbers that a stranger gives for a name that is nobody's do not count before a name alone", async () => {
  const [name, repository] = ["rows-numbers", "acme/rows-numbers"];
  expect((await trust(ada, name, repository)).status).toBe(201);
  const numbers = { repository_id: "4001", repository_owner_id: "65" };
  expect((await trust(eve, name, repository, numbers)).status).toBe(201);
  expect((await exchange(repository, {}, { repository_id: "4001" })).status).toBe(400);
});

test("T6 a stranger's rows for an empty name, and unpinned ones of a skill of theirs, do not make an exchange ambiguous", async () => {
  const [name, repository] = ["rows-published", "acme/rows-published"];
  expect((await publish(registry.url, ada, sampleZip({ name }))).status).toBe(201);
  expect((await trust(ada, name, repository)).status).toBe(201);
  expect((await trust(eve, "rows-empty", repository)).status).toBe(201);
  expect(await exchange(repository)).toMatchObject({ status: 200, body: { skill: name, publisher: "ada" } });
  expect((await publish(registry.url, eve, sampleZip({ name: "rows-of-eve" }))).status).toBe(201);
  expect((await trust(eve, "rows-of-eve", repository)).status).toBe(201);
  expect(await exchange(repository)).toMatchObject({ status: 200, body: { skill: name, publisher: "ada" } });
});

test("T6 a stranger's row for a name that is nobody's is no row of whoever names no publisher", async () => {
  const [name, repository] = ["rows-alone", "acme/rows-alone"];
  expect((await trust(eve, name, repository)).status).toBe(201);
  for (const more of [{}, { skill: name }]) {
    expect(await exchange(repository, more)).toMatchObject({
      status: 400,
      body: { code: "invalid_request", detail: expect.stringContaining("name yours (`publisher`)") },
    });
  }
  expect((await exchange(repository, { skill: name, publisher: "ada" })).status).toBe(403);
  expect((await exchange(repository, { publisher: "eve" })).status).toBe(200);
});

test("T9 what others have waiting for a name ends when somebody publishes it", async () => {
  const [name, repository] = ["rows-awaited", "acme/rows-awaited"];
  const [mine, theirs] = [await trust(ada, name, repository), await trust(eve, name, repository)];
  expect((await publish(registry.url, ada, sampleZip({ name }))).status).toBe(201);
  const rows = "SELECT id, removed_why FROM trusted_publishers WHERE skill_name = $1 ORDER BY created_at";
  expect(await rowsOf(registry, rows, [name])).toEqual([
    { id: mine.body.id, removed_why: null },
    { id: theirs.body.id, removed_why: "published by another" },
  ]);
  const leaves = await rowsOf<{ leaf: string }>(registry, "SELECT leaf FROM log_leaves WHERE leaf LIKE $1", [
    `%trusted-publisher%\nname: ${name}\n%`,
  ]);
  expect(leaves.map(({ leaf }) => /publisher: (\w+)/.exec(leaf)?.[1])).toEqual(["ada"]);
});

test("T9 what somebody had waiting for a name does not wake when they are given the skill", async () => {
  const [name, repository] = ["rows-given", "eve/rows-given"];
  // Hidden, so that it is there when the transfer comes.
  expect((await publish(registry.url, ada, sampleZip({ name }), "?visibility=private")).status).toBe(201);
  expect((await trust(eve, name, repository)).status).toBe(201);
  const dormant = (await exchange(repository, { publisher: "eve" })).body.token;
  expect((await publish(registry.url, dormant, sampleZip({ name, version: "2.0.0" }))).body.code).toBe("name_taken");
  const offered = await call(api("/transfers"), { token: ada, json: { name, to: "eve" } });
  expect(offered.status).toBe(201);
  const accepted = await call(api(`/transfers/${offered.body.id}/accept`), { token: eve, method: "POST" });
  expect(accepted.status).toBe(200);
  expect((await exchange(repository, { publisher: "eve" })).status).toBe(403);
  expect((await publish(registry.url, dormant, sampleZip({ name, version: "2.0.0" }))).status).toBe(401);
  // It was trusted with nothing: the log says of nobody that it ended.
  const leaves = await rowsOf(
    registry,
    "SELECT 1 FROM log_leaves WHERE leaf LIKE '%trusted-publisher%' AND leaf LIKE $1",
    ["%eve/rows-given%"],
  );
  expect(leaves).toEqual([]);
});

test("H-A6 Q4 a name that is hidden, staged or nobody's is answered alike to who reads its settings and its log, trusts a workflow with it, lists it, exchanges for it and ends it", async () => {
  expect((await publish(registry.url, ada, sampleZip({ name: "rows-hidden" }), "?visibility=private")).status).toBe(
    201,
  );
  const body = sampleZip({ name: "rows-staged" }) as Uint8Array<ArrayBuffer>;
  expect((await call(api("/staged-versions"), { token: ada, body, type: "application/zip" })).status).toBe(201);
  const told = async (name: string) => {
    const repository = `eve/${name}`;
    const added = await trust(eve, name, repository);
    const listed = await call(api(`/skills/${name}/trusted-publishers`), { token: eve });
    const exchanged = await exchange(repository, { publisher: "eve" });
    const unnamed = await exchange(repository);
    const ended = await call(api(`/skills/${name}/trusted-publishers/${added.body.id}`), {
      token: eve,
      method: "DELETE",
    });
    const other = await call(api(`/skills/${name}/trusted-publishers`), { token: await user("visitor") });
    // H-A6: what they may not look at is not there.
    const settings = await call(api(`/skills/${name}/settings`), { token: eve });
    const changed = await call(api(`/skills/${name}/settings`), {
      token: eve,
      method: "PATCH",
      json: { staging: "required" },
    });
    const audit = await call(api(`/skills/${name}/audit`), { token: eve });
    expect([settings.status, changed.status, audit.status]).toEqual([404, 404, 404]);
    const all = [added, listed, exchanged, unnamed, ended, other, settings, changed, audit].map(
      ({ status, body: answer }) => ({
        status,
        answer,
      }),
    );
    const unique = ["id", "created_at", "last_used_at", "token", "expires_at", "request_id", "repository_id"];
    return JSON.stringify(all, (key, value) => (unique.includes(key) && value !== null ? "" : value)).replaceAll(
      name,
      "NAME",
    );
  };
  const nobodys = await told("rows-nobodys");
  expect(nobodys).toContain('"status":201');
  expect(await told("rows-hidden")).toBe(nobodys);
  expect(await told("rows-staged")).toBe(nobodys);
});

test("T6 a thousand rows of strangers stand before nobody's, and a publisher has a hundred for names that it lacks at most", async () => {
  const [name, repository] = ["rows-crowded", "acme/rows-crowded"];
  const crowd = `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'x', 'x');
    INSERT INTO trusted_publishers (publisher_id, skill_name, kind, issuer, repository, workflow, created_by, created_at)
    SELECT (SELECT id FROM publishers WHERE handle = 'eve'), 'crowd-' || n, 'github', '${github.url}', '${repository}', 'release.yml',
      (SELECT id FROM accounts WHERE handle = 'eve'), now() - interval '1 day' FROM generate_series(1, 1100) AS n; COMMIT;`;
  await runSql(registry, crowd);
  expect((await trust(ada, name, repository)).status).toBe(201);
  expect(await exchange(repository, { skill: name, publisher: "ada" })).toMatchObject({
    status: 200,
    body: { skill: name, publisher: "ada" },
  });
  expect((await exchange(repository, { publisher: "ada" })).status).toBe(200);
  expect((await publish(registry.url, ada, sampleZip({ name }))).status).toBe(201);
  expect(await exchange(repository)).toMatchObject({ status: 200, body: { skill: name, publisher: "ada" } });
  expect(await trust(eve, "crowd-more", repository)).toMatchObject({
    status: 409,
    body: { code: "conflict", detail: expect.stringContaining("100 trusted publishers for names") },
  });
  // Not for a skill that it has.
  expect((await publish(registry.url, eve, sampleZip({ name: "eves-own" }))).status).toBe(201);
  expect((await trust(eve, "eves-own", repository)).status).toBe(201);
});

test("T5 an admin ends what a workflow may, whoever trusts it", async () => {
  const [name, repository] = ["rows-abused", "acme/rows-abused"];
  const { id } = (await trust(ada, name, repository)).body;
  const { token } = (await exchange(repository, { publisher: "ada" })).body;
  const ended = (by: string) => call(api(`/skills/${name}/trusted-publishers/${id}`), { token: by, method: "DELETE" });
  expect((await ended(eve)).status).toBe(404);
  expect((await ended(registry.adminToken)).status).toBe(204);
  expect((await publish(registry.url, token, sampleZip({ name }))).status).toBe(401);
});

const stage = (token: string, name: string, query = "") =>
  call(api(`/staged-versions${query}`), {
    token,
    body: sampleZip({ name }) as Uint8Array<ArrayBuffer>,
    type: "application/zip",
  });
/** Staged and rejected by ada, so that nothing is left under the name. */
async function left(name: string, query = ""): Promise<void> {
  expect((await stage(ada, name, query)).status).toBe(201);
  await asInspected(registry, name);
  expect((await call(api(`/skills/${name}/1.0.0/reject`), { token: ada, json: {} })).status).toBe(204);
}

test("H-A6 a name with no version left and none ever live is free, to stage and to publish, without its former publisher's log", async () => {
  for (const [name, take] of [
    ["left-staged", () => stage(eve, "left-staged")],
    ["left-live", () => publish(registry.url, eve, sampleZip({ name: "left-live" }))],
  ] as const) {
    await left(name, "?visibility=private");
    // Whoever left it goes on with what they decided about it.
    const settings = await call(api(`/skills/${name}/settings`), { token: ada });
    expect(settings).toMatchObject({ status: 200, body: { visibility: "private" } });
    const offer = await call(api("/transfers"), { token: ada, json: { name, to: "admin" } });
    expect(offer.status).toBe(404);
    expect((await take()).status, name).toBe(201);
    expect((await call(api(`/skills/${name}/settings`), { token: ada })).status).toBe(name === "left-live" ? 403 : 404);
    expect((await call(api(`/skills/${name}/settings`), { token: eve })).body).toMatchObject({ visibility: "public" });
    const log = await call(api(`/skills/${name}/audit`), { token: eve });
    const actors = log.body.items.map(({ actor }: { actor: string }) => actor);
    expect(actors.length).toBeGreaterThan(0);
    expect(new Set(actors)).toEqual(new Set(["eve"]));
    expect(await stage(ada, name)).toMatchObject({ status: 409, body: { code: "name_taken" } });
  }
  // One that was live once is taken for good, whatever is left of it.
  await publishedAtOnce(registry, { token: ada, name: "left-purged", version: "1.0.0" });
  const purged = await call(api("/skills/left-purged/1.0.0/purge"), { token: ada, json: { reason: "a mistake" } });
  expect(purged.status).toBe(200);
  expect(await stage(eve, "left-purged")).toMatchObject({ status: 409, body: { code: "name_taken" } });
});

test("H-A6 R1 of many who take a name that was left at once, one has it", async () => {
  await left("left-contested");
  const others = await Promise.all(["una", "udo", "uwe"].map(user));
  const answers = await Promise.all([ada, eve, ...others].map((token) => stage(token, "left-contested")));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([201, 409, 409, 409, 409]);
});

test("Q4 the log names no issuer of a skill that is not public, and gives it with the salt", async () => {
  const name = "rows-unsaid";
  expect((await publish(registry.url, ada, sampleZip({ name }), "?visibility=private")).status).toBe(201);
  expect((await trust(ada, name, "acme/unsaid")).status).toBe(201);
  const [said] = await rowsOf<{ leaf: string; salt: string }>(
    registry,
    `SELECT leaf, log_leaves.salt FROM log_leaves JOIN skills ON skills.id = skill_id WHERE name = $1 AND leaf LIKE '%kind: trusted-publisher%'`,
    [name],
  );
  expect(said?.leaf).not.toContain(github.url);
  expect(said?.leaf).toContain(`issuer: ${saltedField(said?.salt ?? "", "issuer", github.url)}\n`);
});

test("T9 once its workflows alone publish a skill, what an account staged before goes live by nobody's approval", async () => {
  const name = "rows-by-hand";
  await publishedAtOnce(registry, { token: ada, name, version: "0.9.0" });
  expect((await stage(ada, name)).status).toBe(201);
  await asInspected(registry, name);
  const changed = await call(api(`/skills/${name}/settings`), {
    token: ada,
    method: "PATCH",
    json: { publishing: "trusted" },
  });
  expect(changed.status).toBe(200);
  const { content_digest: digest } = (await call(api(`/skills/${name}/1.0.0`), { token: ada })).body;
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'member.join', 'publisher:ada');
     INSERT INTO memberships (account_id, publisher_id, role) SELECT a.id, p.id, 'publisher' FROM accounts a, publishers p
     WHERE a.handle = 'eve' AND p.handle = 'ada'; COMMIT;`,
  );
  const approve = () => call(api(`/skills/${name}/1.0.0/approve`), { token: eve, json: { content_digest: digest } });
  expect(await approve()).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("trusted publishers alone") },
  });
  const back = await call(api(`/skills/${name}/settings`), {
    token: ada,
    method: "PATCH",
    json: { publishing: "any" },
  });
  expect(back.status).toBe(200);
  expect(await approve()).toMatchObject({ status: 200, body: { status: "published" } });
});
