import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWith } from "../harness/describe-with.ts";
import { account, call, inspected, publish } from "../harness/api.ts";
import { gpgIdentity } from "../harness/gpg.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

/**
 * Every table of the database, and the writes to it that no code path may commit without an audit row in the same
 * transaction. A new table fails the test until somebody has decided.
 */
const AUDITED: Record<string, string[]> = {
  publishers: [
    "INSERT INTO publishers (handle, kind) VALUES ('smuggled', 'user')",
    "UPDATE publishers SET kind = 'organisation' WHERE handle = 'ada'",
  ],
  accounts: [
    "INSERT INTO accounts (handle, role) VALUES ('smuggled', 'admin')",
    "UPDATE accounts SET role = 'admin' WHERE handle = 'ada'",
    "UPDATE accounts SET disabled_at = NULL WHERE handle = 'ada'",
  ],
  memberships: [
    "INSERT INTO memberships (account_id, publisher_id, role) SELECT a.id, p.id, 'owner' FROM accounts a, publishers p WHERE a.handle = 'admin' AND p.handle = 'ada'",
    "UPDATE memberships SET role = 'owner'",
    "DELETE FROM memberships",
  ],
  publisher_quotas: [
    "INSERT INTO publisher_quotas (publisher_id, mebibytes, set_at) SELECT id, 0, now() FROM publishers WHERE handle = 'ada'",
  ],
  invitations: [
    "INSERT INTO invitations (publisher_id, account_id, role, invited_by, created_at, expires_at) SELECT p.id, a.id, 'owner', a.id, now(), now() FROM accounts a, publishers p WHERE a.handle = 'ada' AND p.handle = 'admin'",
  ],
  tokens: [
    "INSERT INTO tokens (account_id, name, secret_sha256, scopes, name_patterns) SELECT id, 'x', 'x', '{*}', '{*}' FROM accounts WHERE handle = 'admin'",
    "UPDATE tokens SET revoked_at = NULL",
    "UPDATE tokens SET scopes = '{*}'",
    "UPDATE tokens SET expires_at = NULL",
    "DELETE FROM tokens",
  ],
  trusted_publishers: [
    "INSERT INTO trusted_publishers (publisher_id, skill_name, kind, issuer, subject, created_by) SELECT id, 'watched', 'oidc', 'https://eve.example', 'x', 1 FROM publishers WHERE handle = 'ada'",
    "UPDATE trusted_publishers SET repository_id = '666', owner_id = '666'",
    "UPDATE trusted_publishers SET removed_at = now(), removed_why = 'x'",
  ],
  workload_tokens: [
    "INSERT INTO workload_tokens (trusted_publisher_id, secret_sha256, scopes, via, expires_at) SELECT id, 'x', '{publish}', '{}', now() FROM trusted_publishers",
    "UPDATE workload_tokens SET expires_at = now() + interval '1 year'",
  ],
  spent_identities: ["INSERT INTO spent_identities (issuer, identity_sha256, keep_until) VALUES ('x', 'x', now())"],
  signing_keys: [
    "INSERT INTO signing_keys (publisher_id, kind, fingerprint, public_key, user_ids, algorithm) SELECT id, 'openpgp', 'x', 'x', '{}', 'x' FROM publishers WHERE handle = 'ada'",
    "UPDATE signing_keys SET public_key = 'another'",
    "UPDATE signing_keys SET revoked_at = now(), revoked_as = 'retired'",
  ],
  skills: [
    "INSERT INTO skills (name, publisher_id) SELECT 'smuggled', id FROM publishers WHERE handle = 'ada'",
    "UPDATE skills SET publisher_id = (SELECT id FROM publishers WHERE handle = 'admin')",
    "UPDATE skills SET name = 'renamed'",
    "UPDATE skills SET publishing = 'trusted'",
    "UPDATE skills SET visibility = 'private', salt = repeat('a', 64)",
    "UPDATE skills SET staging = 'required'",
  ],
  skill_transfers: [
    "INSERT INTO skill_transfers (skill_id, from_publisher_id, to_publisher_id, requested_by, status, created_at, expires_at) SELECT s.id, s.publisher_id, p.id, a.id, 'pending', now(), now() FROM skills s, publishers p, accounts a WHERE p.handle = 'admin' AND a.handle = 'admin'",
  ],
  skill_readers: ["INSERT INTO skill_readers (skill_id, account_id) SELECT s.id, a.id FROM skills s, accounts a"],
  versions: [
    "UPDATE versions SET tier = 'verified'",
    "UPDATE versions SET verdict = 'BLOCK'",
    "UPDATE versions SET status = 'yanked'",
    "UPDATE versions SET approved_by = 1",
    "UPDATE versions SET deprecated_at = now(), deprecated_message = 'smuggled'",
    "UPDATE versions SET status = 'quarantined', tier = 'experimental'",
  ],
  signatures: ["UPDATE signatures SET status = 'revoked'", "DELETE FROM signatures"],
  provenances: [
    "INSERT INTO provenances (version_id, signer, level, reason, artifact, claims, body, sha256, signed_at, verified_at) " +
      "SELECT id, 'x', 1, 'x', 'zip', '{}', 'x', 'x', now(), now() FROM versions",
  ],
  signer_changes: [
    "INSERT INTO signer_changes (version_id, status, from_signers) SELECT id, 'pending', '[]' FROM versions",
  ],
  reviews: [
    "INSERT INTO reviews (skill_id, version_id, rating, created_at, updated_at) SELECT skill_id, id, 5, now(), now() FROM versions",
  ],
  stars: ["INSERT INTO stars (skill_id, account_id, created_at) SELECT s.id, a.id, now() FROM skills s, accounts a"],
  reports: [
    "INSERT INTO reports (skill_id, kind, body, created_at, status) SELECT id, 'spam', 'x', now(), 'open' FROM skills",
  ],
  registry_keys: ["UPDATE registry_keys SET state = 'revoked'", "DELETE FROM registry_keys"],
  attestations: ["UPDATE attestations SET envelope = '{}'", "DELETE FROM attestations"],
  promotions: ["UPDATE promotions SET status = 'approved'", "DELETE FROM promotions"],
  advisories: [
    "INSERT INTO advisories (id, modified, aliases, summary, raw) VALUES ('PYSEC-0', now(), '{}', '', '{}')",
    "UPDATE advisories SET withdrawn = now()",
  ],
  advisory_packages: [
    "INSERT INTO advisory_packages (ecosystem, name, advisory_id, affected) SELECT 'npm', 'smuggled', id, '{}' FROM advisories",
    "DELETE FROM advisory_packages",
  ],
  // Clearing a verdict is an admin's word; the rest is a worker's bookkeeping until the version moves.
  inspections: ["UPDATE inspections SET cleared_at = now(), cleared_reason = 'fine'"],
  sign_up_invitations: [
    "INSERT INTO sign_up_invitations (secret_sha256, invited_by, expires_at) SELECT 'x', id, now() FROM accounts WHERE handle = 'ada'",
  ],
  imported_versions: [
    `INSERT INTO imported_versions
       (version_id, registry, bundle, key_fingerprint, publisher, security_tier, statements, signatures, imported_at)
     SELECT id, 'https://smuggled.example', repeat('0', 64), 'x', 'x', 'verified', '[]', '[]', now() FROM versions LIMIT 1`,
  ],
  collections: [
    `INSERT INTO collections (publisher_id, name, title, visibility, created_at)
     SELECT id, 'smuggled', 'x', 'public', now() FROM publishers`,
  ],
  collection_skills: [
    "INSERT INTO collection_skills (collection_id, place, skill_id) SELECT c.id, 0, s.id FROM collections c, skills s",
  ],
  hold_contests: [
    "INSERT INTO hold_contests (version_id, publisher_id, reason, created_at, status) SELECT v.id, s.publisher_id, 'x', now(), 'open' FROM versions v JOIN skills s ON s.id = v.skill_id",
  ],
  mirrors: [
    `INSERT INTO mirrors (address, publisher_id, created_by, only_names, min_age_days, approve, follows, state, created_at, started_at)
     SELECT 'https://up.example', p.id, a.id, '{}', 0, 'none', false, 'done', now(), now() FROM publishers p, accounts a`,
  ],
  mirrored_versions: [
    `INSERT INTO mirrored_versions (version_id, upstream, source, origin, name, mirrored_at)
     SELECT id, 'https://up.example', 'hub', 'https://up.example/x', 'x', now() FROM versions`,
  ],
  announcement: ["INSERT INTO announcement (text, set_at) VALUES ('smuggled', now())"],
  mail_choices: ["INSERT INTO mail_choices (account_id, kind, by_mail) SELECT id, 'held', false FROM accounts"],
  rescans: [
    "INSERT INTO rescans (cause, detail, status, total) VALUES ('admin', 'smuggled', 'running', 1)",
    "UPDATE rescans SET status = 'running', finished_at = NULL",
    "UPDATE rescans SET approved = true",
  ],
  webhooks: [
    `INSERT INTO webhooks (created_by, address, events, secret, state, created_at)
     SELECT id, 'https://smuggled.example/', '{version.tier}', 'x', 'active', now() FROM accounts`,
  ],
};

