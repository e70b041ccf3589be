import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { writeTarGz, writeZip } from "@gaia/archive";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { type ServerProcess, startProcess } from "../harness/process.ts";
import { startCost } from "../harness/cost.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";
import { type SampleFiles, sampleFiles, sampleZip, zipOf } from "../harness/samples.ts";
import { freshDataDir } from "../harness/template-data-dir.ts";

const MIB = 1024 * 1024;
const packed = (files: SampleFiles) =>
  Object.entries(files).map(([path, content]) => ({
    path,
    bytes: typeof content === "string" ? new TextEncoder().encode(content) : content,
  }));
const manifest = (lines: string[], body = "") => `---\n${lines.join("\n")}\n---\n\n${body}\n`;

describe("POST /skills", () => {
  let registry: TestRegistry;
  let author: string;
  let other: string;
  const api = (path: string) => `${registry.url}/api/v1${path}`;
  const send = (body: Uint8Array | string, type: string, query = "") =>
    call(api(`/skills${query}`), { token: author, body: body as Uint8Array<ArrayBuffer>, type });

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    author = await account(registry.url, registry.adminToken, "ada");
    other = await account(registry.url, registry.adminToken, "eve");
  });
  afterAll(() => registry.close());

  test("a zip, a tar.gz and a multipart form of the same files are one and the same version", async () => {
    const files = packed(sampleFiles({ name: "three-ways" }));
    const created = await send(writeZip(files), "application/zip");
    expect(created.status).toBe(201);
    expect(created.headers.get("location")).toBe("/api/v1/skills/three-ways/1.0.0");
    expect(created.body).toMatchObject({
      name: "three-ways",
      version: "1.0.0",
      publisher: "ada",
      security_tier: "experimental",
      verdict: null,
      file_count: 2,
      artifacts: [{ archive: "tgz" }, { archive: "zip" }],
    });
    const again = await send(writeTarGz(files), "application/gzip");
    expect(again.status).toBe(200);
    const form = new FormData();
    form.set("package", new File([writeZip(files) as Uint8Array<ArrayBuffer>], "../../etc/passwd\r\nx: y.zip"));
    const third = await call(api("/skills"), { token: author, body: form });
    expect(third.status).toBe(200);
    for (const answer of [again, third]) expect(answer.body.release_digest).toBe(created.body.release_digest);
    // A top folder is no difference either.
    const below = files.map((file) => ({ ...file, path: `three-ways-1.0.0/${file.path}` }));
    expect((await send(writeTarGz(below), "application/x-gzip")).status).toBe(200);
    expect(
      await rowsOf(registry, "SELECT 1 FROM versions v JOIN skills s ON s.id = v.skill_id WHERE s.name = 'three-ways'"),
    ).toHaveLength(1);
  });

  test("other content under a taken version answers 409, a taken name another publisher's 409, and nothing changes", async () => {
    // Nothing but these publishes has to do with it meanwhile; its inspection says at some moment that it began.
    const release = registry.holdInspection("taken");
    await publish(registry.url, author, sampleZip({ name: "taken" }));
    const asked = async () => {
      const { body } = await call(api("/skills/taken/1.0.0"), { token: author });
      return { ...body, status: null, progress: null };
    };
    const before = await asked();
    expect(before).toMatchObject({ name: "taken", publisher: "ada", file_count: 2 });
    const changed = await publish(registry.url, author, sampleZip({ name: "taken", body: "Changed." }));
    expect(changed).toMatchObject({ status: 409, body: { code: "version_exists" } });
    // Build metadata is no other version (SemVer 2.0.0, section 10).
    const built = await publish(registry.url, author, sampleZip({ name: "taken", version: "1.0.0+build.2" }));
    expect(built).toMatchObject({ status: 409, body: { code: "version_exists" } });
    for (const version of ["1.0.0", "9.0.0"]) {
      const foreign = await publish(registry.url, other, sampleZip({ name: "taken", version }));
      expect(foreign).toMatchObject({ status: 409, body: { code: "name_taken" } });
    }
    expect(await asked()).toEqual(before);
    release();
  });

  test("reserved names and prefixes answer 403", async () => {
    for (const name of [
      "search",
      "versions",
      "latest",
      "new",
      "export",
      "download",
      "amd-tools",
      "gaia-tools",
      "mcp-tools",
    ]) {
      const answer = await publish(registry.url, author, sampleZip({ name }));
      expect([name, answer.status, answer.body.code]).toEqual([name, 403, "name_reserved"]);
    }
  });

  test("T3 a publisher that the account does not belong to answers 403; so does an admin's route", async () => {
    for (const handle of ["eve", "admin", "nobody"]) {
      const answer = await publish(registry.url, author, sampleZip({ name: "smuggled" }), `?publisher=${handle}`);
      expect(answer).toMatchObject({ status: 403, body: { code: "forbidden" } });
    }
    expect((await call(api("/admin/accounts"), { token: author, json: { handle: "mallory" } })).status).toBe(403);
    expect((await call(api("/admin/audit"), { token: author })).status).toBe(403);
    expect((await call(api("/admin/audit"))).status).toBe(401);
  });

  test("Y13 a tier that the manifest claims is kept as a claim, and nothing more", async () => {
    const files = sampleFiles({ name: "pretender" });
    for (const claim of ["verified", "community"]) {
      const version = claim === "verified" ? "1.0.0" : "1.0.1";
      const claimed = String(files["SKILL.md"])
        .replace("security_tier: experimental", `security_tier: ${claim}`)
        .replace("version: 1.0.0", `version: ${version}`);
      const answer = await publish(registry.url, author, zipOf({ ...files, "SKILL.md": claimed }));
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({ security_tier: "experimental", claimed_tier: claim });
    }
    expect(await rowsOf(registry, "SELECT 1 FROM versions WHERE tier <> 'experimental'")).toEqual([]);
  });

  test("Y11 a version in the address that is not the manifest's is refused, and the manifest's author gives no rights", async () => {
    const mismatch = await publish(registry.url, author, sampleZip({ name: "two-minds" }), "?version=2.0.0");
    expect(mismatch).toMatchObject({ status: 422, body: { code: "invalid_manifest" } });
    const files = sampleFiles({ name: "somebody-elses" });
    const asEve = String(files["SKILL.md"]).replace("author: developer", "author: eve\npublisher: eve");
    const answer = await publish(registry.url, author, zipOf({ ...files, "SKILL.md": asEve }));
    expect([201, 422]).toContain(answer.status);
    if (answer.status === 201) expect(answer.body.publisher).toBe("ada");
  });

  test("an invalid manifest answers 422 with every diagnostic and its place", async () => {
    const bad = manifest([
      "name: Not A Name",
      "version: one",
      "description: x",
      "author: developer",
      "license: MIT",
      "permissions:",
      "  - filesystem:fly",
      "tools:",
      "  - name: greet",
      "    description: y",
      "    parameters: {}",
      "security_tier: galactic",
    ]);
    const answer = await publish(registry.url, author, zipOf({ "SKILL.md": bad, "tools.py": "" }));
    expect(answer.status).toBe(422);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.body).toMatchObject({ code: "invalid_manifest", status: 422 });
    expect(answer.body.request_id).toBe(answer.headers.get("x-request-id"));
    const errors = answer.body.errors.filter((each: { severity: string }) => each.severity === "error");
    expect(errors.map((each: { line: number }) => each.line)).toEqual(expect.arrayContaining([2, 3, 8]));
    for (const error of errors) {
      expect(error).toMatchObject({
        file: "SKILL.md",
        code: expect.stringMatching(/^SK\d+$/),
        message: expect.any(String),
      });
      expect(error.column).toBeGreaterThan(0);
    }
  });

  test("text that no database column holds is refused or kept harmless, never 500", async () => {
    const files = sampleFiles({ name: "strange-text" });
    const skill = String(files["SKILL.md"]);
    const variants: SampleFiles[] = [
      { ...files, "SKILL.md": skill.replace(/description: ".*"/, 'description: "a\\0b"') },
      { ...files, "SKILL.md": skill.replace(/description: ".*"/, 'description: "a\\uD800b"') },
      { ...files, "SKILL.md": skill.replace('tags: ["sample"]', 'tags: ["a\\0b", "\\uDFFF"]') },
      {
        ...files,
        "SKILL.md": skill.replace(
          "name: {type: string, required: true}",
          '"na\\0me": {type: string, description: "\\uD800"}',
        ),
      },
      { ...files, "SKILL.md": skill.replace("license: MIT", 'license: "M\\0IT"') },
      { ...files, "SKILL.md": skill.replace("author: developer", 'author: "\\uD800"') },
      { ...files, "SKILL.md": `${skill}\0\u{fffe}` },
      { ...files, "SKILL.md": new Uint8Array([...new TextEncoder().encode(skill), 0xff, 0xfe, 0xc0]) },
      { ...files, "tools.py": "\0\ud800" },
      { ...files, "SKILL.md": skill.replace("version: 1.0.0", `version: ${"9".repeat(30)}.0.0`) },
      { ...files, "SKILL.md": skill.replace("version: 1.0.0", `version: 1.0.0-${"a".repeat(300)}`) },
      { ...files, "SKILL.md": skill.replace("license: MIT", "license: MIT\n__proto__: {a: 1}\nconstructor: x") },
    ];
    for (const [index, variant] of variants.entries()) {
      const named = Object.fromEntries(
        Object.entries(variant).map(([path, content]) => [
          path,
          typeof content === "string" ? content.replaceAll("strange-text", `strange-text-${index}`) : content,
        ]),
      );
      const answer = await publish(registry.url, author, zipOf(named));
      expect([201, 422], `${index}: ${JSON.stringify(answer.body).slice(0, 300)}`).toContain(answer.status);
      if (answer.status !== 201) continue;
      const { name, version } = answer.body;
      for (const rest of ["", "/sums", "/files"]) {
        expect((await call(api(`/skills/${name}/${version}${rest}`), { token: author })).status).toBe(200);
      }
    }
    for (const version of ["9".repeat(30) + ".0.0", "1.0.0%00", "v1"]) {
      const answer = await publish(registry.url, author, sampleZip({ name: "strange-version" }), `?version=${version}`);
      expect([400, 422]).toContain(answer.status);
    }
  });

  test("wrong media types answer 415, empty and malformed bodies 400, what is no archive 422", async () => {
    const archive = sampleZip({ name: "typed" });
    for (const type of ["text/plain", "application/json", "application/octet-stream", "application/x-tar", ""]) {
      const answer = await send(archive, type || "x/y");
      expect([type, answer.status, answer.body.code]).toEqual([type, 415, "unsupported_media_type"]);
    }
    expect(await send(new Uint8Array(0), "application/zip")).toMatchObject({
      status: 400,
      body: { code: "invalid_request" },
    });
    for (const body of [
      "",
      "--x\r\n\r\n--x--\r\n",
      '--x\r\ncontent-disposition: form-data; name="package"\r\n\r\nnot finished',
    ]) {
      const answer = await send(body, "multipart/form-data; boundary=x");
      expect([400, 422], body).toContain(answer.status);
    }
    expect((await send(archive, "multipart/form-data")).status).toBe(400);
    for (const body of ["not an archive", "PK\u0003\u0004", "\u001f\u008b"]) {
      const answer = await send(new Uint8Array([...body].map((letter) => letter.charCodeAt(0))), "application/zip");
      expect(answer).toMatchObject({ status: 422, body: { code: "invalid_package" } });
    }
    const noSkill = await send(zipOf({ "README.md": "nothing" }), "application/zip");
    expect(noSkill).toMatchObject({ status: 422, body: { code: "invalid_manifest" } });
    for (const path of ["SHA256SUMS", "signature.json"]) {
      const own = await send(zipOf({ ...sampleFiles({ name: "typed" }), [path]: "mine" }), "application/zip");
      expect(own).toMatchObject({ status: 422, body: { code: "invalid_package" } });
    }
    expect((await call(api("/skills/typed"), { token: author })).status).toBe(404);
  });

  test("unpacked too large answers 413, and names the limit", async () => {
    const answer = await send(
      zipOf({ ...sampleFiles({ name: "bomb" }), "zeros.bin": new Uint8Array(11 * MIB) }),
      "application/zip",
    );
    expect(answer).toMatchObject({ status: 413, body: { code: "package_too_large" } });
  });

  test("without a valid token 401 comes before the body is read, however large it claims to be", async () => {
    for (const authorization of [undefined, "Bearer gsk_unknown", "Basic YTpi", `bearer`]) {
      const { status, headers } = await sendHeaders(registry.url, {
        "content-type": "application/zip",
        "content-length": String(10_000 * MIB),
        ...(authorization === undefined ? {} : { authorization }),
      });
      expect(status, String(authorization)).toBe(401);
      expect(headers["www-authenticate"]).toMatch(/^Bearer/);
    }
  });

  test("A25 a Content-Length beyond the limit answers 413 before the body is sent", async () => {
    const { status } = await sendHeaders(registry.url, {
      "content-type": "application/zip",
      "content-length": String(13 * MIB),
      authorization: `Bearer ${author}`,
    });
    expect(status).toBe(413);
  });

  test("A25 a body that ends before its Content-Length publishes nothing, and the server lives on", async () => {
    const archive = sampleZip({ name: "cut-short" });
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(registry.url).port), "127.0.0.1", () => {
        socket.write(
          `POST /api/v1/skills HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${author}\r\ncontent-type: application/zip\r\ncontent-length: ${archive.length + 1_000}\r\n\r\n`,
        );
        socket.write(archive, () => setTimeout(() => socket.destroy(), 100));
      });
      socket.once("close", () => resolve());
    });
    expect((await call(api("/skills/cut-short"), { token: author })).status).toBe(404);
    expect((await publish(registry.url, author, archive)).status).toBe(201);
  });

  test("A25 a multipart body with floods of parts, fields, headers or names is refused", async () => {
    const part = (headers: string, body = "x") => `--b\r\n${headers}\r\n\r\n${body}\r\n`;
    const floods = [
      part('content-disposition: form-data; name="a"').repeat(20_000),
      part('content-disposition: form-data; name="a"; filename="f"').repeat(5_000),
      part(`content-disposition: form-data; name="${"n".repeat(100_000)}"`),
      part(`content-disposition: form-data; name="package"; filename="${"f".repeat(200_000)}"`),
      part(`content-disposition: form-data; name="a"\r\n${"x-h: y\r\n".repeat(20_000)}`),
      part('content-disposition: form-data; name="a"', "y".repeat(2 * MIB)),
    ];
    for (const flood of floods) {
      const cost = startCost();
      const answer = await send(`${flood}--b--\r\n`, "multipart/form-data; boundary=b");
      expect([400, 413, 422], flood.slice(0, 80)).toContain(answer.status);
      expect(cost()).toBeLessThan(1_000);
    }
  });
});

