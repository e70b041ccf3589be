import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { githubClaims, type OidcIssuer, startOidcIssuer } from "../harness/oidc-issuer.ts";
import { publishAround } from "../harness/publish-around.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";
import { until } from "../harness/until.ts";

let github: OidcIssuer;
let registry: TestRegistry;
let audience: string;

const api = (path: string) => `${registry.url}/api/v1${path}`;
const user = (handle: string) => account(registry.url, registry.adminToken, handle);
const suspend = (handle: string, decision: "suspend" | "reinstate" = "suspend") =>
  call(api(`/admin/accounts/${handle}/${decision}`), { token: registry.adminToken, json: { reason: "because of it" } });
const trust = (token: string, name: string, more: Record<string, unknown> = {}) =>
  call(api(`/skills/${name}/trusted-publishers`), {
    token,
    json: { issuer: github.url, repository: `acme/${name}`, workflow: "release.yml", ...more },
  });
const exchange = (name: string, publisher: string) =>
  call(api("/trusted-publishing/exchange"), {
    json: {
      token: github.token(githubClaims(github, audience, { repository: `acme/${name}` })),
      skill: name,
      publisher,
    },
  });
/** A token for a job that `publisher` trusts with the name. */
async function jobToken(token: string, name: string, publisher: string): Promise<string> {
  expect((await trust(token, name, { publisher })).status).toBe(201);
  const exchanged = await exchange(name, publisher);
  expect(exchanged.status).toBe(200);
  return exchanged.body.token;
}
const release = (token: string, name: string, version = "1.0.0") =>
  publish(registry.url, token, sampleZip({ name, version }));

beforeAll(async () => {
  github = await startOidcIssuer();
  registry = await startTestRegistry({ environment: { OIDC_ISSUERS: `github=${github.url}` } });
  audience = (await call(api("/trusted-publishing/audience"))).body.audience;
});
afterAll(async () => {
  await registry.settle();
  await registry.close();
  await github.close();
});

describe("a workflow acts for people who may", () => {
  test("T5 of a suspended account it is given nothing, and what it was given publishes nothing; reinstated, it goes on", async () => {
    const token = await jobToken(await user("sue"), "of-sue", "sue");
    expect((await release(token, "of-sue")).status).toBe(201);
    expect((await suspend("sue")).status).toBe(200);
    expect((await release(token, "of-sue", "1.1.0")).status).toBe(401);
    expect(await exchange("of-sue", "sue")).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await suspend("sue", "reinstate")).status).toBe(200);
    expect((await exchange("of-sue", "sue")).status).toBe(200);
    expect((await release(token, "of-sue", "1.1.0")).status).toBe(201);
  });

  test("T5 suspended while its workflow publishes: asked again at commit, and nothing is there", async () => {
    const token = await jobToken(await user("sid"), "of-sid", "sid");
    const status = await publishAround(registry.url, token, sampleZip({ name: "of-sid" }), () => suspend("sid"));
    expect(status).toBe(403);
    expect((await call(api("/skills/of-sid/1.0.0"), { token: registry.adminToken })).status).toBe(404);
  });

  test("T5 of an organisation it goes on while one owner or admin of it can act, and not for a mere member", async () => {
    const [olga, omar, pia] = [await user("olga"), await user("omar"), await user("pia")];
    expect((await call(api("/publishers"), { token: olga, json: { handle: "orgs" } })).status).toBe(201);
    for (const [handle, token, role] of [
      ["omar", omar, "admin"],
      ["pia", pia, "publisher"],
    ] as const) {
      const invited = await call(api("/publishers/orgs/invitations"), { token: olga, json: { account: handle, role } });
      const accepted = await call(api(`/invitations/${invited.body.id}/accept`), { token, method: "POST" });
      expect(accepted.status).toBe(200);
    }
    const token = await jobToken(olga, "of-orgs", "orgs");
    expect((await suspend("olga")).status).toBe(200);
    expect((await release(token, "of-orgs")).status).toBe(201);
    expect((await suspend("omar")).status).toBe(200);
    expect((await release(token, "of-orgs", "1.1.0")).status).toBe(401);
    expect((await exchange("of-orgs", "orgs")).status).toBe(403);
  });

  test("T9 an account that is deleted takes its trusted publishers along, and the log says it of what is public alone", async () => {
    const dot = await user("dot");
    const token = await jobToken(dot, "of-dot", "dot");
    expect((await release(token, "of-dot")).status).toBe(201);
    expect((await publish(registry.url, dot, sampleZip({ name: "dots-secret" }), "?visibility=private")).status).toBe(
      201,
    );
    for (const name of ["dots-secret", "dots-waiting"]) expect((await trust(dot, name)).status).toBe(201);
    expect((await call(api("/account?confirm=dot"), { method: "DELETE", token: dot })).status).toBe(204);
    expect((await release(token, "of-dot", "1.1.0")).status).toBe(401);
    expect((await exchange("of-dot", "dot")).status).toBe(403);
    const left =
      "SELECT skill_name FROM trusted_publishers JOIN publishers ON publishers.id = publisher_id WHERE handle = 'dot' AND removed_at IS NULL";
    expect(await rowsOf(registry, left)).toEqual([]);
    const audit = await rowsOf(
      registry,
      "SELECT target FROM audit_log WHERE action = 'trusted_publisher.remove' AND actor = 'dot' ORDER BY target",
    );
    expect(audit.map(({ target }) => target)).toEqual(["skill:dots-secret", "skill:dots-waiting", "skill:of-dot"]);
    const leaves = await rowsOf<{ leaf: string; salt: string | null }>(
      registry,
      "SELECT leaf, salt FROM log_leaves WHERE leaf LIKE '%trusted-publisher%' ORDER BY id",
    );
    expect(leaves.filter(({ leaf }) => /dots-(secret|waiting)/.test(leaf))).toEqual([]);
    expect(leaves.filter(({ leaf }) => /name: of-dot\n/.test(leaf) && /change: removed\n/.test(leaf))).toHaveLength(1);
    expect(leaves.filter(({ salt }) => salt !== null)).toHaveLength(2);
  });
});