/** Written by workers and readers in the ordinary course, or made together with an audited row and never afterwards. */
const NOT_PRIVILEGED: Record<string, string> = {
  artifacts: "made with their version",
  files: "made with their version",
  purges: "what storage has to lose, made with the move that is audited",
  findings: "made with their inspection's end, which moves the version",
  directory_signatures: "made with their inspection's end, which moves the version; they carry no tier",
  version_dependencies: "made with their inspection's end, which moves the version",
  mirror_items: "a worker's bookkeeping; what it publishes is audited there",
  batches: "what an account sent and may publish; the word to publish it, and each publish, is audited there",
  batch_items: "a worker's bookkeeping; what it publishes is audited there",
  webhook_events: "notes of decisions that are audited",
  webhook_deliveries: "a worker's bookkeeping",
  webhook_attempts: "a worker's bookkeeping",
  rescan_items: "a worker's bookkeeping; what it does to a version is audited there",
  notices: "made with what they tell of, then only read",
  log_leaves: "made with the decision that is audited, and append-only itself",
  log_checkpoints: "what was signed of the leaves; a false one does not hold against their tiles",
  log_origin: "one row, with the first checkpoint",
  downloads_daily: "a figure of interest",
  downloads_by_client: "a figure of interest",
  publisher_reputations: "counted from what is audited, and made anew at any time",
  account_downloads: "who took what, which lets them review it and no more",
  publisher_usage: "sums of versions, made by triggers",
  search_documents: "a copy",
  search_entries: "a copy",
  derived_artefacts: "made of a version, again whenever a client asks",
  version_fingerprints: "digests of a version's files, made when a client asks",
  upload_tickets: "files that are on their way to a publish, which is audited",
  dropped_artefacts: "what storage has still to lose of these",
  listings: "a copy, made by triggers",
  hidden_listings: "a copy, made by triggers",
  held_listings: "a copy, made by triggers",
  listing_counts: "counts of a copy, made by triggers",
  search_words: "a copy",
  auth_users: "the library's; what may be done hangs on the account that names it, which is audited",
  auth_sessions: "who is signed in",
  auth_identities: "the library's; the verb that adds or changes a way in writes the row",
  auth_verifications: "what somebody was given for an hour",
  auth_second_factors: "the library's; the verb that sets one up or takes it away writes the row",
  auth_passkeys: "the library's; the verb that adds or removes one writes the row",
  hold_mails: "until when somebody was written to of what waits",
  device_logins: "what a command line waits for; the token that comes of it is audited",
};

