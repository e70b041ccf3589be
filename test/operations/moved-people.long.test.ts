import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { followLog, parseTlogProof, splitSalt, type Tree, verifyTlogProof } from "@gaia/log";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { followedLog } from "../harness/followed-log.ts";
import { type OidcIssuer, startOidcIssuer } from "../harness/oidc-issuer.ts";
import { blobNames, command, digestIn, rowsOf } from "../harness/operations.ts";
import { browser, newMail, PASSWORD } from "../harness/people.ts";
import { exchanged, granted, type Peopled, peopledEnvironment, startPeopled } from "../harness/peopled-registry.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf as queried } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";
import { freshBucket, freshDatabase, service } from "../harness/services.ts";
import { until } from "../harness/until.ts";

const s3 = await service("s3");

/** Tables that the registry which is moved has rows in, beside what every registry has. */
const FILLED = [
  "auth_users auth_identities auth_second_factors accounts sign_up_invitations memberships invitations tokens",
  "trusted_publishers workload_tokens spent_identities skills skill_transfers skill_readers versions publisher_quotas",
  "inspections attestations log_leaves notices account_downloads reviews reports",
].flatMap((names) => names.split(" "));

/** What is told to whom, of everything that people made. */
const TOLD: Record<keyof Peopled["tokens"] | "anybody", string[]> = {
  anybody: [
    "/skills/shown",
    "/skills/shown/reviews",
    "/skills/kept-secret",
    "/publishers/acme",
    "/keys",
    "/search?q=shown",
  ],
  ada: [
    "/whoami",
    "/tokens",
    "/publishers/acme/members",
    "/publishers/acme/invitations",
    "/staged-versions",
    "/skills/shown/settings",
    "/skills/kept-secret/settings",
    "/skills/shown/trusted-publishers",
    "/transfers",
    "/notices?limit=100",
    "/skills/waits-one/1.0.0",
    "/skills/waits-one/1.0.0/scan",
  ],
  bob: ["/whoami", "/skills/kept-secret/1.0.0", "/skills/kept-secret/1.0.0/attestations", "/search?q=xylophonic"],
  cy: ["/whoami", "/invitations"],
  eve: ["/whoami", "/transfers", "/reports", "/skills/kept-secret"],
  zoe: ["/admin/reports", "/admin/appeals", "/admin/accounts?limit=100"],
  olga: ["/whoami"],
};

const scratch = await mkdtemp(join(tmpdir(), "moved-people-"));
afterAll(() => rm(scratch, { recursive: true, force: true }));
let places = 0;
const freshPath = (): string => join(scratch, `place-${(places += 1)}`);

let issuer: OidcIssuer;
let people: Peopled;
/** The tree of its log when it was last looked at. */
let tree: Tree;

beforeAll(async () => {
  issuer = await startOidcIssuer();
});
afterAll(() => issuer.close());

async function told({ url }: TestRegistry): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [who, paths] of Object.entries(TOLD)) {
    for (const path of paths) {
      const token = who === "anybody" ? "" : people.tokens[who as keyof Peopled["tokens"]];
      const { status, body } = await call(`${url}/api/v1${path}`, { token });
      const text = JSON.stringify(body)
        .replaceAll(url, "")
        .replaceAll(/"(last_used_at|request_id)":"[^"]*"/g, '"$1":""');
      answers[`${path} to ${who}`] = [status, JSON.parse(text)];
    }
  }
  return answers;
}

/** Stops a registry when its log has everything, downloads are counted and search has heard of them. @returns what it told until then */
async function stop(registry: TestRegistry): Promise<Record<string, unknown>> {
  await registry.running.services.downloads.flush();
  const left =
    "SELECT 1 FROM log_leaves WHERE position IS NULL UNION ALL SELECT 1 FROM skills WHERE revision <> indexed_revision";
  await until(async () => (await queried(registry, left)).length === 0);
  tree = (await followedLog(registry.url).checkpoint()).checkpoint.tree;
  const last = await told(registry);
  await registry.close();
  return last;
}

