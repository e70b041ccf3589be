import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { NAMES, type PrivateSkills, publishHidden, startPrivateSkills } from "../harness/private-skills.ts";
import { rowsOf, runSql } from "../harness/rows.ts";

let skills: PrivateSkills;
type Who = keyof PrivateSkills["tokens"] | null;
const at = (path: string) => `${skills.registry.url}${path}`;
const asked = (who: Who) => (who === null ? {} : { token: skills.tokens[who] });
const put = (who: Who, name: string, json: object, publisher = "ada") =>
  call(at(`/api/v1/collections/${publisher}/${name}`), { method: "PUT", json, ...asked(who) });
const skillsOf = async (who: Who, name: string) =>
  (await call(at(`/api/v1/collections/ada/${name}`), asked(who))).body["skills"];
const publishes = async (who: "ada" | "dan", name: string) =>
  publishedAtOnce(skills.registry, { token: skills.tokens[who], name, version: "1.0.0", query: "?publisher=ada" });
const done = async (path: string, who: Who, json?: object, method = "POST") => {
  const answer = await call(at(`/api/v1${path}`), { method, ...asked(who), ...(json && { json }) });
  expect([path, answer.status < 300, answer.body["detail"]]).toEqual([path, true, undefined]);
  return answer.body;
};

beforeAll(async () => {
  skills = await startPrivateSkills();
  await publishHidden(skills);
});
afterAll(() => skills.registry.close());

describe("what becomes of a collection when something becomes of its skills", () => {
  test("a purged skill is left out for everybody, and a change of the collection does not bring it back", async () => {
    await publishes("ada", "purged-soon");
    await put("ada", "purging", { title: "P", skills: ["purged-soon", "seen"] });
    expect(await skillsOf(null, "purging")).toEqual(["purged-soon", "seen"]);
    await done("/skills/purged-soon/1.0.0/purge", "ada", { reason: "a mistake" });
    for (const who of [null, "ada", "bob"] as const) expect(await skillsOf(who, "purging")).toEqual(["seen"]);
    expect((await put("ada", "purging", { title: "Q", skills: ["seen"] })).body["skills"]).toEqual(["seen"]);
    expect((await put("ada", "purging", { title: "Q", skills: ["seen", "purged-soon"] })).status).toBe(400);
  });

  test("T3 a skill that goes to another publisher stays; one that is private goes out of sight with the right to see it", async () => {
    for (const name of ["goes-openly", "goes-quietly"]) await publishes("ada", name);
    await put("ada", "moving", { title: "M", skills: ["goes-openly", "goes-quietly", "seen"] });
    await done("/skills/goes-quietly/settings", "ada", { visibility: "private" }, "PATCH");
    for (const name of ["goes-openly", "goes-quietly"]) {
      const { id } = await done("/transfers", "ada", { name, to: "acme" });
      await done(`/transfers/${id}/accept`, "dan");
    }
    for (const who of [null, "ada", "bob"] as const)
      expect([who, await skillsOf(who, "moving")]).toEqual([who, ["goes-openly", "seen"]]);
    expect(await skillsOf("dan", "moving")).toEqual(["goes-openly", "goes-quietly", "seen"]);
    // Its new owner changes nothing of the collection, its old one nothing of the skill.
    expect((await put("dan", "moving", { title: "Mine", skills: ["goes-openly"] })).status).toBe(403);
    expect((await put("ada", "moving", { title: "M", skills: ["seen"] })).status).toBe(200);
    expect(await skillsOf("dan", "moving")).toEqual(["seen", "goes-quietly"]);
  });

  test("a skill that is hidden or shown later comes and goes in its place, for whom it concerns", async () => {
    await publishes("ada", "comes-and-goes");
    await put("ada", "hiding", { title: "H", skills: ["comes-and-goes", "seen"] });
    await done("/skills/comes-and-goes/settings", "ada", { visibility: "private" }, "PATCH");
    expect([await skillsOf(null, "hiding"), await skillsOf("ada", "hiding")]).toEqual([
      ["seen"],
      ["comes-and-goes", "seen"],
    ]);
    await done("/skills/comes-and-goes/settings", "ada", { visibility: "public" }, "PATCH");
    expect(await skillsOf(null, "hiding")).toEqual(["comes-and-goes", "seen"]);
  });

  test("50 skills are a collection's most, and one that the changer does not see gives way at its end alone", async () => {
    const names = Array.from({ length: 50 }, (_, n) => `fifty-${String(n).padStart(2, "0")}`);
    for (const name of names) await publishes("ada", name);
    const some = names.slice(1);
    expect((await put("ada", "fifty", { title: "F", skills: [NAMES.private, ...some] })).status).toBe(201);
    expect((await put("ada", "fifty", { title: "F", skills: [...names, "seen"] })).status).toBe(400);
    expect((await put("cy", "fifty", { title: "G", skills: some })).body["skills"]).toEqual(some);
    expect(await skillsOf("ada", "fifty")).toEqual([...some, NAMES.private]);
    expect((await put("cy", "fifty", { title: "H", skills: names })).body["skills"]).toEqual(names);
    expect(await skillsOf("ada", "fifty")).toEqual(names);
  });
});

