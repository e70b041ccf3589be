import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { writeZip } from "@gaia/archive";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, inspected } from "../harness/api.ts";
import { basic, bundled, hubFiles, hubIndex, onTheWire } from "../harness/hub.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import type { SampleFiles } from "../harness/samples.ts";

let registry: TestRegistry;
let ada: string;
let eve: string;

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  eve = await account(registry.url, registry.adminToken, "eve");
});
afterAll(() => registry.close());

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === "string" ? Buffer.from(content) : content;
const bundleOf = (root: string, files: SampleFiles): Uint8Array =>
  writeZip(Object.entries(files).map(([path, content]) => ({ path: `${root}/${path}`, bytes: bytesOf(content) })));

const besideRoot = (root: string, files: SampleFiles): Uint8Array =>
  writeZip([
    ...Object.entries(files).map(([path, content]) => ({ path: `${root}/${path}`, bytes: bytesOf(content) })),
    { path: "beside.md", bytes: bytesOf("x") },
  ]);

interface Form {
  name: string;
  files?: SampleFiles;
  skill?: string | null;
  audit?: string | null;
  changelog?: string;
  fileName?: string;
  artifact?: Uint8Array | null;
  /** How many empty parts follow. */
  more?: number;
}

function formOf({
  name,
  files = hubFiles({ name }),
  skill,
  audit = null,
  changelog,
  fileName,
  artifact,
  more = 0,
}: Form): FormData {
  const form = new FormData();
  const text = skill === undefined ? String(files["SKILL.md"]) : skill;
  if (text !== null) form.append("skill", text);
  const bytes = artifact === undefined ? bundleOf(name, files) : artifact;
  if (bytes !== null)
    form.append(
      "artifact",
      new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "application/zip" }),
      fileName ?? `${name}-1.0.0.zip`,
    );
  if (audit !== null) form.append("audit", audit);
  if (changelog !== undefined) form.append("changelog", changelog);
  for (let n = 0; n < more; n += 1) form.append(`more-${n}`, "");
  return form;
}

const send = (form: Form, headers: Record<string, string> = { authorization: `Bearer ${ada}` }) =>
  call(`${registry.url}/hub/publish/skill`, { method: "POST", body: formOf(form), headers });

/** The files with a signature by a new key, of the name and version that it is told. */
function signed(files: SampleFiles, of: { name: string; version: string }): SampleFiles {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = publicKey.export({ type: "spki", format: "der" }).subarray(-32);
  const digests = Object.fromEntries(
    Object.keys(files)
      .toSorted()
      .map((path) => [
        path,
        createHash("sha256")
          .update(bytesOf(files[path] ?? ""))
          .digest("hex"),
      ]),
  );
  const said = { algorithm: "ed25519", files: digests, name: of.name, signature_version: 1, version: of.version };
  return {
    ...files,
    "SIGNATURE.json": JSON.stringify({
      ...said,
      key_id: createHash("sha256").update(raw).digest("hex").slice(0, 32),
      public_key: raw.toString("base64"),
      publisher: "ada",
      signature: sign(null, Buffer.from(JSON.stringify(said)), privateKey).toString("base64"),
    }),
  };
}

test("a publish is received at once, scanned by the registry, and then offered", async () => {
  const name = "comes-by-the-hub";
  const files = signed(hubFiles({ name }), { name, version: "1.0.0" });
  const answer = await send({
    name,
    files,
    audit: JSON.stringify({ verdict: "REVIEW", engine: "theirs", findings: [] }),
  });
  expect([answer.status, answer.body]).toEqual([
    201,
    {
      published: expect.objectContaining({
        name,
        version: "1.0.0",
        security_tier: "experimental",
        latest_version: "1.0.0",
      }),
    },
  ]);
  const { status, verdict } = await inspected(registry.url, name, "1.0.0", ada);
  expect([status, verdict]).toEqual(["published", "ALLOW"]);
  const bundle = await onTheWire(`${registry.url}/hub/skills/${name}/1.0.0/${name}-1.0.0.zip`);
  expect([...bundled(bundle.bytes).keys()]).toEqual([`${name}/SIGNATURE.json`, `${name}/SKILL.md`, `${name}/tools.py`]);
  const entry = (await hubIndex(`${registry.url}/hub`)).find(({ id }) => id === name);
  expect(entry).toMatchObject({
    author: "ada",
    skill_metadata: { audit: { verdict: "ALLOW", engine: "gaia-registry" } },
  });
});

