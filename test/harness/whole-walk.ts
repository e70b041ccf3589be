import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readArchive } from "@gaia/archive";
import { account, call, inspected, publish } from "./api.ts";
import { demoSigner } from "../demo/signing.ts";
import { startFakeOsv } from "./fake-osv-server.ts";
import { runProcess, startProcess } from "./process.ts";
import { sharedScanners } from "./scanners.ts";
import { helloWorld, webSearch, zipOf } from "./samples.ts";

/** What a walk needs of a registry, however it is spread. */
export interface Walked {
  url: string;
  adminToken: string;
  close(): Promise<void>;
}

/** ROLE=migrate, then one ROLE=api and two ROLE=worker, each a process of its own. */
export async function startScaled(services: Record<string, string>): Promise<Walked & { env: Record<string, string> }> {
  const osv = await startFakeOsv();
  const adminToken = "scaled-admin-token-of-24-characters-or-more";
  const env = {
    ...services,
    ADMIN_TOKEN: adminToken,
    AUTH_SECRET: "test-auth-secret-of-32-characters-or-more",
    OSV_URL: osv.url,
    SCANNER_DIR: (await sharedScanners()).binDir,
    DATA_DIR: await mkdtemp(join(tmpdir(), "scaled-")),
  };
  const migrated = await runProcess({ env: { ...env, ROLE: "migrate" } });
  expect(migrated.exitCode, migrated.output).toBe(0);
  const roles = ["api", "worker", "worker"];
  const starts = await Promise.allSettled(roles.map((ROLE) => startProcess({ env: { ...env, ROLE } })));
  const processes = starts.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failed = starts.find((one) => one.status === "rejected");
  if (failed !== undefined) {
    for (const each of processes) await each.close();
    await osv.close();
    throw failed.reason;
  }
  return {
    url: processes[0]?.url ?? "",
    adminToken,
    env,
    async close() {
      for (const each of processes) each.kill("SIGTERM");
      const ended = await Promise.all(processes.map((each) => each.exited));
      await osv.close();
      await rm(env.DATA_DIR, { recursive: true, force: true });
      // SIGTERM drains and exits 0 (docs/configuration.md).
      expect(ended.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    },
  };
}

/** The main job, end to end, over HTTP with nothing of ours in between: what `npm run demo` and the README walk. */
export function walk(start: () => Promise<Walked>): void {
  let registry: Walked;
  let author: string;
  let auditor: string;
  const signer = demoSigner("Ada", "ada@example.org");

  beforeAll(async () => {
    registry = await start();
    author = await account(registry.url, registry.adminToken, "ada");
    auditor = registry.adminToken;
  });
  afterAll(async () => {
    // Undefined where it did not start: that failure is the one to see.
    await (registry as Walked | undefined)?.close();
    (await signer).close();
  });

  const api = (path: string) => `${registry.url}/api/v1${path}`;

  test("the specification's two examples are published, scanned and ALLOWed as experimental", async () => {
    for (const files of [webSearch(), helloWorld()]) {
      const published = await publish(registry.url, author, zipOf(files));
      expect(published.status, JSON.stringify(published.body)).toBe(201);
      expect(published.headers.get("location")).toBe(`/api/v1/skills/${published.body.name}/${published.body.version}`);
      expect(["received", "inspecting"]).toContain(published.body.status);
      const version = await inspected(registry.url, published.body.name, published.body.version, author);
      expect(version).toMatchObject({ status: "published", verdict: "ALLOW", security_tier: "experimental" });
      const report = await call(api(`/skills/${version.name}/${version.version}/scan`));
      expect(
        report.body.scanners.map((scanner: { name: string; status: string }) => [scanner.name, scanner.status]),
      ).toEqual([
        ["bandit", "completed"],
        ["detect-secrets", "completed"],
        ["pip-audit", "completed"],
        ["osv-npm", "completed"],
        ["gaia-instructions", "completed"],
        ["gaia-code", "completed"],
        ["gaia-contents", "completed"],
        ["gaia-dependencies", "completed"],
      ]);
    }
  });

  test("the publisher's GPG signature lifts it to community, an admin's approval to verified", async () => {
    const key = await call(api("/publishers/ada/keys"), {
      token: author,
      json: { kind: "openpgp", public_key: (await signer).publicKey },
    });
    expect(key.status, JSON.stringify(key.body)).toBe(201);
    const sums = await call(api("/skills/web-search/1.0.0/sums"));
    const signature = await (await signer).sign(sums.body as unknown as string);
    const signed = await call(api("/skills/web-search/1.0.0/signatures"), {
      token: author,
      body: signature,
      type: "application/pgp-signature",
    });
    expect(signed.status, JSON.stringify(signed.body)).toBe(201);
    expect(signed.body).toMatchObject({ security_tier: "community", signatures: [{ status: "valid" }] });

    const asked = await call(api("/skills/web-search/1.0.0/promotion"), { token: author, json: { tier: "verified" } });
    expect(asked.status, JSON.stringify(asked.body)).toBe(201);
    const queue = await call(api("/admin/promotions?status=pending"), { token: auditor });
    expect(queue.body.items).toHaveLength(1);
    const approved = await call(api(`/admin/promotions/${asked.body.id}/approve`), {
      token: auditor,
      json: { inspection_id: asked.body.inspection_id, reason: "read every line" },
    });
    expect(approved.body, JSON.stringify(approved.body)).toMatchObject({ status: "approved" });
    const version = await call(api("/skills/web-search/1.0.0"));
    expect(version.body).toMatchObject({ security_tier: "verified" });
    const statements = await call(api("/skills/web-search/1.0.0/attestations"));
    expect(statements.body.attestations.map((each: { decision: string }) => each.decision)).toEqual([
      "publish",
      "verdict",
      "tier",
      "tier",
    ]);
  });

  test("search finds it, exact name first, with facets of what is visible", async () => {
    const found = await call(api("/search?q=web+search"));
    expect(found.body.hits[0]).toMatchObject({ name: "web-search", security_tier: "verified" });
    expect(found.body.facets.tier.verified).toBe(1);
    const typo = await call(api("/search?q=wbe-serach"));
    expect(typo.body.hits.map((hit: { name: string }) => hit.name)).toContain("web-search");
  });

  test("the download is the canonical archive, with its digest, and answers 304", async () => {
    const first = await fetch(api("/skills/web-search/download"));
    expect(first.status).toBe(200);
    expect(first.headers.get("content-disposition")).toBe('attachment; filename="web-search-1.0.0.zip"');
    const bytes = new Uint8Array(await first.arrayBuffer());
    const files = readArchive(bytes).files.map((file) => file.path);
    expect(files).toEqual(["SKILL.md", "tools.py"]);
    const again = await fetch(api("/skills/web-search/download"), {
      headers: { "if-none-match": first.headers.get("etag") ?? "" },
    });
    expect(again.status).toBe(304);
    const tgz = await fetch(api("/skills/web-search/1.0.0/download?archive=tgz"));
    const listed = readArchive(new Uint8Array(await tgz.arrayBuffer()));
    expect(listed.files.map((file) => file.path)).toEqual(files);
  });
}