describe("a hidden collection is as one that is not there", () => {
  /** What is not the same of any two requests. */
  const still = (text: string) =>
    text.replaceAll(/"request_id":"[^"]*"/g, "").replaceAll(/req-[\w-]+|[0-9a-f]{8}-[0-9a-f-]{27}/g, "");

  test("T7 the same bytes and headers, from the API, its page and its indexes, for reads and changes", async () => {
    await put("ada", "hushed", { title: "Hushed", visibility: "organisation", skills: ["seen"] });
    const pages = ["/.well-known/agent-skills/index.json", "/.well-known/skills/index.json"];
    const paths = ["/api/v1/collections/ada/hushed", "/collections/ada/hushed"].concat(
      pages.map((page) => `/collections/ada/hushed${page}`),
    );
    for (const who of [null, "eve"] as const)
      for (const path of paths)
        for (const method of ["GET", "HEAD", "DELETE", "PUT"]) {
          const [hidden, other] = await Promise.all(
            ["hushed", "unheard"].map(async (name) => {
              const json = method === "PUT" ? { json: { title: "x", skills: ["seen"] } } : {};
              const answer = await call(at(path.replace("hushed", name)), { method, ...asked(who), ...json });
              const headers = Object.fromEntries(answer.headers);
              for (const own of ["date", "x-request-id", "content-length", "etag"]) delete headers[own];
              for (const own of Object.keys(headers)) if (own.startsWith("ratelimit")) delete headers[own];
              const text = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
              return { status: answer.status, headers, text: still(text).replaceAll(name, "NAME") };
            }),
          );
          expect([who, method, path, hidden]).toEqual([who, method, path, other]);
          expect(hidden?.status).not.toBe(200);
        }
  });

  test("its page is its members' alone, and no page of its publisher names it to others", async () => {
    const page = async (who: Who, path: string) => String((await call(at(path), asked(who))).body);
    await put("ada", "for-us", {
      title: "Secretly titled",
      visibility: "organisation",
      skills: ["seen", NAMES.organisation],
    });
    await put("ada", "for-all", { title: "Openly titled", skills: ["seen", NAMES.organisation] });
    const publisher = await page(null, "/publishers/ada");
    expect(publisher).toContain("Openly titled");
    expect(publisher).not.toContain("Secretly titled");
    expect(publisher).not.toContain("for-us");
    const shown = await page(null, "/collections/ada/for-all");
    expect(shown).toContain('href="/skills/seen"');
    expect(shown).not.toContain(NAMES.organisation);
  });
});

describe("a publisher's collections", () => {
  test("are 100 at most, of two at once one is refused, and one that goes makes room", async () => {
    const [{ n } = { n: 0 }] = await rowsOf<{ n: number }>(
      skills.registry,
      "SELECT count(*)::int AS n FROM collections c JOIN publishers p ON p.id = c.publisher_id WHERE p.handle = $1",
      ["ada"],
    );
    await runSql(
      skills.registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'x', 'many');
       INSERT INTO collections (publisher_id, name, title, visibility, created_at)
         SELECT p.id, 'many-' || i, 'Many', 'public', now() FROM publishers p,
           generate_series(1, ${99 - n}) i WHERE p.handle = 'ada'; COMMIT;`,
    );
    const both = await Promise.all(
      ["last-one", "last-two"].map((name) => put("ada", name, { title: "L", skills: [] })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect([refused?.body["code"], refused?.body["detail"]]).toEqual([
      "conflict",
      "ada has 100 collections; more are too many.",
    ]);
    // What is there may still change, another publisher has room of its own, and what goes makes room.
    expect((await put("ada", "many-1", { title: "Changed", skills: [] })).status).toBe(200);
    expect((await put("dan", "tools", { title: "T", skills: [] }, "acme")).status).toBe(201);
    await done("/collections/ada/many-2", "ada", undefined, "DELETE");
    expect((await put("ada", "one-more", { title: "O", skills: [] })).status).toBe(201);
    expect((await call(at("/api/v1/publishers/ada/collections"))).body["items"].length).toBeLessThanOrEqual(100);
  });

  test("stay when its account is deleted: what is public for everybody, what is not for the registry's admins", async () => {
    const { registry } = skills;
    const fay = await account(registry.url, registry.adminToken, "fay");
    const url = (path: string) => at(`/api/v1${path}`);
    for (const [name, visibility] of [
      ["open", "public"],
      ["shut", "organisation"],
    ]) {
      const json = { title: "Fay's", visibility, skills: ["seen"] };
      expect((await call(url(`/collections/fay/${name}`), { method: "PUT", token: fay, json })).status).toBe(201);
    }
    expect((await call(url("/account?confirm=fay"), { method: "DELETE", token: fay })).status).toBe(204);
    const statuses = async (token: string | undefined) =>
      Promise.all(
        ["open", "shut"].map(
          async (name) => (await call(url(`/collections/fay/${name}`), token ? { token } : {})).status,
        ),
      );
    expect(await statuses(undefined)).toEqual([200, 404]);
    expect(await statuses(registry.adminToken)).toEqual([200, 200]);
    const put = { method: "PUT", token: fay, json: { title: "Back", skills: [] } };
    expect((await call(url("/collections/fay/open"), put)).status).toBe(401);
  });
});
