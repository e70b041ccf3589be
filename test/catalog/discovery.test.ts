import { readArchive, DEFAULT_LIMITS, sha256Hex } from "@gaia/archive";
import { RegistryError } from "@gaia/catalog";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { FORMAT_SAMPLES } from "../harness/format-samples.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { heldZip, sampleFiles, sampleZip, zipOf } from "../harness/samples.ts";

interface Index {
  $schema: string;
  skills: { name: string; type: string; description: string; url: string; digest: string }[];
}

const NEW = ".well-known/agent-skills/index.json";
const OLD = ".well-known/skills/index.json";

let registry: TestRegistry;
let ada: string;

const at = (path: string) => new URL(path, registry.url).href;
const ask = (path: string, headers: Record<string, string> = {}) => fetch(at(path), { headers });
const statusOf = async (path: string) => (await ask(path)).status;
const indexOf = async (page: string) => (await (await ask(`${page}/${NEW}`)).json()) as Index;
const oldIndexOf = async (page: string) =>
  (await (await ask(`${page}/${OLD}`)).json()) as { skills: { name: string; description: string; files: string[] }[] };
const namesOf = async (page: string) => (await indexOf(page)).skills.map(({ name }) => name);
const done = async (path: string, token: string, json: object) =>
  expect([path, (await call(at(`/api/v1${path}`), { token, json })).status]).toEqual([path, 200]);

/** The only skill of a page's index, and what its archive holds. */
async function archiveOf(page: string) {
  const [entry] = (await indexOf(page)).skills;
  if (entry === undefined) throw new Error(`${page} names no skill`);
  const answer = await ask(entry.url);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const files = new Map(readArchive(bytes, DEFAULT_LIMITS).files.map((file) => [file.path, Buffer.from(file.bytes)]));
  return { entry, answer, bytes, files };
}

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  await publishedAtOnce(registry, { token: ada, name: "plain", version: "1.0.0" });
});
afterAll(() => registry.close());

