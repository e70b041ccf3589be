import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { LEADING, startLeading } from "../harness/leading-issuers.ts";
import { githubClaims, gitlabClaims, numberOf, type OidcIssuer, startOidcIssuer } from "../harness/oidc-issuer.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

let github: OidcIssuer;
let gitlab: OidcIssuer;
let company: OidcIssuer;
let leading: Map<string, OidcIssuer>;
let trap: OidcIssuer;
let registry: TestRegistry;
let ada: string;
let audience: string;

const api = (path: string) => `${registry.url}/api/v1${path}`;
const trust = (name: string, json: Record<string, unknown>, token = ada) =>
  call(api(`/skills/${name}/trusted-publishers`), { token, json });
const trustGithub = (name: string, more: Record<string, unknown> = {}) =>
  trust(name, { issuer: github.url, repository: "acme/skills", workflow: "release.yml", ...more });
const exchange = (token: string, skill?: string) =>
  call(api("/trusted-publishing/exchange"), {
    json: { token, publisher: "ada", ...(skill === undefined ? {} : { skill }) },
  });
const claims = (more: Record<string, unknown> = {}) => githubClaims(github, audience, more);

/** A skill's name with a trusted publisher of its own repository, so that no test meets another one's. */
let made = 0;
async function trustedName(more: Record<string, unknown> = {}) {
  made += 1;
  const [name, repository] = [`trusted-${made}`, `acme/repository-${made}`];
  const added = await trustGithub(name, { repository, ...more });
  expect(added.status).toBe(201);
  return { name, repository, id: added.body.id as string };
}

beforeAll(async () => {
  [github, gitlab, company] = await Promise.all([startOidcIssuer(), startOidcIssuer(), startOidcIssuer()]);
  ({ leading, trap } = await startLeading());
  const others = [...leading.values()].map(({ url }) => `github=${url}`);
  const OIDC_ISSUERS = `github=${github.url},gitlab=${gitlab.url},oidc=${company.url},${others.join(",")}`;
  registry = await startTestRegistry({ withoutScanners: true, environment: { OIDC_ISSUERS } });
  ada = await account(registry.url, registry.adminToken, "ada");
  audience = (await call(api("/trusted-publishing/audience"))).body.audience;
});

afterAll(async () => {
  await registry.close();
  await Promise.all([github, gitlab, company, trap, ...leading.values()].map((issuer) => issuer.close()));
});

