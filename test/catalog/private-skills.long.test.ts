import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "../harness/api.ts";
import { type ApiDocument, sampleOf } from "../harness/api-document.ts";
import {
  addressOf,
  ask,
  type Hidden,
  MEMBER,
  NAMES,
  type PrivateSkills,
  publishHidden,
  publishPending,
  PUBLISHES,
  SECRETS,
  STAGED,
  startPrivateSkills,
  strangersOf,
  UNKNOWN,
} from "../harness/private-skills.ts";
import { asInspected } from "../harness/published.ts";
import { sampleZip } from "../harness/samples.ts";

let skills: PrivateSkills;
let strangers: [string, Record<string, string>][];
const document: ApiDocument = JSON.parse(await readFile(new URL("../../docs/openapi.json", import.meta.url), "utf8"));

const url = (path: string) => `${skills.registry.url}${path}`;
const api = (path: string) => url(`/api/v1${path}`);

beforeAll(async () => {
  skills = await startPrivateSkills();
  strangers = await strangersOf(skills);
  await publishHidden(skills);
  await publishPending(skills);
});

afterAll(() => skills.registry.close());

const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** A body that the route takes, as docs/openapi.json has it. */
function bodyFor(method: string, path: string): { type: string; body: string } {
  const documented = path.replace("/api/v1", "").replaceAll(/:(\w+)(\{.*?\})?/g, "{$1}");
  const content = document.paths[documented]?.[method.toLowerCase()]?.requestBody?.content ?? {};
  const [[type, { schema }] = ["application/json", { schema: {} }]] = Object.entries(content);
  // What no schema says: issuers that are known, and what is told of theirs.
  const known = { issuer: "https://gitlab.com", repository: "eve/seen", workflow: ".gitlab-ci.yml" };
  // Other clients' protocols are in no document.
  const foreign = { reason: "It is for a test.", toUserHandle: "ada" };
  const isForeign = document.paths[documented] === undefined;
  const sample = path.endsWith("/trusted-publishers") ? known : isForeign ? foreign : sampleOf(document, schema);
  return { type, body: typeof sample === "string" ? sample : JSON.stringify(sample) };
}

/** Who may not see this one. */
const strangersTo = (hidden: Hidden) => strangers.filter(([who]) => hidden === "private" || who !== MEMBER);

