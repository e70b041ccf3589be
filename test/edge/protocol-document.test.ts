import { readdir, readFile } from "node:fs/promises";
import { contentDigest, DEFAULT_LIMITS, parseSums, releaseDigest, RESERVED_FILES, sumsOf } from "@gaia/archive";
import { parseLeaf, parsePolicy, parseTlogProof, verifyTlogProof } from "@gaia/log";
import { readRegistryKey, revocationsText, verifyEnvelope, verifyHandover, verifyRevocations } from "@gaia/trust";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROBLEMS } from "../../packages/api/src/refusing/problem-codes.ts";
import { account, inspected } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { zipOf } from "../harness/samples.ts";
import { type Exchange, isSaid, type ProtocolDocument, readProtocolDocument } from "./protocol-document.ts";
import { protocolFixtures } from "./protocol-fixtures.ts";

let document: ProtocolDocument;
beforeAll(async () => {
  document = await readProtocolDocument();
});

const fixture = (name: string): string => {
  const found = document.fixtures.get(name);
  if (found === undefined) throw new Error(`docs/protocol.md has no block named ${name}`);
  return found;
};
const files = () => ({ "SKILL.md": fixture("SKILL.md"), "notes.md": fixture("notes.md") });
const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex");

describe("the worked examples of docs/protocol.md", () => {
  test("are the bytes that the registry writes", async () => {
    for (const [name, text] of Object.entries(await protocolFixtures(files())))
      expect([name, fixture(name).trimEnd()]).toEqual([name, text.trimEnd()]);
  });

  test("hold in front of the verifiers, and not once a byte of them is another", async () => {
    const { header, entries } = parseSums(fixture("SHA256SUMS"));
    expect(sumsOf(header ?? { publisher: "", name: "", version: "" }, entries)).toBe(fixture("SHA256SUMS"));
    expect(fixture("digests")).toContain(contentDigest(fixture("SHA256SUMS")));
    expect(fixture("digests")).toContain(releaseDigest(fixture("SHA256SUMS")));
    const key = readRegistryKey(fixture("key"))?.info;
    if (key === undefined) throw new Error("the key cannot be read");
    expect(fixture("key-id")).toContain(key.key_id);
    expect(fixture("key-id")).toContain(key.fingerprint);
    const envelope = JSON.parse(fixture("envelope"));
    expect(Buffer.from(envelope.payload, "base64").toString()).toBe(fixture("payload").trimEnd());
    expect(verifyEnvelope(envelope, [key])).toMatchObject({ ok: true });
    const forged = Buffer.from(fixture("payload").trimEnd().replace("ALLOW", "BLOCK")).toString("base64");
    expect(verifyEnvelope({ ...envelope, payload: forged }, [key])).toMatchObject({ ok: false });
    expect(verifyHandover(JSON.parse(fixture("handover")), key)).toMatchObject({ ok: true });
    const list = JSON.parse(fixture("revocations"));
    const verdict = verifyRevocations(list.envelope, [key]);
    expect(verdict).toMatchObject({ ok: true, entriesSha256: sha256(revocationsText(list.entries)) });
    const [entry] = list.entries;
    expect(sha256(revocationsText([{ ...entry, status: "purged" }]))).not.toBe(verdict.ok && verdict.entriesSha256);
  });

  test("prove the leaf, which names the statement, by the policy", async () => {
    const policy = parsePolicy(fixture("policy"));
    const proof = parseTlogProof(fixture("proof"));
    expect(Buffer.from(proof.extra ?? []).toString()).toBe(fixture("leaf"));
    expect(parseLeaf(fixture("leaf")).fields.statement).toBe(`sha256:${sha256(fixture("payload").trimEnd())}`);
    const entry = Buffer.from(fixture("leaf"));
    expect(await verifyTlogProof(proof, { entry, policy })).toMatchObject({ ok: true, index: 1 });
    const other = Buffer.from(fixture("leaf").replace("ALLOW", "BLOCK"));
    expect(await verifyTlogProof(proof, { entry: other, policy })).toMatchObject({ ok: false, reason: "not_included" });
  });
});