describe("POST /skills without end", () => {
  const adminToken = "test-admin-token-of-24-characters-or-more";
  let server: ServerProcess;
  let dataDir: string;
  let author: string;

  beforeAll(async () => {
    dataDir = await freshDataDir();
    server = await startProcess({ env: { DATA_DIR: dataDir, ADMIN_TOKEN: adminToken, SCANNER_DIR: dataDir } });
    author = await account(server.url, adminToken, "ada");
  });
  afterAll(async () => {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const part = (headers: string) => `--b\r\ncontent-disposition: form-data; ${headers}\r\n\r\n`;
  test.each([
    ["zip", "application/zip", "PK\u0003\u0004"],
    ["package in a form", "multipart/form-data; boundary=b", part('name="package"; filename="p.zip"')],
    ["field in a form", "multipart/form-data; boundary=b", part('name="note"')],
  ])("A25 a chunked %s without end is cut off, and costs no more memory than the limit", async (_, type, head) => {
    const before = peakMemory(server.pid);
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => streamForEver(server.url, { author, type, head })),
    );
    for (const { status, sentBytes } of answers) {
      // The answer may be lost when the server hangs up on a client that goes on talking.
      expect([413, 400, 0]).toContain(status);
      expect(sentBytes).toBeLessThan(60 * MIB);
    }
    expect(answers.map(({ status }) => status)).toContain(413);
    expect(peakMemory(server.pid) - before).toBeLessThan(200 * MIB);
    expect((await call(`${server.url}/api/v1/whoami`, { token: author })).status).toBe(200);
  });
});

