import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { type SampleFiles, sampleFiles } from "../harness/samples.ts";

let registry: TestRegistry;
let ada: string;
let bob: string;

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  bob = await account(registry.url, registry.adminToken, "bob");
});
afterAll(() => registry.close());

const api = (path: string) => `${registry.url}/clawhub/api/v1${path}`;
const bytesOf = (content: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(typeof content === "string" ? new TextEncoder().encode(content) : content);
const announced = (path: string, bytes: Uint8Array) => ({
  path,
  size: bytes.byteLength,
  sha256: createHash("sha256").update(bytes).digest("hex"),
});

const openTicket = (token: string, file: { path: string; size: number; sha256: string }) =>
  call(api("/skills/-/upload-url"), { token, json: { ...file, contentType: "text/plain" } });

/** As the client uploads a file; what it then says of it. */
async function upload(token: string, path: string, content: string | Uint8Array) {
  const bytes = bytesOf(content);
  const file = announced(path, bytes);
  const opened = await openTicket(token, file);
  expect(opened.status).toBe(200);
  const sent = await call(opened.body.uploadUrl, { token, body: bytes, type: "text/plain" });
  expect([sent.status, typeof sent.body.storageId]).toEqual([200, "string"]);
  return { ...file, storageId: sent.body.storageId, uploadTicket: opened.body.uploadTicket };
}

const uploadAll = async (token: string, files: SampleFiles) => {
  const sent = [];
  for (const [path, content] of Object.entries(files)) sent.push(await upload(token, path, content));
  return sent;
};

const commit = (token: string, slug: string, files: object[], more: object = {}) =>
  call(api("/skills"), { token, json: { slug, displayName: slug, version: "1.0.0", changelog: "", files, ...more } });

test("file by file: what was uploaded under tickets is published by its owner, nested and binary files included", async () => {
  const files = { ...sampleFiles({ name: "by-file" }), "assets/deep/logo.bin": new Uint8Array([0, 255, 1]) };
  const sent = await uploadAll(ada, files);
  const published = await commit(ada, "by-file", sent, { ownerHandle: "@Ada", tags: ["latest"] });
  expect([published.status, published.body]).toEqual([
    200,
    expect.objectContaining({ ok: true, slug: "by-file", version: "1.0.0", publicationStatus: "pending" }),
  ]);
  await inspected(registry.url, "by-file", "1.0.0", ada);
  const listed = await call(api("/skills/by-file/versions/1.0.0"));
  expect(listed.body.version.files.map(({ path }: { path: string }) => path)).toEqual(
    Object.keys(files).toSorted((left, right) => (left < right ? -1 : 1)),
  );
  // The same again is answered as what is there, other content as a conflict.
  expect((await commit(ada, "by-file", await uploadAll(ada, files))).body.publicationStatus).toBe("published");
  const other = await uploadAll(ada, { ...files, "more.txt": "more" });
  expect((await commit(ada, "by-file", other)).status).toBe(409);
});

test("a ticket is its account's, for the bytes that it names, once", async () => {
  const { "SKILL.md": manifest = "" } = sampleFiles({ name: "by-ticket" });
  const bytes = bytesOf(manifest);
  const file = announced("SKILL.md", bytes);
  const opened = await openTicket(ada, file);
  const put = (token: string, body: Uint8Array<ArrayBuffer>) =>
    call(opened.body.uploadUrl, { token, body, type: "text/plain" });
  expect((await put(bob, bytes)).status).toBe(404);
  const tampered = bytes.slice();
  tampered[0] = 0;
  expect((await put(ada, tampered)).status).toBe(400);
  expect((await put(ada, bytes.slice(1))).status).toBe(400);
  expect((await put(ada, new Uint8Array([...bytes, 1]))).status).toBe(400);
  // Without its bytes it is no file.
  const said = { ...file, storageId: "x", uploadTicket: opened.body.uploadTicket };
  expect((await commit(ada, "by-ticket", [said])).status).toBe(404);
  expect((await put(ada, bytes)).status).toBe(200);
  expect((await put(ada, bytes)).status).toBe(404);
  expect((await commit(bob, "by-ticket", [said])).status).toBe(404);
  expect((await commit(ada, "by-ticket", [{ ...said, path: "OTHER.md" }])).status).toBe(400);
  // That used it up.
  expect((await commit(ada, "by-ticket", [said])).status).toBe(404);
  expect((await commit(ada, "by-ticket", [await upload(ada, "SKILL.md", manifest)])).status).toBe(200);
});

test.each(["../x", "/etc/x", "a/../x", "a\\x", "a//x", "", `${"d/".repeat(30)}x`, "x".repeat(300)])(
  "A1 no ticket is given for the path %j",
  async (path) => {
    const refused = await openTicket(ada, { ...announced("x", bytesOf("x")), path });
    expect([refused.status, refused.headers.get("content-type")]).toEqual([400, "text/plain; charset=utf-8"]);
  },
);

test("what is larger than the registry takes is refused before a byte of it is sent", async () => {
  const { unpackedBytes } = registry.running.services.registry.limits;
  expect((await openTicket(ada, { ...announced("x", bytesOf("x")), size: unpackedBytes + 1 })).status).toBe(413);
});

test("what was sent and never published counts for its sender for a day, and for all together, in number and in bytes", async () => {
  const sent = async (holder: string) =>
    rowsOf(registry, "SELECT count(*)::int AS n FROM upload_tickets WHERE holder = $1 AND received_at IS NOT NULL", [
      holder,
    ]);
  const carl = await account(registry.url, registry.adminToken, "carl");
  const [{ id } = { id: 0 }] = await rowsOf<{ id: number }>(registry, "SELECT id FROM accounts WHERE handle = 'carl'");
  const holder = `account:${id}`;
  // A publish that fails leaves what it took; one that succeeds leaves nothing.
  const files = await uploadAll(carl, sampleFiles({ name: "never-mine" }));
  expect((await commit(carl, "another-name", files)).status).toBe(422);
  expect((await commit(carl, "never-mine", files)).status).toBe(404);
  expect(await sent(holder)).toEqual([{ n: files.length }]);
  expect((await commit(carl, "never-mine", await uploadAll(carl, sampleFiles({ name: "never-mine" })))).status).toBe(
    200,
  );
  expect(await sent(holder)).toEqual([{ n: files.length }]);

  const { unpackedBytes, files: mostFiles } = registry.running.services.registry.limits;
  const fill = (whose: string, rows: number, bytes: number, age = "0 hours") =>
    runSql(
      registry,
      `INSERT INTO upload_tickets (ticket_sha256, holder, path, size_bytes, sha256, expires_at, received_at, spent_at)
       SELECT encode(sha256(convert_to('${whose} ${rows} ${age}' || n, 'UTF8')), 'hex'), '${whose}', 'x', ${bytes}, repeat('0', 64),
         now() - interval '${age}', now(), now() FROM generate_series(1, ${rows}) AS n`,
    );
  const empty = () => runSql(registry, "DELETE FROM upload_tickets");
  const open = (size = 1) => openTicket(carl, { ...announced("x", bytesOf("x")), size });
  await fill(holder, 20, unpackedBytes);
  const full = await open();
  expect([full.status, full.body]).toEqual([403, expect.stringMatching(/^Too much was sent by this account .*day/)]);
  expect((await openTicket(bob, announced("x", bytesOf("x")))).status).toBe(200);
  await empty();
  await fill(holder, 20 * mostFiles, 0);
  expect((await open()).status).toBe(403);
  await empty();
  // What is older lies in storage no more.
  await fill(holder, 20, unpackedBytes, "25 hours");
  expect((await open()).status).toBe(200);
  await empty();
  await fill("account:0", 200, unpackedBytes);
  // One package is everybody's, however much others sent.
  expect((await open(unpackedBytes)).status).toBe(200);
  const all = await open();
  expect([all.status, all.body]).toEqual([503, expect.stringContaining("sent to this registry")]);
  await empty();
  // Many at once are not more than there may be on the way.
  const opened = await Promise.all(Array.from({ length: 8 }, () => open(unpackedBytes)));
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(4);
  await empty();
});

function formOf(payload: object, files: SampleFiles): FormData {
  const form = new FormData();
  form.set("payload", JSON.stringify(payload));
  for (const [path, content] of Object.entries(files)) form.append("files", new Blob([bytesOf(content)]), path);
  return form;
}

test("all at once, as older clients publish: a form with a payload and files by their paths", async () => {
  const files = { ...sampleFiles({ name: "by-form" }), "scripts/deep/run it.sh": "echo hello\n" };
  const payload = { slug: "by-form", displayName: "By form", version: "1.0.0", changelog: "", tags: ["latest"] };
  const published = await call(api("/skills"), { token: ada, body: formOf(payload, files) });
  expect([published.status, published.body.slug]).toEqual([200, "by-form"]);
  await inspected(registry.url, "by-form", "1.0.0", ada);
  const listed = await call(api("/skills/by-form/versions/1.0.0"));
  expect(listed.body.version.files.map(({ path }: { path: string }) => path)).toContain("scripts/deep/run it.sh");
  for (const path of ["../evil.sh", "a/../../evil.sh"]) {
    const evil = await call(api("/skills"), {
      token: ada,
      body: formOf({ ...payload, slug: "by-evil" }, { ...sampleFiles({ name: "by-evil" }), [path]: "x" }),
    });
    expect([path, evil.status]).toEqual([path, 422]);
  }
});

test("slug and version are the manifest's own; another's name, another's publisher and a mover are refused", async () => {
  const send = async (token: string, slug: string, name: string, more: object = {}) =>
    commit(token, slug, await uploadAll(token, sampleFiles({ name })), more);
  const renamed = await send(ada, "other-name", "one-name");
  expect([renamed.status, renamed.body]).toEqual([
    422,
    "The manifest says name one-name, the publish asks for other-name: make the two the same.",
  ]);
  expect((await send(ada, "one-name", "one-name", { version: "2.0.0" })).status).toBe(422);
  expect((await send(ada, "one-name", "one-name", { ownerHandle: "bob" })).status).toBe(403);
  expect((await send(ada, "one-name", "one-name", { migrateOwner: true })).status).toBe(403);
  expect((await send(ada, "one-name", "one-name")).status).toBe(200);
  await inspected(registry.url, "one-name", "1.0.0", ada);
  expect((await send(bob, "one-name", "one-name")).status).toBe(409);
  const nobody = await call(api("/skills"), { json: {} });
  expect([nobody.status, nobody.body]).toEqual([401, "Unauthorized"]);
});

test("delete and undelete take back one version or all, with a reason or without", async () => {
  for (const version of ["1.0.0", "1.1.0"]) await publishedAtOnce(registry, { token: ada, name: "back", version });
  const act = (method: string, path: string, token = ada, json?: object) =>
    call(api(`/skills/back${path}`), { method, token, ...(json ? { json } : {}) });
  const latest = async () => (await call(api("/skills/back"))).body.latestVersion?.version;
  expect((await act("DELETE", "", bob)).status).toBe(403);
  expect((await act("DELETE", "/versions/1.1.0", ada, { version: "1.1.0" })).body).toEqual({ ok: true });
  expect(await latest()).toBe("1.0.0");
  expect((await act("POST", "/versions/1.1.0/restore", ada, { version: "1.1.0" })).body).toEqual({ ok: true });
  expect(await latest()).toBe("1.1.0");
  expect((await act("DELETE", "", ada, { reason: "bye", ownerHandle: "ada" })).body).toEqual({ ok: true });
  expect((await call(api("/skills/back"))).status).toBe(410);
  expect((await act("POST", "/undelete", ada, {})).body).toEqual({ ok: true });
  expect(await latest()).toBe("1.1.0");
  expect((await act("POST", "/undelete")).status).toBe(409);
});

test("an offer of a skill is made, seen, declined, withdrawn and accepted; a report is a case", async () => {
  await publishedAtOnce(registry, { token: ada, name: "offered", version: "1.0.0" });
  const act = (path: string, token: string, json: object = {}) => call(api(`/skills/offered${path}`), { token, json });
  for (const [word, token] of [
    ["reject", bob],
    ["cancel", ada],
    ["accept", bob],
  ] as const) {
    expect((await act("/transfer", ada, { toUserHandle: "@bob", message: "hi" })).body).toMatchObject({
      ok: true,
      toUserHandle: "bob",
    });
    expect((await call(api("/transfers/incoming"), { token: bob })).body.transfers[0]).toMatchObject({
      skill: { slug: "offered" },
      fromUser: { handle: "ada" },
    });
    expect((await call(api("/transfers/outgoing"), { token: ada })).body.transfers.length).toBe(1);
    expect((await act(`/transfer/${word}`, token)).body).toEqual({ ok: true, skillSlug: "offered" });
    expect((await act(`/transfer/${word}`, token)).status).toBe(404);
  }
  expect((await call(api("/skills/offered"))).body.owner.handle).toBe("bob");
  const report = await act("/report", ada, { reason: "It is not what it says.", version: "1.0.0" });
  expect(report.body).toMatchObject({ ok: true, reported: true, alreadyReported: false });
  expect((await act("/report", ada, { reason: "Again.", version: "1.0.0" })).body.alreadyReported).toBe(true);
});

test("a star is one an account, given and taken back in the client's words, of what the caller sees", async () => {
  await publishedAtOnce(registry, { token: ada, name: "starred", version: "1.0.0" });
  const star = (method: string, more = "", token = bob) =>
    call(api(`/stars/starred${more}`), { method, token, json: {} });
  expect((await star("POST")).body).toEqual({ ok: true, starred: true, alreadyStarred: false });
  expect((await star("POST", "?ownerHandle=@Ada")).body).toEqual({ ok: true, starred: true, alreadyStarred: true });
  expect((await call(api("/skills/starred"))).body.skill.stats.stars).toBe(1);
  expect((await star("DELETE")).body).toEqual({ ok: true, unstarred: true, alreadyUnstarred: false });
  expect((await star("DELETE")).body).toEqual({ ok: true, unstarred: true, alreadyUnstarred: true });
  expect([(await star("POST", "?ownerHandle=bob")).body, (await star("POST", "", "gsk_nobody")).status]).toEqual([
    "Skill not found",
    401,
  ]);
  expect((await call(api("/stars/no-such-skill"), { method: "POST", token: bob, json: {} })).status).toBe(404);
});

test("a scan answers with the report that there is; what this registry does not do is refused in a sentence", async () => {
  const scan = await call(api("/skills/-/scan"), {
    token: ada,
    json: { source: { kind: "published", slug: "by-file", version: "1.0.0" }, update: false },
  });
  expect([scan.status, scan.body.status, scan.body.report.clawscan.verdict]).toEqual([202, "succeeded", "ALLOW"]);
  expect((await call(api(`/skills/-/scan/${scan.body.scanId}`), { token: ada })).body.status).toBe("succeeded");
  for (const path of [
    "/skills/by-file/rename",
    "/skills/by-file/merge",
    "/skills/by-file/tags/latest",
    "/publishers",
  ]) {
    const refused = await call(api(path), { token: ada, json: {} });
    expect([path, refused.status, refused.body]).toEqual([path, 403, expect.stringMatching(/^[^\n]+\.$/)]);
  }
  const told = await call(`${registry.url}/clawhub/api/cli/telemetry/install`, {
    json: { event: "install", slug: "by-file" },
  });
  expect([told.status, told.body]).toEqual([200, { ok: true }]);
});
