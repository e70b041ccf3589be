import type { MountedRoute } from "@gaia/edge";
import { createApp } from "../../apps/server/src/http/app.ts";
import type { Marketplace } from "../../apps/server/src/http/marketplace.ts";
import { account, call, publish } from "./api.ts";
import { narrowToken } from "./narrow-token.ts";
import { startTestRegistry, type TestRegistry } from "./registry.ts";
import { runSql } from "./rows.ts";
import { sampleZip } from "./samples.ts";

/** What nobody may learn of who may not see the skills: parts of their names, descriptions and tags. */
export const SECRETS = ["hush", "xylophonic", "quokka"];

/** A name that nobody has, as long as each of theirs. */
export const UNKNOWN = { private: "mute-private", organisation: "mute-inhouse", public: "mute-to-all" } as const;
export const NAMES = { private: "hush-private", organisation: "hush-inhouse" } as const;
/** A private one of which there is a staged version alone (`publishPending`). */
export const STAGED = "hush-in-wait";

/** A registry in which ada's publisher has skills that not everybody may see. */
export interface PrivateSkills {
  registry: TestRegistry;
  routes: readonly MountedRoute[];
  /**
   * `ada` owns them; `bob` and `cy` are members, `bob` a reader of the private one; `eve` is somebody else, who may publish for `acme`,
   * the organisation of `dan`.
   */
  tokens: Record<"ada" | "bob" | "cy" | "eve" | "dan", string>;
}

const marketplace = (await import("@gaia/web")) as Marketplace;

/** Starts it with one public skill, `seen`; `publishHidden` adds the others. */
export async function startPrivateSkills(environment: Record<string, string> = {}): Promise<PrivateSkills> {
  const registry = await startTestRegistry({ withoutScanners: true, environment });
  const token = (handle: string) => account(registry.url, registry.adminToken, handle);
  const tokens = {
    ada: await token("ada"),
    bob: await token("bob"),
    cy: await token("cy"),
    eve: await token("eve"),
    dan: await token("dan"),
  };
  await done(registry, "/publishers", { token: tokens.dan, json: { handle: "acme" } });
  await join(registry, "ada", ["bob", "cy"]);
  await join(registry, "acme", ["eve"]);
  await publishSkill(registry, tokens.ada, "seen");
  const { table } = createApp(registry.running.services, marketplace);
  return { registry, routes: table, tokens };
}

export async function publishHidden({ registry, tokens }: PrivateSkills): Promise<void> {
  for (const [visibility, name] of Object.entries(NAMES))
    await publishSkill(registry, tokens.ada, name, `?publisher=ada&visibility=${visibility}`);
  await registry.settle();
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'skill.readers', '${NAMES.private}');
     INSERT INTO skill_readers (skill_id, account_id) SELECT skills.id, accounts.id FROM skills, accounts
       WHERE skills.name = '${NAMES.private}' AND accounts.handle = 'bob'; COMMIT;`,
  );
}

/** What else there can be of them: a staged version, an offer to `acme` and one that it declined, a trusted workflow, a case. */
export async function publishPending({ registry, tokens }: PrivateSkills): Promise<Pending> {
  const { private: name } = NAMES;
  const zip = sampleZip({ name: STAGED, description: "xylophonic", tags: ["quokka"] });
  const staging = { token: tokens.ada, body: zip as Uint8Array<ArrayBuffer>, type: "application/zip" };
  await done(registry, "/staged-versions?publisher=ada&visibility=private", staging);
  const workflow = { issuer: "https://gitlab.com", repository: "hush/quokka", workflow: ".gitlab-ci.yml" };
  await done(registry, `/skills/${name}/trusted-publishers`, { token: tokens.ada, json: workflow });
  const offer = () => done(registry, "/transfers", { token: tokens.ada, json: { name, to: "acme" } });
  const declined = await offer();
  await done(registry, `/transfers/${declined.id}/decline`, { token: tokens.dan, method: "POST" });
  const offered = await offer();
  const told = { kind: "other", text: "xylophonic", version: "1.0.0" };
  const report = await done(registry, `/skills/${name}/reports`, { token: tokens.bob, json: told });
  await registry.settle();
  return { transfer: offered.id, report: report.id };
}

/** The ids of what is pending. */
export interface Pending {
  transfer: string;
  report: string;
}

async function publishSkill(registry: TestRegistry, token: string, name: string, query = "?publisher=ada") {
  const secret = name === "seen" ? {} : { description: `${name} plays xylophonic tunes`, tags: ["quokka"] };
  const answer = await publish(registry.url, token, sampleZip({ name, ...secret }), query);
  if (answer.status !== 201) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
  await registry.settle();
}

/** One request that is granted; its answer. */
async function done(registry: TestRegistry, path: string, init: Parameters<typeof call>[1]) {
  const { status, body } = await call(`${registry.url}/api/v1${path}`, init);
  if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

const join = (registry: TestRegistry, publisher: string, handles: readonly string[]) =>
  runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'member.add', 'publisher:${publisher}');
     INSERT INTO memberships (account_id, publisher_id, role) SELECT accounts.id, publishers.id, 'publisher' FROM accounts, publishers
       WHERE publishers.handle = '${publisher}' AND accounts.handle IN (${handles.map((handle) => `'${handle}'`).join(", ")}); COMMIT;`,
  );