describe("a skill that is not public, to everybody who may not see it, at every route of the table", () => {
  test("Q4 every GET route answers about it as about a name that nobody has: status, headers, body", async () => {
    const named = skills.routes.filter(({ method, path }) => method === "GET" && path.includes(":name"));
    expect(named.length).toBeGreaterThan(13);
    const wrong: string[] = [];
    for (const hidden of Object.keys(NAMES) as Hidden[]) {
      for (const { path } of named) {
        for (const [who, headers] of strangersTo(hidden)) {
          const more = who === "anybody" ? [{ method: "HEAD" }, { headers: { "if-none-match": "*" } }] : [];
          for (const init of [{ headers }, ...more]) {
            const theirs = await ask(url(addressOf(path, NAMES[hidden])), NAMES[hidden], init);
            const nobodys = await ask(url(addressOf(path, UNKNOWN[hidden])), UNKNOWN[hidden], init);
            if (JSON.stringify(theirs) !== JSON.stringify(nobodys))
              wrong.push(`${path} as ${who}: ${JSON.stringify(theirs)} ${JSON.stringify(nobodys)}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test("Q4 every other route does, too, with a body that it takes, and no method makes another of it", async () => {
    const named = skills.routes.filter(({ method, path }) => method !== "GET" && path.includes(":name"));
    expect(named.length).toBeGreaterThan(12);
    const wrong: string[] = [];
    for (const { area, method, path } of named) {
      const { type, body } = bodyFor(method, path);
      const send = (name: string, headers: Record<string, string>) =>
        ask(url(addressOf(path, name)), name, { method, headers: { ...headers, "content-type": type }, body });
      // At a skill that everybody sees, it is refused for who sends it, if at all, and not for what it is.
      const taken = await send("seen", { authorization: `Bearer ${skills.tokens.eve}` });
      // A page takes no token, whatever it names.
      const isPage = taken.status === 401 && !area.credentials.includes("bearer");
      if (!isPage && ![200, 201, 204, 403, 404, 409].includes(taken.status))
        wrong.push(`${method} ${path}: ${taken.status} ${taken.body}`);
      for (const [who, headers] of strangersTo("private")) {
        // Whoever may publish it may know of it.
        if (who === PUBLISHES) continue;
        const theirs = await send(NAMES.private, headers);
        const nobodys = await send(UNKNOWN.private, headers);
        const [one, other] = [theirs, nobodys].map((shown) => JSON.stringify(shown).replaceAll(TIME, "TIME"));
        if (one !== other)
          wrong.push(`${method} ${path} as ${who}: ${JSON.stringify(theirs)} ${JSON.stringify(nobodys)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("H-A6 Q4 a public name under which all is staged, or was rejected, is to a stranger what nobody has, at every route", async () => {
    const { registry, tokens } = skills;
    const names = { staged: "hush-awaits", rejected: "hush-is-bare" };
    for (const name of Object.values(names)) {
      const body = sampleZip({ name }) as Uint8Array<ArrayBuffer>;
      const staged = await call(api("/staged-versions?publisher=ada"), {
        token: tokens.ada,
        body,
        type: "application/zip",
      });
      expect(staged.status).toBe(201);
    }
    await asInspected(registry, names.rejected);
    expect((await call(api(`/skills/${names.rejected}/1.0.0/reject`), { token: tokens.ada, json: {} })).status).toBe(
      204,
    );
    const asked = skills.routes.filter(({ path }) => path.includes(":name"));
    const wrong: string[] = [];
    for (const [what, name] of Object.entries(names)) {
      const nobody = "mute-to-all".padEnd(name.length, "x");
      for (const { method, path } of asked) {
        const { type, body } = bodyFor(method, path);
        const sent = method === "GET" ? {} : { body };
        for (const [who, headers] of strangers.slice(0, 2)) {
          const send = (of: string) =>
            ask(url(addressOf(path, of)), of, { method, headers: { ...headers, "content-type": type }, ...sent });
          const [theirs, nobodys] = [await send(name), await send(nobody)].map((told) =>
            JSON.stringify(told).replaceAll(TIME, "TIME"),
          );
          if (theirs !== nobodys) wrong.push(`${what}: ${method} ${path} as ${who}: ${theirs} ${nobodys}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test("Q4 no other route says anything of it, whoever of them asks", async () => {
    const others = skills.routes.filter(({ method, path }) => method === "GET" && !path.includes(":name"));
    expect(others.length).toBeGreaterThan(15);
    const queries = ["?limit=100&sort=name&publisher=ada&unread=false&since=0", "?tag=quokka"];
    const wrong: string[] = [];
    for (const { path } of others) {
      for (const [who, headers] of strangersTo("private")) {
        for (const query of queries) {
          const { body, headers: told } = await ask(url(addressOf(path, "seen") + query), "\0", { headers });
          // The one of the organisation is a member's to see.
          const text = `${body} ${JSON.stringify(told)}`;
          const secrets = who === MEMBER ? [NAMES.private, STAGED] : SECRETS;
          // What was asked for is said back.
          if (secrets.some((secret) => !query.includes(secret) && text.includes(secret)))
            wrong.push(`${path}${query} as ${who}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test("Q4 it costs what a name costs that nobody has", async () => {
    const cost = async (name: string) => {
      const from = process.cpuUsage();
      for (let n = 0; n < 20; n += 1) await (await fetch(api(`/skills/${name}`))).arrayBuffer();
      const { user, system } = process.cpuUsage(from);
      return user + system;
    };
    for (const name of [NAMES.private, UNKNOWN.private]) await cost(name);
    const rounds: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      // Whoever comes first pays for what is cold: each does in turn.
      const [one, other] = round % 2 === 0 ? [NAMES.private, UNKNOWN.private] : [UNKNOWN.private, NAMES.private];
      const [first, second] = [await cost(one), await cost(other)];
      rounds.push(one === NAMES.private ? first / second : second / first);
    }
    const median = rounds.toSorted((a, b) => a - b)[2] ?? 0;
    expect(median).toBeGreaterThan(0.6);
    expect(median).toBeLessThan(1.6);
  });
});