/** The log is the one that was there before, and goes on; and a reader opens the hidden entry of the private skill with its salt. */
async function ensureLog(registry: TestRegistry): Promise<void> {
  const log = followedLog(registry.url);
  // What was pending goes on at once: what is read below is of one tree when all of it has its place.
  const left = "SELECT 1 FROM log_leaves WHERE position IS NULL";
  await until(async () => (await queried(registry, left)).length === 0);
  const now = (await log.checkpoint()).checkpoint.tree;
  expect(now.size).toBeGreaterThanOrEqual(tree.size);
  // Throws for a tree that the shown one does not grow out of.
  let count = 0n;
  for await (const { entry } of followLog(log.read, { from: tree, to: now })) count += BigInt(entry.length > 0);
  expect(BigInt(tree.size) + count).toBe(BigInt(now.size));
  expect((await log.leaves()).length).toBe(Number(now.size));
  const { body } = await call(`${registry.url}/api/v1/skills/kept-secret/1.0.0/proof`, { token: people.tokens.bob });
  const proof = parseTlogProof(body as unknown as string);
  const { entry, salt } = splitSalt(proof.extra ?? new Uint8Array());
  expect(salt).toMatch(/^[0-9a-f]{64}$/);
  expect(await verifyTlogProof(proof, { entry, policy: await log.policy() })).toMatchObject({ ok: true });
}

