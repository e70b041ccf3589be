import { request as httpRequest } from "node:http";
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleFiles, sampleZip, zipOf } from "../harness/samples.ts";

let registry: TestRegistry;
let ada: string;
let bob: string;
beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  bob = await account(registry.url, registry.adminToken, "bob");
  expect((await publish(registry.url, ada, sampleZip({ name: "of-ada" }))).status).toBe(201);
});
afterAll(() => registry.close());

const api = (path: string) => `${registry.url}/api/v1${path}`;

describe("methods, bodies and hosts", () => {
  test("/validate takes what publish takes, whatever it weighs", async () => {
    const noise = randomBytes(300_000);
    const body = zipOf({ ...sampleFiles({ name: "heavy" }), "data.bin": noise }) as Uint8Array<ArrayBuffer>;
    const answer = await call(api("/validate"), { body, type: "application/zip" });
    expect([answer.status, answer.body.valid]).toEqual([200, true]);
  });

  test("Q6 CONNECT is a method like others: 405 in words, not a closed connection", async () => {
    const { hostname, port } = new URL(registry.url);
    const answer = await new Promise<string>((resolve, reject) => {
      let said = "";
      const socket = connect(Number(port), hostname, () =>
        socket.write("CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n"),
      );
      socket.on("data", (chunk) => (said += chunk.toString()));
      socket.on("end", () => resolve(said));
      socket.on("error", reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
    expect(answer).toMatch(/^allow: GET, HEAD, POST\r$/m);
    expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toMatchObject({
      code: "method_not_allowed",
      status: 405,
    });
  });

  test.each([
    ["CONNECT", "CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n", 405],
    ["no HTTP", "nonsense\r\n\r\n", 400],
  ])("a client that was refused for %s and never hangs up is hung up on", async (_, sent, status) => {
    const { hostname, port } = new URL(registry.url);
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => socket.write(sent));
    let said = "";
    const chatter = setInterval(() => socket.write("and another thing\r\n"), 100);
    try {
      await new Promise((resolve, reject) => {
        const waiting = setTimeout(() => reject(new Error("it is held open")), 10_000);
        socket.on("data", (chunk) => (said += chunk.toString()));
        socket.on("error", () => undefined);
        socket.on("close", () => resolve(clearTimeout(waiting)));
      });
    } finally {
      clearInterval(chatter);
      socket.destroy();
    }
    expect(said).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  test("a JSON body, a signature and a package each have their bound still", async () => {
    const long = "x".repeat(140_000);
    const json = await call(api("/skills/of-ada/1.0.0/yank"), { token: ada, json: { reason: long } });
    expect([json.status, json.body.code]).toEqual([413, "package_too_large"]);
    const signature = await call(api("/skills/of-ada/1.0.0/signatures"), {
      token: ada,
      body: long,
      type: "application/pgp-signature",
    });
    expect([signature.status, signature.body.code]).toEqual([413, "package_too_large"]);
  });

  test("HEAD of a download, as it is and converted, counts nothing", async () => {
    const { downloads } = registry.running.services;
    const counted: number[] = [];
    const { count } = downloads;
    downloads.count = ({ versionId }) => void counted.push(versionId);
    try {
      const paths = ["/skills/of-ada/1.0.0/download", "/skills/of-ada/1.0.0/download?as=agent-skills"];
      const options = { token: registry.adminToken };
      for (const path of paths) {
        const head = await call(api(path), { ...options, method: "HEAD" });
        expect(head.status, path).toBe(200);
      }
      expect(counted).toEqual([]);
      for (const path of paths) expect((await call(api(path), options)).status, path).toBe(200);
      expect(counted).toHaveLength(2);
    } finally {
      downloads.count = count;
    }
  });

  test("a method that a known path does not have is 405 with Allow; OPTIONS says the same", async () => {
    const { body: document } = await call(api("/openapi.json"));
    const known: [string, string[]][] = Object.entries(document.paths as Record<string, object>).map(
      ([path, operations]) => [
        api(path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === "version" ? "1.0.0" : "x"))),
        Object.keys(operations).map((method) => method.toUpperCase()),
      ],
    );
    known.push(
      [`${registry.url}/healthz`, ["GET"]],
      [`${registry.url}/v1/query`, ["POST"]],
      [`${registry.url}/v1/vulns/X-1`, ["GET"]],
      [`${registry.url}/skills/x`, ["GET"]],
      [`${registry.url}/theme`, ["POST"]],
    );
    for (const [url, methods] of known) {
      const lacking = ["PUT", "PATCH"].find((method) => !methods.includes(method)) ?? "";
      const answer = await call(url, { method: lacking });
      expect(answer.status, url).toBe(405);
      const allow = (answer.headers.get("allow") ?? "").split(", ");
      expect(allow, url).toEqual(expect.arrayContaining([...methods, "OPTIONS"]));
      expect(allow.includes("HEAD"), url).toBe(allow.includes("GET"));
      expect(allow, url).not.toContain(lacking);
      const options = await call(url, { method: "OPTIONS" });
      expect([options.status, options.headers.get("allow")], url).toEqual([204, answer.headers.get("allow")]);
    }
    // A report's address is no version that happens to be called "reports".
    const reports = await call(api("/skills/x/reports"), { method: "OPTIONS" });
    expect(reports.headers.get("allow")).toBe("OPTIONS, POST");
    for (const url of [api("/nothing"), `${registry.url}/v1/nothing`, `${registry.url}/nothing`])
      expect((await call(url, { method: "PUT" })).status, url).toBe(404);
  });

  test("who asks comes first, then whether they may, then the body", async () => {
    const routes = [
      ["/skills/of-ada/1.0.0/yank", "POST"],
      ["/skills/of-ada/1.0.0/promotion", "POST"],
      ["/skills/of-ada/1.0.0/signatures", "POST"],
      ["/publishers/ada/keys", "POST"],
      ["/admin/accounts", "POST"],
      ["/admin/rescans", "POST"],
      ["/admin/advisories", "POST"],
      ["/admin/skills/of-ada/1.0.0/quarantine", "POST"],
      ["/skills?publisher=ada&version=nonsense", "POST"],
      ["/admin/audit?limit=nonsense", "GET"],
    ] as const;
    for (const [path, method] of routes) {
      const broken = method === "GET" ? {} : { body: "{", type: "application/json" };
      expect((await call(api(path), { method, ...broken })).status, `nobody ${path}`).toBe(401);
      const asBob = await call(api(path), { method, token: bob, ...broken });
      // A version that was not inspected yet is not there for bob.
      if (!path.startsWith("/skills?")) expect([403, 404], `bob ${path}`).toContain(asBob.status);
      const token = path.startsWith("/admin") ? registry.adminToken : ada;
      // JSON of whatever form is read as a Sigstore bundle, and is none.
      const refusals = path.endsWith("/signatures") ? [422] : [400, 415];
      expect(refusals, `ada ${path}`).toContain((await call(api(path), { method, token, ...broken })).status);
    }
    const asOther = await call(api("/skills?publisher=ada"), { token: bob, body: "{", type: "application/json" });
    expect(asOther.status).toBe(403);
  });

  test("Q4 a request's Host reaches no answer", async () => {
    const forged = { host: "evil.example", "x-forwarded-host": "evil.example", forwarded: "host=evil.example" };
    const paths = ["/", "/skills/of-ada", "/theme.css", "/nothing", "/docs/cli", "/docs/api/skills", "/keys"];
    paths.push(
      "/api/v1/docs",
      "/api/v1/openapi.json",
      "/api/v1/nothing",
      "/api/v1/skills",
      "/api/v1/keys",
      "/healthz",
      "/v1/vulns/nothing",
    );
    for (const path of paths) {
      const answer = await withHost(`${registry.url}${path}`, forged);
      expect(answer, path).not.toContain("evil.example");
      if (path === "/") expect(answer).toContain(`script-src ${registry.url}/assets/`);
    }
  });
});

/** An answer's headers and body as one text, to a request whose Host `fetch` would not let us choose. */
async function withHost(url: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(url, { headers }, (answer) => {
      let text = JSON.stringify(answer.headers);
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => (text += part));
      answer.on("end", () => resolve(text));
    });
    asked.on("error", reject);
    asked.end();
  });
}