test("a token may be Basic's password; without one, with another one or by a page of another site nothing is published", async () => {
  expect((await send({ name: "by-basic" }, basic(ada))).status).toBe(201);
  for (const headers of [{}, { authorization: "Bearer gsk_nobody" }, basic("gsk_nobody")]) {
    const answer = await send({ name: "by-nobody" }, headers);
    expect([answer.status, answer.body]).toEqual([401, { error: "unauthorized", message: expect.any(String) }]);
  }
  const elsewhere = await send({ name: "by-nobody" }, { ...basic(ada), origin: "https://elsewhere.example" });
  expect(elsewhere.status).toBe(403);
});

test("CRLF and a byte-order mark in the bundle are the same text as the form has", async () => {
  for (const [name, mark] of [
    ["other-line-ends", ""],
    ["marked", "\uFEFF"],
  ] as const) {
    const files = hubFiles({ name });
    const text = String(files["SKILL.md"]);
    const written = `${mark}${text.replaceAll("\n", "\r\n")}`;
    const answer = await send({ name, files: { ...files, "SKILL.md": written }, skill: text });
    expect([name, answer.status, answer.body.error]).toEqual([name, 201, undefined]);
  }
});

test("a bundle in a directory of another name, with a changelog, is published under the skill's own name", async () => {
  const files = { ...hubFiles({ name: "own-name" }), "CHANGELOG.md": "# 1.0.0\n" };
  const answer = await send({ name: "own-name", artifact: bundleOf("other-name", files), changelog: "# 1.0.0\n" });
  expect([answer.status, answer.body.published]).toEqual([201, expect.objectContaining({ name: "own-name" })]);
  await inspected(registry.url, "own-name", "1.0.0", ada);
  const bundle = await onTheWire(`${registry.url}/hub/skills/own-name/1.0.0/own-name-1.0.0.zip`);
  expect([...bundled(bundle.bytes).keys()].toSorted()).toEqual(
    Object.keys(files)
      .map((path) => `own-name/${path}`)
      .toSorted(),
  );
});

test("a signature stays readable beside the bundle, and a version that came without one has none", async () => {
  const files = signed(hubFiles({ name: "signed-one" }), { name: "signed-one", version: "1.0.0" });
  expect((await send({ name: "signed-one", files })).status).toBe(201);
  expect((await send({ name: "unsigned-one" })).status).toBe(201);
  for (const name of ["signed-one", "unsigned-one"]) await inspected(registry.url, name, "1.0.0", ada);
  const at = (name: string) => onTheWire(`${registry.url}/hub/skills/${name}/1.0.0/SIGNATURE.json`);
  const said = await at("signed-one");
  expect([said.status, JSON.parse(said.bytes.toString())]).toEqual([200, JSON.parse(String(files["SIGNATURE.json"]))]);
  expect((await at("unsigned-one")).status).toBe(404);
});

test.for<[string, SampleFiles, { status: string; verdict: string }]>([
  [
    "what holds it",
    {
      "tools.py": `${String(hubFiles({ name: "x" })["tools.py"])}\n\nimport subprocess\n\nsubprocess.run(["git", "status"])\n`,
    },
    { status: "published", verdict: "REVIEW" },
  ],
  [
    "what blocks it",
    { "scripts/clean.sh": "#!/bin/sh\nrm -rf --no-preserve-root /\n" },
    { status: "quarantined", verdict: "BLOCK" },
  ],
])(
  "a publish in which the registry's own scan finds %s is answered with 201, and is in no list",
  async ([, more, found]) => {
    const name = `found-${found.verdict.toLowerCase()}`;
    const files = { ...hubFiles({ name }), ...more };
    const audit = JSON.stringify({ verdict: "ALLOW", engine: "theirs", findings: [], cleared_tiers: ["verified"] });
    expect((await send({ name, files, audit })).status).toBe(201);
    expect(await inspected(registry.url, name, "1.0.0", ada)).toMatchObject(found);
    const hub = `${registry.url}/hub`;
    expect((await hubIndex(hub)).map(({ id }) => id)).not.toContain(name);
    for (const path of ["manifest.json", "1.0.0/SKILL.md", `1.0.0/${name}-1.0.0.zip`])
      expect([path, (await onTheWire(`${hub}/skills/${name}/${path}`)).status]).toEqual([path, 404]);
  },
);