/** The archive of the private skill: for its reader, and for no stranger. */
async function ensureSecretKept({ url }: TestRegistry): Promise<void> {
  const answers = [];
  for (const token of [people.tokens.bob, people.tokens.eve, null]) {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/api/v1/skills/kept-secret/1.0.0/download`, { headers });
    answers.push([answer.status, (await answer.arrayBuffer()).byteLength > 200]);
  }
  expect(answers.map(([status]) => status)).toEqual([200, 404, 404]);
  expect(answers[0]).toEqual([200, true]);
}

/** Approves a staged version by somebody else than who staged it. */
async function approve({ url }: TestRegistry, name: string): Promise<void> {
  const { content_digest } = await granted(url, "GET", `/skills/${name}/1.0.0`, people.tokens.cy);
  await granted(url, "POST", `/skills/${name}/1.0.0/approve`, people.tokens.cy, { content_digest });
  expect((await granted(url, "GET", `/skills/${name}/1.0.0`, people.tokens.cy)).status).toBe("published");
}

/** Ada's password and authenticator app let her in, neither alone does, and what she may with them she may. */
async function ensureSignsIn({ url }: TestRegistry): Promise<void> {
  // Sessions end with the database that they were begun in.
  const [, former] = await Promise.all([
    expect(
      browser(url).post("/auth/sign-in", { email: "ada@example.org", password: "another password" }),
    ).resolves.toMatchObject({ status: 401 }),
    browser(url, people.session.cookies).get("/auth/account"),
  ]);
  expect(former.status).toBe(401);
  const ada = await people.signIn(url);
  expect((await ada.get("/auth/account")).body).toMatchObject({
    handle: "ada",
    has_password: true,
    has_second_factor: true,
  });
  // Her token alone is not enough for what asks for the second factor; her session, which showed it, is.
  const withToken = await call(`${url}/api/v1/tokens`, {
    token: people.tokens.ada,
    json: { name: "more", scopes: ["read"] },
  });
  expect(withToken).toMatchObject({ status: 403, body: { code: "second_factor_required" } });
  expect((await ada.post("/api/v1/tokens", { name: "more", scopes: ["read"] })).status).toBe(201);
}

interface Home {
  environment: Record<string, string>;
  start(): Promise<TestRegistry>;
}

/** Moves what a stopped home has: every row and blob is there, before anything looks at it. */
async function move(from: Home, to: Home): Promise<void> {
  const [backup, again] = [freshPath(), freshPath()];
  const made = await command(["backup", backup], from.environment);
  expect(made, made.err).toMatchObject({ code: 0 });
  const restored = await command(["restore", backup, "--expect", digestIn(made.out)], to.environment);
  expect(restored, restored.err).toMatchObject({ code: 0 });
  expect(await command(["backup", again], to.environment)).toMatchObject({ code: 0 });
  const rows = await rowsOf(backup);
  expect(await rowsOf(again)).toEqual(rows);
  expect(await blobNames(again)).toEqual(await blobNames(backup));
  expect(FILLED.filter((table) => (rows[table] ?? []).length === 0)).toEqual([]);
}

await describeWith("postgres", "a registry with people in it", (postgres) => {
  describe.skipIf(!s3.available)("that moves from one embedded to PostgreSQL and S3, and back", () => {
    let [first, scaled, last]: Home[] = [];
    let shown: Record<string, unknown>;

    beforeAll(async () => {
      expect(postgres.available).toBe(true);
      const dataDir = freshPath();
      await mkdir(dataDir);
      let registry: TestRegistry;
      [registry, people] = await startPeopled(dataDir, issuer);
      shown = await stop(registry);
      const secrets = {
        SIGNING_KEY: join(dataDir, "signing-key.pem"),
        // What second factors are encrypted with is in no backup.
        AUTH_SECRET: (await readFile(join(dataDir, "auth-secret"), "utf8")).trim(),
      };
      const home = (more: Record<string, string>, at?: string): Home => {
        const environment = { ...secrets, DATA_DIR: at ?? freshPath(), ...more };
        const settings = { ...peopledEnvironment(issuer), SIGN_UP: "invitation", ...environment };
        return {
          environment,
          // Without scanners, as before: what those would find now is looked at anew.
          start: () =>
            startTestRegistry({ dataDir: environment.DATA_DIR, withoutScanners: true, environment: settings }),
        };
      };
      const bucket = await freshBucket();
      first = home({}, dataDir);
      last = home({});
      scaled = home({
        DATABASE_URL: await freshDatabase(),
        S3_BUCKET: bucket.bucket,
        S3_ENDPOINT: bucket.endpoint,
        S3_REGION: bucket.region,
        AWS_ACCESS_KEY_ID: bucket.accessKeyId,
        AWS_SECRET_ACCESS_KEY: bucket.secretAccessKey,
      });
    });

    test("every row and blob, and what everybody is told; people sign in, and what was pending goes on there", async () => {
      if (!first || !scaled) throw new Error("there is no home");
      await move(first, scaled);
      const registry = await scaled.start();
      const { url } = registry;
      expect(registry.running.services.database.kind).toBe("postgres");
      expect(await told(registry)).toEqual(shown);
      await ensureLog(registry);
      await ensureSecretKept(registry);
      await ensureSignsIn(registry);
      await granted(url, "POST", `/invitations/${people.ids.invitation}/accept`, people.tokens.cy);
      await approve(registry, "waits-one");
      expect((await call(`${url}/api/v1/skills/waits-one/1.0.0`)).status).toBe(404);
      const reason = "it is a comment";
      await granted(url, "POST", `/admin/appeals/${people.ids.appealed}/grant`, people.tokens.olga, { reason });
      expect((await call(`${url}/api/v1/skills/blamed/1.0.0`)).status).toBe(200);
      const late = browser(url);
      const asked = { handle: "late", email: "late@example.org", password: PASSWORD };
      expect((await late.post("/auth/sign-up", { ...asked, invitation: "no-such" })).status).toBe(403);
      await late.post("/auth/sign-up", { ...asked, invitation: people.signUpInvitation });
      const token = await newMail(registry, asked.email, "/verify");
      expect((await late.post("/auth/confirm-address", { token, password: PASSWORD, handle: null })).status).toBe(200);
      shown = await stop(registry);
    });

    test("and back again with what was done there", async () => {
      if (!scaled || !last) throw new Error("there is no home");
      await move(scaled, last);
      const registry = await last.start();
      const { url } = registry;
      expect(registry.running.services.database.kind).toBe("pglite");
      expect(await told(registry)).toEqual(shown);
      await ensureLog(registry);
      await ensureSecretKept(registry);
      await ensureSignsIn(registry);
      await approve(registry, "waits-two");
      expect((await call(`${url}/api/v1/skills/waits-two/1.0.0`)).status).toBe(200);
      await granted(url, "POST", `/transfers/${people.ids.transfer}/accept`, people.tokens.eve);
      const reason = "it is none";
      await granted(url, "POST", `/admin/reports/${people.ids.report}/dismiss`, people.tokens.olga, { reason });
      // A workflow that was trusted may stage, and the skill takes nothing else.
      const staging = await call(`${url}/api/v1/staged-versions`, {
        token: await exchanged(url, issuer),
        body: sampleZip({ name: "shown", version: "1.1.0" }) as Uint8Array<ArrayBuffer>,
        type: "application/zip",
      });
      expect(staging).toMatchObject({ status: 201, body: { publisher: "acme" } });
      expect((await granted(url, "GET", "/publishers/acme", people.tokens.ada)).storage.limit_bytes).toBe(77 * 2 ** 20);
      await registry.settle();
      await ensureLog(registry);
      await stop(registry);
    });
  });
});