describe("an index of 0.2.0", () => {
  test("names the newest stable version of a skill by an archive whose bytes have the digest", async () => {
    await publishedAtOnce(registry, { token: ada, name: "grows", version: "1.0.0" });
    expect((await archiveOf("/skills/grows")).entry.url).toBe("/discovery/skills/grows/1.0.0/skill.zip");
    await publishedAtOnce(registry, { token: ada, name: "grows", version: "1.1.0" });
    await publishedAtOnce(registry, { token: ada, name: "grows", version: "2.0.0-beta.1" });
    const { entry, answer, bytes } = await archiveOf("/skills/grows");
    expect(entry).toEqual({
      name: "grows",
      type: "archive",
      description: "The skill grows says hello",
      url: "/discovery/skills/grows/1.1.0/skill.zip",
      digest: `sha256:${sha256Hex(bytes)}`,
    });
    expect((await indexOf("/skills/grows")).$schema).toBe("https://schemas.agentskills.io/discovery/0.2.0/schema.json");
    expect(answer.headers.get("content-type")).toBe("application/zip");
  });

  test("gives a skill that any loader reads as it was published, byte for byte", async () => {
    const published = sampleFiles({ name: "plain" });
    const { files } = await archiveOf("/skills/plain");
    expect([...files].map(([path, bytes]) => [path, bytes.toString()]).toSorted()).toEqual(
      Object.entries(published).toSorted(),
    );
  });

  test.each(Object.entries(FORMAT_SAMPLES))(
    "gives a skill of format %s with a SKILL.md at the root that has name and description",
    async (_format, { name, version, query, files: published }) => {
      await publishedAtOnce(registry, { token: ada, name, version, query, files: published });
      const { entry, files } = await archiveOf(`/skills/${name}`);
      expect(entry.name).toBe(name);
      const [, front = ""] = /^---\n([^]*?)\n---\n/.exec(files.get("SKILL.md")?.toString() ?? "") ?? [];
      expect(front).toMatch(new RegExp(`^name: "?${name}"?$`, "m"));
      expect(front).toMatch(/^description: ./m);
    },
  );

  test("is there for a publisher: its public skills, the most downloaded first, 50 at most", async () => {
    const eve = await account(registry.url, registry.adminToken, "eve");
    const names = Array.from({ length: 52 }, (_, n) => `many-${String(n).padStart(2, "0")}`);
    for (const name of names)
      await publishedAtOnce(registry, { token: eve, name, version: "1.0.0", files: sampleFiles({ name }) });
    await runSql(registry, "UPDATE skills SET downloads = 9 WHERE name = 'many-31'");
    registry.running.services.pages.forgetAll();
    const found = await namesOf("/publishers/eve");
    expect(found).toHaveLength(50);
    expect(found[0]).toBe("many-31");
    expect(new Set(found).size).toBe(50);
    expect((await oldIndexOf("/publishers/eve")).skills).toHaveLength(50);
  });

  test("is there for a collection: its public skills in its order, and falls with what changes of it", async () => {
    const dan = await account(registry.url, registry.adminToken, "dan");
    for (const name of ["set-b", "set-a", "set-c"])
      await publishedAtOnce(registry, { token: dan, name, version: "1.0.0" });
    const put = async (json: object) =>
      (await call(at("/api/v1/collections/dan/set"), { method: "PUT", token: dan, json: { title: "Set", ...json } }))
        .status;
    const page = "/collections/dan/set";
    expect(await put({ skills: ["set-b", "plain", "set-a"] })).toBe(201);
    expect(await namesOf(page)).toEqual(["set-b", "plain", "set-a"]);
    expect((await oldIndexOf(page)).skills.map(({ name }) => name)).toEqual(["set-b", "plain", "set-a"]);
    expect(await statusOf(`${page}/.well-known/skills/set-a/SKILL.md`)).toBe(200);
    expect(await statusOf(`${page}/.well-known/skills/set-c/SKILL.md`)).toBe(404);
    expect(await put({ skills: ["set-c", "set-a"] })).toBe(200);
    expect(await namesOf(page)).toEqual(["set-c", "set-a"]);
    const hide = { method: "PATCH", token: dan, json: { visibility: "private" } };
    expect((await call(at("/api/v1/skills/set-c/settings"), hide)).status).toBe(200);
    expect(await namesOf(page)).toEqual(["set-a"]);
    // For its members alone: the same as one that nobody has, also with a token of theirs.
    expect(await put({ skills: ["set-a"], visibility: "organisation" })).toBe(200);
    for (const path of [NEW, OLD, ".well-known/skills/set-a/SKILL.md"]) {
      const [hidden, other] = await Promise.all(
        [page, "/collections/dan/not"].map(async (each) => {
          const answer = await ask(`${each}/${path}`, { authorization: `Bearer ${dan}` });
          return [answer.status, { ...((await answer.json()) as object), request_id: "", instance: "" }];
        }),
      );
      expect(hidden).toEqual(other);
      expect(hidden?.[0]).toBe(404);
    }
    expect(await put({ skills: [], visibility: "public" })).toBe(200);
    expect(await statusOf(`${page}/${NEW}`)).toBe(404);
  });

  test("leaves out a name that the client refuses, so that it drops no other", async () => {
    const cy = await account(registry.url, registry.adminToken, "cy");
    for (const name of ["ends-", "two--hyphens", "taken-by-cy"])
      await publishedAtOnce(registry, { token: cy, name, version: "1.0.0" });
    expect(await namesOf("/publishers/cy")).toEqual(["taken-by-cy"]);
    expect(await statusOf(`/skills/ends-/${NEW}`)).toBe(404);
    expect((await oldIndexOf("/publishers/cy")).skills.map(({ name }) => name)).toEqual(["taken-by-cy"]);
  });

  test("Q5 leaves out a skill of which no archive can be made, and asks once in a while alone", async () => {
    const owner = await account(registry.url, registry.adminToken, "costly-owner");
    const [costly, cheap] = ["6.6.6", "1.0.0"] as const;
    await publishedAtOnce(registry, { token: owner, name: "costly", version: costly });
    await publishedAtOnce(registry, { token: owner, name: "cheap", version: cheap });
    const doors = registry.running.services.registry;
    const { reader } = doors;
    let asked = 0;
    doors.reader = {
      ...reader,
      convert: (input) => {
        if (input.version !== costly) return reader.convert(input);
        asked += 1;
        return Promise.reject(new RegistryError("invalid_package", "It takes longer to read than any package may."));
      },
    };
    try {
      for (const form of [indexOf, oldIndexOf])
        expect((await form("/publishers/costly-owner")).skills.map(({ name }) => name)).toEqual(["cheap"]);
      expect(await statusOf(`/skills/costly/${NEW}`)).toBe(404);
      expect(asked).toBe(1);
    } finally {
      doors.reader = reader;
    }
  });

  test("is found under the address that the client prints for a hit, too, and falls with the skill", async () => {
    expect(await namesOf("/skills/plain@plain")).toEqual(["plain"]);
    expect(await statusOf(`/skills/plain@other/${NEW}`)).toBe(404);
    await publishedAtOnce(registry, { token: ada, name: "printed", version: "1.0.0" });
    expect(await namesOf("/skills/printed@printed")).toEqual(["printed"]);
    await done("/admin/skills/printed/1.0.0/quarantine", registry.adminToken, { reason: "it was for this" });
    expect(await statusOf(`/skills/printed@printed/${NEW}`)).toBe(404);
  });
});

