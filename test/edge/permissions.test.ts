import { readFileSync } from "node:fs";
import {
  type Action,
  ACTIONS,
  isAction,
  refusalOf,
  type Role,
  type Row,
  SCOPE_MEANINGS,
  SCOPES,
  type TokenActor,
} from "@gaia/policy";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../apps/server/src/http/app.ts";
import { account, call } from "../harness/api.ts";
import { narrowToken } from "../harness/narrow-token.ts";
import { sendAround } from "../harness/publish-around.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

/** Who asks, in the order of the columns. `acme` is the publisher of what they ask about. */
const WHO = ["anonymous", "account", "publisher", "admin", "owner", "registry admin"] as const;
type Who = (typeof WHO)[number];

interface Operation {
  operationId: string;
  method: string;
  path: string;
  isOpen: boolean;
  integers: string[];
  /** Whether its body is JSON that is read before its verb begins. */
  readsJson: boolean;
}

interface Documented {
  operationId: string;
  security?: unknown;
  requestBody?: { content: Record<string, unknown> };
  parameters?: { name: string; in: string; schema: { type?: string } }[];
}

/** Its body is read by its verb, which asks again as it writes. */
const READS_ITSELF = new Set(["importAdvisories", "addSignature", "addProvenance"]);

/** Every operation of the API; what changes who asks comes last. */
const ENDS_WHO_ASKS = new Set(["leavePublisher"]);
const operations: Operation[] = Object.entries<Record<string, Documented>>(
  JSON.parse(readFileSync("docs/openapi.json", "utf8")).paths,
)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security, requestBody, parameters = [] }]) => ({
      operationId,
      method: method.toUpperCase(),
      path,
      isOpen: security === undefined,
      readsJson: Object.hasOwn(requestBody?.content ?? {}, "application/json") && !READS_ITSELF.has(operationId),
      integers: parameters.filter((one) => one.schema.type === "integer").map(({ name }) => name),
    })),
  )
  .toSorted((a, b) => Number(ENDS_WHO_ASKS.has(a.operationId)) - Number(ENDS_WHO_ASKS.has(b.operationId)));

let registry: TestRegistry;
const tokens: Record<string, string> = {};

const TARGET = { publisher: "acme", skill: "acme-tool", involved: [] };
const ACCOUNTS: Record<Exclude<Who, "anonymous">, { handle: string; role: Role | null }> = {
  account: { handle: "sara", role: null },
  publisher: { handle: "paul", role: "publisher" },
  admin: { handle: "abel", role: "admin" },
  owner: { handle: "olga", role: "owner" },
  "registry admin": { handle: "admin", role: null },
};

function actorOf(who: Who): TokenActor | null {
  if (who === "anonymous") return null;
  const { handle, role } = ACCOUNTS[who];
  return {
    kind: "token",
    accountId: WHO.indexOf(who),
    handle,
    role: who === "registry admin" ? "admin" : "user",
    isSuspended: false,
    publishers: role === null ? [] : [{ id: 1, handle: "acme", role }],
    scopes: ["*"],
    namePatterns: ["*"],
  };
}

/** What the table of actions says: null where anybody may ask. */
function rowOf({ operationId, isOpen }: Operation): Row | null {
  if (isOpen) return null;
  if (!isAction(operationId)) throw new Error(`${operationId} has no row in packages/policy/src/rights/actions.ts`);
  return ACTIONS[operationId];
}

const mayByTable = (operation: Operation, who: Who): boolean =>
  operation.isOpen || refusalOf(operation.operationId as Action, actorOf(who), TARGET) === null;

