import { adminInPerson } from "./admin-in-person.ts";
import { account, call, inspected } from "./api.ts";
import { type GpgIdentity, gpgIdentity } from "./gpg.ts";
import { granted } from "./peopled-registry.ts";
import { type Browser, signedUp } from "./people.ts";
import type { TestRegistry } from "./registry.ts";
import { type SampleFiles, zipOf } from "./samples.ts";

/** What somebody writes into a field, by its name; at most so many characters. */
export type Words = (field: string, most: number) => string;

/** A registry in which every page has something to show, and who is signed in to it. */
export interface Everything {
  ada: Browser;
  boss: Browser;
  /** What `:id` stands for, by the page that it is on. */
  ids: Record<"promotion" | "rescan" | "report" | "appealed" | "batch", string>;
  /** Of a device that waits for ada. */
  userCode: string;
}

/** Of a registry that is open for sign-up. */
export const EVERYTHING_ENVIRONMENT = {
  SIGN_UP: "open",
  RATE_LIMIT_MAIL: "1000",
  OIDC_ISSUERS: "github=https://token.actions.githubusercontent.com",
};

/** `subject` 1.0.0 and 1.1.0 (community, one asked to be verified), `held`, `accused` (quarantined), `yanked`, `fallen` (demoted), `waiting` (staged). */
export async function fillWithEverything(registry: TestRegistry, words: Words): Promise<Everything> {
  const { url, adminToken } = registry;
  const ada = (await signedUp(registry, "ada")).first;
  const boss = (await adminInPerson(registry, "boss")).first;
  const token: string = (await ada.post("/api/v1/tokens", { name: words("token-name", 64), scopes: ["*"] })).body.token;
  const bob = await account(url, adminToken, "bob");
  const eve = await account(url, adminToken, "eve");
  const gpg = await gpgIdentity(`Ada ${words("key-owner", 100).replaceAll(/[<>()\p{Cc}]/gu, " ")} <ada@example.org>`);
  const key = { kind: "openpgp", public_key: gpg.publicKey };
  await granted(url, "POST", "/publishers/ada/keys", token, key);
  const by = { registry, token, gpg, words };
  await subjectOf(by);
  await otherStates(by, eve);
  const ids = await saidOf(by, { bob, eve });
  await granted(url, "POST", "/publishers", token, { handle: "acme" });
  await granted(url, "POST", "/publishers/acme/invitations", token, { account: "bob", role: "publisher" });
  const collection = { title: words("collection-title", 100), skills: ["subject", "yanked"] };
  await granted(url, "PUT", "/collections/ada/tools", token, collection);
  await hooks({ url, token, adminToken, words });
  const begun = { client: words("device-client", 64), scopes: ["read", "publish"] };
  const device = await call(`${url}/api/v1/device/code`, { json: begun });
  gpg.close();
  await registry.settle();
  return { ada, boss, ids, userCode: device.body.user_code };
}

/** A webhook each of ada's and the registry's, to nowhere, with a test that could not be sent. */
async function hooks(by: { url: string; token: string; adminToken: string; words: Words }): Promise<void> {
  const address = `https://hooks.invalid/${encodeURIComponent(by.words("webhook-address", 200).toWellFormed())}`;
  for (const [path, token] of [
    ["/publishers/ada/webhooks", by.token],
    ["/admin/webhooks", by.adminToken],
  ] as const) {
    const { id } = await granted(by.url, "POST", path, token, { address });
    await granted(by.url, "POST", `${path}/${id}/test`, token);
  }
}

interface By {
  registry: TestRegistry;
  token: string;
  gpg: GpgIdentity;
  words: Words;
}

async function published({ registry, token }: By, files: SampleFiles, at: string, query = ""): Promise<void> {
  const [name = "", version = ""] = at.split("/");
  const path = query.startsWith("staged") ? "staged-versions" : `skills${query}`;
  const body = zipOf(files) as Uint8Array<ArrayBuffer>;
  const sent = await call(`${registry.url}/api/v1/${path}`, { token, body, type: "application/zip" });
  if (sent.status !== 201) throw new Error(`${at}: ${JSON.stringify(sent.body)}`);
  await inspected(registry.url, name, version, token);
}