describe("the lists of docs/protocol.md", () => {
  test("have every code of a problem, under its status", () => {
    const rows = [...document.text.matchAll(/^\| (\d{3}) \| (.+) \|$/gm)];
    const said = rows.flatMap(([, status, codes = ""]) => codes.split(", ").map((code) => `${status} ${code}`));
    expect(said.toSorted()).toEqual(
      Object.entries(PROBLEMS)
        .map(([code, [status]]) => `${status} \`${code}\``)
        .toSorted(),
    );
  });

  test("have every code with which an install ends because something does not hold", async () => {
    const [, ...tables] = document.text.split(/^\| check .*\| refused as \|$/m);
    const said = tables.flatMap((table) => [...(table.split("\n\n")[0] ?? "").matchAll(/^\|.*\| (`.*`) \|$/gm)]);
    const codes = said.flatMap(([, cell = ""]) => cell.replaceAll("`", "").split(", "));
    expect(new Set(codes)).toEqual(await codesOfInstall());
  });

  test("have the limits of a package, and the files that an install writes beside it", () => {
    const { packedBytes, unpackedBytes, files: most, pathBytes, depth, ratio } = DEFAULT_LIMITS;
    const [packed, unpacked] = [packedBytes, unpackedBytes].map((bytes) => `${bytes / 1_048_576} MiB`);
    const row = `| ${packed} | ${unpacked} | ${most} | ${pathBytes} bytes | ${depth} | ${ratio} : 1 |`;
    expect(document.text).toContain(row);
    for (const file of RESERVED_FILES) expect(document.text).toContain(`\`${file}\``);
  });
});

/** What `packages/install` refuses as unverified: the code behind `unverified(`, and those of the log and of revocations. */
async function codesOfInstall(): Promise<Set<string>> {
  const room = new URL("../../packages/install/src/", import.meta.url);
  const names = (await readdir(room, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const codes = new Set<string>();
  for (const name of names) {
    const text = await readFile(new URL(name, room), "utf8");
    for (const [call] of text.matchAll(/\bunverified\(\s*[^,]+,/g))
      for (const [, code = ""] of call.matchAll(/"([a-z_]+)"/g)) codes.add(code);
    for (const [, code = ""] of text.matchAll(/\bcode: "((?:log|checkpoint)_[a-z_]+)"/g)) codes.add(code);
    for (const [, code = ""] of text.matchAll(/\bdamagedLog\(context, "([a-z_]+)"/g)) codes.add(code);
  }
  return codes;
}

describe("the exchanges of docs/protocol.md", () => {
  let registry: TestRegistry;
  let token: string;
  let etag = "";
  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    token = await account(registry.url, registry.adminToken, "ada");
  });
  afterAll(() => registry.close());

  /** What the document writes in angle brackets. */
  const meant = (): Record<string, string | Uint8Array> => ({
    "<token>": token,
    "<etag>": etag,
    "<SHA256SUMS>": fixture("SHA256SUMS").trimEnd(),
    "<package>": zipOf(files()),
    "<package with other content>": zipOf({ ...files(), "notes.md": "Another line.\n" }),
    "<package of version 1.1.0>": zipOf({ ...files(), "SKILL.md": fixture("SKILL.md").replace("1.0.0", "1.1.0") }),
  });
  const filled = (text: string): string =>
    text.replaceAll(/<[\w .]+>/g, (word) => String(meant()[word] ?? `no meaning: ${word}`));

  async function send({ method, path, headers, body }: Exchange["request"]): Promise<Response> {
    const named = meant()[body];
    const content = body === "" ? null : named instanceof Uint8Array ? new Uint8Array(named) : filled(body);
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)]));
    return fetch(`${registry.url}${path}`, { method, headers: sent, body: content });
  }

  async function ensureAnswer({ line, answer }: Exchange, found: Response): Promise<void> {
    const where = `docs/protocol.md:${line}`;
    const text = await found.text();
    expect([where, found.status, text]).toEqual([where, answer.status, expect.anything()]);
    for (const [name, value] of Object.entries(answer.headers)) {
      const header = found.headers.get(name) ?? "";
      if (!isSaid(value, header)) expect([where, name, header]).toEqual([where, name, value]);
    }
    if (answer.body.startsWith("{")) expect(JSON.parse(text), where).toMatchObject(likeness(JSON.parse(answer.body)));
    else if (answer.body !== "") expect(text.trimEnd(), where).toBe(filled(answer.body));
  }

  test("happen as it says, one after the other", async () => {
    expect(document.exchanges.length).toBeGreaterThan(10);
    for (const exchange of document.exchanges) {
      const answer = await send(exchange.request);
      const created = answer.headers.get("location")?.split("/") ?? [];
      etag = answer.headers.get("etag") ?? etag;
      await ensureAnswer(exchange, answer);
      const [name, version] = created.slice(-2);
      if (name !== undefined && version !== undefined) await inspected(registry.url, name, version, token);
    }
  });
});

/** A list of an example names some of its members, an object some of its keys. */
function likeness(said: unknown): Record<string, unknown> {
  const like = (value: unknown): unknown =>
    Array.isArray(value)
      ? expect.arrayContaining(value.map((each) => (typeof each === "string" ? each : expect.objectContaining(each))))
      : value === "…"
        ? expect.anything()
        : value;
  return Object.fromEntries(Object.entries(said as Record<string, unknown>).map(([key, value]) => [key, like(value)]));
}
