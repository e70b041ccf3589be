import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateSigningKey, registrySigner } from "@gaia/trust";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../../test/cli-process.ts";
import { type FakeRegistry, startFakeRegistry } from "../../../test/fake-registry.ts";
import { fakeVersion } from "../../../test/fake-release.ts";
import { keysAnswer } from "../../../test/stand-in-log.ts";

let fake: FakeRegistry;
let home: CliHome;
beforeEach(async () => {
  fake = await startFakeRegistry();
  home = await cliHome(fake.url, { GAIA_TOKEN: "gsk_abcdefghijklmnopqrstuvwxyz012345" });
});
afterEach(async () => {
  await fake.close();
  await home.remove();
});

describe("trust add never takes a key silently", () => {
  const signer = registrySigner(generateSigningKey());
  const { publicKey } = signer;
  const other = registrySigner(generateSigningKey()).publicKey;
  const pinned = async () =>
    (JSON.parse((await home.run(["trust", "list", "--json"])).stdout) as { keys: { fingerprint: string }[] }).keys;
  beforeEach(() => {
    // The registry lies about the fingerprint: only the key itself counts.
    const { body } = keysAnswer(signer);
    const keys = [{ ...publicKey, fingerprint: other.fingerprint }];
    fake.on("GET", "/api/v1/keys", { body: { ...body, keys } });
  });

  test("without a fingerprint and without a terminal: 4, and the fingerprint is shown", async () => {
    const run = await home.run(["trust", "add", fake.url]);
    expect(run.code).toBe(4);
    expect(run.stderr).toContain(publicKey.fingerprint);
    expect(await pinned()).toEqual([]);
  });

  test("another fingerprint than the key's own is 5, whatever the registry claims", async () => {
    const wrong = await home.run(["trust", "add", fake.url, "--fingerprint", other.fingerprint]);
    expect(wrong.code).toBe(5);
    expect(wrong.stderr).not.toContain(publicKey.fingerprint);
    expect(await pinned()).toEqual([]);
  });

  test("the right fingerprint, or the key as a file; then remove", async () => {
    expect(await home.run(["trust", "add", fake.url, "--fingerprint", publicKey.fingerprint])).toMatchObject({
      code: 0,
    });
    await writeFile(join(home.dir, "key.pem"), other.public_key);
    expect(await home.run(["trust", "add", `${fake.url}/`, "--key", "key.pem"])).toMatchObject({ code: 0 });
    expect((await pinned()).map(({ fingerprint }) => fingerprint)).toEqual([publicKey.fingerprint, other.fingerprint]);
    expect(fake.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true);
    expect((await home.run(["trust", "remove", fake.url])).code).toBe(0);
    expect((await home.run(["trust", "remove", fake.url])).code).toBe(3);
    expect(await pinned()).toEqual([]);
  });

  test("a fingerprint may end in the = that `openssl … | base64` prints", async () => {
    const padded = `${publicKey.fingerprint}=`;
    const added = await home.run(["trust", "add", fake.url, "--fingerprint", padded]);
    expect([added.code, added.stderr]).toEqual([0, added.stderr]);
    expect((await pinned()).map(({ fingerprint }) => fingerprint)).toEqual([publicKey.fingerprint]);
    expect((await home.run(["trust", "add", fake.url, "--fingerprint", `${other.fingerprint}=`])).code).toBe(5);
    expect((await home.run(["trust", "remove", fake.url, "--fingerprint", padded])).code).toBe(0);
    expect(await pinned()).toEqual([]);
  });

  test("a trust file that was tampered with stops an install instead of believing nobody", async () => {
    expect(await home.run(["trust", "add", fake.url, "--fingerprint", publicKey.fingerprint])).toMatchObject({
      code: 0,
    });
    const path = join(home.dir, "home", "trust.json");
    await writeFile(path, (await readFile(path, "utf8")).replace(publicKey.key_id, other.key_id));
    expect((await home.run(["trust", "list"])).code).toBe(1);
  });
});

