import { readSkill } from "@gaia/manifest";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { basic, bundled, hubFiles, hubIndex, onTheWire } from "../harness/hub.ts";
import { FORMAT_SAMPLES } from "../harness/format-samples.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";

/** Formats that go out as their author wrote them. */
const AS_WRITTEN = new Set(["gaia", "agent-skills", "openclaw"]);

let registry: TestRegistry;
let hub: string;
let ada: string;
let eve: string;

const published = (name: string, version = "1.0.0", files = hubFiles({ name, version })) =>
  publishedAtOnce(registry, { token: ada, name, version, files });
const get = (path: string, headers: Record<string, string> = {}) => onTheWire(`${hub}${path}`, headers);
const manifestOf = async (name: string, headers: Record<string, string> = {}) => {
  const { status, bytes } = await get(`/skills/${name}/manifest.json`, headers);
  return { status, body: JSON.parse(bytes.toString()) };
};
const idsFor = async (headers: Record<string, string> = {}) => (await hubIndex(hub, headers)).map(({ id }) => id);
const act = async (path: string, token: string, json: object, method = "POST") => {
  const answer = await call(`${registry.url}/api/v1${path}`, { token, method, json });
  expect([path, answer.status]).toEqual([path, 200]);
};

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  hub = `${registry.url}/hub`;
});
afterAll(() => registry.close());

test("an empty hub lists nothing, and is no 404", async () => {
  expect(await hubIndex(hub)).toEqual([]);
  expect(JSON.parse((await get("/health")).bytes.toString())).toEqual({ status: "ok", build: "unknown" });
  ada = await account(registry.url, registry.adminToken, "ada");
  eve = await account(registry.url, registry.adminToken, "eve");
});

describe("the index", () => {
  test("has one entry a skill, of its highest version, with what the client prints and no readme", async () => {
    await published("says-much");
    await published("says-much", "1.1.0");
    const entries = (await hubIndex(hub)).filter(({ id }) => id === "says-much");
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      id: "says-much",
      type: "skill",
      latest_version: "1.1.0",
      author: "ada",
      security_tier: "experimental",
      permissions: ["network:read"],
      tools_count: 1,
      skill_metadata: { tools: [{ name: "greet" }], audit: { verdict: "ALLOW", attestation: "registry-scanned" } },
    });
    expect(entries[0]).not.toHaveProperty("readme");
  });

  test("is sent in two codings, each with its own ETag, and as 304 to who has it", async () => {
    const plain = await get("/index.json");
    const packed = await get("/index.json", { "accept-encoding": "gzip, deflate" });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(await hubIndex(hub, { "accept-encoding": "gzip" })).toEqual(JSON.parse(plain.bytes.toString()).agents);
    const tags = [plain, packed].map(({ headers }) => headers.get("etag"));
    expect(new Set(tags).size).toBe(2);
    for (const { headers } of [plain, packed]) expect(headers.get("vary")?.toLowerCase()).toContain("accept-encoding");
    for (const refusing of ["identity", "gzip;q=0", "br"])
      expect((await get("/index.json", { "accept-encoding": refusing })).headers.get("etag")).toBe(tags[0]);
    const again = await get("/index.json", { "accept-encoding": "gzip", "if-none-match": String(tags[1]) });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect((await get("/index.json", { "if-none-match": String(tags[1]) })).status).toBe(200);
  });

  test("is the same bytes until a public skill changes, and another at once when one does", async () => {
    const first = await get("/index.json");
    registry.running.services.pages.forgetAll();
    expect((await get("/index.json")).sha256).toBe(first.sha256);
    await published("comes-now");
    const second = await get("/index.json");
    expect(second.headers.get("etag")).not.toBe(first.headers.get("etag"));
    expect(await idsFor()).toContain("comes-now");
  });

  test("begins with what is downloaded most", async () => {
    await published("much-wanted");
    await runSql(registry, "UPDATE skills SET downloads = 5000 WHERE name = 'much-wanted'");
    registry.running.services.pages.forgetAll();
    expect((await idsFor())[0]).toBe("much-wanted");
  });
});

