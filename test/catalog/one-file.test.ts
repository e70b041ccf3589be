import { createHash } from "node:crypto";
import { request } from "node:http";
import { NotServed, readServedFile } from "@gaia/artefacts";
import { blobKey } from "@gaia/catalog";
import { PROTOCOLS } from "@gaia/policy";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { artefactCtx, versionIdOf } from "../harness/derived.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";
import { heldZip, sampleFiles, sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;
let ada: string;
let bob: string;
/** Latin-1, whatever the type of a `.txt` says. */
const LATIN1 = Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]);
const ODD = ["docs/100% sure!.txt", "docs/über uns.md", "docs/a#b+c&d.txt", "docs/%2e%2e.txt", "constructor"];
const FILES = {
  ...sampleFiles({ name: "many-files" }),
  "docs/latin.txt": LATIN1,
  "docs/page.html": "<script>alert(1)</script>",
  "docs/picture.svg": '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  "docs/data.json": '{"a": 1}',
  ".hidden": "hidden",
  ...Object.fromEntries(ODD.map((path) => [path, `this is ${path}\n`])),
};
const encoded = (path: string) => path.split("/").map(encodeURIComponent).join("/");
const at = (path: string, release = "many-files/1.0.0") => `${registry.url}/api/v1/skills/${release}/files/${path}`;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

/** The request line as it stands, which `fetch` would tidy. */
const statusOf = (path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(registry.url);
    const asked = request({ hostname, port, path, timeout: 20_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on("error", reject).end();
  });

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  bob = await account(registry.url, registry.adminToken, "bob");
  await publishedAtOnce(registry, { token: ada, name: "many-files", version: "1.0.0", files: FILES });
});
afterAll(() => registry.close());

test("each file that the list names is answered byte for byte, kept or not, with its digest", async () => {
  const { files } = (await call(`${registry.url}/api/v1/skills/many-files/1.0.0/files`)).body;
  expect(files).toHaveLength(Object.keys(FILES).length);
  for (const file of files as { path: string; sha256: string; size_bytes: number }[]) {
    const address = at(encoded(file.path));
    const answers = [await fetch(address), await fetch(address), await fetch(address, { headers: bearer(bob) })];
    for (const answer of answers) {
      const bytes = Buffer.from(await answer.arrayBuffer());
      const want = Buffer.from(FILES[file.path as keyof typeof FILES] as string);
      expect([file.path, answer.status, bytes.equals(want)]).toEqual([file.path, 200, true]);
      expect([sha256(bytes), bytes.length]).toEqual([file.sha256, file.size_bytes]);
      expect(answer.headers.get("etag")).toBe(`"${file.sha256}"`);
    }
  }
});

test("X1 X4 X5 a browser runs nothing of a file: an attachment, a type of the table, no sniffing, a sandbox", async () => {
  const types: Record<string, [string, string]> = {
    "SKILL.md": ["text/markdown; charset=utf-8", "SKILL.md"],
    "docs/data.json": ["application/json", "data.json"],
    "docs/latin.txt": ["text/plain; charset=utf-8", "latin.txt"],
    "docs/page.html": ["application/octet-stream", "page.html"],
    "docs/picture.svg": ["application/octet-stream", "picture.svg"],
    "tools.py": ["application/octet-stream", "tools.py"],
    "docs/über uns.md": ["text/markdown; charset=utf-8", "_ber_uns.md"],
    "docs/100% sure!.txt": ["text/plain; charset=utf-8", "100__sure_.txt"],
    ".hidden": ["application/octet-stream", "_hidden"],
  };
  for (const [path, [type, name]] of Object.entries(types)) {
    for (const headers of [{}, {}, bearer(ada)]) {
      const answer = await fetch(at(encoded(path)), { headers: headers as Record<string, string> });
      await answer.arrayBuffer();
      expect([path, answer.headers.get("content-type")]).toEqual([path, type]);
      expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    }
  }
});