describe("a workflow that is trusted", () => {
  test("publishes a name that nobody published before, as itself, and its version says which run it was", async () => {
    const { name, repository } = await trustedName();
    const exchanged = await exchange(github.token(claims({ repository })));
    expect(exchanged).toMatchObject({
      status: 200,
      body: {
        skill: name,
        publisher: "ada",
        scopes: ["publish", "stage", "read"],
        pinned: { repository_id: numberOf(repository), repository_owner_id: "65" },
      },
    });
    const minutes = (Date.parse(exchanged.body.expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(13);
    expect(minutes).toBeLessThan(16);
    const published = await publish(registry.url, exchanged.body.token, sampleZip({ name }));
    expect(published).toMatchObject({
      status: 201,
      body: {
        publisher: "ada",
        published_via: {
          repository,
          repository_id: numberOf(repository),
          workflow: "release.yml",
          event: "push",
          run: "4711",
        },
      },
    });
    const log = await rowsOf(registry, "SELECT actor FROM audit_log WHERE action = 'version.publish' AND target = $1", [
      `skill:${name}@1.0.0`,
    ]);
    expect(log).toEqual([{ actor: `github:${repository}` }]);
    const again = await exchange(github.token(claims({ repository })), name);
    expect(again).toMatchObject({ status: 200, body: { pinned: null } });
  });

  test("T3 has a token for that skill alone, and for publishing it alone", async () => {
    const { repository, name } = await trustedName();
    const { token } = (await exchange(github.token(claims({ repository })))).body;
    const refused = await publish(registry.url, token, sampleZip({ name: `${name}-other` }));
    expect(refused).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await publish(registry.url, token, sampleZip({ name }))).status).toBe(201);
    for (const path of ["/tokens", "/admin/audit", `/skills/${name}/settings`, `/skills/${name}/trusted-publishers`]) {
      expect([path, (await call(api(path), { token })).status]).toEqual([path, 403]);
    }
    const yanked = await call(api(`/skills/${name}/1.0.0/yank`), { token, json: { reason: "a mistake" } });
    expect(yanked.status).toBe(403);
    expect((await trustGithub(name, { environment: "x" })).status).toBe(201);
    expect((await trust(name, { issuer: "github", repository: "eve/x", workflow: "x.yml" }, token)).status).toBe(403);
  });

  test("of GitLab publishes by the numbers of project and namespace", async () => {
    expect((await trust("from-gitlab", { issuer: gitlab.url, repository: "acme/skills" })).status).toBe(201);
    const sent = (more: Record<string, unknown>) => exchange(gitlab.token(gitlabClaims(gitlab, audience, more)));
    expect(await sent({})).toMatchObject({
      status: 200,
      body: { skill: "from-gitlab", pinned: { repository_id: "22", repository_owner_id: "72" } },
    });
    expect((await sent({ project_id: "23" })).status).toBe(403);
    expect((await sent({ namespace_id: "73" })).status).toBe(403);
    expect((await sent({ pipeline_source: "merge_request_event" })).status).toBe(403);
    expect((await sent({ ci_config_ref_uri: `${gitlab.url}/eve/x//.gitlab-ci.yml@refs/heads/main` })).status).toBe(403);
    expect((await sent({ project_path: "acme/renamed" })).status).toBe(200);
  });

  test("of a private skill is trusted, and its log names neither", async () => {
    const [name, repository] = ["trusted-private", "acme/private-repository"];
    expect((await publish(registry.url, ada, sampleZip({ name }), "?visibility=private")).status).toBe(201);
    expect((await trustGithub(name, { repository })).status).toBe(201);
    expect((await exchange(github.token(claims({ repository })))).body.pinned).not.toBeNull();
    const leaves = await rowsOf<{ leaf: string }>(registry, "SELECT leaf FROM log_leaves WHERE salt IS NOT NULL");
    expect(leaves.filter(({ leaf }) => leaf.includes("trusted-publisher"))).toHaveLength(2);
    const all = await rowsOf<{ leaf: string }>(registry, "SELECT leaf FROM log_leaves");
    expect(all.filter(({ leaf }) => leaf.includes(name) || leaf.includes(repository))).toEqual([]);
  });

  test("of several skills has to name one", async () => {
    const repository = "acme/monorepo";
    for (const name of ["several-a", "several-b"]) await trustGithub(name, { repository });
    expect(await exchange(github.token(claims({ repository })))).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("several-a, several-b") },
    });
    expect((await exchange(github.token(claims({ repository })), "several-b")).body.skill).toBe("several-b");
  });
});

