import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readArchive } from "@gaia/archive";
import { account, call, inspected, publish } from "../harness/api.ts";
import { gpgIdentity } from "../harness/gpg.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { helloWorld, webSearch, zipOf } from "../harness/samples.ts";

/** The main job, end to end, over HTTP with nothing of ours in between: what `npm run demo` and the README walk. */
describe("publish, scan, sign, promote, search, download", () => {
  let registry: TestRegistry;
  let author: string;
  let auditor: string;
  const gpg = gpgIdentity("Ada <ada@example.org>");

  beforeAll(async () => {
    registry = await startTestRegistry();
    author = await account(registry.url, registry.adminToken, "ada");
    auditor = registry.adminToken;
  });
  afterAll(async () => {
    await registry.close();
    (await gpg).close();
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
      ]);
    }
  });

  test("the publisher's GPG signature lifts it to community, an admin's approval to verified", async () => {
    const key = await call(api("/publishers/ada/keys"), {
      token: author,
      json: { kind: "openpgp", public_key: (await gpg).publicKey },
    });
    expect(key.status, JSON.stringify(key.body)).toBe(201);
    const sums = await call(api("/skills/web-search/1.0.0/sums"));
    const signature = (await gpg).sign(sums.body as unknown as string);
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
});