describe("admin", () => {
  const id = "0b0f8a52-6f7e-4a53-9d0c-5a3f1c1d2e3f";
  const inspection = "6f1c3c66-3a57-4b1b-9f0b-3f4f5f6f7f80";
  const promotion = {
    id,
    name: "web-search",
    version: "1.0.0",
    publisher: "ada",
    from: "community",
    to: "verified",
    status: "pending",
    note: null,
    requested_by: "ada",
    requested_at: "2026-03-15T10:30:00.000Z",
    inspection_id: inspection,
    decided_by: null,
    decided_at: null,
    reason: null,
  };
  const finding = {
    rule: "bandit/B602",
    scanner: "bandit",
    severity: "high",
    category: "code",
    file: "tools.py",
    line: 9,
    message: "A shell.",
    hint: null,
    snippet: null,
    weight: null,
    also: [],
  };
  const report = {
    inspection_id: inspection,
    verdict: "REVIEW",
    reason: "One finding.",
    cleared: null,
    started_at: "2026-03-15T10:30:00.000Z",
    finished_at: "2026-03-15T10:30:00.000Z",
    report_digest: null,
    scanners: [{ name: "bandit", version: "1", status: "completed", reason: null, rules_digest: null, duration_ms: 1 }],
    findings: [finding],
    remediation: { text: "Without this line the version would be listed: tools.py:9 “a shell”.", findings: [] },
  };

  test("approve shows the case, wants --yes where nobody can be asked, and names the inspection that was shown", async () => {
    fake.on("GET", "/api/v1/admin/promotions", { body: { items: [promotion], next_cursor: null } });
    fake.on("GET", "/api/v1/skills/web-search/1.0.0", {
      body: fakeVersion({ name: "web-search", version: "1.0.0", publisher: "ada", tier: "community" }),
    });
    fake.on("GET", "/api/v1/skills/web-search/1.0.0/scan", { body: report });
    fake.on("POST", `/api/v1/admin/promotions/${id}/approve`, { body: { ...promotion, status: "approved" } });
    expect((await home.run(["admin", "queue"])).stdout).toContain(id);
    expect((await home.run(["admin", "approve", id])).code).toBe(2);
    const refused = await home.run(["admin", "approve", id, "--reason", "looked at it"]);
    expect(refused.code).toBe(4);
    for (const said of ["bandit/B602 tools.py:9", "REVIEW", inspection, report.remediation.text])
      expect(refused.stderr).toContain(said);
    expect(fake.requests.some(({ method }) => method === "POST")).toBe(false);
    expect(await home.run(["admin", "approve", id, "--reason", "looked at it", "--yes"])).toMatchObject({ code: 0 });
    expect(JSON.parse(fake.requests.at(-1)?.body.toString() ?? "")).toEqual({
      inspection_id: inspection,
      reason: "looked at it",
    });
    expect((await home.run(["admin", "reject", "11111111-1111-1111-1111-111111111111", "--reason", "none"])).code).toBe(
      3,
    );
  });

  test("info tells what would change a verdict to whoever has a token, and asks for it without one never", async () => {
    const version = fakeVersion({ name: "murky", version: "1.0.0", publisher: "ada", tier: "experimental" });
    fake.on("GET", "/api/v1/skills/murky/1.0.0", { body: { ...version, verdict: "REVIEW", verdict_reason: "It is." } });
    fake.on("GET", "/api/v1/skills/murky/1.0.0/scan", { body: report });
    const asked = () => fake.requests.filter(({ path }) => path.endsWith("/murky/1.0.0/scan")).length;
    const without = await home.run(["info", "murky@1.0.0"], { env: { GAIA_TOKEN: undefined } });
    expect(without.stdout).not.toContain("would be listed");
    expect(asked()).toBe(0);
    const told = await home.run(["info", "murky@1.0.0"], { env: { GAIA_TOKEN: "gsk_of-ada" } });
    expect(told.stdout).toContain(report.remediation.text);
    expect(asked()).toBe(1);
  });

  test("info says of a cleared version who cleared it and why, and no more what would change its verdict", async () => {
    const version = fakeVersion({ name: "clear", version: "1.0.0", publisher: "ada", tier: "experimental" });
    fake.on("GET", "/api/v1/skills/clear/1.0.0", { body: { ...version, verdict: "REVIEW", cleared: true } });
    const cleared = { by: "olga", reason: "the words are quoted", at: "2026-03-16T10:30:00.000Z" };
    // A registry of before sent both.
    fake.on("GET", "/api/v1/skills/clear/1.0.0/scan", { body: { ...report, cleared } });
    for (const env of [{ GAIA_TOKEN: undefined }, { GAIA_TOKEN: "gsk_of-ada" }]) {
      const { stdout } = await home.run(["info", "clear@1.0.0"], { env });
      expect(stdout).toMatch(/cleared +by olga, 2026-03-16T10:30:00.000Z: the words are quoted/);
      expect(stdout).not.toContain("would be listed");
    }
  });
});