describe("A12 names that an install cannot write", () => {
  test.each(["con", "nul", "aux", "prn", "com1", "lpt9"])("A12 a skill called %s is refused", async (name) => {
    const answer = await publish(registry.url, ada, sampleZip({ name }));
    expect([answer.status, answer.body.code]).toEqual([422, "invalid_manifest"]);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ code: "SK3017", file: "SKILL.md" }));
    const body = sampleZip({ name }) as Uint8Array<ArrayBuffer>;
    const dry = await call(api("/validate"), { body, type: "application/zip" });
    expect(dry.body).toMatchObject({
      valid: false,
      diagnostics: expect.arrayContaining([expect.objectContaining({ code: "SK3017" })]),
    });
  });

  test.each(["sha256sums", "Sha256Sums.ASC", "SIGNATURE.json", ".tlog-proof", ".TLOG-PROOF", "SHA256SUMS/inside.txt"])(
    "a package with %s is refused",
    async (path) => {
      const zip = zipOf({ ...sampleFiles({ name: "with-reserved" }), [path]: "x" });
      const answer = await publish(registry.url, ada, zip);
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toContain(path);
      expect(answer.body.errors).toContainEqual(expect.objectContaining({ code: "path_reserved", file: path }));
    },
  );

  test("the same name below a folder of the package is nobody's", async () => {
    const zip = zipOf({ ...sampleFiles({ name: "with-nested" }), "docs/SHA256SUMS": "x" });
    expect((await publish(registry.url, ada, zip)).status).toBe(201);
  });
});

