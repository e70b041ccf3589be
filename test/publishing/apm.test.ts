import { createHash } from "node:crypto";
import { readArchive, DEFAULT_LIMITS, writeTarGz } from "@gaia/archive";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { narrowToken } from "../harness/narrow-token.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { sampleFiles, type SampleFiles, zipOf } from "../harness/samples.ts";

/** The registry as a registry of `apm`: its Registry HTTP API v1 under `/apm`. The real client: `apm-client.long.test.ts`. */

let registry: TestRegistry;
let ada: string;
let eve: string;

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  eve = await account(registry.url, registry.adminToken, "eve");
});
afterAll(() => registry.close());

const at = (path: string) => `${registry.url}/apm/v1${path}`;
const ask = (path: string, options: Parameters<typeof call>[1] = {}) => call(at(path), options);
const basic = (secret: string) => ({ authorization: `Basic ${Buffer.from(`anybody:${secret}`).toString("base64")}` });
const apmYml = (name: string, version: string) => `name: ${name}\nversion: ${version}\ndescription: A sample\n`;
/** A skill as `apm` packs one: its `apm.yml` beside a SKILL.md, which says no version. */
const packageOf = (name: string, version: string, more: SampleFiles = {}): SampleFiles => ({
  ...sampleFiles({ name, version }),
  "apm.yml": apmYml(name, version),
  ...more,
});
const put = (name: string, version: string, files: SampleFiles, options: Parameters<typeof call>[1] = { token: ada }) =>
  ask(`/packages/ada/${name}/versions/${version}`, {
    method: "PUT",
    type: "application/zip",
    body: zipOf(files) as Uint8Array<ArrayBuffer>,
    ...options,
  });
const gzipOf = (files: SampleFiles) =>
  writeTarGz(readArchive(zipOf(files), DEFAULT_LIMITS).files) as Uint8Array<ArrayBuffer>;