describe("the form before 0.2.0", () => {
  test("names the files of the same archive, and has each of them beside its index", async () => {
    const { files } = await archiveOf("/skills/plain");
    const [entry] = (await oldIndexOf("/skills/plain")).skills;
    expect(entry).toEqual({
      name: "plain",
      description: "The skill plain says hello",
      files: expect.arrayContaining([...files.keys()]),
    });
    for (const base of ["/skills/plain", "/publishers/ada"])
      for (const path of entry?.files ?? []) {
        const answer = await ask(`${base}/.well-known/skills/plain/${path}`);
        expect([answer.status, Buffer.from(await answer.arrayBuffer()).toString()]).toEqual([
          200,
          files.get(path)?.toString(),
        ]);
      }
    for (const path of ["SKILL.MD", "other.md", "tools.py/"])
      expect([path, await statusOf(`/skills/plain/.well-known/skills/plain/${path}`)]).toEqual([path, 404]);
    expect(await statusOf("/skills/plain/.well-known/skills/grows/SKILL.md")).toBe(404);
  });

  test("leaves out a skill with a file that such a client cannot ask for", async () => {
    const files = { ...sampleFiles({ name: "odd-file" }), "notes 50%.txt": "half" };
    await publishedAtOnce(registry, { token: ada, name: "odd-file", version: "1.0.0", files });
    expect(await namesOf("/skills/odd-file")).toEqual(["odd-file"]);
    expect(await statusOf(`/skills/odd-file/${OLD}`)).toBe(404);
  });
});

