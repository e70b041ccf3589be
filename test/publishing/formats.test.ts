import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readArchive } from "@gaia/archive";
import { account, call, inspected, publish } from "../harness/api.ts";
import { FORMAT_SAMPLES } from "../harness/format-samples.ts";
import { demoSigner } from "../demo/signing.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { zipOf } from "../harness/samples.ts";

/** What an author writes in is taken, and given back in what the next person needs. */
describe("every format, over HTTP", () => {
  let registry: TestRegistry;
  let author: string;
  const signer = demoSigner("Ada", "ada@example.org");

  beforeAll(async () => {
    registry = await startTestRegistry();
    author = await account(registry.url, registry.adminToken, "ada");
  });
  afterAll(async () => {
    (await signer).close();
    await registry.close();
  });

  const api = (path: string) => `${registry.url}/api/v1${path}`;

  test.each(Object.entries(FORMAT_SAMPLES))("%s is published as what it is, and inspected", async (format, sample) => {
    const published = await publish(registry.url, author, zipOf(sample.files), sample.query);
    expect(published.status, JSON.stringify(published.body)).toBe(201);
    expect(published.body).toMatchObject({ name: sample.name, version: sample.version, format });
    const version = await inspected(registry.url, sample.name, sample.version, author);
    expect(version, JSON.stringify(version)).toMatchObject({ status: "published", security_tier: "experimental" });
  });

  test.each(Object.entries(FORMAT_SAMPLES))(
    "%s: a dry run says the same and stores nothing",
    async (format, sample) => {
      const before = await call(api("/skills?limit=100"));
      const checked = await call(api(`/validate${sample.query}`), {
        token: author,
        body: zipOf(sample.files) as Uint8Array<ArrayBuffer>,
        type: "application/zip",
      });
      expect(checked.status, JSON.stringify(checked.body)).toBe(200);
      expect(checked.body, JSON.stringify(checked.body)).toMatchObject({
        valid: true,
        format,
        version: { name: sample.name },
      });
      expect((await call(api("/skills?limit=100"))).body.items).toHaveLength(before.body.items.length);
    },
  );

  test("a dry run of what is wrong lists every diagnostic with its place", async () => {
    const files = { "SKILL.md": "---\nname: Bad Name\nversion: one\npermissions: [network:fly]\n---\n" };
    const checked = await call(api("/validate"), {
      token: author,
      body: zipOf(files) as Uint8Array<ArrayBuffer>,
      type: "application/zip",
    });
    expect(checked.body).toMatchObject({ valid: false, format: "gaia-0.1", version: null });
    const errors = checked.body.diagnostics.filter((each: { severity: string }) => each.severity === "error");
    expect(errors.length).toBeGreaterThan(2);
    expect(errors[0]).toMatchObject({ file: "SKILL.md", line: expect.any(Number), column: expect.any(Number) });
  });

  test.each(["gaia", "agent-skills", "openclaw", "skill-md"])(
    "hello-world is downloaded as %s, unsigned, with its losses told",
    async (to) => {
      const answer = await fetch(api(`/skills/hello-world/0.1.0/download?as=${to}`));
      const bytes = new Uint8Array(await answer.arrayBuffer());
      expect(answer.status, new TextDecoder().decode(bytes)).toBe(200);
      expect(answer.headers.get("conversion-losses")).toMatch(/^\d+;codes="[A-Z0-9 ]*"$/);
      const { files } = readArchive(bytes);
      const report = files.find(({ path }) => path === "CONVERSION.json");
      expect(JSON.parse(new TextDecoder().decode(report?.bytes))).toMatchObject({
        to,
        signed: false,
        losses: expect.any(Array),
      });
      expect(files.map(({ path }) => path)).not.toContain("SHA256SUMS");
      const again = await call(api("/validate?version=0.1.0"), { token: author, body: bytes, type: "application/zip" });
      expect(again.body.format, JSON.stringify(again.body)).toBe(to);
    },
  );

  test("the catalogs list nothing that is not verified", async () => {
    expect((await call(api("/catalogs/miaos.json"))).body).toEqual([]);
    expect((await call(api("/catalogs/aria.json"))).body).toEqual({ skills: [] });
    expect((await call(api("/catalogs/miaos-repo.json"))).body).toEqual([]);
  });

  test("a verified MiaOS skill is listed under the npm package that the audit confirmed, and no other", async () => {
    const id = await audited("coin-flip", "1.1.0");
    const wrong = await approve(id, { npm_package: "somebody-elses-package" });
    expect(wrong.status).toBe(409);
    expect((await approve(id, { npm_package: "miaos-skill-coin-flip" })).status).toBe(200);
    expect((await call(api("/catalogs/miaos.json"))).body).toEqual([
      {
        package: "miaos-skill-coin-flip",
        id: "coin-flip",
        name: "Coin flip",
        description: "Flips a coin and says which side is up.",
      },
    ]);
  });

  test("a verified Aria skill is listed as its skill.json", async () => {
    expect((await approve(await audited("goal-notes", "2.0.0"), {})).status).toBe(200);
    expect((await call(api("/catalogs/aria.json"))).body).toMatchObject({
      skills: [{ name: "aria-goal-notes", version: "2.0.0", layer: 3, tools: [{ name: "add_note" }] }],
    });
  });

  /** Clears, signs and asks for the audit of a version; the id of the request. */
  async function audited(name: string, version: string): Promise<string> {
    const release = api(`/skills/${name}/${version}`);
    await call(api("/publishers/ada/keys"), {
      token: author,
      json: { kind: "openpgp", public_key: (await signer).publicKey },
    });
    const sums = await (await fetch(`${release}/sums`)).text();
    const signed = await call(`${release}/signatures`, {
      token: author,
      body: await (await signer).sign(sums),
      type: "application/pgp-signature",
    });
    expect(signed.status, JSON.stringify(signed.body)).toBe(201);
    const asked = await call(`${release}/promotion`, { token: author, json: { tier: "verified" } });
    expect(asked.status, JSON.stringify(asked.body)).toBe(201);
    return asked.body.id;
  }

  async function approve(id: string, more: object) {
    const queue = await call(api("/admin/promotions?limit=100"), { token: registry.adminToken });
    const asked = queue.body.items.find((item: { id: string }) => item.id === id);
    const json = { inspection_id: asked.inspection_id, reason: "read every line", ...more };
    return call(api(`/admin/promotions/${id}/approve`), { token: registry.adminToken, json });
  }
});
