import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected } from "../harness/api.ts";
import { changingMirror } from "../harness/changing-mirror.ts";
import { GAIA_RELEASES, type GaiaClient, gaiaClient } from "../harness/gaia-client.ts";
import { hubFiles, onTheWire } from "../harness/hub.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { type Raiser, raiserOf } from "../harness/raised.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { describeWith } from "../harness/describe-with.ts";

await describeWith("gaia_clients", "GAIA's own client", ({ url }) => {
  let registry: TestRegistry;
  let ada: string;
  let raiser: Raiser;
  const clients = new Map<string, GaiaClient>();
  const clientOf = (release: string): GaiaClient => {
    const client = clients.get(release);
    if (client === undefined) throw new Error(`there is no client ${release}`);
    return client;
  };
  const withTokenIn = (url: string, token: string) => url.replace("://", `://any:${token}@`);

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    ada = await account(registry.url, registry.adminToken, "ada");
    raiser = await raiserOf(registry, "ada", ada);
    for (const release of GAIA_RELEASES) clients.set(release, await gaiaClient(url, release, `${registry.url}/hub`));
  }, 60_000);
  afterAll(async () => {
    raiser.close();
    await registry.close();
  });

  test.for(GAIA_RELEASES)(
    "%s finds a skill and installs it, by an address with a slash at its end too",
    async (release) => {
      const { skill, home } = clientOf(release);
      const name = `hello-${release.replaceAll(".", "-")}`;
      const files = hubFiles({ name });
      expect((await skill(["search", "nothing-of-the-kind"])).code).toBe(0);
      await publishedAtOnce(registry, { token: ada, name, version: "1.0.0", files });
      const found = await skill(["search", "greeting", "--json"]);
      expect([found.code, found.said]).toEqual([0, expect.stringContaining(name)]);
      const refused = await skill(["install", name]);
      expect([refused.code, refused.said]).toEqual([4, expect.stringContaining("--allow-experimental")]);
      const installed = await skill([
        "install",
        `${name}@^1`,
        "--allow-experimental",
        "--hub-url",
        `${registry.url}/hub/`,
      ]);
      expect([installed.code, installed.said]).toEqual([0, expect.any(String)]);
      expect(await readFile(join(home, ".gaia/skills", name, "SKILL.md"), "utf8")).toBe(files["SKILL.md"]);
      const gone = await skill(["install", "nobodys-skill", "--allow-experimental"]);
      expect(gone.code).not.toBe(0);
    },
  );

  test.for(GAIA_RELEASES)("%s reads a private skill with a token in the hub's address", async (release) => {
    const { skill } = clientOf(release);
    const name = `private-${release.replaceAll(".", "-")}`;
    await publishedAtOnce(registry, { token: ada, name, version: "1.0.0", files: hubFiles({ name }) });
    const hidden = await call(`${registry.url}/api/v1/skills/${name}/settings`, {
      token: ada,
      method: "PATCH",
      json: { visibility: "private" },
    });
    expect(hidden.status).toBe(200);
    expect((await skill(["search", name, "--json"])).said).toContain('"skills": []');
    expect((await skill(["install", name, "--allow-experimental"])).code).not.toBe(0);
    const address = withTokenIn(`${registry.url}/hub`, ada);
    expect((await skill(["search", name, "--json", "--hub-url", address])).said).not.toContain('"skills": []');
    const installed = await skill(["install", name, "--allow-experimental"], { GAIA_HUB_URL: address });
    expect([installed.code, installed.said]).toEqual([0, expect.any(String)]);
  });

  test.for(GAIA_RELEASES)("%s publishes what it signed, once, and installs it from here", async (release) => {
    const { skill, write } = clientOf(release);
    const name = `published-${release.replaceAll(".", "-")}`;
    const dir = await write(name, hubFiles({ name }));
    expect((await skill(["keygen"])).code).toBe(0);
    const nobody = await skill(["publish", dir, "--publisher", "ada"], { GAIA_HUB_TOKEN: "gsk_nobody" });
    expect([nobody.code, nobody.said]).toEqual([4, expect.stringContaining("401 unauthorized")]);
    const published = await skill(["publish", dir, "--publisher", "ada"], { GAIA_HUB_TOKEN: ada });
    expect([published.code, published.said]).toEqual([0, expect.stringContaining("1.0.0")]);
    expect((await inspected(registry.url, name, "1.0.0", ada)).status).toBe("published");
    const again = await skill(["publish", dir, "--publisher", "ada"], { GAIA_HUB_TOKEN: ada });
    expect([again.code, again.said]).toEqual([4, expect.stringContaining("409 version_exists")]);
    const installed = await skill(["install", name, "--allow-experimental"]);
    expect([installed.code, installed.said]).toEqual([0, expect.any(String)]);
  });

  /** What the client's lock says of an installed skill: claimed, attested and installed tier. */
  const tiersOf = async (home: string, name: string) => {
    const lock = JSON.parse(await readFile(join(home, ".gaia/skills/skill-lock.json"), "utf8")).skills[name];
    return [lock.claimed_tier, lock.attested_tier, lock.installed_tier, lock.artifact_filename];
  };

  test.for(GAIA_RELEASES)(
    "%s installs what was promoted as verified once its user trusts the hub's key, and as experimental before",
    async (release) => {
      const { skill, home } = clientOf(release);
      const name = `promoted-${release.replaceAll(".", "-")}`;
      const files = hubFiles({ name, permissions: ["network:read", "network:write"] });
      await raiser.community(name, files);
      await raiser.verified(name);
      const untrusted = await skill(["install", name, "--allow-experimental"]);
      expect([untrusted.code, untrusted.said]).toEqual([4, expect.stringContaining("network:write")]);
      const { bytes } = await onTheWire(`${registry.url}/hub/keys/registry.pub`);
      await writeFile(join(home, "registry.pub"), bytes);
      const trusted = await skill(["trust", "add", "registry.pub", "--role", "amd", "--publisher", "registry"]);
      expect([trusted.code, trusted.said]).toEqual([0, expect.any(String)]);
      const installed = await skill(["install", name, "--yes"]);
      expect([installed.code, installed.said]).toEqual([0, expect.any(String)]);
      expect(await tiersOf(home, name)).toEqual(["verified", "verified", "verified", `${name}-1.0.0-verified.zip`]);
      expect(await readFile(join(home, ".gaia/skills", name, "SKILL.md"), "utf8")).toContain("security_tier: verified");
    },
  );

  test.for(GAIA_RELEASES)("%s installs what was demoted as experimental again, at once", async (release) => {
    const { skill, home } = clientOf(release);
    const name = `demoted-${release.replaceAll(".", "-")}`;
    await raiser.community(name, hubFiles({ name }));
    await raiser.verified(name);
    expect((await skill(["install", name, "--yes"])).code).toBe(0);
    await raiser.demoted(name, "community");
    expect((await skill(["install", name, "--force", "--yes"])).code).toBe(0);
    expect((await tiersOf(home, name)).slice(0, 3)).toEqual(["community", "verified", "community"]);
    await raiser.demoted(name, "experimental");
    const refused = await skill(["install", name, "--force", "--yes"]);
    expect([refused.code, refused.said]).toEqual([4, expect.stringContaining("--allow-experimental")]);
    expect((await onTheWire(`${registry.url}/hub/skills/${name}/1.0.0/${name}-1.0.0-verified.zip`)).status).toBe(404);
  });

  test.for(GAIA_RELEASES)("%s refuses a re-stamped bundle that was changed on its way", async (release) => {
    const { skill } = clientOf(release);
    const name = `changed-${release.replaceAll(".", "-")}`;
    await raiser.community(name, hubFiles({ name }));
    await raiser.verified(name);
    for (const [what, changed] of [
      ["SKILL.md", (text: string) => text.replace("Say hello.", "Say nothing.")],
      ["tools.py", (text: string) => `${text}\n# more\n`],
    ] as const) {
      const mirror = await changingMirror(`${registry.url}/hub`, { name, path: `${name}/${what}`, changed });
      try {
        const refused = await skill(["install", name, "--force", "--yes"], { GAIA_HUB_URL: mirror.url });
        expect([what, refused.code, refused.said]).toEqual([what, 4, expect.stringMatching(/signature|sign/i)]);
      } finally {
        await mirror.close();
      }
    }
  });

  test.for(GAIA_RELEASES)("%s finds the author's signature in the bundle that it published", async (release) => {
    const { skill, home, write } = clientOf(release);
    const name = `signed-${release.replaceAll(".", "-")}`;
    const dir = await write(name, hubFiles({ name, tier: "community" }));
    expect((await skill(["keygen", "--key-name", "author"])).code).toBe(0);
    const published = await skill(["publish", dir, "--publisher", "ada", "--key-name", "author"], {
      GAIA_HUB_TOKEN: ada,
    });
    expect([published.code, published.said]).toEqual([0, expect.any(String)]);
    await inspected(registry.url, name, "1.0.0", ada);
    const key = join(home, ".gaia/skills/keys/author.pub");
    expect((await skill(["trust", "add", key, "--role", "publisher", "--publisher", "ada"])).code).toBe(0);
    const installed = await skill(["install", name, "--yes"]);
    expect([installed.code, installed.said]).toEqual([0, expect.any(String)]);
    expect((await tiersOf(home, name)).slice(0, 3)).toEqual(["community", "community", "community"]);
  });
});