describe("T6 an identity that does not hold is exchanged for nothing", () => {
  const refused = async (token: string, words: RegExp) => {
    const answer = await exchange(token);
    expect(answer).toMatchObject({ status: 401, body: { code: "unauthorized" } });
    expect(answer.body.detail).toMatch(words);
  };
  let repository: string;
  beforeAll(async () => {
    ({ repository } = await trustedName());
  });
  const of = (more: Record<string, unknown> = {}) => claims({ repository, ...more });

  test("T6 issuer: another one, one that looks like it, one that is a word here, and none", async () => {
    const others = ["https://eve.example", `${github.url}/`, `${github.url}.eve.example`, "github", "", 7, undefined];
    for (const iss of others) await refused(github.token(of({ iss })), /issuer|Token/);
  });

  test("T6 audience: another registry's, this one's among others, part of it, and none", async () => {
    const others = [
      "pypi",
      "https://registry.example",
      `${audience}/`,
      audience.slice(0, -1),
      [audience, "other"],
      undefined,
    ];
    for (const aud of others) await refused(github.token(of({ aud })), /audience|others/);
    expect((await exchange(github.token(of({ aud: [audience] })))).status).toBe(200);
  });

  test("T6 alg none, in any case, with and without a signature", async () => {
    for (const alg of ["none", "None", "NONE", "nOnE", ""]) {
      const token = github.token(of(), { alg });
      await refused(token, /not signed by|does not hold|Token/);
      await refused(`${token.slice(0, token.lastIndexOf("."))}.`, /not signed by|does not hold|Token/);
    }
  });

  test("T6 HS256 with the issuer's public key as the secret", async () => {
    for (const alg of ["HS256", "HS384", "HS512"]) {
      for (const secret of [github.publicPem(), github.publicPem().trim(), ""]) {
        await refused(github.hmacToken(of(), { alg, typ: "JWT", kid: "one" }, secret), /not signed by/);
      }
    }
  });

  test("T6 signed by another key: under the issuer's kid, under its own, with its own key in the header", async () => {
    const eve = generateKeyPairSync("rsa", { modulusLength: 2_048 });
    const jwk = eve.publicKey.export({ format: "jwk" });
    for (const header of [{}, { kid: "eve" }, { jwk }, { jwk, kid: undefined }, { x5c: ["AAAA"] }]) {
      await refused(github.token(of(), header, eve.privateKey), /does not hold/);
    }
    // And another issuer's key is no key of this one.
    await refused(company.token(of()), /does not hold/);
  });

  test("T6 kid: a path, SQL, a command, a prototype and a very long one name no key and are read nowhere", async () => {
    const before = github.asked.length;
    const kids = [
      "../../../../dev/null",
      "/etc/passwd",
      "' OR 1=1 --",
      "`id`",
      "__proto__",
      "constructor",
      "k".repeat(4_000),
      7,
      {},
    ];
    for (const kid of kids) await refused(github.token(of(), { kid }), /does not hold|Token/);
    expect(github.asked.slice(before).filter((path) => path !== "/keys")).toEqual([]);
  });

  test("T6 jku and x5u of the header are never fetched", async () => {
    const forged = trap.token(of(), { jku: `${trap.url}/keys`, x5u: `${trap.url}/keys`, kid: "one" });
    await refused(forged, /does not hold/);
    expect(trap.asked).toEqual([]);
  });

  test("T6 times: expired beyond the leeway, not valid yet, made tomorrow, valid for years, and without an end", async () => {
    const now = Math.floor(Date.now() / 1_000);
    await refused(github.token(of({ exp: now - 120 })), /expired/);
    await refused(github.token(of({ nbf: now + 600 })), /nbf/);
    await refused(github.token(of({ iat: now + 86_400, exp: now + 86_700, nbf: now })), /later than now/);
    await refused(github.token(of({ exp: now + 90_000 })), /longer than a day/);
    await refused(github.token(of({ exp: undefined })), /exp/);
    await refused(github.token(of({ iat: undefined })), /iat/);
  });

  test("T6 a changed claim, a cut token and no token at all", async () => {
    const token = github.token(of());
    const [header, payload = "", signature] = token.split(".");
    const other = JSON.parse(Buffer.from(payload, "base64url").toString());
    const changed = Buffer.from(JSON.stringify({ ...other, repository_id: "75" })).toString("base64url");
    await refused(`${header}.${changed}.${signature}`, /does not hold/);
    await refused(`${header}.${payload}`, /Token/);
    await refused("gsk_nothing", /Token/);
    expect((await exchange("x".repeat(20_000))).status).toBe(400);
  });
});

describe("T6 an identity is exchanged once", () => {
  const spend = async (more: Record<string, unknown>) => {
    const { repository } = await trustedName();
    return github.token(claims({ repository, ...more }));
  };

  test("T6 presented again it is refused, also with the jti in another token", async () => {
    const token = await spend({ jti: "once" });
    expect((await exchange(token)).status).toBe(200);
    expect(await exchange(token)).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await exchange(await spend({ jti: "once" }))).status).toBe(409);
  });

  test("T6 without a jti it is what was signed that is spent", async () => {
    const token = await spend({ jti: undefined });
    expect((await exchange(token)).status).toBe(200);
    expect((await exchange(token)).status).toBe(409);
  });

  test("T6 of ten at the same moment one is given a token", async () => {
    const token = await spend({});
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    const digests = await rowsOf(
      registry,
      "SELECT count(*)::int AS count FROM workload_tokens WHERE via ->> 'subject' = $1",
      [JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).sub],
    );
    expect(digests).toEqual([{ count: 1 }]);
  });

  test("T6 within the leeway after its end it still counts, and is remembered for longer than that", async () => {
    const exp = Math.floor(Date.now() / 1_000) - 30;
    const token = await spend({ exp, iat: exp - 300, nbf: exp - 300, jti: "late" });
    expect((await exchange(token)).status).toBe(200);
    const [row] = await rowsOf(
      registry,
      "SELECT min(extract(epoch FROM keep_until) - $1::bigint)::int AS seconds FROM spent_identities WHERE keep_until < to_timestamp($1::bigint + 7200)",
      [exp],
    );
    expect(Number(row?.["seconds"])).toBeGreaterThan(60);
    // The sweep passes by, each second.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect((await exchange(token)).status).toBe(409);
  });
});