const sha256 = (bytes: ArrayBuffer) => createHash("sha256").update(Buffer.from(bytes)).digest("hex");
const stateOf = (name: string, version: string, columns: string) =>
  runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.changed', 'skill:${name}@${version}');
     UPDATE versions SET ${columns} WHERE version = '${version}' AND skill_id = (SELECT id FROM skills WHERE name = '${name}'); COMMIT;`,
  );

describe("what is served", () => {
  beforeAll(async () => {
    for (const version of ["1.0.0", "1.1.0", "2.0.0-rc.1"])
      await publishedAtOnce(registry, { token: ada, name: "served", version });
  });

  test("a published version is listed, and its download has the listed digest, an ETag and a Digest", async () => {
    const listed = await ask("/packages/ada/served/versions");
    expect(listed.status).toBe(200);
    const { package: named, versions } = listed.body;
    expect(named).toBe("ada/served");
    expect(versions.map(({ version }: { version: string }) => version)).toEqual(["2.0.0-rc.1", "1.1.0", "1.0.0"]);
    for (const { version, digest, published_at: at_, size_bytes: size } of versions) {
      const answer = await fetch(at(`/packages/ada/served/versions/${version}/download`));
      const bytes = await answer.arrayBuffer();
      expect(digest).toBe(`sha256:${sha256(bytes)}`);
      expect(size).toBe(bytes.byteLength);
      expect(new Date(at_).toISOString()).toBe(at_);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        "content-type": "application/zip",
        etag: `"${sha256(bytes)}"`,
        digest: `sha-256=${Buffer.from(sha256(bytes), "hex").toString("base64")}`,
      });
      // From what is kept for anybody, too.
      const again = await fetch(at(`/packages/ada/served/versions/${version}/download`), {
        headers: { "if-none-match": `"${sha256(bytes)}"` },
      });
      expect([again.status, again.headers.get("digest")]).toEqual([304, answer.headers.get("digest")]);
    }
  });

  test("an owner and a name are decoded, and nothing is found under another owner", async () => {
    for (const path of [
      "/packages/eve/served/versions",
      "/packages/gitlab.com%2Fada/served/versions",
      "/packages/a/b/versions",
    ]) {
      const answer = await ask(path);
      expect([answer.status, answer.headers.get("content-type")], path).toEqual([404, "application/problem+json"]);
    }
    expect((await ask("/packages/%61da/se%72ved/versions")).status).toBe(200);
    expect((await ask("/packages/eve/served/versions/1.0.0/download")).status).toBe(404);
    expect((await ask("/packages/ada/served/versions/not-semver/download")).status).toBe(404);
  });

  test("yanked is 410, held, withheld and below the least tier 409, and what is served no more is listed nowhere", async () => {
    await publishedAtOnce(registry, { token: ada, name: "moving", version: "1.0.0" });
    await publishedAtOnce(registry, { token: ada, name: "moving", version: "1.0.1" });
    const seen = async () => {
      const [one, list] = await Promise.all([
        ask("/packages/ada/moving/versions/1.0.0/download", { token: eve }),
        ask("/packages/ada/moving/versions", { token: eve }),
      ]);
      const { code } = one.body.extensions ?? {};
      const listed = list.body.versions.map(({ version }: { version: string }) => version);
      return [one.status, code, listed];
    };
    expect(await seen()).toEqual([200, undefined, ["1.0.1", "1.0.0"]]);
    await stateOf("moving", "1.0.0", "verdict = 'REVIEW', held = true");
    expect(await seen()).toEqual([409, "held", ["1.0.1"]]);
    await stateOf("moving", "1.0.0", "status = 'yanked', verdict = 'ALLOW', held = false");
    expect(await seen()).toEqual([410, "yanked", ["1.0.1"]]);
    await stateOf("moving", "1.0.0", "status = 'quarantined'");
    expect(await seen()).toEqual([409, "quarantined", ["1.0.1"]]);
    await stateOf("moving", "1.0.0", "status = 'published'");
    const { registry: served } = registry.running.services;
    served.clientsLeastTier = "community";
    try {
      expect((await ask("/packages/ada/moving/versions/1.0.0/download", { token: eve })).body).toMatchObject({
        status: 409,
        extensions: { code: "below_tier" },
      });
      expect((await ask("/packages/ada/moving/versions", { token: eve })).status).toBe(404);
    } finally {
      served.clientsLeastTier = "experimental";
    }
    await stateOf("moving", "1.0.0", "status = 'quarantined'");
    await stateOf("moving", "1.0.1", "status = 'yanked'");
    expect((await ask("/packages/ada/moving/versions")).status).toBe(404);
  });

  test("a private skill is there for a token that reads it, and a token without read reads what is public", async () => {
    await publishedAtOnce(registry, { token: ada, name: "secret", version: "1.0.0", query: "?visibility=private" });
    const publisher = await narrowToken(registry, { handle: "ada", scopes: ["publish"] });
    const path = "/packages/ada/secret/versions";
    for (const options of [{}, { token: eve }, { token: publisher }])
      expect((await ask(path, options)).status).toBe(404);
    for (const options of [{ token: ada }, { headers: basic(ada) }]) {
      expect((await ask(path, options)).status).toBe(200);
      expect((await ask(`${path}/1.0.0/download`, options)).status).toBe(200);
    }
    expect((await ask("/packages/ada/served/versions", { token: publisher })).status).toBe(200);
  });

  test("search finds skills with a served version, in pages", async () => {
    const found = await ask("/search?q=served");
    expect(found.body).toMatchObject({
      query: "served",
      results: [
        { id: "ada/served", latest_version: "1.1.0", author: "ada", type: "skill", score: 1, tags: ["sample"] },
      ],
    });
    const all = (await ask("/search?limit=100")).body;
    const pages = await Promise.all([0, 1].map(async (offset) => (await ask(`/search?limit=1&offset=${offset}`)).body));
    expect(pages.flatMap(({ results }) => results)).toEqual(all.results.slice(0, 2));
    for (const query of ["type=agent", "tag=nobodys", "q=secret", "offset=5000"])
      expect((await ask(`/search?${query}`)).body.results, query).toEqual([]);
    expect((await ask("/search?q=secret", { token: ada })).body.results).toHaveLength(1);
  });
});

describe("publishing", () => {
  test("what is sent is published: 201 names the digest of the archive that is served, and apm.yml is one of its files", async () => {
    const release = registry.holdInspection("round-trip");
    const sent = await put("round-trip", "1.0.0", packageOf("round-trip", "1.0.0"));
    expect(sent.status).toBe(201);
    expect(Object.keys(sent.body)).toEqual(["package", "version", "digest", "published_at", "size_bytes"]);
    // What is not inspected yet is not served.
    expect((await ask("/packages/ada/round-trip/versions")).status).toBe(404);
    release();
    await registry.settle();
    const [listed] = (await ask("/packages/ada/round-trip/versions")).body.versions;
    expect(listed).toMatchObject({ version: "1.0.0", digest: sent.body.digest, size_bytes: sent.body.size_bytes });
    const files = await call(`${registry.url}/api/v1/skills/round-trip/1.0.0/files`);
    expect(JSON.stringify(files.body)).toContain('"apm.yml"');
  });

  test("a SKILL.md without a version takes that of the address, which apm.yml has to have", async () => {
    const bare = {
      "SKILL.md": "---\nname: bare\ndescription: Says hello to whoever asks\n---\n\n# Bare\n\nSay hello.\n",
    };
    const refused = await put("bare", "2.0.0", { ...bare, "apm.yml": apmYml("bare", "1.0.0") });
    expect(refused).toMatchObject({ status: 422, body: { extensions: { errors: [{ file: "apm.yml" }] } } });
    expect(refused.body.detail).toBe('apm.yml has the version "1.0.0", and is published as 2.0.0.');
    expect((await put("bare", "2.0.0", { ...bare, "apm.yml": apmYml("ada/bare", "2.0.0") })).status).toBe(201);
    await registry.settle();
    expect((await call(`${registry.url}/api/v1/skills/bare/2.0.0`)).status).toBe(200);
  });

  test("a version is published once: the same bytes again are 409, too", async () => {
    const files = packageOf("once", "1.0.0");
    expect((await put("once", "1.0.0", files)).status).toBe(201);
    expect(await put("once", "1.0.0", files)).toMatchObject({
      status: 409,
      body: { extensions: { code: "version_exists" } },
    });
    expect((await put("once", "1.0.0", { ...files, "more.md": "more" })).status).toBe(409);
    await registry.settle();
  });

  test.each([
    ["no SemVer", "wrong", "1.0", packageOf("wrong", "1.0.0"), /no version of SemVer/],
    ["no SemVer for all its digits", "wrong", "v1.0.0", packageOf("wrong", "1.0.0"), /no version of SemVer/],
    [
      "another version in SKILL.md",
      "wrong",
      "1.0.1",
      { ...packageOf("wrong", "1.0.0"), "apm.yml": apmYml("wrong", "1.0.1") },
      /1\.0\.1/,
    ],
    [
      "another name in apm.yml",
      "wrong",
      "1.0.0",
      { ...packageOf("wrong", "1.0.0"), "apm.yml": apmYml("other", "1.0.0") },
      /"other"/,
    ],
    [
      "another name in SKILL.md",
      "wrong",
      "1.0.0",
      { ...packageOf("other", "1.0.0"), "apm.yml": apmYml("wrong", "1.0.0") },
      /SKILL\.md is named other/,
    ],
    ["no apm.yml", "wrong", "1.0.0", sampleFiles({ name: "wrong" }), /no apm\.yml at its root/],
    [
      "an apm.yml that is no YAML",
      "wrong",
      "1.0.0",
      packageOf("wrong", "1.0.0", { "apm.yml": "name: [" }),
      /cannot be read/,
    ],
    [
      "an apm.yml of more than 8 KiB",
      "wrong",
      "1.0.0",
      packageOf("wrong", "1.0.0", { "apm.yml": `${apmYml("wrong", "1.0.0")}# ${"x".repeat(8192)}\n` }),
      /more than 8192 characters/,
    ],
    [
      "a bundle",
      "wrong",
      "1.0.0",
      { "apm.yml": apmYml("wrong", "1.0.0"), "skills/wrong/SKILL.md": "---\nname: wrong\n---\n" },
      /Publish each skill of a bundle by itself/,
    ],
    [
      "what apm packs by itself",
      "wrong",
      "1.0.0",
      { "apm.yml": apmYml("wrong", "1.0.0"), ".apm/skills/wrong/SKILL.md": "---\n---\n" },
      /apm publish --zip/,
    ],
  ] as [string, string, string, SampleFiles, RegExp][])(
    "%s is 422 with its reasons below extensions",
    async (_, name, version, files, words) => {
      const answer = await put(name, version, files);
      expect(answer).toMatchObject({ status: 422, body: { title: expect.any(String), status: 422 } });
      expect(answer.body.detail).toMatch(words);
      expect(answer.body.extensions.errors.length).toBeGreaterThan(0);
      expect(Object.keys(answer.body).toSorted()).toEqual(["detail", "extensions", "status", "title", "type"]);
    },
  );

  test("gzip is taken like zip, another type is 415, and more than a package may weigh 413", async () => {
    const gzip = gzipOf(packageOf("packed", "1.0.0"));
    const taken = await put("packed", "1.0.0", {}, { token: ada, body: gzip, type: "application/gzip" });
    expect(taken).toMatchObject({ status: 201, body: { package: "ada/packed", version: "1.0.0" } });
    for (const type of ["application/json", "text/html", "multipart/form-data; boundary=x"])
      expect((await put("typed", "1.0.0", packageOf("typed", "1.0.0"), { token: ada, type })).status, type).toBe(415);
    const large = new Uint8Array(12 * 1024 * 1024 + 1);
    expect((await put("large", "1.0.0", {}, { token: ada, body: large, type: "application/zip" })).status).toBe(413);
  });

  test("without credentials it is 401, and without the scope a 403 that names it, by Bearer and by Basic alike", async () => {
    const files = packageOf("guarded", "1.0.0");
    const nobody = await put("guarded", "1.0.0", files, {});
    expect(nobody).toMatchObject({ status: 401, body: { extensions: { code: "unauthorized" } } });
    expect(nobody.headers.get("www-authenticate")).toBe('Bearer realm="registry", Basic realm="registry"');
    const reader = await narrowToken(registry, { handle: "ada", scopes: ["read"] });
    for (const options of [{ token: reader }, { headers: basic(reader) }]) {
      const refused = await put("guarded", "1.0.0", files, options);
      expect(refused).toMatchObject({ status: 403, body: { extensions: { missing_scope: "publish" } } });
      expect(refused.body.detail).toContain("a token with the scope publish");
    }
    for (const token of ["gsk_nobody", "x"]) expect((await put("guarded", "1.0.0", files, { token })).status).toBe(401);
    // Another's name, under one's own and under theirs.
    expect((await put("guarded", "1.0.0", files, { token: eve })).status).toBe(403);
    expect((await put("guarded", "1.0.0", files, { headers: basic(ada) })).status).toBe(201);
    await registry.settle();
    const taken = `/packages/eve/guarded/versions/1.0.1`;
    const body = zipOf(packageOf("guarded", "1.0.1")) as Uint8Array<ArrayBuffer>;
    const answer = await ask(taken, { method: "PUT", token: eve, type: "application/zip", body });
    expect(answer).toMatchObject({ status: 409, body: { extensions: { code: "name_taken" } } });
  });

  test("nothing answers with a page: unknown addresses and methods are problems, too", async () => {
    for (const [method, path, status] of [
      ["GET", "/nothing", 404],
      ["GET", "/packages/ada", 404],
      ["DELETE", "/search", 405],
      ["POST", "/packages/ada/served/versions/1.0.0", 405],
    ] as const) {
      const answer = await ask(path, { method });
      expect([answer.status, answer.headers.get("content-type")], path).toEqual([status, "application/problem+json"]);
      expect(answer.body.extensions).toMatchObject({ code: expect.any(String), request_id: expect.any(String) });
    }
  });
});

test("a closed registry answers nobody without a token, and everything with one", async () => {
  const closed = await startTestRegistry({ withoutScanners: true, environment: { READ: "signed-in" } });
  try {
    const token = await account(closed.url, closed.adminToken, "ada");
    await publishedAtOnce(closed, { token, name: "inside", version: "1.0.0" });
    for (const path of ["/packages/ada/inside/versions", "/packages/a/b/versions", "/search", "/nothing"]) {
      const stranger = await call(`${closed.url}/apm/v1${path}`);
      expect([stranger.status, stranger.headers.get("content-type")], path).toEqual([401, "application/problem+json"]);
    }
    for (const headers of [basic(token), { authorization: `Bearer ${token}` }])
      expect((await call(`${closed.url}/apm/v1/packages/ada/inside/versions`, { headers })).status).toBe(200);
  } finally {
    await closed.close();
  }
});
