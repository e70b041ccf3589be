import { createHash } from "node:crypto";
import { join } from "node:path";
import { readArchive } from "@gaia/archive";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fingerprintsOf } from "../../packages/protocols/clawhub/src/fingerprints.ts";
import { account, call, inspected, publish } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { heldZip, sampleFiles, sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;
let ada: string;
let bob: string;
const reason = "it was for this";

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  bob = await account(registry.url, registry.adminToken, "bob");
  for (const version of ["1.0.0", "1.1.0", "1.2.0", "2.0.0-rc.1"])
    await publishedAtOnce(registry, { token: ada, name: "many", version });
  await publishedAtOnce(registry, { token: ada, name: "gone", version: "1.0.0" });
  await publishedAtOnce(registry, { token: ada, name: "harmful", version: "1.0.0" });
  const act = (path: string, token: string) => call(`${registry.url}/api/v1${path}`, { token, json: { reason } });
  expect((await act("/skills/many/1.2.0/yank", ada)).status).toBe(200);
  expect((await act("/skills/gone/1.0.0/yank", ada)).status).toBe(200);
  expect((await act("/admin/skills/harmful/1.0.0/quarantine", registry.adminToken)).status).toBe(200);
  expect((await publish(registry.url, ada, heldZip({ name: "waiting" }))).status).toBe(201);
  await inspected(registry.url, "waiting", "1.0.0", ada);
  expect((await publish(registry.url, ada, sampleZip({ name: "hush" }), "?visibility=private")).status).toBe(201);
  await inspected(registry.url, "hush", "1.0.0", ada);
});
afterAll(() => registry.close());

const ask = (path: string, token?: string) =>
  call(`${registry.url}/clawhub/api/v1${path}`, token === undefined ? {} : { token });

test("a client finds the registry by its origin, by both names of the document", async () => {
  for (const name of ["clawhub", "clawdhub"]) {
    const { status, body } = await call(`${registry.url}/.well-known/${name}.json`);
    expect([status, body.apiBase, body.authBase]).toEqual([200, `${registry.url}/clawhub`, registry.url]);
  }
});

test("the latest is the highest stable version that is served, and an exact one that was withdrawn is 410", async () => {
  const { body } = await ask("/skills/many");
  expect(body.latestVersion.version).toBe("1.1.0");
  expect((await ask("/skills/many/versions")).body.items.map(({ version }: { version: string }) => version)).toEqual([
    "2.0.0-rc.1",
    "1.1.0",
    "1.0.0",
  ]);
  const first = await ask("/skills/many/versions?limit=2");
  const next = await ask(`/skills/many/versions?limit=2&cursor=${first.body.nextCursor}`);
  expect([first.body.items.length, next.body.items[0].version, next.body.nextCursor]).toEqual([2, "1.0.0", null]);
  for (const path of [
    "/skills/many/versions/1.2.0",
    "/download?slug=many&version=1.2.0",
    "/skills/gone",
    "/download?slug=gone",
  ])
    expect([path, await textOf(path)]).toEqual([path, [410, "This version was withdrawn by its publisher."]]);
  expect(await textOf("/skills/many/versions/9.9.9")).toEqual([404, "Version not found"]);
  expect(await textOf("/download?slug=many&tag=beta")).toEqual([
    404,
    "There is no tag beta here: the only one is latest.",
  ]);
});

/** Status and body of a refusal, which has to be a line of text. */
async function textOf(path: string, token?: string): Promise<[number, string]> {
  const { status, headers, body } = await ask(path, token);
  expect(headers.get("content-type"), path).toBe("text/plain; charset=utf-8");
  return [status, body];
}

test("what is not there, is private or belongs to another owner is not found, word for word as the client reads it", async () => {
  for (const path of [
    "/skills/nothing",
    "/skills/hush",
    "/skills/many?ownerHandle=bob",
    "/resolve?slug=nothing&hash=00",
    "/download?slug=hush",
    "/skills/hush/moderation",
  ])
    expect([path, await textOf(path)]).toEqual([path, [404, "Skill not found"]]);
  for (const path of ["/skills/hush", "/skills/many?ownerHandle=%40Ada"])
    expect([path, (await ask(path, ada)).status]).toEqual([path, 200]);
  expect(await textOf("/skills/hush", bob)).toEqual([404, "Skill not found"]);
});

test("an unknown token on public reads is nobody's, and is refused where somebody has to be somebody", async () => {
  expect((await ask("/skills/many", "clh_of_another_registry")).status).toBe(200);
  expect((await ask("/download?slug=many", "clh_of_another_registry")).status).toBe(200);
  expect(await textOf("/whoami", "clh_of_another_registry")).toEqual([401, "Unauthorized"]);
  expect((await ask("/whoami", ada)).body).toMatchObject({ user: { handle: "ada", role: "user" } });
});