export type Hidden = keyof typeof NAMES;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Request headers of those who may not see the private skill, by who it is. */
export async function strangersOf({ registry, tokens }: PrivateSkills): Promise<[string, Record<string, string>][]> {
  const narrow = (handle: string, scopes: string[], namePatterns = ["*"]) =>
    narrowToken(registry, { handle, scopes, namePatterns });
  return [
    ["anybody", {}],
    ["an account of another publisher", bearer(tokens.eve)],
    ["a token that nobody has", bearer("gsk_nobody")],
    ["a session that nobody has", { cookie: "session=1" }],
    [PUBLISHES, bearer(await narrow("ada", ["publish"]))],
    ["a token for other names", bearer(await narrow("ada", ["*"], ["seen", "hus"]))],
    ["a reader's token for other names", bearer(await narrow("bob", ["read"], ["hus", "*-privat"]))],
    [MEMBER, bearer(tokens.cy)],
  ];
}

/** The only one of them who may see what is the organisation's, and the only one who may publish both. */
export const MEMBER = "a member who is no reader";
export const PUBLISHES = "a token that was not given reading";

/** A route's address for a skill. */
export const addressOf = (path: string, name: string) =>
  path
    .replace(":path{.+}", "SKILL.md")
    .replace(/:name(\{.*?\})?/, name)
    .replace(/:version(\{.*?\})?/, "1.0.0")
    .replace(/:handle(\{.*?\})?/, "ada")
    .replace(/:sha256(\{.*?\})?/, "0".repeat(64))
    .replace(/:file(\{.*?\})?/, "none.js")
    .replace(/:id(\{.*?\})?/, path.includes(":name") ? "11111111-2222-4333-8444-555555555555" : "4711");

const VARYING =
  /^(?:date|x-request-id|etag|ratelimit.*|x-ratelimit.*|content-length|retry-after|connection|keep-alive)$/i;

export interface Shown {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** An answer, without what differs between any two, and with the name that was asked for as `NAME`. */
export async function ask(address: string, name: string, init: RequestInit = {}): Promise<Shown> {
  const response = await fetch(address, { redirect: "manual", ...init });
  const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
  const headers = Object.fromEntries(
    [...response.headers]
      .filter(([key]) => !VARYING.test(key))
      .map(([key, value]) => [key, value.replaceAll(name, "NAME")]),
  );
  const body = text
    .replaceAll(name, "NAME")
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "UUID")
    .replaceAll(/nonce[-="]+[A-Za-z0-9+/=_-]+/g, "NONCE");
  return { status: response.status, headers, body };
}