test("a path is looked up and nothing else: decoded once, no way out of the package", async () => {
  const base = "/api/v1/skills/many-files/1.0.0/files";
  expect(await statusOf(`${base}/docs/data.json`)).toBe(200);
  expect(await statusOf(`${base}/docs%2Fdata.json`)).toBe(200);
  // The file of that name, and no parent folder.
  expect(await statusOf(`${base}/docs/%252e%252e.txt`)).toBe(200);
  // Dots of an address are resolved before anything is looked up.
  expect(await statusOf(`${base}/docs/../SKILL.md`)).toBe(200);
  for (const path of [
    "/../../../../etc/passwd",
    "/..%2f..%2fetc%2fpasswd",
    "/%2e%2e/SKILL.md",
    "/docs%2F..%2FSKILL.md",
    "/%252e%252e%252fSKILL.md",
    "/docs%252Fdata.json",
    "/docs//data.json",
    "//docs/data.json",
    "/docs/data.json/",
    "/docs",
    "/docs/",
    "/skill.md",
    "/SKILL.md.",
    "/SHA256SUMS",
    "/__proto__",
    "/u%CC%88ber%20uns.md",
    `/${"a/".repeat(300)}b`,
  ])
    expect([path, await statusOf(`${base}${path}`)]).toEqual([path, 404]);
  expect(await statusOf(`${base}/docs%00.json`)).toBe(400);
  expect(await statusOf(`${base}/docs%ff.json`)).toBe(400);
  expect((await call(at("nothing.md"))).headers.get("content-type")).toContain("application/problem+json");
  expect((await call(at("nothing.md"))).body).toMatchObject({ code: "not_found", status: 404 });
});

test("HEAD, ranges and `If-None-Match`, kept or not", async () => {
  const address = at("docs/latin.txt");
  const etag = `"${sha256(LATIN1)}"`;
  for (const headers of [{}, {}, bearer(bob)] as Record<string, string>[]) {
    const head = await fetch(address, { method: "HEAD", headers });
    expect([head.status, head.headers.get("content-length"), head.headers.get("etag")]).toEqual([200, "5", etag]);
    const part = await fetch(address, { headers: { ...headers, range: "bytes=3-" } });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, LATIN1.subarray(3)]);
    const known = await fetch(address, { headers: { ...headers, "if-none-match": etag } });
    // What is made for somebody nobody kept.
    const isOwn = "authorization" in headers;
    expect([known.status, (await known.arrayBuffer()).byteLength]).toEqual(isOwn ? [200, 5] : [304, 0]);
    expect(known.headers.get("etag")).toBe(etag);
    expect(known.headers.get("cache-control")).toBe(isOwn ? "private, no-store" : "no-cache");
  }
});

test("a file counts as no download, and costs one request of the limit as the archive does", async () => {
  const counted = async () => {
    await registry.running.services.downloads.flush();
    return rowsOf<{ count: number }>(registry, "SELECT count FROM downloads_daily", []);
  };
  const before = await counted();
  const left = async (address: string) =>
    Number((await fetch(address, { headers: bearer(bob) })).headers.get("ratelimit")?.match(/r=(\d+)/)?.[1]);
  const [first, second] = [await left(at("SKILL.md")), await left(at("SKILL.md"))];
  expect([first - second, await counted()]).toEqual([1, before]);
  const archive = await left(`${registry.url}/api/v1/skills/many-files/1.0.0/download`);
  expect(second - archive).toBe(1);
});