const archive = sampleZip({ name: "acme-tool" });
/** What tells a verb what it is about where the address does not. */
const BODIES: Readonly<Record<string, Parameters<typeof call>[1]>> = {
  publishSkill: { body: new Uint8Array(archive), type: "application/zip" },
  stageSkill: { body: new Uint8Array(archive), type: "application/zip" },
  requestTransfer: { json: { name: "acme-tool", to: "sara" } },
  addTrustedPublisher: {
    json: { issuer: "https://token.actions.githubusercontent.com", repository: "acme/tool", workflow: "release.yml" },
  },
  changeSkillSettings: { json: { publishing: "any" } },
  reviewSkill: { json: { rating: 5 } },
  putCollection: { json: { title: "Tools", skills: ["acme-tool"] } },
  answerReview: { json: { text: "thanks" } },
  appealReport: { json: { text: "the report is about another skill" } },
};
const REASON = { reason: "because of it" };
const DECISION = { ...REASON, inspection_id: "00000000-0000-4000-8000-000000000000" };
/** What an admin's verbs have to be sent before they ask about anything. */
const ADMINS_BODIES: Readonly<Record<string, unknown>> = {
  clearVersion: DECISION,
  demoteVersion: { ...REASON, tier: "experimental" },
  approvePromotion: DECISION,
  rejectPromotion: DECISION,
  setPublisherQuota: { mebibytes: 1 },
  upholdReport: { ...REASON, effect: "quarantine" },
};
const QUERIES: Readonly<Record<string, string>> = {
  publishSkill: "?publisher=acme",
  stageSkill: "?publisher=acme",
  listNotices: "?publisher=acme",
  listTransfers: "?publisher=acme",
};
/**
 * About the publishers that the account itself belongs to: an account that belongs to none gets an empty list, and a name that is
 * another's is taken.
 */
const OF_ONES_OWN = new Set(["listSignerChanges", "listStaged", "addTrustedPublisher"]);
/** Refused for more than the table knows: a review is of what its author downloaded. */
const ASKS_MORE = new Set(["reviewSkill"]);

/** What is found by a number that is not there is nobody's yet. Of what is there they ask by `ensureMay` itself. */
const OF_A_NUMBER = new Set([
  "approvePromotion",
  "rejectPromotion",
  "acceptTransfer",
  "removeReview",
  "dismissReport",
  "upholdReport",
  "grantAppeal",
  "rejectAppeal",
  "removeTrustedPublisher",
]);

const ask = (operation: Operation, token: string, json?: unknown) =>
  call(`${registry.url}/api/v1${addressOf(operation)}${QUERIES[operation.operationId] ?? ""}`, {
    method: operation.method,
    ...(json === undefined ? BODIES[operation.operationId] : { json }),
    ...(token !== "" && { token }),
  });

function addressOf({ path, integers }: Operation): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === "name") return "acme-tool";
    if (name === "collection") return "acme-set";
    if (name === "version") return "1.0.0";
    if (name === "handle") return "acme";
    // Nobody: whoever may is told so, and nothing is changed.
    if (name === "account") return "not-here";
    return integers.includes(name) ? "4711" : "00000000-0000-4000-8000-000000000000";
  });
}

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  tokens["registry admin"] = registry.adminToken;
  for (const who of ["account", "publisher", "admin", "owner"] as const) {
    tokens[who] = await account(registry.url, registry.adminToken, ACCOUNTS[who].handle);
  }
  tokens["suspended"] = await account(registry.url, registry.adminToken, "sven");
  const made = await call(`${registry.url}/api/v1/publishers`, {
    token: tokens["owner"] ?? "",
    json: { handle: "acme" },
  });
  expect(made.status).toBe(201);
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'member.join', 'publisher:acme');
     INSERT INTO memberships (account_id, publisher_id, role)
     SELECT a.id, p.id, CASE a.handle WHEN 'paul' THEN 'publisher' WHEN 'abel' THEN 'admin' ELSE 'owner' END
     FROM accounts a, publishers p WHERE a.handle IN ('paul', 'abel', 'sven') AND p.handle = 'acme';
     UPDATE accounts SET disabled_at = now() WHERE handle = 'sven'; COMMIT;`,
  );
  await publishedAtOnce(registry, {
    token: tokens["owner"] ?? "",
    name: "acme-tool",
    version: "1.0.0",
    publisher: "acme",
  });
  for (const scope of SCOPES) {
    tokens[`only ${scope}`] = await narrowToken(registry, { handle: "olga", scopes: [scope] });
    const others = SCOPES.filter((each) => each !== scope);
    tokens[`all but ${scope}`] = await narrowToken(registry, { handle: "olga", scopes: others });
    tokens[`admin's only ${scope}`] = await narrowToken(registry, { handle: "admin", scopes: [scope] });
    tokens[`admin's all but ${scope}`] = await narrowToken(registry, { handle: "admin", scopes: others });
  }
});
afterAll(() => registry.close());

