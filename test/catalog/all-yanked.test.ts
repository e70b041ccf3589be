import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";

let registry: TestRegistry;
let ada: string;
let home: CliHome;

const api = (path: string) => `${registry.url}/api/v1${path}`;
const publish = (name: string, version: string) => publishedAtOnce(registry, { token: ada, name, version });
async function move(what: "yank" | "unyank", name: string, version: string, reason = "it leaks"): Promise<void> {
  const body = what === "yank" ? { json: { reason } } : {};
  const answer = await call(api(`/skills/${name}/${version}/${what}`), { token: ada, method: "POST", ...body });
  expect(answer.status).toBe(200);
}
const skill = async (name: string, token?: string) =>
  (await call(api(`/skills/${name}`), { ...(token && { token }) })).body;
const listed = async (path: string) =>
  ((await call(api(path))).body[path.startsWith("/search") ? "hits" : "items"] as { name: string }[]).map(
    ({ name }) => name,
  );
const text = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&quot;", '"')
    .replace(/\s+/g, " ");
const page = async (path: string) => text(await (await fetch(`${registry.url}${path}`)).text());
const words = (name: string, newest: string, what = "yanked") =>
  `Every version of ${name} was ${what}. The newest that was yanked is ${newest}: "it leaks". ` +
  "Plain installs take none of them; exact versions and locks still do.";

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  home = await cliHome(registry.url);
});
afterAll(async () => {
  await home?.remove();
  await registry?.close();
});

test("all versions yanked: the newest of them stays readable, and all say why in the same words (first week, A5)", async () => {
  for (const version of ["1.0.0", "1.1.0", "2.0.0-rc.1"]) await publish("gone", version);
  // Kept answers: the yanks have to drop them.
  expect((await skill("gone")).status).toBe("published");
  expect((await call(api("/skills/gone/download"))).status).toBe(200);
  await page("/skills/gone");
  for (const version of ["1.1.0", "1.0.0", "2.0.0-rc.1"]) await move("yank", "gone", version);

  expect(await skill("gone")).toMatchObject({
    version: "1.1.0",
    latest_version: "1.1.0",
    status: "yanked",
    status_reason: "it leaks",
    install: null,
  });
  const download = await call(api("/skills/gone/download"));
  expect(download).toMatchObject({ status: 404, body: { code: "not_found", detail: words("gone", "1.1.0") } });
  expect(await call(api("/skills/gone?min-age=1d"))).toMatchObject({
    status: 404,
    body: { detail: words("gone", "1.1.0") },
  });
  for (const path of ["/skills/gone", "/skills/gone/1.0.0"])
    expect(await page(path), path).toContain(words("gone", "1.1.0"));
  const info = await home.run(["info", "gone"]);
  expect([info.code, info.stdout]).toEqual([0, expect.stringContaining(words("gone", "1.1.0"))]);

  const install = await home.run(["install", "gone", "--allow-experimental", "--yes"]);
  expect([install.code, install.stderr]).toEqual([4, expect.stringContaining(words("gone", "1.1.0"))]);

  expect(await listed("/skills")).not.toContain("gone");
  expect(await listed("/search?q=gone")).not.toContain("gone");
  expect((await call(api("/skills/gone/1.0.0/download"))).status).toBe(200);
  const resolved = async (range: string, more: object = {}) =>
    (await call(api("/resolve"), { json: { skills: [{ name: "gone", range }], allow_experimental: true, ...more } }))
      .body.install?.[0]?.version ?? null;
  expect(await resolved("*")).toBeNull();
  expect(await resolved("1.0.0")).toBe("1.0.0");
  expect(await resolved("*", { locked: { gone: "1.0.0" } })).toBe("1.0.0");
  const exact = await home.run(["install", "gone@1.0.0", "--allow-experimental", "--yes"]);
  expect(exact.code, exact.stderr).toBe(0);
});

test("what is unyanked is the latest one again, everywhere (first week, A5)", async () => {
  await publish("back", "1.0.0");
  await move("yank", "back", "1.0.0");
  expect((await skill("back")).status).toBe("yanked");
  expect(await page("/skills/back")).toContain("Every version of back was yanked");
  await move("unyank", "back", "1.0.0");
  expect(await skill("back")).toMatchObject({ version: "1.0.0", status: "published" });
  expect((await call(api("/skills/back/download"))).status).toBe(200);
  expect(await page("/skills/back")).not.toContain("was yanked");
  expect((await home.run(["info", "back"])).stdout).not.toContain("was yanked");
  for (const path of ["/skills", "/search?q=back"]) expect(await listed(path)).toContain("back");
});

test("a quarantined version beside yanked ones is said, one that waits shows to its publisher alone (first week, A5)", async () => {
  for (const version of ["1.0.0", "2.0.0"]) await publish("mixed", version);
  await move("yank", "mixed", "1.0.0");
  const quarantine = { token: registry.adminToken, json: { reason: "it steals" } };
  expect((await call(api("/admin/skills/mixed/2.0.0/quarantine"), quarantine)).status).toBe(200);
  // Everybody is shown the same one, who may see the quarantined one too.
  for (const token of [undefined, ada, registry.adminToken])
    expect(await skill("mixed", token)).toMatchObject({ version: "1.0.0", status: "yanked", install: null });
  expect((await call(api("/skills/mixed/download"))).body.detail).toBe(
    words("mixed", "1.0.0", "yanked or quarantined"),
  );

  for (const version of ["1.0.0", "2.0.0"]) await publish("waits", version);
  await move("yank", "waits", "1.0.0");
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.received', 'skill:waits@2.0.0');
     UPDATE versions SET status = 'inspecting', published_at = NULL
       WHERE version = '2.0.0' AND skill_id = (SELECT id FROM skills WHERE name = 'waits');
     UPDATE skills SET latest_version_id = NULL WHERE name = 'waits'; COMMIT;`,
  );
  const numbers = (one: { versions: { version: string }[] }) => one.versions.map(({ version }) => version);
  expect(numbers(await skill("waits"))).toEqual(["1.0.0"]);
  const own = await skill("waits", ada);
  expect([own.version, numbers(own)]).toEqual(["1.0.0", ["2.0.0", "1.0.0"]]);
  for (const token of [{}, { token: ada }])
    expect((await call(api("/skills/waits/download"), token)).body.detail).toBe(words("waits", "1.0.0"));
});

test("where none was yanked, what became of it is said as before (first week, A5)", async () => {
  await publish("stolen", "1.0.0");
  const quarantine = { token: registry.adminToken, json: { reason: "it steals" } };
  expect((await call(api("/admin/skills/stolen/1.0.0/quarantine"), quarantine)).status).toBe(200);
  expect((await call(api("/skills/stolen"))).body.code).toBe("quarantined");
  expect((await call(api("/skills/stolen/download"))).body.code).toBe("not_found");
  expect((await call(api("/skills/there-is-none/download"))).body.code).toBe("not_found");
});
