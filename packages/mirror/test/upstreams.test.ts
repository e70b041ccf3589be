import { sha256Hex, writeZip } from "@gaia/archive";
import { expect, test } from "vitest";
import {
  DEFAULT_UPSTREAM_LIMITS,
  findUpstream,
  openUpstream,
  type UpstreamDoor,
  type UpstreamEntry,
  type UpstreamLimits,
} from "../src/index.ts";

const BASE = "https://up.example";
const zip = writeZip([{ path: "SKILL.md", bytes: Buffer.from("---\nname: greet\n---\nHello.\n") }]);
const digest = `sha256:${sha256Hex(zip)}`;

type Answers = Record<string, unknown>;

/** A door to answers by their addresses: bytes as they are, anything else as JSON; what is not there is a 404. */
function doorTo(answers: Answers, limits: Partial<UpstreamLimits> = {}): UpstreamDoor & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    limits: { ...DEFAULT_UPSTREAM_LIMITS, ...limits },
    async fetch(address) {
      asked.push(address);
      if (!Object.hasOwn(answers, address)) return { status: 404, body: new Uint8Array(), address };
      const answer = answers[address];
      const body = answer instanceof Uint8Array ? answer : Buffer.from(JSON.stringify(answer));
      return { status: 200, body, address };
    },
  };
}

async function listOf(door: UpstreamDoor, isListed?: (name: string) => boolean): Promise<UpstreamEntry[]> {
  const upstream = openUpstream(door, await findUpstream(door, `${BASE}/`));
  const entries: UpstreamEntry[] = [];
  for await (const step of upstream.listSkills(isListed && { isListed })) if ("name" in step) entries.push(step);
  return entries;
}

const version = (filename: unknown, sha256: unknown) => ({
  versions: { "1.0.0": { publisher: "ada", published_at: "2026-01-02T03:04:05Z", artifact: { filename, sha256 } } },
});
const hubOf = (agents: unknown[], manifests: Record<string, unknown>): Answers => ({
  [`${BASE}/index.json`]: { agents },
  ...Object.fromEntries(
    Object.entries(manifests).map(([name, said]) => [`${BASE}/skills/${name}/manifest.json`, said]),
  ),
});
const skill = (id: unknown) => ({ type: "skill", id });

test("a hub's skills are listed with version, publisher, moment and digest, and read by their address", async () => {
  const address = `${BASE}/skills/greet/1.0.0/greet-1.0.0.zip`;
  const answers = hubOf([skill("greet"), { type: "agent", id: "other" }], {
    greet: version("greet-1.0.0.zip", sha256Hex(zip)),
  });
  const door = doorTo({ ...answers, [address]: zip });
  const entries = await listOf(door);
  expect(entries).toEqual([
    {
      kind: "skill",
      name: "greet",
      version: "1.0.0",
      publisher: "ada",
      publishedAt: new Date("2026-01-02T03:04:05Z"),
      digest,
      origin: address,
    },
  ]);
  const upstream = openUpstream(door, { kind: "hub", base: BASE });
  expect(await upstream.readSkill({ name: "greet", version: "1.0.0", digest, origin: address })).toEqual({
    archive: zip,
  });
});

test("other bytes than the listing said, and bytes that are gone, are refused", async () => {
  const address = `${BASE}/a.zip`;
  const upstream = openUpstream(doorTo({ [address]: zip }), { kind: "hub", base: BASE });
  const sought = { name: "a", version: "1.0.0", origin: address, digest: `sha256:${"0".repeat(64)}` };
  await expect(upstream.readSkill(sought)).rejects.toMatchObject({ code: "digest_mismatch" });
  const gone = { ...sought, origin: `${BASE}/b.zip` };
  await expect(upstream.readSkill(gone)).rejects.toMatchObject({ code: "gone" });
});

test.each([
  ["a name that leads elsewhere", skill("../../admin"), {}, "Its name cannot stand in an address."],
  ["no manifest", skill("a"), {}, "The upstream lists it and says nothing of its versions."],
  ["no versions", skill("a"), { a: { versions: {} } }, "The upstream offers no version of it."],
  ["a file that leads elsewhere", skill("a"), { a: version("../x.zip", "0".repeat(64)) }, "names no file of 1.0.0"],
  ["no digest", skill("a"), { a: version("a.zip", "beef") }, "names no file of 1.0.0"],
  ["no object", skill("a"), { a: ["versions"] }, "is no JSON object"],
])("of a hub's skill with %s the reason is said, and nothing is fetched", async (_what, entry, manifests, reason) => {
  const [listed] = await listOf(doorTo(hubOf([entry], manifests)));
  expect(listed).toMatchObject({ kind: "unreadable", reason: expect.stringContaining(reason) });
});

test("a listing ends at its bound, and what is listed already is not asked about again", async () => {
  const agents = Array.from({ length: 50 }, (_, at) => skill(`skill-${at}`));
  expect(await listOf(doorTo(hubOf(agents, {}), { skills: 7 }))).toHaveLength(7);
  const door = doorTo(hubOf(agents, {}));
  expect(await listOf(door, (name) => name !== "skill-3")).toHaveLength(1);
  expect(door.asked.filter((address) => address.endsWith("manifest.json"))).toHaveLength(1);
});

