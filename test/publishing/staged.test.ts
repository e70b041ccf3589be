import { authenticate } from "@gaia/identity";
import * as domain from "@gaia/registry";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { type GpgIdentity, gpgIdentity } from "../harness/gpg.ts";
import { githubClaims, type OidcIssuer, startOidcIssuer } from "../harness/oidc-issuer.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

await describeWith("gpg", "a staged version", () => {
  let registry: TestRegistry;
  let github: OidcIssuer;
  let gpg: GpgIdentity;
  const tokens: Record<string, string> = {};
  const api = (path: string) => `${registry.url}/api/v1${path}`;
  const as = (who: string, path: string, json?: unknown, method?: string) =>
    call(api(path), { token: tokens[who] ?? "", json, ...(method === undefined ? {} : { method }) });
  const stage = (token: string, zip: Uint8Array) =>
    call(api("/staged-versions?publisher=acme"), {
      token,
      body: zip as Uint8Array<ArrayBuffer>,
      type: "application/zip",
    });
  /** Staged by ada and inspected. */
  async function staged(name: string, version = "1.0.0") {
    const answer = await stage(tokens["ada"] ?? "", sampleZip({ name, version }));
    expect(answer).toMatchObject({ status: 201, body: { status: "received" } });
    const done = await inspected(registry.url, name, version, tokens["ada"] ?? "");
    expect(done.status).toBe("staged");
    return done;
  }
  const approve = (who: string, name: string, digest: string, version = "1.0.0") =>
    as(who, `/skills/${name}/${version}/approve`, { content_digest: digest });
  const leavesOf = (name: string) =>
    rowsOf<{ leaf: string }>(registry, "SELECT leaf FROM log_leaves WHERE leaf LIKE $1 ORDER BY id", [
      `%\nname: ${name}\n%`,
    ]);

  beforeAll(async () => {
    github = await startOidcIssuer();
    registry = await startTestRegistry({ environment: { OIDC_ISSUERS: `github=${github.url}` } });
    tokens["admin"] = registry.adminToken;
    for (const who of ["ada", "bob", "eve"]) tokens[who] = await account(registry.url, registry.adminToken, who);
    expect((await as("ada", "/publishers", { handle: "acme" })).status).toBe(201);
    const { body } = await as("ada", "/publishers/acme/invitations", { account: "bob", role: "publisher" });
    expect((await as("bob", `/invitations/${body.id}/accept`, undefined, "POST")).status).toBe(200);
    gpg = await gpgIdentity("Acme <acme@example.org>");
    const key = await as("ada", "/publishers/acme/keys", { kind: "openpgp", public_key: gpg.publicKey });
    expect(key.status).toBe(201);
  });
  afterAll(async () => {
    gpg.close();
    await registry.close();
    await github.close();
  });

  test("is seen by its publisher alone: in no list, search, count, feed, log or blob, and by no error that tells more than nothing", async () => {
    const name = "hidden-tool";
    const before = (await call(api("/publishers/acme"))).body.skills;
    const { artifacts } = await staged(name);
    const digest = Buffer.from(artifacts[0].integrity.slice(7), "base64").toString("hex");
    const nothing = await call(api(`/skills/no-such-tool/1.0.0`));
    const told = ({ body }: { body: Record<string, unknown> }, of: string) =>
      JSON.stringify({ ...body, request_id: "" }).replaceAll(of, "X");
    for (const who of ["nobody", "eve"]) {
      for (const rest of ["", "/download", "/sums", "/files", "/scan", "/signatures", "/attestations", "/proof"]) {
        const answer = await as(who === "nobody" ? "" : who, `/skills/${name}/1.0.0${rest}`);
        expect([who, rest, answer.status]).toEqual([who, rest, 404]);
      }
      expect(told(await as(who, `/skills/${name}/1.0.0`), name)).toBe(told(nothing, "no-such-tool"));
      expect((await as(who, `/skills/${name}`)).status).toBe(404);
      expect((await as(who, `/blobs/sha256/${digest}`)).status).toBe(404);
      expect((await as(who, `/search?q=${name}`)).body.total).toBe(0);
      expect(JSON.stringify((await as(who, "/skills?limit=100")).body)).not.toContain(name);
    }
    expect((await call(api("/publishers/acme"))).body.skills).toBe(before);
    expect(await leavesOf(name)).toEqual([]);
    for (const who of ["ada", "bob", "admin"]) {
      expect((await as(who, `/skills/${name}/1.0.0`)).body.status).toBe("staged");
      expect((await as(who, `/skills/${name}/1.0.0/download`)).status).toBe(200);
    }
    expect((await as("bob", "/staged-versions")).body.staged).toMatchObject([
      { name, staged_by: "ada", status: "staged" },
    ]);
    expect((await as("eve", "/staged-versions")).body.staged).toEqual([]);
  });

  test("goes live by somebody else's approval of exactly its content, with signature, tier and log from then on", async () => {
    const name = "signed-tool";
    const { content_digest: digest } = await staged(name);
    const sums = (await as("ada", `/skills/${name}/1.0.0/sums`)).body as unknown as string;
    const signed = await call(api(`/skills/${name}/1.0.0/signatures`), {
      token: tokens["ada"] ?? "",
      body: gpg.sign(sums),
      type: "application/pgp-signature",
    });
    expect(signed).toMatchObject({ status: 201, body: { status: "staged", security_tier: "experimental" } });
    expect(await leavesOf(name)).toEqual([]);
    expect(await approve("ada", name, digest)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await approve("eve", name, digest)).status).toBe(404);
    expect((await approve("bob", name, `sha256:${"0".repeat(64)}`)).body.code).toBe("conflict");
    const live = await approve("bob", name, digest);
    expect(live).toMatchObject({ status: 200, body: { status: "published", security_tier: "community" } });
    expect(Date.parse(live.body.published_at)).toBeGreaterThan(Date.parse(live.body.received_at));
    expect((await call(api(`/skills/${name}`))).body).toMatchObject({ latest_version: "1.0.0", status: "published" });
    const kinds = (await leavesOf(name)).map(({ leaf }) => /^kind: (.*)$/m.exec(leaf)?.[1]);
    expect(kinds).toEqual(expect.arrayContaining(["publish", "verdict", "newest", "tier"]));
    expect((await approve("bob", name, digest)).body.code).toBe("conflict");
    const audit = await rowsOf(
      registry,
      "SELECT actor, action FROM audit_log WHERE target = $1 AND actor IN ('ada', 'bob') ORDER BY id",
      [`skill:${name}@1.0.0`],
    );
    expect(audit.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
      "ada version.stage",
      "ada version.sign",
      "bob version.approve",
    ]);
    // Who signed before counts for what is staged next as for what is published: unsigned, it is held.
    const next = await staged(name, "1.1.0");
    expect((await approve("bob", name, next.content_digest, "1.1.0")).body).toMatchObject({
      status: "published",
      signer_change: { status: "pending" },
    });
    expect((await call(api(`/skills/${name}`))).body.latest_version).toBe("1.0.0");
  });

  test("goes live by its own publisher with a second factor that was shown just now", async () => {
    const { content_digest: contentDigest } = await staged("own-tool");
    const { database, registry: open } = registry.running.services;
    const actor = await authenticate(database.db, tokens["ada"] ?? "", new Date());
    const ctxOf = (provenAt: Date | null): domain.Ctx => ({
      ...open,
      actor: actor && { ...actor, secondFactor: { provenAt } },
      requestId: null,
    });
    const input = { name: "own-tool", version: "1.0.0", contentDigest };
    await expect(domain.approveVersion(ctxOf(null), input)).rejects.toMatchObject({ code: "second_factor_required" });
    expect((await domain.approveVersion(ctxOf(new Date()), input)).status).toBe("published");
  });

  test("is rejected without a trace but the audit log's, and its number is free for other content", async () => {
    const name = "rejected-tool";
    await staged(name);
    const other = await stage(tokens["ada"] ?? "", sampleZip({ name, body: "Another." }));
    expect(other).toMatchObject({ status: 409, body: { code: "version_exists" } });
    expect((await as("eve", `/skills/${name}/1.0.0/reject`, {})).status).toBe(404);
    // Members read it, which leaves rows of its own.
    expect((await as("bob", `/skills/${name}/1.0.0/download`)).status).toBe(200);
    const report = { kind: "malware", text: "It reads what it should not.", version: "1.0.0" };
    expect((await as("eve", `/skills/${name}/reports`, report)).status).toBe(404);
    expect((await as("ada", `/skills/${name}/1.0.0/reject`, { reason: "a mistake" })).status).toBe(204);
    expect((await as("ada", `/skills/${name}/1.0.0`)).status).toBe(404);
    expect((await stage(tokens["ada"] ?? "", sampleZip({ name, body: "Another." }))).status).toBe(201);
    await inspected(registry.url, name, "1.0.0", tokens["ada"] ?? "");
  });

  test("is neither yanked, quarantined, released, purged nor promoted", async () => {
    const name = "still-tool";
    await staged(name);
    for (const [who, path] of [
      ["ada", "yank"],
      ["ada", "unyank"],
      ["ada", "purge"],
      ["ada", "promotion"],
      ["admin", "quarantine"],
      ["admin", "release"],
    ] as const) {
      const json = path === "promotion" ? { tier: "verified" } : { reason: "because" };
      const area = who === "admin" ? "/admin" : "";
      expect([path, (await as(who, `${area}/skills/${name}/1.0.0/${path}`, json)).status]).toEqual([path, 409]);
    }
    expect((await as("ada", `/skills/${name}/1.0.0`)).body.status).toBe("staged");
  });

  test("R2 approvals, a rejection and a quarantine at once leave one legal history", async () => {
    const name = "raced-tool";
    const { content_digest: digest } = await staged(name);
    const answers = await Promise.all([
      approve("bob", name, digest),
      approve("bob", name, digest),
      as("ada", `/skills/${name}/1.0.0/reject`, {}),
      as("admin", `/admin/skills/${name}/1.0.0/quarantine`, { reason: "because" }),
      as("ada", `/skills/${name}/1.0.0/yank`, { reason: "because" }),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const approvals = answers.slice(0, 2).filter(({ status }) => status === 200).length;
    const rejections = answers[2]?.status === 204 ? 1 : 0;
    expect(approvals + rejections).toBe(1);
    const kinds = (await leavesOf(name)).map(({ leaf }) => /^kind: (.*)$/m.exec(leaf)?.[1] ?? "");
    if (rejections === 1) expect(kinds).toEqual([]);
    else expect(kinds.filter((kind) => kind === "publish" || kind === "verdict")).toEqual(["publish", "verdict"]);
  });

  test("is what a skill can demand of everybody, and all that a trusted publisher may be allowed", async () => {
    const name = "demanding-tool";
    const { content_digest: digest } = await staged(name);
    expect((await approve("bob", name, digest)).status).toBe(200);
    const demanded = await as("ada", `/skills/${name}/settings`, { staging: "required" }, "PATCH");
    expect(demanded.body).toMatchObject({ staging: "required", publishing: "any" });
    const next = sampleZip({ name, version: "1.1.0" });
    expect(await publish(registry.url, tokens["ada"] ?? "", next, "?publisher=acme")).toMatchObject({
      status: 403,
      body: { code: "forbidden", detail: expect.stringContaining("staged and approved") },
    });
    const trusted = { issuer: github.url, repository: "acme/demanding", workflow: "release.yml", stage_only: true };
    expect((await as("ada", `/skills/${name}/trusted-publishers`, trusted)).status).toBe(201);
    expect((await as("bob", `/skills/${name}/settings`, { publishing: "trusted" }, "PATCH")).status).toBe(403);
    expect((await as("ada", `/skills/${name}/settings`, { publishing: "trusted" }, "PATCH")).status).toBe(200);
    expect(await stage(tokens["ada"] ?? "", next)).toMatchObject({
      status: 403,
      body: { code: "forbidden", detail: expect.stringContaining("trusted publishers alone") },
    });
    const audience = (await call(api("/trusted-publishing/audience"))).body.audience;
    const identity = github.token(githubClaims(github, audience, { repository: "acme/demanding" }));
    const exchanged = await call(api("/trusted-publishing/exchange"), { json: { token: identity } });
    expect(exchanged.body.scopes).toEqual(["stage", "read"]);
    const { token } = exchanged.body;
    expect((await publish(registry.url, token, next)).status).toBe(403);
    expect((await stage(token, next)).status).toBe(201);
    const waiting = await inspected(registry.url, name, "1.1.0", token);
    expect(waiting).toMatchObject({ status: "staged", published_via: { repository: "acme/demanding" } });
    const json = { content_digest: waiting.content_digest };
    expect((await call(api(`/skills/${name}/1.1.0/approve`), { token, json })).status).toBe(403);
    const sums = (await call(api(`/skills/${name}/1.1.0/sums`), { token })).body as unknown as string;
    const sign = () =>
      call(api(`/skills/${name}/1.1.0/signatures`), { token, body: gpg.sign(sums), type: "application/pgp-signature" });
    expect(await sign()).toMatchObject({ status: 201, body: { status: "staged" } });
    expect((await approve("bob", name, waiting.content_digest, "1.1.0")).body.status).toBe("published");
    // What is live is signed with the scope that publishes.
    expect(await sign()).toMatchObject({ status: 403, body: { code: "forbidden" } });
  });
});