describe("T6 what is trusted is a repository, not its name", () => {
  test("T6 a repository that took the name of a renamed or deleted one is another one", async () => {
    const { repository, name } = await trustedName();
    expect((await exchange(github.token(claims({ repository })))).status).toBe(200);
    const resurrected = await exchange(github.token(claims({ repository, repository_id: "666" })));
    expect(resurrected).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining("No skill of ada here trusts") },
    });
    const sameOwner = await exchange(github.token(claims({ repository, repository_owner_id: "666" })));
    expect(sameOwner).toMatchObject({ status: 403, body: { detail: expect.stringContaining("another owner") } });
    // The renamed one itself goes on.
    const renamed = await exchange(
      github.token(claims({ repository: "acme/new-name", repository_id: numberOf(repository) })),
      name,
    );
    expect(renamed.status).toBe(200);
  });

  test("T6 numbers that were given are trusted from the start", async () => {
    const { repository } = await trustedName({ repository_id: "1001", repository_owner_id: "1002" });
    expect((await exchange(github.token(claims({ repository })))).status).toBe(403);
    const right = claims({ repository, repository_id: "1001", repository_owner_id: "1002" });
    expect(await exchange(github.token(right))).toMatchObject({ status: 200, body: { pinned: null } });
  });

  test("T6 two first exchanges at once pin one repository", async () => {
    const { repository } = await trustedName();
    const answers = await Promise.all(
      ["201", "202"].map((repository_id) => exchange(github.token(claims({ repository, repository_id })))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  });
});

describe("T6 what is trusted is a workflow, and who may begin it", () => {
  const began = (repository: string, file: string, ref = "refs/heads/main") =>
    `${repository}/.github/workflows/${file}@${ref}`;

  test("T6 another workflow, one of another repository, and a path that only ends in it", async () => {
    const { repository } = await trustedName();
    for (const workflow_ref of [
      began(repository, "other.yml"),
      began(repository, "sub/release.yml"),
      began("eve/skills", "release.yml"),
      began(`${repository}-x`, "release.yml"),
      `${repository}/release.yml@refs/heads/main`,
      `${began(repository, "evil.yml@refs/heads/x/release.yml")}`,
    ]) {
      const token = github.token(claims({ repository, workflow_ref, job_workflow_ref: workflow_ref }));
      expect([workflow_ref, (await exchange(token)).status]).toEqual([workflow_ref, 403]);
    }
  });

  test("T6 a file's name ends at the last @refs/: release.yml@x.yml is not release.yml", async () => {
    const { repository } = await trustedName();
    const ofGithub = async (file: string, ref?: string) => {
      const workflow_ref = began(repository, file, ref);
      return (await exchange(github.token(claims({ repository, workflow_ref, job_workflow_ref: workflow_ref }))))
        .status;
    };
    for (const file of ["release.yml@x.yml", "release.yml@refs@x.yml", "release.yml@"])
      expect([file, await ofGithub(file)]).toEqual([file, 403]);
    expect(await ofGithub("release.yml", "refs/heads/x@refs/heads/main")).toBe(403);
    expect(await ofGithub("release.yml", "refs/heads/x@y")).toBe(200);
  });

  test("T6 a reusable workflow: the trusted one called by another, and the trusted one calling another", async () => {
    const { repository } = await trustedName();
    const trusted = began(repository, "release.yml");
    for (const [workflow_ref, job_workflow_ref] of [
      [began(repository, "other.yml"), trusted],
      [trusted, began("eve/reusable", "build.yml")],
      [trusted, began(repository, "release.yml", "refs/heads/evil")],
      [trusted, undefined],
    ]) {
      const answer = await exchange(github.token(claims({ repository, workflow_ref, job_workflow_ref })));
      expect(answer).toMatchObject({ status: 403, body: { detail: expect.stringContaining("reusable workflow") } });
    }
  });

  test("T6 events that strangers begin give nothing", async () => {
    const { repository } = await trustedName();
    for (const event_name of [
      "pull_request_target",
      "pull_request",
      "workflow_run",
      "issue_comment",
      "fork",
      "",
      undefined,
    ]) {
      expect([event_name, (await exchange(github.token(claims({ repository, event_name })))).status]).toEqual([
        event_name,
        403,
      ]);
    }
    for (const event_name of ["release", "workflow_dispatch"]) {
      expect((await exchange(github.token(claims({ repository, event_name })))).status).toBe(200);
    }
  });

  test("T6 an environment that is asked for has to be there", async () => {
    const { repository } = await trustedName({ environment: "production" });
    for (const environment of [undefined, "staging", "production-2", ""]) {
      expect((await exchange(github.token(claims({ repository, environment })))).status).toBe(403);
    }
    expect((await exchange(github.token(claims({ repository, environment: "Production" })))).status).toBe(200);
  });
});