describe("a version", () => {
  test("is installed from a manifest, a bundle and a SKILL.md that agree", async () => {
    await published("agrees");
    const { body } = await manifestOf("agrees");
    const { artifact } = body.versions["1.0.0"];
    expect(artifact.filename).toBe("agrees-1.0.0.zip");
    expect(artifact.path).toBe(`skills/agrees/1.0.0/${artifact.filename}`);
    expect(artifact.sha256).toMatch(/^[0-9a-f]{64}$/);
    const bundle = await get(`/skills/agrees/1.0.0/${artifact.filename}`);
    expect([bundle.sha256, bundle.bytes.length]).toEqual([artifact.sha256, artifact.size_bytes]);
    const files = hubFiles({ name: "agrees" });
    expect(bundled(bundle.bytes)).toEqual(
      new Map(Object.entries(files).map(([path, text]) => [`agrees/${path}`, String(text)])),
    );
    expect((await get("/skills/agrees/1.0.0/SKILL.md")).bytes.toString()).toBe(files["SKILL.md"]);
    expect((await get("//skills/agrees/manifest.json")).bytes.toString()).toBe(JSON.stringify(body));
    expect((await get(`//skills/agrees/1.0.0/${artifact.filename}`)).sha256).toBe(artifact.sha256);
    expect((await get("/skills/agrees/1.0.0/other.zip")).status).toBe(404);
  });

  test("whose number has build metadata, or whose name this client refuses, is not offered", async () => {
    await published("built", "1.0.0+linux");
    await published("two--dashes");
    expect((await manifestOf("built")).status).toBe(404);
    expect((await get("/skills/built/1.0.0+linux/SKILL.md")).status).toBe(404);
    expect((await manifestOf("two--dashes")).status).toBe(404);
    const ids = await idsFor();
    expect(ids.filter((id) => id === "built" || id === "two--dashes")).toEqual([]);
  });

  test("is gone from manifest, index and files at once when it is yanked, quarantined or hidden, and an older one is newest", async () => {
    await published("falls");
    await published("falls", "2.0.0");
    expect(Object.keys((await manifestOf("falls")).body.versions)).toEqual(["2.0.0", "1.0.0"]);
    await act("/skills/falls/2.0.0/yank", ada, { reason: "it was wrong" });
    const { body } = await manifestOf("falls");
    expect([body.latest_version, Object.keys(body.versions)]).toEqual(["1.0.0", ["1.0.0"]]);
    expect((await hubIndex(hub)).find(({ id }) => id === "falls")).toMatchObject({ latest_version: "1.0.0" });
    expect((await get("/skills/falls/2.0.0/falls-2.0.0.zip")).status).toBe(404);
    await act("/admin/skills/falls/1.0.0/quarantine", registry.adminToken, { reason: "it does harm" });
    for (const path of ["manifest.json", "1.0.0/SKILL.md", "1.0.0/falls-1.0.0.zip"])
      expect([path, (await get(`/skills/falls/${path}`)).status]).toEqual([path, 404]);
    expect(await idsFor()).not.toContain("falls");
    await published("hides");
    const { artifact } = (await manifestOf("hides")).body.versions["1.0.0"];
    expect((await get(`/skills/hides/1.0.0/${artifact.filename}`)).status).toBe(200);
    await act("/skills/hides/settings", ada, { visibility: "private" }, "PATCH");
    for (const path of ["manifest.json", "1.0.0/SKILL.md", `1.0.0/${artifact.filename}`])
      expect([path, (await get(`/skills/hides/${path}`)).status]).toEqual([path, 404]);
    expect(await idsFor()).not.toContain("hides");
  });
});

test("a skill that is not public is there for those who may see it alone, by a token as Basic's password", async () => {
  await published("of-ada-alone");
  await act("/skills/of-ada-alone/settings", ada, { visibility: "private" }, "PATCH");
  for (const headers of [{}, basic(eve), basic("gsk_nobody")]) {
    expect(await idsFor(headers)).not.toContain("of-ada-alone");
    expect((await manifestOf("of-ada-alone", headers)).status).toBe(404);
  }
  expect(await idsFor(basic(ada))).toEqual(expect.arrayContaining(["of-ada-alone", "says-much"]));
  const index = await get("/index.json", basic(ada));
  expect(index.headers.get("cache-control")).toBe("private, no-store");
  const { artifact } = (await manifestOf("of-ada-alone", basic(ada))).body.versions["1.0.0"];
  const path = `/skills/of-ada-alone/1.0.0/${artifact.filename}`;
  expect((await get(path, basic(ada))).sha256).toBe(artifact.sha256);
  expect((await get(path)).status).toBe(404);
  expect(await idsFor()).not.toContain("of-ada-alone");
});

test.for(Object.entries(FORMAT_SAMPLES))(
  "a package of the format %s is a bundle with a SKILL.md in which this client finds name, version and permissions",
  async ([format, { name, version, query, files }]) => {
    await publishedAtOnce(registry, { token: ada, name, version, files, query });
    const { status, body } = await manifestOf(name);
    expect(status).toBe(200);
    const { artifact } = body.versions[version];
    const bundle = bundled((await get(`/skills/${name}/${version}/${artifact.filename}`)).bytes);
    const text = bundle.get(`${name}/SKILL.md`) ?? "";
    expect((await get(`/skills/${name}/${version}/SKILL.md`)).bytes.toString()).toBe(text);
    expect(new Set([...bundle.keys()].map((path) => path.split("/")[0]))).toEqual(new Set([name]));
    if (AS_WRITTEN.has(format)) expect(text).toBe(files["SKILL.md"]);
    else expect(bundle.has(`${name}/CONVERSION.json`)).toBe(true);
    const { skill } = readSkill([{ path: "SKILL.md", bytes: Buffer.from(text) }], {
      format: "agent-skills",
      mode: "import",
    });
    expect(skill?.name.value).toBe(name);
    if (!AS_WRITTEN.has(format)) expect(text).toContain("gaia:");
  },
);