describe("who may ask for what", () => {
  test("every route of the API is an operation of the document or open to anyone", () => {
    const { table } = createApp(registry.running.services, null);
    const known = new Set(
      operations.map(({ method, path }) => `${method} /api/v1${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
    );
    const unknown = table.filter(({ area, method, path }) => area.at === "/api/v1" && !known.has(`${method} ${path}`));
    expect(unknown.filter(({ policy }) => policy.access !== "anyone").map(({ path }) => path)).toEqual([]);
  });

  test("T3 T8 each of them answers each kind of asker as the table of actions says, over HTTP", async () => {
    const wrong: string[] = [];
    for (const operation of operations) {
      for (const who of WHO) {
        const { status } = await ask(operation, tokens[who] ?? "");
        const refused = status === 401 || status === 403;
        // What is found by a number that is not there is nobody's, and an open answer may need more than an address.
        const isRight = mayByTable(operation, who)
          ? (!refused || ASKS_MORE.has(operation.operationId)) && status < 500
          : refused || status === 404 || OF_ONES_OWN.has(operation.operationId);
        if (!isRight) wrong.push(`${operation.operationId} by ${who}: ${status}`);
      }
      const { status } = await ask(operation, tokens["suspended"] ?? "");
      if (!operation.isOpen && status !== 401 && status !== 403)
        wrong.push(`${operation.operationId} suspended: ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  test("T3 each asks of a token for exactly its scope, over HTTP", async () => {
    const wrong: string[] = [];
    for (const operation of operations) {
      const row = rowOf(operation);
      if (row === null || row.scope === null || ENDS_WHO_ASKS.has(operation.operationId)) continue;
      const whose = mayByTable(operation, "owner") ? "" : "admin's ";
      const one = (await ask(operation, tokens[`${whose}only ${row.scope}`] ?? "")).status;
      const others = (await ask(operation, tokens[`${whose}all but ${row.scope}`] ?? "")).status;
      if ((one === 401 || one === 403) && !ASKS_MORE.has(operation.operationId))
        wrong.push(`${operation.operationId} with ${row.scope} alone: ${one}`);
      if (others !== 403) wrong.push(`${operation.operationId} with all but ${row.scope}: ${others}`);
    }
    expect(wrong).toEqual([]);
  });

  test("H-A2 each that takes JSON refuses a token that was revoked while its body came", async () => {
    const slow = operations.filter(({ readsJson, isOpen }) => readsJson && !isOpen);
    expect(slow.length).toBeGreaterThan(30);
    const spare = await Promise.all(
      slow.map((operation) => {
        const handle = mayByTable(operation, "owner") ? "olga" : mayByTable(operation, "account") ? "sara" : "admin";
        return narrowToken(registry, { handle, scopes: ["*"] });
      }),
    );
    let sent = 0;
    const revoked = Promise.withResolvers<void>();
    const meanwhile = async () => {
      sent += 1;
      if (sent === slow.length) {
        await runSql(
          registry,
          `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'token.revoke', 'account:olga');
           UPDATE tokens SET revoked_at = now() WHERE name = 'narrow' AND scopes = ARRAY['*']; COMMIT;`,
        );
        // A body that comes within a tenth of a second asks nobody again.
        await new Promise((resolve) => setTimeout(resolve, 200));
        revoked.resolve();
      }
      await revoked.promise;
    };
    const told = await Promise.all(
      slow.map(async (operation, at) => {
        const headers = { authorization: `Bearer ${spare[at]}`, "content-type": "application/json" };
        const { method, operationId } = operation;
        const body = Buffer.from('{ "reason": "half of it later" }');
        const url = `${registry.url}/api/v1${addressOf(operation)}${QUERIES[operationId] ?? ""}`;
        return `${operationId}: ${await sendAround(url, { method, headers, body }, meanwhile)}`;
      }),
    );
    expect(told.filter((line) => !line.endsWith(": 401"))).toEqual([]);
  });

  test("H-A3 each asks for the second factor as its row says, before it looks at anything else", async () => {
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'account.claim', 'account:olga');
       INSERT INTO auth_users (id, name, email, email_verified, created_at, updated_at, two_factor_enabled)
       SELECT handle, handle, handle || '@example.org', true, now(), now(), true FROM accounts WHERE handle IN ('olga', 'admin');
       UPDATE accounts SET auth_user_id = handle WHERE handle IN ('olga', 'admin'); COMMIT;`,
    );
    const wrong: string[] = [];
    for (const operation of operations) {
      const row = rowOf(operation);
      if (row === null || row.confirm === "when laxer" || ENDS_WHO_ASKS.has(operation.operationId)) continue;
      const who = mayByTable(operation, "owner") ? "owner" : "registry admin";
      const json = who === "owner" ? undefined : (ADMINS_BODIES[operation.operationId] ?? REASON);
      const { status, body } = await ask(operation, tokens[who] ?? "", operation.method === "GET" ? undefined : json);
      const isAsked = body?.code === "second_factor_required";
      const isThere = !OF_A_NUMBER.has(operation.operationId);
      const isRight = row.confirm === "always" ? (isThere ? isAsked : status === 404) : !isAsked;
      if (!isRight) wrong.push(`${operation.operationId} (${row.confirm}) by ${who}: ${status} ${body?.code}`);
    }
    expect(wrong).toEqual([]);
  });

  test("docs/permissions.md is that matrix", async () => {
    await expect(matrix()).toMatchFileSnapshot("../../docs/permissions.md");
  });
});

function matrix(): string {
  const rows = operations
    .toSorted((a, b) => (a.path === b.path ? (a.method < b.method ? -1 : 1) : a.path < b.path ? -1 : 1))
    .map((operation) => {
      const row = rowOf(operation);
      const cells = WHO.map((who) => (mayByTable(operation, who) ? "yes" : ""));
      const [scope, confirm] = [row?.scope ?? "", row?.confirm.replace("never", "") ?? ""];
      return `| \`${operation.method} ${operation.path}\` | ${cells.join(" | ")} | ${scope} | ${confirm} |`;
    });
  const scopes = SCOPES.map((scope) => `| \`${scope}\` | ${SCOPE_MEANINGS[scope]} |`);
  return `# Permissions

Who may ask for what of \`/api/v1\`. Generated by \`test/edge/permissions.test.ts\` from the routes and
\`packages/policy/src/rights/actions.ts\`, and asked over HTTP of each: \`npx vitest run --project e2e test/edge/permissions.test.ts -u\`.

- *publisher*, *admin*, *owner*: the roles of an account in the publisher that it is about. *account*: one that does not belong to it.
  *registry admin*: one who does not belong to it and had no hand in it. A suspended account may ask only for what needs no account.
- *token*: the scope that a token needs; without one, any token will do. A token may do no more than its account, and with names
  (\`acme-*\`) nothing that concerns others. What an answer shows of what is not public depends on who asks, too; so does whether
  something is there at all.
- *second factor*: whether it is asked for, of an account that has one: \`always\`, or \`when laxer\`, which is where the change lets
  others do more, makes or unmakes an owner, or is an admin's about what is not theirs.

What each scope lets a token do, as far as its account may (\`packages/policy/src/rights/scope-meanings.ts\`):

| scope | |
|---|---|
${scopes.join("\n")}

| | ${WHO.join(" | ")} | token | second factor |
|---|${WHO.map(() => "---|").join("")}---|---|
${rows.join("\n")}
`;
}