describe("refused in the client's own words, and nothing is published:", () => {
  const files = hubFiles({ name: "refused" });
  const text = String(files["SKILL.md"]);
  test.for<[string, number, string, Omit<Form, "name">]>([
    ["a form of many parts", 400, "invalid_request", { more: 200 }],
    ["no bundle", 400, "invalid_request", { artifact: null }],
    ["no text", 400, "invalid_request", { skill: null }],
    ["a blank text", 400, "invalid_request", { skill: "  " }],
    ["a blank changelog", 400, "invalid_request", { changelog: " " }],
    ["files beside the bundle's directory", 400, "invalid_artifact", { artifact: besideRoot("refused", files) }],
    [
      "a permission that is none",
      400,
      "invalid_skill_manifest",
      { files: hubFiles({ name: "refused", permissions: ["network:everything"] }) },
    ],
    ["a tool without its function", 400, "invalid_skill_manifest", { files: { ...files, "tools.py": "x = 1\n" } }],
    ["a signature that is no JSON", 400, "signature_invalid", { files: { ...files, "SIGNATURE.json": "{" } }],
    ["a file name that is a path", 400, "invalid_artifact", { fileName: "../refused.zip" }],
    ["a bundle that is no zip", 400, "invalid_artifact", { artifact: Buffer.from("no zip") }],
    ["a bundle without SKILL.md", 400, "invalid_artifact", { artifact: bundleOf("refused", { "README.md": "x" }) }],
    [
      "another text than the bundle has",
      400,
      "invalid_skill_manifest",
      { skill: text.replace("Say hello", "Say more") },
    ],
    [
      "a manifest that cannot be read",
      400,
      "invalid_skill_manifest",
      { files: { "SKILL.md": text.replace(/description: .*/, "description: ''") } },
    ],
    [
      "a name of many blanks, which costs no more than any other",
      400,
      "invalid_skill_manifest",
      { files: { "SKILL.md": text.replace(/^name: .*/m, `name: a${" ".repeat(150_000)}b`) } },
    ],
    ["build metadata", 400, "invalid_skill_manifest", { files: hubFiles({ name: "refused", version: "1.0.0+linux" }) }],
    ["a name with two dashes", 400, "invalid_skill_manifest", { files: hubFiles({ name: "re--fused" }) }],
    [
      "a signature of another version",
      400,
      "signature_invalid",
      { files: signed(files, { name: "refused", version: "2.0.0" }) },
    ],
    [
      "a file that was changed after signing",
      400,
      "signature_invalid",
      {
        files: {
          ...signed(files, { name: "refused", version: "1.0.0" }),
          "tools.py": `${String(files["tools.py"])}\nx = 1\n`,
        },
      },
    ],
    ["a report that is no JSON", 400, "invalid_audit_report", { audit: "{" }],
    ["a report of another skill", 400, "audit_skill_mismatch", { audit: JSON.stringify({ skill: "other" }) }],
    ["a report of another version", 428, "audit_stale", { audit: JSON.stringify({ version: "2.0.0" }) }],
    [
      "a report of another SKILL.md",
      400,
      "audit_digest_mismatch",
      { audit: JSON.stringify({ manifest_digest: "sha256:0" }) },
    ],
    ["a report that says BLOCK", 403, "audit_blocked", { audit: JSON.stringify({ verdict: "BLOCK" }) }],
  ])("%s", async ([, status, error, form]) => {
    const answer = await send({ name: "refused", files, ...form });
    expect([answer.status, answer.body]).toEqual([status, { error, message: expect.stringMatching(/\w+ \w+/) }]);
    expect((await call(`${registry.url}/api/v1/skills/refused`, { token: ada })).status).toBe(404);
  });

  test("another media type", async () => {
    const answer = await call(`${registry.url}/hub/publish/skill`, { token: ada, json: {} });
    expect([answer.status, answer.body.error]).toEqual([415, "unsupported_media_type"]);
  });

  test("a version that is there, and a name that is another publisher's", async () => {
    expect((await send({ name: "taken-name" })).status).toBe(201);
    const again = await send({ name: "taken-name", files: hubFiles({ name: "taken-name", body: "Say more." }) });
    expect([again.status, again.body.error]).toEqual([409, "version_exists"]);
    expect((await send({ name: "taken-name" })).body.error).toBe("version_exists");
    const files = hubFiles({ name: "taken-name", version: "2.0.0" });
    const other = await send({ name: "taken-name", files }, { authorization: `Bearer ${eve}` });
    expect([other.status, other.body.error]).toEqual([403, "forbidden_scope"]);
  });

  test("a bundle that is larger than a package may be", async () => {
    const large = Buffer.alloc(registry.running.services.registry.limits.packedBytes + 4 * 1024 * 1024, 1);
    const answer = await send({ name: "refused", artifact: large });
    expect([answer.status, answer.body.error]).toEqual([413, "package_too_large"]);
  });
});
