import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { gpgIdentity } from "../harness/gpg.ts";
import { githubClaims, type OidcIssuer, startOidcIssuer } from "../harness/oidc-issuer.ts";
import { signedUp } from "../harness/people.ts";
import { sendAround } from "../harness/publish-around.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;
let github: OidcIssuer;
const api = (path: string) => `${registry.url}/api/v1${path}`;
const user = (handle: string) => account(registry.url, registry.adminToken, handle);
const bearer = (token: string, type: string) => ({ authorization: `Bearer ${token}`, "content-type": type });
const upload = (path: string, token: string, name: string, meanwhile: () => Promise<unknown>) =>
  sendAround(api(path), { headers: bearer(token, "application/zip"), body: sampleZip({ name }) }, meanwhile);
const tokenOf = async (token: string) =>
  (await call(api("/tokens"), { token, json: { name: "spare", scopes: ["*"] } })).body as { id: string; token: string };
/** What is there under names that begin so, live or staged. */
const versionsOf = (prefix: string) =>
  rowsOf(registry, "SELECT v.id FROM versions v JOIN skills s ON s.id = v.skill_id WHERE s.name LIKE $1", [
    `${prefix}%`,
  ]);

beforeAll(async () => {
  github = await startOidcIssuer();
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000", OIDC_ISSUERS: `github=${github.url}` },
  });
});
afterAll(async () => {
  await registry.close();
  await github.close();
});

test("H-A2 a token that is revoked, expired or told of as leaked during the upload publishes and stages nothing", async () => {
  const ada = await user("ada");
  const ends = {
    revoked: ({ id }: { id: string }) => call(api(`/tokens/${id}`), { method: "DELETE", token: ada }),
    expired: ({ id }: { id: string }) =>
      runSql(
        registry,
        `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'token.create', 'account:ada');
         UPDATE tokens SET expires_at = now() WHERE id = '${id}'; COMMIT;`,
      ),
    leaked: ({ token }: { token: string }) => call(api("/leaked-tokens"), { json: { token } }),
    // Nothing ends this one: it is the case that can fail.
    kept: async () => {},
  };
  const cases = Object.entries(ends).flatMap(([how, end]) =>
    ["/skills", "/staged-versions"].map((path) => ({ how, end, path })),
  );
  const told = await Promise.all(
    cases.map(async ({ how, end, path }, at) => {
      const spare = await tokenOf(ada);
      return `${how}: ${await upload(path, spare.token, `ada-${how}-${at}`, () => end(spare))}`;
    }),
  );
  const refused = ["revoked", "expired", "leaked"].flatMap((how) => [`${how}: 401`, `${how}: 401`]);
  expect(told).toEqual([...refused, "kept: 201", "kept: 201"]);
  expect(await versionsOf("ada-")).toHaveLength(2);
});

test("H-A2 a session that is ended during the upload publishes nothing", async () => {
  const { first } = await signedUp(registry, "sam");
  const cookie = [...first.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, "content-type": "application/zip", "sec-fetch-site": "same-origin" };
  const send = (name: string, meanwhile: () => Promise<unknown>) =>
    sendAround(api("/skills"), { headers, body: sampleZip({ name }) }, meanwhile);
  expect(await send("sam-kept", async () => {})).toBe(201);
  expect(await send("sam-gone", () => first.clone().post("/auth/sign-out", {}))).toBe(401);
  expect(await versionsOf("sam-")).toHaveLength(1);
});

test("H-A2 a workflow's token that leaked, or whose trust ended, during the upload publishes nothing", async () => {
  const wim = await user("wim");
  const { audience } = (await call(api("/trusted-publishing/audience"))).body;
  const jobs = await Promise.all(
    ["wim-leaked", "wim-untrusted", "wim-kept"].map(async (name) => {
      const workflow = { issuer: github.url, repository: `acme/${name}`, workflow: "release.yml" };
      const trusted = await call(api(`/skills/${name}/trusted-publishers`), { token: wim, json: workflow });
      const identity = github.token(githubClaims(github, audience, { repository: `acme/${name}` }));
      const json = { token: identity, skill: name, publisher: "wim" };
      const { token } = (await call(api("/trusted-publishing/exchange"), { json })).body;
      return { name, token: String(token), trusted: String(trusted.body.id) };
    }),
  );
  const told = await Promise.all(
    jobs.map(({ name, token, trusted }) =>
      upload("/skills", token, name, async () => {
        if (name === "wim-leaked") await call(api("/leaked-tokens"), { json: { token } });
        if (name === "wim-untrusted")
          await call(api(`/skills/${name}/trusted-publishers/${trusted}`), { method: "DELETE", token: wim });
      }),
    ),
  );
  expect(told).toEqual([401, 403, 201]);
  expect(await versionsOf("wim-")).toHaveLength(1);
});

test("H-A2 advisories of an admin whose token or role ended during the upload are not taken", async () => {
  const affected = [{ package: { ecosystem: "PyPI", name: "nothing-of-ours" }, versions: ["1.0"] }];
  const body = Buffer.from(JSON.stringify({ id: "PYSEC-2026-1", modified: "2026-01-01T00:00:00Z", affected }));
  const importAround = (token: string, meanwhile: () => Promise<unknown>) =>
    sendAround(api("/admin/advisories"), { headers: bearer(token, "application/json"), body }, meanwhile);
  const boss = await user("boss");
  const role = (to: string) =>
    call(api("/admin/accounts/boss/role"), { method: "PUT", token: registry.adminToken, json: { role: to } });
  expect((await role("admin")).status).toBe(200);
  const spare = await tokenOf(boss);
  expect(
    await importAround(spare.token, () => call(api(`/tokens/${spare.id}`), { method: "DELETE", token: boss })),
  ).toBe(401);
  expect(await importAround(boss, () => role("user"))).toBe(403);
  expect(await rowsOf(registry, "SELECT id FROM advisories")).toEqual([]);
});

await describeWith("gpg", "what is signed", () => {
  test("H-A2 by a token that was revoked during the upload is no signature", async () => {
    const sue = await user("sue");
    await publishedAtOnce(registry, { token: sue, name: "sue-tool", version: "1.0.0" });
    const gpg = await gpgIdentity("Sue <sue@example.org>");
    const spare = await tokenOf(sue);
    const json = { kind: "openpgp", public_key: gpg.publicKey };
    expect((await call(api("/publishers/sue/keys"), { token: sue, json })).status).toBe(201);
    const body = Buffer.from(gpg.sign(String((await call(api("/skills/sue-tool/1.0.0/sums"))).body)));
    gpg.close();
    const sign = (token: string, meanwhile: () => Promise<unknown>) =>
      sendAround(
        api("/skills/sue-tool/1.0.0/signatures"),
        { headers: bearer(token, "application/pgp-signature"), body },
        meanwhile,
      );
    expect(await sign(spare.token, () => call(api(`/tokens/${spare.id}`), { method: "DELETE", token: sue }))).toBe(401);
    expect(await rowsOf(registry, "SELECT id FROM signatures")).toEqual([]);
    expect(await sign(sue, async () => {})).toBe(201);
  });
});