describe("Y5 names that objects have already", () => {
  const NAMES = ["constructor", "tostring", "valueof", "hasownproperty"];
  /** Those that JavaScript itself asks for, wherever an author may choose a name. */
  const INHERITED = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"];
  const skill = (name: string) => ({
    "SKILL.md": `---
name: ${name}
version: 1.0.0
description: A skill named for what objects have
author: developer
license: MIT
security_tier: experimental
permissions: []
tags: [constructor, tostring]
tools:
${INHERITED.map((tool) => `  - name: ${tool}\n    description: Says ${tool}`).join("\n")}
metadata: {${INHERITED.map((key) => `"${key}": "x"`).join(", ")}}
---

${INHERITED.map((title) => `# ${title}\n\nText &${title}; of it.\n`).join("\n")}`,
    ...Object.fromEntries(INHERITED.map((file) => [`docs/${file}`, "x"])),
    "tool.js": INHERITED.map((one, at) => `const m${at} = require("${one}"); m${at}.exec("ls");`).join("\n"),
    "package.json": JSON.stringify({ name, dependencies: { constructor: "1.0.0", tostring: "1.0.0" } }),
    "package-lock.json": `{"lockfileVersion":3,"packages":{"__proto__":{},"constructor":{},"node_modules/constructor":{"version":"1.0.0"}}}`,
    "run.sh": INHERITED.map((one) => `${one} --x\n$${one}\n`).join(""),
  });

  test.each(NAMES)("Y5 a skill called %s is one like any other", async (name) => {
    const sent = await publish(registry.url, ada, zipOf(skill(name)));
    expect([sent.status, sent.body.errors]).toEqual([201, undefined]);
    for (const path of ["", "/1.0.0", "/1.0.0/files", "/1.0.0/sums", "/1.0.0/attestations"]) {
      const answer = await call(api(`/skills/${name}${path}`), { token: ada });
      expect([path, answer.status]).toEqual([path, 200]);
    }
    for (const address of [`/skills/${name}`, `/skills/${name}?tab=constructor`, `/skills/${name}?tab=__proto__`]) {
      expect((await call(`${registry.url}${address}`)).status, address).toBeLessThan(500);
    }
  });

  test("Y5 names that nobody has are not there, wherever they are asked for", async () => {
    for (const one of INHERITED) {
      const addresses = [
        `/skills/${one}x`,
        `/publishers/${one}`,
        `/publishers/${one}/keys`,
        `/catalogs/${one}`,
        `/${one}`,
      ];
      for (const path of addresses) expect((await call(api(path))).status, path).toBe(404);
      for (const query of [
        `tag=${one}`,
        `tier=${one}`,
        `format=${one}`,
        `sort=${one}`,
        `permission=${one}`,
        `${one}=1`,
      ]) {
        for (const list of ["/skills", "/search"]) {
          const answer = await call(api(`${list}?q=x&${query}`));
          expect([200, 400], `${list} ${query}`).toContain(answer.status);
        }
        expect((await call(`${registry.url}/search?q=x&${query}`)).status, query).toBe(200);
      }
      for (const path of [`/assets/${one}`, `/publishers/${one}`, `/v1/vulns/${one}`]) {
        expect((await call(`${registry.url}${path}`)).status, path).toBe(404);
      }
    }
  });
});

test("H-A9 an address that is https says so in every answer, whatever answers; one that is not does not", async () => {
  const paths = [
    "/",
    "/api/v1/skills",
    "/api/v1/nothing",
    "/log/checkpoint",
    "/healthz",
    "/no/such/page",
    "/api/v1/openapi.json",
  ];
  const said = async (url: string) =>
    Promise.all(paths.map(async (path) => (await fetch(url + path)).headers.get("strict-transport-security")));
  expect(await said(registry.url)).toEqual(paths.map(() => null));
  const safe = await startTestRegistry({
    withoutScanners: true,
    environment: { PUBLIC_URL: "https://registry.example.org" },
  });
  try {
    expect(await said(safe.url)).toEqual(paths.map(() => "max-age=31536000"));
    // Once more: of what is kept, too.
    expect(await said(safe.url)).toEqual(paths.map(() => "max-age=31536000"));
  } finally {
    await safe.close();
  }
});

test("a handle that the registry uses itself has a code of its own", async () => {
  const make = (handle: string) => call(api("/admin/accounts"), { token: registry.adminToken, json: { handle } });
  const reserved = await make("api");
  expect([reserved.status, reserved.body.code]).toEqual([409, "handle_reserved"]);
  const taken = await make("ada");
  expect([taken.status, taken.body.code]).toEqual([409, "handle_taken"]);
  // An admin gives out what an organisation has a right to, and nothing that only looks like it.
  expect((await make("security")).status).toBe(201);
  expect((await make("ada-")).body).toMatchObject({ status: 409, code: "handle_reserved" });
  const { body: document } = await call(api("/openapi.json"));
  expect(document.components.schemas.Problem.properties.code.description).toContain("`handle_reserved`");
});