/** Publishes it, an admin clears it where its words have it held, and ada signs it. */
async function risen(by: By, files: SampleFiles, at: string): Promise<void> {
  const { registry, token, words } = by;
  await published(by, files, at);
  const { body } = await call(`${registry.url}/api/v1/skills/${at}`, { token });
  const clearing = { inspection_id: body.inspection_id, reason: words("clearance", 500) };
  if (body.held) await granted(registry.url, "POST", `/admin/skills/${at}/clear`, registry.adminToken, clearing);
  await signed(by, at);
}

async function signed({ registry, token, gpg }: By, at: string): Promise<void> {
  const api = `${registry.url}/api/v1/skills/${at}`;
  const sums = (await call(`${api}/sums`, { token })).body as string;
  const answer = await call(`${api}/signatures`, { token, body: gpg.sign(sums), type: "application/pgp-signature" });
  if (answer.status !== 201) throw new Error(`${at}: ${JSON.stringify(answer.body)}`);
}

async function subjectOf(by: By): Promise<void> {
  await risen(by, filesOf(by.words, { name: "subject", version: "1.0.0" }), "subject/1.0.0");
  const more = { name: "subject", version: "1.1.0", permissions: ["network:read", "filesystem:write"] };
  await risen(by, filesOf(by.words, more), "subject/1.1.0");
}

async function otherStates(by: By, eve: string): Promise<void> {
  const { registry, token, words } = by;
  const post = (path: string, json: unknown, who = token) => granted(registry.url, "POST", path, who, json);
  for (const name of ["accused", "yanked"])
    await published(by, filesOf(words, { name, version: "1.0.0" }), `${name}/1.0.0`);
  await published(by, heldFiles(words), "held/1.0.0");
  await published(by, filesOf(words, { name: "waiting", version: "1.0.0" }), "waiting/1.0.0", "staged");
  await published(by, wordySchema(words), "schema/1.0.0");
  await post("/skills/held/1.0.0/contest", { reason: words("contest", 1_000) });
  await call(`${registry.url}/api/v1/skills/yanked/1.0.0/download`, { token: eve });
  await post("/skills/yanked/1.0.0/deprecate", { message: words("deprecation", 200), replacement: "subject" });
  await post("/skills/yanked/1.0.0/yank", { reason: words("yank", 200) });
  await risen(by, filesOf(words, { name: "fallen", version: "1.0.0" }), "fallen/1.0.0");
  const fall = { tier: "experimental", reason: words("demotion", 200) };
  await post("/admin/skills/fallen/1.0.0/demote", fall, registry.adminToken);
}

/** What others say of `subject` and `accused`. */
async function saidOf(
  { registry, token, words }: By,
  others: { bob: string; eve: string },
): Promise<Everything["ids"]> {
  const { url, adminToken } = registry;
  const post = (path: string, json: unknown, who = token) => granted(url, "POST", path, who, json);
  await call(`${url}/api/v1/skills/subject/1.1.0/download`, { token: others.eve });
  const review = { rating: 2, text: words("review", 1_000), version: "1.1.0" };
  const { id } = await post("/skills/subject/reviews", review, others.eve);
  await post(`/skills/subject/reviews/${id}/answer`, { text: words("review-answer", 1_000) });
  const report = { kind: "other", version: "1.1.0", text: words("report", 1_000) };
  const { id: reportId } = await post("/skills/subject/reports", report, others.bob);
  const malware = { kind: "malware", version: "1.0.0", text: words("malware-report", 1_000) };
  const { id: appealed } = await post("/skills/accused/reports", malware, others.eve);
  const uphold = { effect: "quarantine", reason: words("quarantine", 500) };
  await post(`/admin/reports/${appealed}/uphold`, uphold, adminToken);
  await post(`/reports/${appealed}/appeal`, { text: words("appeal", 1_000) });
  const asked = { tier: "verified", note: words("promotion-note", 500) };
  const { id: promotion } = await post("/skills/subject/1.1.0/promotion", asked);
  const workflow = { repository: "acme/subject", workflow: "release.yml", environment: "live" };
  await post("/skills/subject/trusted-publishers", {
    issuer: "https://token.actions.githubusercontent.com",
    ...workflow,
  });
  const { id: rescan } = await post("/admin/rescans", { reason: words("rescan", 500), skill: "subject" }, adminToken);
  await granted(url, "POST", "/transfers", token, { name: "fallen", to: "eve" });
  const files = filesOf(words, { name: "many", version: "1.0.0" });
  const many = zipOf(Object.fromEntries(Object.entries(files).map(([path, text]) => [`many/${path}`, text])));
  const batch = await call(`${url}/api/v1/batches`, { token, body: Uint8Array.from(many), type: "application/zip" });
  if (typeof batch.body?.id !== "string") throw new Error(`batches: ${batch.status}`);
  return { promotion, rescan, report: reportId, appealed, batch: batch.body.id };
}