test("names and publishers come as one line without what steers a display", async () => {
  const [entry] = await listOf(doorTo(hubOf([skill(`a\u202e\nb${"c".repeat(999)}`)], {})));
  expect(entry?.name).toMatch(/^a bc+…$/);
  expect(entry?.name.length).toBeLessThanOrEqual(200);
});

test("a ClawHub's pages are followed to their end, and a list that leads back to itself ends", async () => {
  const list = (cursor: string | null) =>
    `${BASE}/api/v1/skills?sort=createdAt&limit=100${cursor === null ? "" : `&cursor=${cursor}`}`;
  const item = (slug: string) => ({ slug, ownerHandle: "ada", latestVersion: { version: "1.0.0", createdAt: 1e12 } });
  const files = [{ path: "SKILL.md", sha256: sha256Hex(Buffer.from("---\nname: greet\n---\nHello.\n")) }];
  const detail = `${BASE}/api/v1/skills/greet/versions/1.0.0?ownerHandle=ada`;
  const download = `${BASE}/api/v1/download?slug=greet&version=1.0.0&ownerHandle=ada`;
  const door = doorTo({
    [`${BASE}/api/v1/skills?sort=createdAt&limit=1`]: { items: [], nextCursor: null },
    [list(null)]: { items: [item("greet")], nextCursor: "x" },
    [list("x")]: { items: [item("bare"), { slug: 7 }, null], nextCursor: "x" },
    [detail]: { version: { files } },
    [download]: zip,
  });
  const entries = await listOf(door);
  expect(entries).toMatchObject([
    { kind: "skill", name: "greet", version: "1.0.0", publisher: "ada", publishedAt: new Date(1e12), origin: download },
    { kind: "unreadable", name: "bare", reason: "The upstream does not say which files 1.0.0 has." },
  ]);
  const upstream = openUpstream(door, { kind: "clawhub", base: BASE });
  const [greet] = entries;
  if (greet?.kind !== "skill") throw new Error("it was not listed");
  expect(await upstream.readSkill(greet)).toMatchObject({ files: [{ path: "SKILL.md" }] });
  const other = { ...greet, digest: `sha256:${"0".repeat(64)}` };
  await expect(upstream.readSkill(other)).rejects.toMatchObject({ code: "digest_mismatch" });
});

test("an index of discovery has archives and single files, each with its digest", async () => {
  const text = Buffer.from("---\nname: b\n---\n");
  const index = `${BASE}/.well-known/agent-skills/index.json`;
  const door = doorTo({
    [index]: {
      $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
      skills: [
        { name: "a", type: "archive", url: "/a.zip", digest },
        { name: "b", type: "skill-md", url: `${BASE}/b.md`, digest: `sha256:${sha256Hex(text)}` },
        { name: "c", type: "archive", url: "https://user:pass@up.example/c.zip", digest },
        { name: "d", type: "archive", url: "file:///etc/passwd", digest },
      ],
    },
    [`${BASE}/a.zip`]: zip,
    [`${BASE}/b.md`]: text,
  });
  const entries = await listOf(door);
  expect(entries.map(({ name, kind }) => [name, kind])).toEqual([
    ["a", "skill"],
    ["b", "skill"],
    ["c", "unreadable"],
    ["d", "unreadable"],
  ]);
  const upstream = openUpstream(door, { kind: "discovery", base: BASE });
  const read = entries.flatMap((entry) => (entry.kind === "skill" ? [upstream.readSkill(entry)] : []));
  const b = { path: "SKILL.md", bytes: text };
  expect(await Promise.all(read)).toEqual([{ archive: zip }, { files: [b] }]);
});

test("an address that speaks none of the protocols is said to, and one that does not answer is unreachable", async () => {
  await expect(findUpstream(doorTo({}), BASE)).rejects.toMatchObject({ code: "not_an_upstream" });
  const down: UpstreamDoor = {
    ...doorTo({}),
    fetch: async (address) => ({ status: 503, body: new Uint8Array(), address }),
  };
  await expect(findUpstream(down, BASE)).rejects.toMatchObject({ code: "unreachable" });
});

test("Q3 JSON of very many values or very deep ones is refused before it is parsed", async () => {
  const many = Buffer.from(`{"agents":[${"[],".repeat(600_000)}[]]}`);
  const deep = Buffer.from(`{"agents":${"[".repeat(100)}${"]".repeat(100)}}`);
  for (const body of [many, deep]) {
    const upstream = openUpstream(doorTo({ [`${BASE}/index.json`]: body }), { kind: "hub", base: BASE });
    const listed = upstream.listSkills()[Symbol.asyncIterator]().next();
    await expect(listed).rejects.toMatchObject({ code: "too_large" });
  }
  // What stands in a text is no value, and a quote in it does not end it.
  const description = `\\" ${"[{,".repeat(600_000)}`;
  const text = doorTo({ [`${BASE}/index.json`]: { agents: [], description } });
  const upstream = openUpstream(text, { kind: "hub", base: BASE });
  expect(await upstream.listSkills()[Symbol.asyncIterator]().next()).toMatchObject({ done: true });
});