test("T7 what a state or somebody's rights withhold of a download, they withhold of its files", async () => {
  const publishedAs = async (name: string, zip: Uint8Array, query = "") => {
    expect((await publish(registry.url, ada, zip, query)).status).toBe(201);
    await inspected(registry.url, name, "1.0.0", ada);
  };
  await publishedAs("quiet", sampleZip({ name: "quiet" }), "?visibility=private");
  await publishedAs("held-one", heldZip({ name: "held-one" }));
  for (const name of ["yanked-one", "taken-one", "purged-one"])
    await publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
  const reason = "it was for this";
  const done = async (path: string, token: string) =>
    expect((await call(`${registry.url}/api/v1${path}`, { token, json: { reason } })).status).toBe(200);
  await (await fetch(at("SKILL.md", "taken-one/1.0.0"))).arrayBuffer();
  await done("/skills/yanked-one/1.0.0/yank", ada);
  await done("/admin/skills/taken-one/1.0.0/quarantine", registry.adminToken);
  await done("/admin/skills/purged-one/1.0.0/purge", registry.adminToken);
  for (const name of ["quiet", "held-one", "yanked-one", "taken-one", "purged-one", "nobody-has-it"]) {
    for (const headers of [{}, bearer(bob), bearer(ada), bearer(registry.adminToken)] as Record<string, string>[]) {
      const file = await fetch(at("SKILL.md", `${name}/1.0.0`), { headers });
      const archive = await fetch(`${registry.url}/api/v1/skills/${name}/1.0.0/download`, { headers });
      const code = async (answer: Response) => (answer.ok ? null : ((await answer.json()) as { code: string }).code);
      expect([name, file.status, await code(file)]).toEqual([name, archive.status, await code(archive)]);
    }
  }
  expect((await fetch(at("SKILL.md", "quiet/1.0.0"), { headers: bearer(ada) })).status).toBe(200);
  // Whether a file is there is not told either.
  const codes = ["SKILL.md", "no-such.md"].map(async (path) => (await call(at(path, "taken-one/1.0.0"))).body.code);
  expect(await Promise.all(codes)).toEqual(["quarantined", "quarantined"]);
});

test("S11 other clients' protocols read one file by their table, and no other", async () => {
  const ctx = { ...(await artefactCtx(registry)), clientsLeastTier: "experimental" as const };
  const why = async (name: string, path = "SKILL.md") => {
    try {
      const file = await readServedFile(ctx, { protocol: "hub", name, version: "1.0.0", path });
      return file && [file.sha256 === sha256(file.bytes), file.sizeBytes === file.bytes.length];
    } catch (error) {
      if (error instanceof NotServed) return error.why;
      throw error;
    }
  };
  expect(PROTOCOLS).toContain("hub");
  expect(await why("many-files")).toEqual([true, true]);
  expect(await why("many-files", "docs/none.md")).toBeNull();
  expect(await why("many-files", "../SKILL.md")).toBeNull();
  expect(await why("held-one", "none.md")).toBe("held");
  expect(await why("yanked-one")).toBe("yanked");
  expect(await why("taken-one")).toBe("quarantined");
  expect(await why("purged-one")).toBe("purged");
  expect(await why("quiet")).toBe("unknown");
});

test("R6 a file of which storage has other bytes is refused, and not sent", async () => {
  await publishedAtOnce(registry, { token: ada, name: "altered", version: "1.0.0" });
  const [row] = await rowsOf<{ sha256: string }>(
    registry,
    "SELECT sha256 FROM artifacts WHERE kind = 'zip' AND version_id = $1",
    [await versionIdOf(registry, "altered")],
  );
  const { blobs } = registry.running.services.registry;
  const key = blobKey(row?.sha256 ?? "");
  const zip = await blobs.read(key);
  // Another package's archive, no archive, none.
  for (const bytes of [sampleZip({ name: "altered", body: "other" }), new Uint8Array([1, 2, 3]), null]) {
    await blobs.remove(key);
    if (bytes) await blobs.put(key, bytes);
    const answer = await call(at("SKILL.md", "altered/1.0.0"));
    expect([answer.status, answer.body.code]).toEqual([503, "unavailable"]);
  }
  await blobs.put(key, zip ?? new Uint8Array());
  expect((await call(at("SKILL.md", "altered/1.0.0"))).status).toBe(200);
});