/** The log itself: append-only. */
const LOG = "audit_log";

await describeWith("gpg", "T14 every privileged write has its audit row", () => {
  let registry: TestRegistry;
  let tables: string[];

  beforeAll(async () => {
    registry = await startTestRegistry();
    const ada = await account(registry.url, registry.adminToken, "ada");
    const api = (path: string) => `${registry.url}/api/v1${path}`;
    const gpg = await gpgIdentity("Ada <ada@example.org>");
    await call(api("/publishers/ada/keys"), { token: ada, json: { kind: "openpgp", public_key: gpg.publicKey } });
    await publish(registry.url, ada, sampleZip({ name: "watched" }));
    await inspected(registry.url, "watched", "1.0.0", ada);
    const sums = (await call(api("/skills/watched/1.0.0/sums"))).body as unknown as string;
    await call(api("/skills/watched/1.0.0/signatures"), {
      token: ada,
      body: gpg.sign(sums),
      type: "application/pgp-signature",
    });
    gpg.close();
    expect(
      (await call(api("/skills/watched/1.0.0/promotion"), { token: ada, json: { tier: "verified" } })).status,
    ).toBe(201);
    const set = { method: "PUT", token: ada, json: { title: "Watched", skills: [] } };
    expect((await call(api("/collections/ada/watched"), set)).status).toBe(201);
    const trusted = { issuer: "github", repository: "acme/watched", workflow: "release.yml" };
    expect((await call(api("/skills/watched/trusted-publishers"), { token: ada, json: trusted })).status).toBe(201);
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'trusted_publisher.exchange', 'test');
       INSERT INTO workload_tokens (trusted_publisher_id, secret_sha256, scopes, via, expires_at)
       SELECT id, 'there', '{publish}', '{}', now() FROM trusted_publishers; COMMIT;`,
    );
    const again = { token: registry.adminToken, json: { reason: "to have one" } };
    expect((await call(api("/admin/rescans"), again)).status).toBe(201);
    await registry.settle();
    const affected = [{ package: { ecosystem: "npm", name: "watched" }, versions: ["1.0.0"] }];
    const advisory = { id: "GHSA-0", modified: "2026-01-01T00:00:00Z", affected };
    expect(await call(api("/admin/advisories"), { token: registry.adminToken, json: advisory })).toMatchObject({
      status: 200,
      body: { changed: ["GHSA-0"] },
    });
    const rows = await rowsOf<{ name: string }>(
      registry,
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1",
    );
    tables = rows.map(({ name }) => name);
  });
  afterAll(() => registry.close());

  test("T14 somebody has decided about every table", () => {
    const decided = [...Object.keys(AUDITED), ...Object.keys(NOT_PRIVILEGED), LOG];
    expect(tables.filter((name) => !decided.includes(name) && !/migration/.test(name))).toEqual([]);
    expect(decided.filter((name) => !tables.includes(name))).toEqual([]);
  });

  test.each(Object.entries(AUDITED).flatMap(([table, writes]) => writes.map((write) => [table, write] as const)))(
    "T14 %s: %s is refused without an audit row, and taken with one",
    async (table, write) => {
      await expect(runSql(registry, write)).rejects.toThrow(new RegExp(`write to ${table} needs an audit_log row`));
      // An audit row of another transaction is none.
      await runSql(registry, "INSERT INTO audit_log (actor, action, target) VALUES ('test', 'earlier', 'test')");
      await expect(runSql(registry, write)).rejects.toThrow(/needs an audit_log row/);
      const audited = `BEGIN; ${write}; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test'); SET CONSTRAINTS ALL IMMEDIATE; ROLLBACK;`;
      await runSql(registry, audited);
    },
  );

  test("T14 the log is never changed or emptied", async () => {
    const before = await rowsOf(registry, "SELECT id, actor, action, target FROM audit_log ORDER BY id");
    expect(before.length).toBeGreaterThan(5);
    for (const write of [
      "UPDATE audit_log SET actor = 'nobody'",
      "DELETE FROM audit_log",
      "TRUNCATE audit_log",
      "UPDATE audit_log SET actor = 'nobody' WHERE false",
    ]) {
      await expect(runSql(registry, write)).rejects.toThrow(/append-only/);
    }
    expect(await rowsOf(registry, "SELECT id, actor, action, target FROM audit_log ORDER BY id")).toEqual(before);
  });

  test("T14 what users and admins did over HTTP is in the log, with its request", async () => {
    const log = (await call(`${registry.url}/api/v1/admin/audit?limit=100`, { token: registry.adminToken })).body.items;
    const actions = log.map((each: { action: string }) => each.action);
    for (const action of [
      "token.bootstrap",
      "account.create",
      "key.add",
      "version.publish",
      "version.inspected",
      "version.sign",
      "version.tier",
      "promotion.request",
    ]) {
      expect(actions).toContain(action);
    }
    const signed = log.find((each: { action: string }) => each.action === "version.sign");
    expect(signed).toMatchObject({ actor: "ada", target: "skill:watched@1.0.0", request_id: expect.any(String) });
  });
});