describe("T6 issuers stand apart", () => {
  test("T6 what one issuer says counts for what trusts that issuer alone", async () => {
    const { repository } = await trustedName();
    // Everything that GitHub would say, truly signed, by issuers of the operator's.
    for (const other of [company, gitlab]) {
      const answer = await exchange(other.token({ ...claims({ repository }), iss: other.url }));
      expect(answer.status).toBe(403);
    }
    expect((await exchange(company.token(claims({ repository })))).status).toBe(401);
  });

  test("T6 an issuer that is known by its subject alone goes by all of it", async () => {
    const subject = "system:serviceaccount:ci:publisher";
    expect((await trust("from-company", { issuer: company.url, subject })).status).toBe(201);
    const sent = (sub: unknown) => exchange(company.token({ ...claims(), iss: company.url, sub }));
    for (const sub of [`${subject}-2`, subject.toUpperCase(), `${subject} `, "", ["x"], undefined]) {
      expect([401, 403]).toContain((await sent(sub)).status);
    }
    expect(await sent(subject)).toMatchObject({ status: 200, body: { skill: "from-company", pinned: null } });
    // A job of GitHub's that calls itself so is none.
    expect((await exchange(github.token(claims({ sub: subject, repository: "eve/x" })))).status).toBe(403);
  });

  test("T6 only issuers that this registry knows can be trusted", async () => {
    for (const issuer of [
      "https://eve.example",
      "http://169.254.169.254",
      "oidc",
      github.url.toUpperCase(),
      "toString",
    ]) {
      const answer = await trust("of-nobody", { issuer, repository: "acme/skills", workflow: "release.yml" });
      expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    }
  });
});

describe("T9 what was taken back", () => {
  test("T9 a removed trusted publisher ends its tokens at once, and its workflow gets no other", async () => {
    const { name, repository, id } = await trustedName();
    const { token } = (await exchange(github.token(claims({ repository })))).body;
    const removed = await call(api(`/skills/${name}/trusted-publishers/${id}`), { method: "DELETE", token: ada });
    expect(removed.status).toBe(204);
    expect((await publish(registry.url, token, sampleZip({ name }))).status).toBe(401);
    expect((await exchange(github.token(claims({ repository })))).status).toBe(403);
    const left = await call(api(`/skills/${name}/trusted-publishers`), { token: ada });
    expect(left).toMatchObject({ status: 200, body: { trusted_publishers: [] } });
  });

  test("AZ5 a token of a workflow that was found somewhere is ended by whoever found it", async () => {
    const { name, repository } = await trustedName();
    const { token } = (await exchange(github.token(claims({ repository })))).body;
    expect((await call(api("/leaked-tokens"), { json: { token } })).body).toEqual({ revoked: true });
    expect((await publish(registry.url, token, sampleZip({ name }))).status).toBe(401);
  });

  test("T9 a name that somebody else published first is theirs, whatever waited for it", async () => {
    const { name, repository } = await trustedName();
    const { token } = (await exchange(github.token(claims({ repository })))).body;
    const eve = await account(registry.url, registry.adminToken, "eve");
    expect((await publish(registry.url, eve, sampleZip({ name }))).status).toBe(201);
    expect((await publish(registry.url, token, sampleZip({ name, version: "2.0.0" }))).status).toBe(401);
    expect((await exchange(github.token(claims({ repository })))).status).toBe(403);
    expect(await trustGithub(name)).toMatchObject({ status: 409, body: { code: "name_taken" } });
  });

  test("T9 the short life of its token ends", async () => {
    const { name, repository } = await trustedName();
    const { token } = (await exchange(github.token(claims({ repository })))).body;
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'x', 'x');
       UPDATE workload_tokens SET expires_at = now() - interval '1 second'
       WHERE trusted_publisher_id IN (SELECT id FROM trusted_publishers WHERE skill_name = '${name}'); COMMIT;`,
    );
    expect((await publish(registry.url, token, sampleZip({ name }))).status).toBe(401);
  });
});

describe("Q3 what an issuer's documents name is not asked, unless the operator named it", () => {
  test.each(Object.keys(LEADING))("Q3 %s", async (what) => {
    const issuer = leading.get(what);
    if (!issuer) throw new Error("not started");
    // Signed by the key that would be found there.
    const exchanged = await exchange(trap.token(githubClaims(issuer, audience)));
    expect(exchanged).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(trap.asked).toEqual([]);
  });

  test("an issuer that does not answer is not asked for each request", async () => {
    const issuer = leading.get("an issuer that does not answer");
    if (!issuer) throw new Error("not started");
    for (let times = 0; times < 5; times += 1) {
      expect((await exchange(trap.token(githubClaims(issuer, audience)))).status).toBe(503);
    }
    expect(issuer.asked).toHaveLength(1);
  });
});