test("S11 what is held or withheld is told by its name and reason alone, and never served", async () => {
  const held = await ask("/skills/waiting");
  expect(held.body.moderation).toMatchObject({ isSuspicious: true, isMalwareBlocked: false, reasonCodes: ["held"] });
  const harmful = await ask("/skills/harmful");
  expect(harmful.body.moderation).toMatchObject({ isSuspicious: false, isMalwareBlocked: true, verdict: "malicious" });
  for (const { body } of [held, harmful]) {
    expect(body.latestVersion).toBeNull();
    expect(body.skill.summary).toBeNull();
  }
  for (const name of ["waiting", "harmful"]) {
    expect((await ask(`/skills/${name}/install`)).body).toMatchObject({ ok: false, status: 403 });
    for (const path of [`/download?slug=${name}`, `/skills/${name}/versions/1.0.0`, `/skills/${name}/card`]) {
      expect([path, (await ask(path)).status]).toEqual([path, 403]);
      expect([path, (await ask(path, ada)).status]).toEqual([path, 403]);
    }
  }
  const listed = (await ask("/skills?limit=200", ada)).body.items.map(({ slug }: { slug: string }) => slug);
  expect(listed.toSorted()).toEqual(["hush", "many"]);
  expect((await ask("/search?q=waiting")).body.results).toEqual([]);
  const items = ["many", "waiting"].map((slug) => ({ slug, version: "1.0.0" }));
  const verdicts = await call(`${registry.url}/clawhub/api/v1/skills/-/security-verdicts`, { json: { items } });
  expect(verdicts.body.items.map((one: { decision: string }) => one.decision)).toEqual(["pass", "fail"]);
});

test("a download is the canonical zip: files at the root, none added, the same bytes each time", async () => {
  const get = async () => {
    const answer = await fetch(`${registry.url}/clawhub/api/v1/download?slug=many&version=1.0.0`);
    return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
  };
  const [one, two] = [await get(), await get()];
  expect(one.bytes).toEqual(two.bytes);
  expect(one.answer.headers.get("content-disposition")).toBe('attachment; filename="many-1.0.0.zip"');
  const limits = registry.running.services.registry.limits;
  expect(readArchive(one.bytes, limits).files.map(({ path }) => path)).toEqual(["SKILL.md", "tools.py"]);
});

test("one file is sent as inert bytes, of what is served alone", async () => {
  const file = await fetch(`${registry.url}/clawhub/api/v1/skills/many/file?path=tools.py&version=1.0.0`);
  expect(await file.text()).toBe(sampleFiles({ name: "many" })["tools.py"]);
  expect(file.headers.get("content-disposition")).toContain("attachment");
  expect(file.headers.get("content-security-policy")).toContain("sandbox");
  expect(await textOf("/skills/many/file?path=no.md")).toEqual([404, "File not found"]);
  expect((await ask("/skills/many/file?path=SKILL.md&version=1.2.0")).status).toBe(410);
  expect((await ask("/skills/waiting/file?path=SKILL.md&version=1.0.0", ada)).status).toBe(403);
});