describe("how it answers", () => {
  test("there is no index at the root, and the page's own address stays the page's", async () => {
    for (const path of [`/${NEW}`, `/${OLD}`]) expect([path, await statusOf(path)]).toEqual([path, 404]);
    for (const page of ["/skills/plain", "/publishers/ada"]) {
      const answer = await ask(page);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    }
    const other = await fetch(at(`/skills/plain/${NEW}`), { method: "PUT" });
    expect([other.status, other.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  test("every address says its length to HEAD, may be kept and asked again, and read by other sites", async () => {
    const set = { method: "PUT", token: ada, json: { title: "Kept", skills: ["plain"] } };
    expect((await call(at("/api/v1/collections/ada/kept"), set)).status).toBe(201);
    const paths = [
      `/skills/plain/${NEW}`,
      `/skills/plain/${OLD}`,
      `/publishers/ada/${NEW}`,
      `/collections/ada/kept/${NEW}`,
      "/skills/plain/.well-known/skills/plain/SKILL.md",
      "/discovery/skills/plain/1.0.0/skill.zip",
      "/discovery/api/search?q=plain",
    ];
    for (const path of paths) {
      for (const time of ["first", "kept"]) {
        const answer = await ask(path);
        const { headers } = answer;
        expect([path, time, answer.status]).toEqual([path, time, 200]);
        expect([path, headers.get("cache-control")]).toEqual([path, "no-cache"]);
        expect([path, time, headers.get("access-control-allow-origin")]).toEqual([path, time, "*"]);
        const etag = headers.get("etag") ?? "";
        expect(etag, path).toMatch(/^"/);
        const size = (await answer.arrayBuffer()).byteLength;
        const head = await fetch(at(path), { method: "HEAD" });
        expect([path, head.status, head.headers.get("content-length")]).toEqual([path, 200, String(size)]);
        expect([path, (await ask(path, { "if-none-match": etag })).status]).toEqual([path, 304]);
      }
    }
    const absent = await ask(`/skills/nobody-has-it/${NEW}`);
    expect([absent.status, absent.headers.get("access-control-allow-origin")]).toEqual([404, "*"]);
  });

  test("an index that is made anew each time counts as twenty reads, one that is kept and a file as one", async () => {
    const set = { method: "PUT", token: ada, json: { title: "Costly", skills: ["plain"] } };
    expect((await call(at("/api/v1/collections/ada/costly"), set)).status).toBe(201);
    const page = "/collections/ada/costly";
    for (const [path, cost] of [
      [`${page}/${NEW}`, 20],
      [`${page}/${OLD}`, 20],
      [`${page}/.well-known/skills/plain/SKILL.md`, 1],
      [`/skills/plain/${NEW}`, 1],
    ] as const) {
      const left = async () => Number((await ask(path)).headers.get("ratelimit")?.match(/r=(\d+)/)?.[1]);
      expect([path, (await left()) - (await left())]).toEqual([path, cost]);
    }
  });

  test("a download is counted with the archive, an update check is none", async () => {
    const count = async (name: string, path: string, headers: Record<string, string> = {}) => {
      await (await ask(path, headers)).arrayBuffer();
      await registry.running.services.downloads.flush();
      registry.running.services.pages.forgetAll();
      return (await call(at(`/api/v1/skills/${name}`))).body["downloads"];
    };
    const check = { "x-skills-update-check": "1" };
    for (const name of ["counted", "counted-old"])
      await publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
    const archive = "/discovery/skills/counted/1.0.0/skill.zip";
    expect(await count("counted", `/skills/counted/${NEW}`, check)).toBe(0);
    expect(await count("counted", archive, check)).toBe(0);
    expect(await count("counted", archive)).toBe(1);
    const old = "/skills/counted-old/.well-known/skills/counted-old";
    expect(await count("counted-old", `${old}/tools.py`)).toBe(0);
    expect(await count("counted-old", `${old}/SKILL.md`)).toBe(1);
  });
});

describe("what is not there", () => {
  /** Every address at which a skill could be seen. */
  const addressesOf = (name: string) => [
    `/skills/${name}/${NEW}`,
    `/skills/${name}/${OLD}`,
    `/skills/${name}/.well-known/skills/${name}/SKILL.md`,
    `/publishers/ada/.well-known/skills/${name}/SKILL.md`,
    `/discovery/skills/${name}/1.0.0/skill.zip`,
  ];

  async function expectAbsent(name: string) {
    for (const headers of [{}, { authorization: `Bearer ${ada}` }])
      for (const path of addressesOf(name)) {
        const answer = await ask(path, headers);
        expect([path, answer.status]).toEqual([path, 404]);
        const other = await ask(path.replaceAll(name, "nobody-has-it"), headers);
        const [said, saidOfNobody] = [await answer.json(), await other.json()] as Record<string, unknown>[];
        expect({ ...said, request_id: 0 }).toEqual({ ...saidOfNobody, request_id: 0 });
      }
    expect(await namesOf("/publishers/ada")).not.toContain(name);
    expect(JSON.stringify((await oldIndexOf("/publishers/ada")).skills)).not.toContain(name);
    for (const q of [name, "says hello", ""])
      expect(await (await ask(`/discovery/api/search?limit=50&q=${q}`)).text()).not.toContain(name);
  }

  test("T7 a private skill and an inhouse one, for their owner's token, too", async () => {
    for (const [name, visibility] of [
      ["hush-one", "private"],
      ["hush-two", "organisation"],
    ] as const) {
      expect((await publish(registry.url, ada, sampleZip({ name }), `?visibility=${visibility}`)).status).toBe(201);
      await inspected(registry.url, name, "1.0.0", ada);
      await expectAbsent(name);
    }
  });

  test("S11 what is held, yanked or quarantined, at once and wherever it was before", async () => {
    expect((await publish(registry.url, ada, heldZip({ name: "is-held" }))).status).toBe(201);
    await inspected(registry.url, "is-held", "1.0.0", ada);
    await expectAbsent("is-held");
    for (const [name, path, token] of [
      ["is-yanked", "/skills/is-yanked/1.0.0/yank", ada],
      ["is-quarantined", "/admin/skills/is-quarantined/1.0.0/quarantine", registry.adminToken],
    ] as const) {
      await publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
      for (const address of addressesOf(name)) expect([address, await statusOf(address)]).toEqual([address, 200]);
      expect(await namesOf("/publishers/ada")).toContain(name);
      await done(path, token, { reason: "it was for this" });
      await expectAbsent(name);
    }
  });

  test("S11 what is below the least tier, and everything in a closed registry", async () => {
    const environment = { CLIENTS_LEAST_TIER: "community" };
    const strict = await startTestRegistry({ withoutScanners: true, environment });
    const closed = await startTestRegistry({ withoutScanners: true, environment: { READ: "signed-in" } });
    try {
      for (const [other, status] of [
        [strict, 404],
        [closed, 401],
      ] as const) {
        const token = await account(other.url, other.adminToken, "ada");
        await publishedAtOnce(other, { token, name: "plain", version: "1.0.0" });
        for (const path of [...addressesOf("plain"), `/publishers/ada/${NEW}`])
          expect([path, (await fetch(`${other.url}${path}`)).status]).toEqual([path, status]);
      }
      const search = async ({ url }: TestRegistry) => (await fetch(`${url}/discovery/api/search?q=plain`)).text();
      expect(await search(strict)).toBe('{"skills":[]}');
      expect(await search(closed)).not.toContain("ada/plain");
    } finally {
      await strict.close();
      await closed.close();
    }
  });
});

describe("the search", () => {
  const search = async (query: string) =>
    ((await (await ask(`/discovery/api/search?${query}`)).json()) as { skills: Record<string, unknown>[] }).skills;

  test("names public skills by owner, with an address from which the client installs, and no repository of others", async () => {
    const [first] = await search("q=plain");
    expect(first).toEqual({
      id: "ada/plain",
      name: "plain",
      source: at("/skills/plain"),
      installs: expect.any(Number),
    });
  });

  test("takes an owner and a limit, and passes over what is no limit", async () => {
    await publish(registry.url, ada, zipOf(sampleFiles({ name: "of-ada" })));
    expect(await search("q=hello&owner=nobody")).toEqual([]);
    const owned = await search("q=hello&owner=ada&limit=50");
    expect(owned.length).toBeGreaterThan(1);
    expect(new Set(owned.map(({ id }) => String(id).split("/")[0]))).toEqual(new Set(["ada"]));
    expect(await search("q=hello&limit=1")).toHaveLength(1);
    for (const limit of ["0", "-1", "all", "9999999999"])
      expect((await search(`q=hello&limit=${limit}`)).length).toBeLessThanOrEqual(20);
  });
});
