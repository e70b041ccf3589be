import { formatLeaf, hideLeaf, parseLeaf, parseTlogProof, saltedSubject, splitSalt, verifyTlogProof } from "@gaia/log";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "../harness/api.ts";
import { followedLog } from "../harness/followed-log.ts";
import { type PrivateSkills, publishHidden, SECRETS, startPrivateSkills } from "../harness/private-skills.ts";
import { until } from "../harness/until.ts";

let skills: PrivateSkills;
beforeAll(async () => {
  skills = await startPrivateSkills();
  await publishHidden(skills);
});
afterAll(() => skills.registry.close());

const api = (path: string) => `${skills.registry.url}/api/v1${path}`;
const proofOf = async (name: string, token: string) =>
  parseTlogProof((await call(api(`/skills/${name}/1.0.0/proof`), { token })).body as unknown as string);

describe("the log of a registry with skills that only some may see", () => {
  test("Q4 its entries name no such skill, nor anything of it that could be tried, and say what was decided", async () => {
    const log = followedLog(skills.registry.url);
    const hidden = async () => (await log.leaves()).filter(({ fields }) => fields.private !== undefined);
    await until(async () => (await hidden()).filter(({ kind }) => kind === "verdict").length === 2);
    const texts = (await log.leaves()).map((leaf) => Buffer.from(formatLeaf(leaf)).toString());
    const { body: version } = await call(api("/skills/hush-private/1.0.0"), { token: skills.tokens.ada });
    const { body: said } = await call(api("/skills/hush-private/1.0.0/attestations"), { token: skills.tokens.ada });
    const { createHash } = await import("node:crypto");
    const statements = said.attestations.map(({ envelope }: { envelope: { payload: string } }) =>
      createHash("sha256").update(Buffer.from(envelope.payload, "base64")).digest("hex"),
    );
    expect(statements.length).toBeGreaterThan(1);
    const digests = [version.release_digest, version.content_digest].map((digest: string) => digest.slice(7));
    for (const secret of [...SECRETS, ...digests, ...statements])
      expect(
        texts.filter((text) => text.includes(secret)),
        secret,
      ).toEqual([]);
    expect((await hidden()).map(({ kind }) => kind)).toEqual(expect.arrayContaining(["publish", "verdict"]));
    for (const { fields } of await hidden()) expect(fields).not.toHaveProperty("publisher");
    // What is public is named as ever.
    expect(texts.some((text) => text.includes("name: seen"))).toBe(true);
  });

  test("Q4 a reader's proof carries the salt that opens the entry, holds in the log, and says the same as the statement", async () => {
    const proof = await proofOf("hush-private", skills.tokens.bob);
    const { entry, salt } = splitSalt(proof.extra ?? new Uint8Array());
    const policy = await followedLog(skills.registry.url).policy();
    expect(await verifyTlogProof(proof, { entry, policy })).toMatchObject({ ok: true });
    const subject = { publisher: "ada", name: "hush-private", version: "1.0.0" };
    expect(parseLeaf(entry).fields.private).toBe(saltedSubject(salt ?? "", subject));
    const { body } = await call(api("/skills/hush-private/1.0.0"), { token: skills.tokens.bob });
    const leaf = parseLeaf(entry);
    const made = hideLeaf({ ...leaf, fields: { ...subject, release: body.release_digest } }, salt ?? "");
    expect(leaf.fields.release).toBe(made.fields.release);
    expect(body.log.leaf).toBe(Buffer.from(entry).toString());
    // Another skill's salt is another one, and a public one's proof carries none.
    expect(splitSalt((await proofOf("hush-inhouse", skills.tokens.cy)).extra ?? new Uint8Array()).salt).not.toBe(salt);
    const seen = await proofOf("seen", skills.tokens.eve);
    expect(splitSalt(seen.extra ?? new Uint8Array())).toEqual({ entry: seen.extra, salt: null });
  });

  test("Q4 what is taken back of one is told by its digest alone", async () => {
    const yank = { token: skills.tokens.ada, json: { reason: "a mistake" } };
    expect(await call(api("/skills/hush-private/1.0.0/yank"), yank)).toMatchObject({ status: 200 });
    const { body: version } = await call(api("/skills/hush-private/1.0.0"), { token: skills.tokens.ada });
    const entry = async () =>
      (await call(api("/revocations"))).body.entries.find(
        ({ release_digest: digest }: { release_digest: string }) => digest === version.release_digest,
      );
    await until(async () => (await entry()) !== undefined);
    expect(await entry()).toMatchObject({ name: null, version: null, publisher: null, status: "yanked" });
    expect(JSON.stringify((await call(api("/revocations"))).body)).not.toContain("hush");
  });
});
