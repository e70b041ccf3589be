import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findForeign, runForeign } from "../../packages/trust/test/foreign-signers.ts";
import { account, call } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

const cosign = findForeign("cosign");
const python = findForeign("securesystemslib");

describe("docs/TRUST.md: a statement in front of other people's programs", () => {
  let registry: TestRegistry;
  let home: string;
  let page: string;
  const api = (path: string) => `${registry.url}/api/v1${path}`;
  const put = (name: string, content: string | Uint8Array) => writeFile(join(home, name), content);
  const download = async (path: string) => Buffer.from(await (await fetch(api(path))).arrayBuffer());

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    home = await mkdtemp(join(tmpdir(), "programs-"));
    page = await readFile(new URL("../../docs/TRUST.md", import.meta.url), "utf8");
    const ada = await account(registry.url, registry.adminToken, "ada");
    await publishedAtOnce(registry, { token: ada, name: "read", version: "1.0.0" });
    await put("registry.pem", (await call(api("/keys"))).body.keys[0].public_key);
    await put("SHA256SUMS", await download("/skills/read/1.0.0/sums"));
    for (const [archive, name] of [
      ["zip", "zip"],
      ["tgz", "tar.gz"],
    ])
      await put(`read-1.0.0.${name}`, await download(`/skills/read/1.0.0/download?archive=${archive}`));
    const { attestations } = (await call(api("/skills/read/1.0.0/attestations"))).body;
    await put("envelope.json", JSON.stringify(attestations.at(-1).envelope));
    await put("list.json", JSON.stringify((await call(api("/revocations"))).body.envelope));
  });
  afterAll(async () => {
    await registry.close();
    await rm(home, { recursive: true, force: true });
  });

  test("(machines, M-6) the id of each statement is what the registry lists its key as", async () => {
    const [key] = (await call(api("/keys"))).body.keys;
    for (const file of ["envelope.json", "list.json"])
      expect(JSON.parse(await readFile(join(home, file), "utf8")).signatures[0].keyid).toBe(key.ssh_fingerprint);
  });

  describe.skipIf(cosign.path === null)(cosign.title, () => {
    test("(machines, M-6) the page's command says that SHA256SUMS and either archive are right, and nothing else", () => {
      const [line = "", ...more] = [...page.matchAll(/^cosign (verify-blob-attestation .*)$/gm)].map(
        ([, rest]) => rest,
      );
      expect(more).toEqual([]);
      const run = (change: (text: string) => string) => runForeign(cosign.path, change(line).split(" "), home);
      for (const file of ["SHA256SUMS", "read-1.0.0.zip", "read-1.0.0.tar.gz"])
        expect(run((text) => text.replace("SHA256SUMS", file))).toMatch(/Verified OK/);
      expect(() => run((text) => text.replace("SHA256SUMS", "list.json"))).toThrow(/digest/);
      expect(() => run((text) => text.replace("envelope.json", "list.json"))).toThrow();
    });
  });

  describe.skipIf(python.path === null)(python.title, () => {
    test("(machines, M-6) the page's Python says what was decided, and refuses another type, release and signature", async () => {
      const [, script = ""] = /^```python\n([\s\S]*?)^```$/m.exec(page) ?? [];
      const run = (change = (text: string) => text) => runForeign(python.path, ["-c", change(script)], home);
      expect(run()).toBe("publish\n");
      expect(() => run((text) => text.replace("envelope.json", "list.json"))).toThrow(/another kind of statement/);
      expect(() => run((text) => text.replace("SHA256SUMS", "registry.pem"))).toThrow(/about another release/);
      const said = JSON.parse(await readFile(join(home, "envelope.json"), "utf8"));
      const payload = Buffer.from(said.payload, "base64").toString().replace('"read"', '"sold"');
      await put("forged.json", JSON.stringify({ ...said, payload: Buffer.from(payload).toString("base64") }));
      expect(() => run((text) => text.replace("envelope.json", "forged.json"))).toThrow(/do not match threshold/);
    });
  });
});