describe("a version that was staged", () => {
  let ada: string;
  const tokens: Record<string, string> = {};
  const stage = (token: string, name: string, query = "") =>
    call(api(`/staged-versions${query}`), {
      token,
      body: sampleZip({ name }) as Uint8Array<ArrayBuffer>,
      type: "application/zip",
    });
  async function approve(token: string, name: string) {
    await registry.settle();
    const { content_digest } = (await call(api(`/skills/${name}/1.0.0`), { token })).body;
    return call(api(`/skills/${name}/1.0.0/approve`), { token, json: { content_digest } });
  }
  beforeAll(async () => {
    ada = await user("ada");
    expect((await call(api("/publishers"), { token: ada, json: { handle: "crew" } })).status).toBe(201);
    for (const handle of ["stan", "stella"]) {
      const token = (tokens[handle] = await user(handle));
      const invited = await call(api("/publishers/crew/invitations"), {
        token: ada,
        json: { account: handle, role: "publisher" },
      });
      await call(api(`/invitations/${invited.body.id}/accept`), { token, method: "POST" });
    }
  });

  test("T5 by an account that was suspended since goes live by nobody's approval", async () => {
    expect((await stage(tokens["stan"] ?? "", "staged-by-stan", "?publisher=crew")).status).toBe(201);
    expect((await stage(tokens["stella"] ?? "", "staged-by-stella", "?publisher=crew")).status).toBe(201);
    expect((await suspend("stan")).status).toBe(200);
    expect(await approve(ada, "staged-by-stan")).toMatchObject({
      status: 409,
      body: { code: "conflict", detail: expect.stringContaining("suspended") },
    });
    expect((await approve(ada, "staged-by-stella")).status).toBe(200);
  });

  test("T9 by a workflow that is trusted no longer goes live by nobody's approval", async () => {
    const name = "staged-by-job";
    const trusted = await trust(ada, name, { publisher: "crew", stage_only: true });
    const { token } = (await exchange(name, "crew")).body;
    expect((await stage(token, name)).status).toBe(201);
    await call(api(`/skills/${name}/trusted-publishers/${trusted.body.id}`), { method: "DELETE", token: ada });
    expect(await approve(ada, name)).toMatchObject({
      status: 409,
      body: { code: "conflict", detail: expect.stringContaining("trusted no longer") },
    });
  });

  test("T3 of a skill that is not public is staged with the scope that stages, and no other", async () => {
    const name = "private-staged";
    expect((await publish(registry.url, ada, sampleZip({ name }), "?publisher=crew&visibility=private")).status).toBe(
      201,
    );
    expect((await trust(ada, name, { stage_only: true })).status).toBe(201);
    const made = await call(api("/tokens"), {
      token: ada,
      json: { name: "stages", scopes: ["stage"], patterns: [name] },
    });
    const next = sampleZip({ name, version: "1.1.0" }) as Uint8Array<ArrayBuffer>;
    const sent = (token: string, zip: Uint8Array<ArrayBuffer>) =>
      call(api("/staged-versions?publisher=crew"), { token, body: zip, type: "application/zip" });
    expect((await sent(made.body.token, next)).status).toBe(201);
    const { token } = (await exchange(name, "crew")).body;
    expect((await sent(token, sampleZip({ name, version: "1.2.0" }) as Uint8Array<ArrayBuffer>)).status).toBe(201);
    // Who may not see it learns no more than that the name is taken.
    const stella = await sent(tokens["stella"] ?? "", sampleZip({ name, version: "1.3.0" }) as Uint8Array<ArrayBuffer>);
    expect(stella).toMatchObject({ status: 409, body: { code: "name_taken" } });
    await registry.settle();
  });
});

test("a job's token that ended a day ago is forgotten, one of today is not", async () => {
  const ida = await user("ida");
  for (const name of ["of-ida", "of-ida-too"]) await jobToken(ida, name, "ida");
  const ofName = (name: string) =>
    `trusted_publisher_id IN (SELECT id FROM trusted_publishers WHERE skill_name = '${name}')`;
  const end = (name: string, ago: string) =>
    `UPDATE workload_tokens SET expires_at = now() - interval '${ago}' WHERE ${ofName(name)};`;
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'x', 'x');
     ${end("of-ida", "25 hours")} ${end("of-ida-too", "23 hours")} COMMIT;`,
  );
  const left = (name: string) => rowsOf(registry, `SELECT 1 FROM workload_tokens WHERE ${ofName(name)}`);
  await until(async () => (await left("of-ida")).length === 0, 10_000);
  expect(await left("of-ida-too")).toHaveLength(1);
});
