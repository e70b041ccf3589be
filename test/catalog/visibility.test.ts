import { parseTlogProof, splitSalt } from "@gaia/log";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "../harness/api.ts";
import { followedLog } from "../harness/followed-log.ts";
import { type PrivateSkills, publishHidden, startPrivateSkills } from "../harness/private-skills.ts";
import { rowsOf } from "../harness/rows.ts";
import { until } from "../harness/until.ts";

let skills: PrivateSkills;
beforeAll(async () => {
  skills = await startPrivateSkills();
  await publishHidden(skills);
});
afterAll(() => skills.registry.close());

const api = (path: string) => `${skills.registry.url}/api/v1${path}`;
const change = (name: string, json: object, token = skills.tokens.ada) =>
  call(api(`/skills/${name}/settings`), { method: "PATCH", token, json });
const proofOf = async (name: string, token?: string) => {
  const answer = await call(api(`/skills/${name}/1.0.0/proof`), { ...(token && { token }) });
  expect(answer.status).toBe(200);
  return splitSalt(parseTlogProof(answer.body as unknown as string).extra ?? new Uint8Array());
};

describe("a change of who may see a skill", () => {
  test("Q4 its owner hides what was public: from that moment it is kept, listed and found for nobody else", async () => {
    const pages = ["/skills/seen", "/skills/seen/1.0.0/download", "/skills", "/search?q=seen"];
    for (const path of pages) expect((await call(api(path))).status).toBe(200);
    expect(await change("seen", { visibility: "private" }, skills.tokens.cy)).toMatchObject({ status: 403 });
    expect(await change("seen", { visibility: "private" }, skills.tokens.eve)).toMatchObject({ status: 403 });
    const changed = await change("seen", { visibility: "private" });
    expect(changed).toMatchObject({ status: 200, body: { visibility: "private", readers: [] } });
    for (const path of pages.slice(0, 2)) expect((await call(api(path))).status, path).toBe(404);
    expect((await call(api("/skills"))).body.items).toEqual([]);
    expect((await call(api("/search?q=seen"))).body).toMatchObject({ hits: [], total: 0 });
    expect((await call(api("/search?q=seen"), { token: skills.tokens.ada })).body.hits).toHaveLength(1);
    const audit = "SELECT detail->'to'->>'visibility' AS visibility FROM audit_log WHERE action = 'skill.settings'";
    expect(await rowsOf(skills.registry, audit)).toEqual([{ visibility: "private" }]);
    const { body: told } = await call(api("/notices?publisher=ada"), { token: skills.tokens.ada });
    expect(told.items.map(({ kind }: { kind: string }) => kind)).toContain("visibility-changed");
    // What the log said by name stays, and a proof of it is given to those who may see it.
    expect((await proofOf("seen", skills.tokens.ada)).salt).toBeNull();
  });

  test("Q4 the list of readers takes members alone, and counts at once", async () => {
    const { cy } = skills.tokens;
    expect(await change("hush-private", { readers: ["eve"] })).toMatchObject({ status: 400 });
    expect((await call(api("/skills/hush-private"), { token: cy })).status).toBe(404);
    expect((await change("hush-private", { readers: ["cy"] })).body.readers).toEqual(["cy"]);
    expect((await call(api("/skills/hush-private"), { token: cy })).status).toBe(200);
    expect((await call(api("/skills/hush-private"), { token: skills.tokens.bob })).status).toBe(404);
  });

  test("Q4 one that is made public opens what the log said of it, and says by name what counts now", async () => {
    const { salt } = await proofOf("hush-private", skills.tokens.ada);
    expect(salt).not.toBeNull();
    expect(await change("hush-private", { visibility: "public" })).toMatchObject({ status: 200 });
    expect((await call(api("/skills/hush-private"))).body).toMatchObject({ visibility: "public" });
    await until(async () => (await call(api("/search?q=xylophonic"))).body.total === 1);
    const proof = await proofOf("hush-private");
    expect(proof.salt).toBeNull();
    expect(Buffer.from(proof.entry).toString()).toContain("name: hush-private");
    const log = followedLog(skills.registry.url);
    const opening = async () => (await log.leaves()).find(({ fields }) => fields.salt !== undefined);
    await until(async () => (await opening()) !== undefined);
    expect(await opening()).toMatchObject({
      kind: "visibility",
      fields: { name: "hush-private", change: "public", salt },
    });
  });
});