/** Sends a request's headers and never its body; gives the answer that comes all the same. */
function sendHeaders(url: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
    const sent = request(`${url}/api/v1/skills`, { method: "POST", headers }, (answer) => {
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
      sent.destroy();
    });
    sent.setTimeout(5_000, () => reject(new Error("no answer before the body")));
    sent.on("error", reject);
    sent.flushHeaders();
  });
}

/** Sends chunks until the server answers or hangs up, at most 300 MiB. */
function streamForEver(url: string, input: { author: string; type: string; head: string }) {
  return new Promise<{ status: number; sentBytes: number }>((resolve) => {
    let sentBytes = 0;
    let status = 0;
    const sent = request(
      `${url}/api/v1/skills`,
      { method: "POST", headers: { authorization: `Bearer ${input.author}`, "content-type": input.type } },
      (answer) => {
        status = answer.statusCode ?? 0;
        answer.resume();
      },
    );
    const end = () => resolve({ status, sentBytes });
    sent.on("error", end);
    sent.on("close", end);
    const chunk = Buffer.alloc(MIB, "x");
    const more = () => {
      if (status !== 0 || sent.destroyed || sentBytes > 300 * MIB) return void sent.destroy();
      sentBytes += chunk.length;
      sent.write(chunk, () => setImmediate(more));
    };
    sent.write(input.head, more);
  });
}

/** The most memory the process has ever had resident, in bytes (Linux). */
const peakMemory = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
