import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateSigningKey, registrySigner } from "@gaia/trust";
import { expect, test } from "vitest";
import { cliHome } from "../../apps/cli/test/cli-process.ts";
import { account } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry } from "../harness/registry.ts";

/** Nothing answers there. */
const ADDRESS = "http://127.0.0.1:9";

async function exportedOnce(key: string, name: string): Promise<Uint8Array> {
  const registry = await startTestRegistry({
    withoutScanners: true,
    environment: { SIGNING_KEY: key, PUBLIC_URL: ADDRESS },
  });
  try {
    const ada = await account(registry.url, registry.adminToken, "ada");
    await publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
    const headers = { authorization: `Bearer ${registry.adminToken}`, "content-type": "application/json" };
    const body = JSON.stringify({ skills: [{ name }] });
    const response = await fetch(`${registry.url}/api/v1/admin/bundles`, { method: "POST", headers, body });
    expect(response.status).toBe(200);
    return new Uint8Array(await response.arrayBuffer());
  } finally {
    await registry.settle();
    await registry.close();
  }
}

// The attacks on it are in bundle-install.long.test.ts.
test("install --bundle takes a skill from the file alone, of a pinned key, and nothing of an altered file", async () => {
  const key = generateSigningKey();
  const bytes = await exportedOnce(key, "carried-off");
  const home = await cliHome(ADDRESS);
  try {
    const [file, pem] = [join(home.dir, "b.tar"), join(home.dir, "registry.pem")];
    await writeFile(file, bytes);
    const install = async () => {
      const args = ["install", "carried-off", "--bundle", file, "--allow-experimental", "--yes"];
      const { code, stdout, stderr } = await home.run(args);
      return [code, `${stdout}${stderr}`];
    };
    expect(await install()).toEqual([5, expect.stringMatching(/No key of .* is pinned/)]);
    await writeFile(pem, registrySigner(key).publicKey.public_key);
    expect((await home.run(["trust", "add", ADDRESS, "--key", pem])).code).toBe(0);
    const altered = Uint8Array.from(bytes);
    const at = altered.length - 3_000;
    altered[at] = (altered[at] ?? 0) ^ 1;
    await writeFile(file, altered);
    expect(await install()).toEqual([5, expect.stringContaining("altered")]);
    await writeFile(file, bytes);
    expect(await install()).toEqual([0, expect.stringContaining("Installed carried-off 1.0.0")]);
    const lock = JSON.parse(await readFile(join(home.dir, "home/skills/skill-lock.json"), "utf8"));
    expect(lock.skills["carried-off"]).toMatchObject({ version: "1.0.0", registry: ADDRESS });
    expect((await home.run(["verify", "carried-off", "--offline"])).code).toBe(0);
  } finally {
    await home.remove();
  }
});
