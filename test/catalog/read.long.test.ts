import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";
import { describeForms, describeScaled } from "../harness/scaled.ts";
import { until } from "../harness/until.ts";

await describeForms("Reading", (form) => {
  let registry: TestRegistry;
  let ada: string;
  let eve: string;
  const api = (path: string) => `${registry.url}/api/v1${path}`;
  const admin = (path: string, json: unknown = { reason: "a test says so" }) =>
    call(api(`/admin${path}`), { token: registry.adminToken, json });
  const owner = (path: string, json: unknown = { reason: "a test says so" }) => call(api(path), { token: ada, json });

  const publishAll = async (...releases: [name: string, version: string, tags?: string[]][]) => {
    for (const [name, version, tags = ["sample"]] of releases) {
      expect((await publish(registry.url, ada, sampleZip({ name, version, tags }))).status).toBe(201);
    }
    for (const [name, version] of releases) await inspected(registry.url, name, version, ada);
  };

  beforeAll(async () => {
    registry = await startTestRegistry({ environment: await form.environment() });
    ada = await account(registry.url, registry.adminToken, "ada");
    eve = await account(registry.url, registry.adminToken, "eve");
    await publishAll(
      ["state-published", "1.0.0"],
      ["state-yanked", "1.0.0"],
      ["state-quarantined", "1.0.0"],
      ["state-purged", "1.0.0"],
      ["state-received", "1.0.0"],
      ["state-inspecting", "1.0.0"],
    );
    await owner("/skills/state-yanked/1.0.0/yank");
    await admin("/skills/state-quarantined/1.0.0/quarantine");
    // What no address of this step leads to, or what passes too quickly.
    const set = (name: string, status: string) =>
      runSql(
        registry,
        `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
         UPDATE versions SET status = '${status}' WHERE skill_id = (SELECT id FROM skills WHERE name = '${name}');
         UPDATE skills SET latest_version_id = NULL, updated_at = now() WHERE name = '${name}'; COMMIT;`,
      );
    await set("state-purged", "purged");
    await set("state-received", "received");
    await set("state-inspecting", "inspecting");
  });
  afterAll(() => registry.close());

  const TABLE: [state: string, anyone: number, owner: number, admin: number][] = [
    ["received", 404, 200, 200],
    ["inspecting", 404, 200, 200],
    ["published", 200, 200, 200],
    ["yanked", 200, 200, 200],
    ["quarantined", 403, 200, 200],
    ["purged", 410, 410, 410],
  ];

  test.each(TABLE)(
    "a %s version answers anyone %i, its owner %i, an admin %i, whatever is asked of it",
    async (state, anyone, own, administrator) => {
      const base = `/skills/state-${state}/1.0.0`;
      const viewers: [string | undefined, number][] = [
        [undefined, anyone],
        [eve, anyone],
        ["gsk_unknown", anyone],
        [ada, own],
        [registry.adminToken, administrator],
      ];
      for (const [token, expected] of viewers) {
        for (const rest of ["", "/download", "/download?archive=tgz", "/sums", "/files", "/signatures"]) {
          const answer = await call(api(base + rest), token === undefined ? {} : { token });
          expect([rest, token?.slice(0, 12), answer.status]).toEqual([rest, token?.slice(0, 12), expected]);
          if (token !== undefined) expect(answer.headers.get("cache-control")).toBe("private, no-store");
          else if (answer.status !== 200) expect(answer.headers.get("cache-control")).toBe("no-store");
          if (answer.status >= 400) expect(answer.body.status).toBe(expected);
        }
        // What was withdrawn is told to anyone (A3).
        const stated = (await call(api(`${base}/attestations`), token === undefined ? {} : { token })).status;
        expect(stated).toBe(["quarantined", "purged"].includes(state) ? 200 : expected);
        expect(
          (await call(api(`/skills/state-${state}/download?version=1.0.0`), token === undefined ? {} : { token }))
            .status,
        ).toBe(expected);
        expect(
          (
            await fetch(api(`${base}/download`), {
              method: "HEAD",
              headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
            })
          ).status,
        ).toBe(expected);
      }
      // The archive's own address gives no more away.
      const artifact = (await call(api(base), { token: registry.adminToken })).body.artifacts?.[0]?.integrity as
        | string
        | undefined;
      if (artifact) {
        const digest = Buffer.from(artifact.slice("sha256-".length), "base64").toString("hex");
        const blob = (await call(api(`/blobs/sha256/${digest}`))).status;
        expect(blob === 200).toBe(anyone === 200);
      }
    },
  );

  test("lists, search and facets neither show nor count what is withheld, whoever asks", async () => {
    for (const token of [undefined, ada, registry.adminToken]) {
      const options = token === undefined ? {} : { token };
      const found = (await call(api("/search?q=state&limit=100"), options)).body;
      const names = found.hits
        .map((hit: { name: string }) => hit.name)
        .filter((name: string) => name.startsWith("state-"));
      expect(names).toEqual(["state-published"]);
      expect(found.facets.tier.experimental).toBe(found.total);
      const listed = (await call(api("/skills?limit=100"), options)).body.items.map(
        (item: { name: string }) => item.name,
      );
      expect(listed.filter((name: string) => name.startsWith("state-"))).toEqual(["state-published"]);
    }
    await publishAll(["faceted-a", "1.0.0", ["rare-tag"]], ["faceted-b", "1.0.0", ["rare-tag"]]);
    const count = async () => {
      const { total, facets } = (await call(api("/search?q=faceted"))).body;
      return [total, facets.tag["rare-tag"] ?? 0, facets.tier.experimental ?? 0, facets.format["gaia-0.1"] ?? 0];
    };
    await until(async () => (await count())[0] === 2);
    expect(await count()).toEqual([2, 2, 2, 2]);
    await admin("/skills/faceted-a/1.0.0/quarantine");
    await until(async () => (await count())[0] === 1, 1_000);
    expect(await count()).toEqual([1, 1, 1, 1]);
    await owner("/skills/faceted-b/1.0.0/yank");
    await until(async () => (await count())[0] === 0, 1_000);
    expect(await count()).toEqual([0, 0, 0, 0]);
    expect((await call(api("/publishers/ada"))).body.skills).toBe(
      (await call(api("/skills?publisher=ada&limit=100"))).body.items.length,
    );
  });

  test("the latest version is the highest stable one that is published, else the highest prerelease, else none", async () => {
    const name = "versioned";
    const latest = async () => {
      const skill = (await call(api(`/skills/${name}`), { token: ada })).body;
      const download = await fetch(api(`/skills/${name}/download`));
      const file = /filename="versioned-(.*)\.zip"/.exec(download.headers.get("content-disposition") ?? "")?.[1];
      const listed = (await call(api(`/search?q=${name}`))).body.hits.find(
        (hit: { name: string }) => hit.name === name,
      );
      // The three ways to ask agree; a skill without a listed version is shown to its owner alone.
      expect(file ?? null).toBe(listed?.latest_version ?? null);
      if (file !== undefined) expect(skill.latest_version).toBe(file);
      return file ?? null;
    };
    const step = async (act: Promise<unknown>, expected: string | null) => {
      await act;
      await until(async () => {
        try {
          return (await latest()) === expected;
        } catch {
          return false;
        }
      }, 3_000);
    };
    await step(publishAll([name, "2.0.0-rc.9"]), "2.0.0-rc.9");
    await step(publishAll([name, "2.0.0-rc.10"]), "2.0.0-rc.10");
    await step(publishAll([name, "1.9.0"]), "1.9.0");
    await step(publishAll([name, "1.10.0"]), "1.10.0");
    await step(publishAll([name, "1.2.0"]), "1.10.0");
    await step(owner(`/skills/${name}/1.10.0/yank`), "1.9.0");
    await step(admin(`/skills/${name}/1.9.0/quarantine`), "1.2.0");
    await step(owner(`/skills/${name}/1.2.0/yank`), "2.0.0-rc.10");
    await step(owner(`/skills/${name}/2.0.0-rc.10/yank`), "2.0.0-rc.9");
    await step(owner(`/skills/${name}/2.0.0-rc.9/yank`), null);
    await step(owner(`/skills/${name}/1.10.0/unyank`, {}), "1.10.0");
    await step(admin(`/skills/${name}/1.9.0/release`), "1.10.0");
    // A pin to a yanked version keeps working.
    expect((await fetch(api(`/skills/${name}/1.2.0/download`))).status).toBe(200);
    const skill = (await call(api(`/skills/${name}`))).body;
    expect(skill.versions.map((each: { version: string }) => each.version)).toEqual([
      "2.0.0-rc.10",
      "2.0.0-rc.9",
      "1.10.0",
      "1.9.0",
      "1.2.0",
    ]);
  });

  test("pages that follow each other show each skill once, while others come, go and change", async () => {
    const names = Array.from({ length: 8 }, (_, n) => `paged-${n}`);
    // Created between the others, and withdrawn until somebody turns the pages.
    const between = ["paged-0-new", "paged-5-new", "paged-9-new"];
    const all = [...names, ...between].toSorted();
    await publishAll(...all.map((name): [string, string, string[]] => [name, "1.0.0", ["paged"]]));
    for (const sort of ["name", "updated", "created", "downloads"]) {
      for (const name of between) await owner(`/skills/${name}/1.0.0/yank`);
      const seen: string[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < 20; page += 1) {
        const address: string = `/skills?tag=paged&limit=2&sort=${sort}${cursor === null ? "" : `&cursor=${cursor}`}`;
        const answer = await call(api(address));
        expect(answer.status).toBe(200);
        seen.push(...answer.body.items.map((item: { name: string }) => item.name));
        cursor = answer.body.next_cursor;
        if (cursor === null) break;
        const appearing = between[page];
        if (appearing) await owner(`/skills/${appearing}/1.0.0/unyank`, {});
        // What was read already changes, and by the time of change moves to the front.
        await owner(`/skills/${seen[0]}/1.0.0/yank`);
        await owner(`/skills/${seen[0]}/1.0.0/unyank`, {});
      }
      // Nothing twice, and nothing is missing that was there all along.
      expect(new Set(seen).size, sort).toBe(seen.length);
      expect(seen.filter((name) => names.includes(name)).toSorted(), sort).toEqual(names);
    }
  });

  test("every page has an ETag that a 304 answers, changes with what it shows, and is kept by no shared cache for an account", async () => {
    for (const path of [
      "/skills",
      "/search?q=state",
      "/skills/state-published",
      "/skills/state-published/1.0.0",
      "/skills/state-published/1.0.0/sums",
      "/skills/state-published/download",
      "/keys",
      "/openapi.json",
    ]) {
      const first = await fetch(api(path));
      const bytes = Buffer.from(await first.arrayBuffer());
      const etag = first.headers.get("etag") ?? "";
      expect([path, first.status]).toEqual([path, 200]);
      expect(etag, path).toMatch(/^"[^"]+"$/);
      expect(first.headers.get("cache-control"), path).toMatch(/no-cache/);
      expect(first.headers.get("vary")?.toLowerCase(), path).toContain("authorization");
      expect(first.headers.get("x-content-type-options")).toBe("nosniff");
      for (const given of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
        const second = await fetch(api(path), { headers: { "if-none-match": given } });
        expect([path, given, second.status]).toEqual([path, given, 304]);
        expect(second.headers.get("etag")).toBe(etag);
        expect((await second.arrayBuffer()).byteLength).toBe(0);
      }
      expect((await fetch(api(path), { headers: { "if-none-match": '"x"' } })).status).toBe(200);
      const head = await fetch(api(path), { method: "HEAD" });
      expect([path, head.status]).toEqual([path, 200]);
      expect(head.headers.get("etag"), path).toBe(etag);
      expect([null, String(bytes.length)], path).toContain(head.headers.get("content-length"));
      expect((await head.arrayBuffer()).byteLength).toBe(0);
      const own = await fetch(api(path), { headers: { authorization: `Bearer ${ada}` } });
      await own.arrayBuffer();
      expect(own.headers.get("cache-control"), path).toBe("private, no-store");
    }
    const address = api("/skills/state-published");
    const before = (await fetch(address)).headers.get("etag");
    await publishAll(["state-published", "1.1.0"]);
    expect((await fetch(address)).headers.get("etag")).not.toBe(before);
  });

  test("X4 the file name of a download is the skill's own, whatever the request says", async () => {
    await publishAll(["named", "1.0.0-rc.1+build.7"]);
    const answer = await fetch(api("/skills/named/1.0.0-rc.1+build.7/download?utm_source=x%0d%0aset-cookie:%20a=b"));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="named-1.0.0-rc.1+build.7.zip"');
    expect(answer.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(answer.headers.get("set-cookie")).toBeNull();
    for (const path of [
      "/skills/named%0d%0ax:y/download",
      "/skills/named/1.0.0%0d%0ax:y/download",
      "/skills/named/download?archive=zip%0d%0a",
      "/skills/named/download?filename=x",
    ]) {
      expect([400, 404]).toContain((await fetch(api(path))).status);
    }
  });

  test("a quarantine takes effect at once on a download that everybody has fetched, a release too", async () => {
    await publishAll(["withdrawn", "1.0.0"]);
    const download = api("/skills/withdrawn/1.0.0/download");
    const first = await fetch(download);
    await first.arrayBuffer();
    const etag = first.headers.get("etag") ?? "";
    for (let n = 0; n < 5; n += 1) {
      expect((await fetch(download)).status).toBe(200);
      expect((await admin("/skills/withdrawn/1.0.0/quarantine")).status).toBe(200);
      expect((await fetch(download)).status).toBe(403);
      // Who asks whether the copy still holds is told, not waved through.
      expect((await fetch(download, { headers: { "if-none-match": etag } })).status).toBe(403);
      expect((await admin("/skills/withdrawn/1.0.0/release")).status).toBe(200);
      expect((await fetch(download)).status).toBe(200);
    }
  });
});

await describeScaled("Two processes", (form) => {
  test("a quarantine in one process takes effect in the other, on what it has in its cache", async () => {
    const environment = await form.environment();
    const [one, two] = [await startTestRegistry({ environment }), await startTestRegistry({ environment })];
    const ada = await account(one.url, one.adminToken, "ada");
    await publish(one.url, ada, sampleZip({ name: "shared" }));
    await inspected(two.url, "shared", "1.0.0", ada);
    const download = (registry: TestRegistry) => fetch(`${registry.url}/api/v1/skills/shared/1.0.0/download`);
    for (let n = 0; n < 5; n += 1) {
      for (const each of [one, two]) expect((await download(each)).status).toBe(200);
      const decided = await call(`${one.url}/api/v1/admin/skills/shared/1.0.0/quarantine`, {
        token: one.adminToken,
        json: { reason: "a test" },
      });
      expect(decided.status).toBe(200);
      // The database's notification needs its moment; the cache's own age limit would be two seconds.
      await until(async () => (await download(two)).status === 403, 500);
      const released = await call(`${two.url}/api/v1/admin/skills/shared/1.0.0/release`, {
        token: one.adminToken,
        json: { reason: "a test" },
      });
      expect(released.status).toBe(200);
      await until(async () => (await download(one)).status === 200, 500);
    }
    await one.settle();
    await one.close();
    await two.close();
  });
});

describe("Addresses that name nothing", () => {
  test("answer 404 as problems, known ones 405 to other methods, and no method is overridden by a header", async () => {
    const registry = await startTestRegistry({ withoutScanners: true });
    for (const [method, path, status] of [
      ["GET", "/api/v1/nothing", 404],
      ["POST", "/api/v1/nothing", 404],
      ["POST", "/api/v1/search", 405],
      ["PUT", "/api/v1/skills", 405],
      ["DELETE", "/api/v1/skills/x", 405],
      ["GET", "/api/v1/skills/X", 404],
      ["GET", "/api/v2/skills", 404],
    ] as const) {
      const answer = await call(registry.url + path, { method, headers: { accept: "application/json" } });
      expect([method, path, answer.status]).toEqual([method, path, status]);
    }
    const overridden = await call(`${registry.url}/api/v1/whoami`, {
      headers: { "x-http-method-override": "DELETE", authorization: `Bearer ${registry.adminToken}` },
    });
    expect(overridden.status).toBe(200);
    await registry.close();
  });
});
