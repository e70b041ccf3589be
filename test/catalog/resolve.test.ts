import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { publishedAtOnce, versionRow } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";

let registry: TestRegistry;
let ada: string;

const api = (path: string) => `${registry.url}/api/v1${path}`;
const publish = (name: string, version: string, needs: Record<string, string> = {}) =>
  publishedAtOnce(registry, { token: ada, name, version, needs });
/** A tier with a signature that it stands on, of the skill's one signer, all pretended: the sweep takes it from versions without. */
const lift = (name: string, version: string) => {
  const row = versionRow(name, version);
  const key = `'pretended ${name}'`;
  return runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.tier', 'skill:${name}@${version}');
     INSERT INTO signing_keys (publisher_id, kind, fingerprint, public_key, user_ids, algorithm)
       SELECT publisher_id, 'openpgp', ${key}, '', '{}', '' FROM skills WHERE name = '${name}' ON CONFLICT DO NOTHING;
     INSERT INTO signatures (version_id, kind, signing_key_id, signer, body, sha256, status, signed_at, accepted_at)
       SELECT ${row}, 'openpgp', id, fingerprint, '', '${name} ${version}', 'valid', now(), now() FROM signing_keys WHERE fingerprint = ${key};
     UPDATE versions SET tier = 'community' WHERE id = ${row}; COMMIT;`,
  );
};
const resolve = (skills: unknown[], more: object = {}, token?: string) =>
  call(api("/resolve"), {
    json: { skills, allow_experimental: true, ...more },
    ...(token === undefined ? {} : { token }),
  });

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  const versions = ["1.0.0", "1.1.0", "2.0.0"];
  // All of them before the first is signed: one that comes unsigned after a signed one is held.
  for (const version of versions) await publish("auth", version);
  for (const version of versions) await lift("auth", version);
  await publish("log", "1.0.0", { auth: "<2" });
  await lift("log", "1.0.0");
  await publish("app", "1.0.0", { auth: ">=1.0", log: "^1" });
  await publish("wild", "1.0.0");
  await publish("needs-wild", "1.0.0", { wild: "*" });
  await publish("left", "1.0.0", { right: "*" });
  await publish("right", "1.0.0", { left: "*" });
  for (const name of ["left", "right"]) await lift(name, "1.0.0");
});
afterAll(() => registry.close());

describe("POST /resolve", () => {
  test("gives versions, digests and who asked, in install order", async () => {
    const { status, body } = await resolve([{ name: "app" }]);
    expect(status).toBe(200);
    expect(body.install.map((one: { name: string; version: string }) => `${one.name} ${one.version}`)).toEqual([
      "auth 1.1.0",
      "log 1.0.0",
      "app 1.0.0",
    ]);
    expect(body.install[0].required_by).toEqual([
      { name: "app", range: ">=1.0" },
      { name: "log", range: "<2" },
    ]);
    const version = await call(api("/skills/auth/1.1.0"));
    expect(body.install[0]).toMatchObject({
      integrity: version.body.integrity,
      content_digest: version.body.content_digest,
      security_tier: "community",
      download_url: api("/skills/auth/1.1.0/download"),
    });
    const download = await fetch(body.install[0].download_url);
    expect(download.status).toBe(200);
  });

  test("a conflict is 409 with the chains, a circle with its names", async () => {
    const conflict = await resolve([{ name: "app" }, { name: "auth", range: "^2" }]);
    expect(conflict).toMatchObject({ status: 409, body: { code: "unresolvable" } });
    expect(conflict.body.detail).toContain("log 1.0.0 needs auth <2");
    expect(conflict.body.detail).toContain("you ask for auth ^2");
    const circle = await resolve([{ name: "left" }]);
    expect(circle.body.detail).toBe("Skills need each other in a circle: left needs right needs left.");
  });

  test("experimental only by name, yanked only when locked or exact, required: false left out with a reason", async () => {
    expect((await resolve([{ name: "needs-wild" }])).body.detail).toContain("it is experimental");
    expect((await resolve([{ name: "wild" }], { allow_experimental: false })).status).toBe(409);
    expect((await resolve([{ name: "needs-wild" }, { name: "wild" }])).status).toBe(200);
    await call(api("/skills/auth/2.0.0/yank"), { token: ada, json: { reason: "leaks" } });
    const version = async (more: object, range = "*") =>
      (await resolve([{ name: "auth", range }], more)).body.install?.[0]?.version ?? null;
    expect(await version({})).toBe("1.1.0");
    expect(await version({}, "2.0.0")).toBe("2.0.0");
    expect(await version({ locked: { auth: "2.0.0" } })).toBe("2.0.0");
    const { body } = await resolve([{ name: "auth" }, { name: "nobody-has-it", required: false }]);
    expect(body.left_out).toEqual([
      {
        name: "nobody-has-it",
        range: "*",
        required_by: null,
        reason: "you ask for nobody-has-it, and there is no skill nobody-has-it.",
      },
    ]);
    expect(await version({ min_age: "1d" })).toBeNull();
  });

  test("what cannot be read is 400, and no more is taken than a request may hold", async () => {
    expect((await resolve([{ name: "auth", range: "whatever" }])).status).toBe(400);
    expect((await resolve([])).status).toBe(400);
    expect((await resolve(Array.from({ length: 101 }, (_, at) => ({ name: `s${at}` })))).status).toBe(400);
    expect((await resolve([{ name: "auth" }], { locked: { auth: "x" } })).status).toBe(400);
  });

  test("a version that only its owner sees is resolved for nobody else", async () => {
    await publish("secret", "1.0.0");
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.received', 'skill:secret@1.0.0');
       UPDATE versions SET status = 'inspecting', published_at = NULL
         WHERE skill_id = (SELECT id FROM skills WHERE name = 'secret'); COMMIT;`,
    );
    const told = await resolve([{ name: "secret" }]);
    const absent = await resolve([{ name: "absent" }]);
    expect(told.body.detail.replaceAll("secret", "absent")).toBe(absent.body.detail);
  });
});