test("a prefix lists names that begin so, a page at a time, each once", async () => {
  const names = Array.from({ length: 27 }, (_, at) => `gif-${String(at).padStart(2, "0")}`);
  for (const name of names) await publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
  const seen: string[] = [];
  let cursor: string | null = "";
  do {
    const page: { body: { items: { slug: string }[]; nextCursor: string | null } } = await ask(
      `/skills?prefix=gif&limit=25${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`,
    );
    expect(page.body.items.length).toBeLessThanOrEqual(25);
    seen.push(...page.body.items.map(({ slug }) => slug));
    cursor = page.body.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual(names);
  for (const sort of ["createdAt", "downloads", "installs", "stars", "trending", "no-such-sort"])
    expect([sort, (await ask(`/skills?limit=200&sort=${sort}`)).body.items.length]).toEqual([sort, 28]);
});

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const digests = (files: Record<string, string>) =>
  Object.entries(files).map(([path, text]) => ({ path, sha256: sha256(text) }));
/** As the client makes it of paths in this order. */
const fingerprint = (files: Record<string, string>): string =>
  sha256(
    digests(files)
      .map((file) => `${file.path}:${file.sha256}`)
      .join("\n"),
  );

test.each([
  [
    { "SKILL.md": "a", "assets/a.txt": "b", "scripts/Run.sh": "c" },
    [
      "e2cf19267c90b6bbb9be650b078d3394d78945fc933b9f5cc7534ee53d3c7ec8",
      "0c2a394e8c248961104a0159230ca0323dc7382f46857c79e372e6c3f4b676e7",
    ],
  ],
  [
    {
      "SKILL.md": "1",
      "_x.md": "2",
      "a-b.txt": "3",
      "a_b.txt": "4",
      "aB.txt": "5",
      "ab.txt": "6",
      "Z.md": "7",
      "10.md": "8",
      "2.md": "9",
      "é.md": "10",
    },
    [
      "7290211ff7ec2805fb4a4b56e7be84c4cc63206bed9100dffd524d27282aeb35",
      "2f928dafefe49caf10ac7b55c30bb3d2cc056dc09750b9caf39b2e6110923d98",
    ],
  ],
  [
    { "SKILL.md": "1", "aa.md": "2", "b.md": "3", "z.md": "4" },
    [
      "da9206c5c85ae8d50fa95e39d95ddc1d65de18b62c7fdf141b2293d859b0c006",
      "c2948294ed29fe7f526412982613fcf57584e8d9ed63f34994fb45e28198149a",
    ],
  ],
])("a version has the hashes of English, Danish and bytewise clients: %#", (files, hashes) => {
  expect(fingerprintsOf(digests(files))).toEqual(expect.arrayContaining(hashes));
});

test("a version has the hashes of clients that count text files alone, and of those that leave the card out", () => {
  const all = { LICENSE: "l", "SKILL.md": "s", "data.tsv": "t", "logo.png": "p", "skill-card.md": "c" };
  const { LICENSE, "SKILL.md": skill, "data.tsv": tsv } = all;
  const made = fingerprintsOf([...digests(all), { path: ".hidden/x.md", sha256: sha256("h") }]);
  expect(made).toContain(fingerprint({ "data.tsv": tsv, LICENSE, "logo.png": all["logo.png"], "SKILL.md": skill }));
  expect(made).toContain(fingerprint({ "data.tsv": tsv, LICENSE, "SKILL.md": skill }));
  expect(made).toContain(fingerprint({ "SKILL.md": skill }));
});

test("resolve tells which version a folder is, and the latest; what is not served is no match", async () => {
  const of = (version: string) => {
    const files = sampleFiles({ name: "many", version });
    return fingerprint({ "SKILL.md": String(files["SKILL.md"]), "tools.py": String(files["tools.py"]) });
  };
  const latestVersion = { version: "1.1.0" };
  for (const [version, match] of [
    ["1.0.0", { version: "1.0.0" }],
    ["1.1.0", { version: "1.1.0" }],
    ["1.2.0", null],
    ["7.7.7", null],
  ] as const)
    expect((await ask(`/resolve?slug=many&hash=${of(version)}`)).body).toEqual({ slug: "many", match, latestVersion });
});

test("what this registry does not hold is answered empty", async () => {
  for (const path of ["/packages", "/code-plugins", "/bundle-plugins", "/plugins"])
    expect((await ask(path)).body).toEqual({ items: [], nextCursor: null });
  expect((await ask("/packages/search?q=x")).body).toEqual({ results: [] });
  expect(await textOf("/packages/@scope/name")).toEqual([404, "Package not found"]);
});

test("in a closed registry the client still finds where to ask, and nothing else", async () => {
  const closed = await startTestRegistry({ withoutScanners: true, environment: { READ: "signed-in" } });
  try {
    expect((await call(`${closed.url}/.well-known/clawhub.json`)).status).toBe(200);
    for (const path of ["/search?q=x", "/skills", "/skills/many", "/download?slug=many", "/packages"])
      expect([path, (await call(`${closed.url}/clawhub/api/v1${path}`)).status]).toEqual([path, 401]);
    expect((await call(`${closed.url}/clawhub/api/v1/skills`, { token: closed.adminToken })).status).toBe(200);
  } finally {
    await closed.close();
  }
});

await describeWith("clawhub", "the client's own schemas", ({ url }) => {
  test.each([
    ["/search?q=many", "ApiV1SearchResponseSchema"],
    ["/skills?limit=5", "ApiV1SkillListResponseSchema"],
    ["/skills/many", "ApiV1SkillResponseSchema"],
    ["/skills/waiting", "ApiV1SkillResponseSchema"],
    ["/skills/harmful", "ApiV1SkillResponseSchema"],
    ["/skills/many/versions", "ApiV1SkillVersionListResponseSchema"],
    ["/skills/many/versions/1.0.0", "ApiV1SkillVersionResponseSchema"],
    ["/skills/many/moderation", "ApiV1SkillModerationResponseSchema"],
    ["/skills/waiting/moderation", "ApiV1SkillModerationResponseSchema"],
    ["/skills/many/install", "ApiV1SkillInstallResolveResponseSchema"],
    ["/skills/waiting/install", "ApiV1SkillInstallResolveResponseSchema"],
    ["/skills/many/verify", "ApiV1SkillVerifyResponseSchema"],
    ["/skills/waiting/verify?version=1.0.0", "ApiV1SkillVerifyResponseSchema"],
    ["/resolve?slug=many&hash=0", "ApiV1SkillResolveResponseSchema"],
    ["/whoami", "ApiV1WhoamiResponseSchema"],
  ])("the client's schema takes the answer of %s: %s", async (path, name) => {
    const schemas = await import(join(url, "0.23.3/node_modules/clawhub/dist/schema/index.js"));
    const { body } = await ask(path, ada);
    expect(schemas.parseArk(schemas[name], body, path)).toEqual(body);
    // It refuses what is not so.
    expect(() => schemas.parseArk(schemas[name], { nothing: true }, path)).toThrow(path);
  });
});