/** A skill with a text in each field of its manifest; its files, their names and their tools differ from version to version. */
function filesOf(words: Words, about: { name: string; version: string; permissions?: string[] }): SampleFiles {
  const { name, version, permissions = ["filesystem:none", "network:none"] } = about;
  const quoted = (field: string, most: number) => JSON.stringify(words(field, most));
  return {
    "SKILL.md": `---
name: ${name}
version: ${version}
description: ${quoted("description", 200)}
author: ${quoted("author", 60)}
license: MIT
permissions: ${JSON.stringify(permissions)}
tools:
  - name: greet
    description: ${quoted(`tool-description`, 200)}
    parameters:
      name: {type: string, required: true, description: ${quoted("parameter-description", 200)}}
      mood: {type: string, default: ${quoted("parameter-default", 60)}}
requirements:
  env_vars: [TIDE_KEY]
  hardware: {npu: optional}
security_tier: experimental
tags: [sea, ${quoted("tag", 40)}]
homepage: https://tides.example/
---

# ${name}

${words("readme", 20_000)}
`,
    "tools.py": `from gaia.agents.base.tools import tool


@tool
def greet(name: str, mood: str = "") -> dict:
    """Return a greeting for the given name."""
    return {"message": f"Hello, {name}!", "version": ${JSON.stringify(version)}}
`,
    "docs/page.html": `<!doctype html>\n${words("html-file", 4_000)}\n`,
    "CHANGELOG.md": `# Changes\n\n## ${version}\n\n${words("changelog", 4_000)}\n`,
    [`docs/${words("file-name", 60).replaceAll(/[/\\:*?"|<>]/g, "_")}.txt`]: `${version} ${words("text-file", 4_000)}\n`,
  };
}

/** With code that starts a program, which it does not declare: it is held, whatever scanners say. */
function heldFiles(words: Words): SampleFiles {
  const files = filesOf(words, { name: "held", version: "1.0.0" });
  const line = `subprocess.run(["git", ${JSON.stringify(words("snippet", 80))}])`;
  return { ...files, "tools.py": `${String(files["tools.py"])}\n\nimport subprocess\n\n${line}\n` };
}

/** A tool whose parameters have names that gaia's own form does not take. */
function wordySchema(words: Words): SampleFiles {
  const mood = { type: "string", title: words("schema-title", 60), enum: [words("schema-choice", 60)] };
  const skill = {
    id: "schema",
    name: words("display-name", 60),
    description: words("description", 200),
    parameters: { type: "object", properties: { [words("parameter-name", 60)]: mood } },
    entryPoint: "run.js",
    gaia: { permissions: ["network:none", "filesystem:none", "shell:none"] },
  };
  const about = { name: "miaos-skill-schema", version: "1.0.0", license: "MIT", author: words("author", 60), skill };
  return {
    "package.json": `${JSON.stringify({ ...about, keywords: ["miaos-skill"] }, null, 2)}\n`,
    "run.js": `process.stdin.on("data", () => console.log("{}"));\n`,
  };
}
