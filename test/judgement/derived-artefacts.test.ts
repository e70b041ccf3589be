import { blobKey, RegistryError } from "@gaia/catalog";
import { collectOrphans, removeDropped } from "@gaia/registry";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { artefactCtx, cardOf, keptOf, makeCard, versionIdOf } from "../harness/derived.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { heldZip, sampleZip } from "../harness/samples.ts";

const DIGEST = /^[0-9a-f]{64}$/;
const reason = "it was for this";
let registry: TestRegistry;
let ada: string;
let eve: string;
let anybody: Awaited<ReturnType<typeof artefactCtx>>;

const ask = async (path: string, token: string, json: object | null = { reason }, method = "POST") => {
  const answer = await call(`${registry.url}/api/v1${path}`, { token, method, ...(json !== null && { json }) });
  expect([path, answer.status]).toEqual([path, 200]);
};
const asAdmin = (verb: string, name: string) => ask(`/admin/skills/${name}/1.0.0/${verb}`, registry.adminToken);
const published = async (name: string) => {
  await publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
  return versionIdOf(registry, name);
};
const doors = () => registry.running.services.registry;
const anHourLater = () => ({ ...doors(), now: () => new Date(Date.now() + 3_600_000) });
const isStored = (sha256: string) => doors().blobs.has(blobKey(sha256));

beforeAll(async () => {
  // A long time between sweeps: each test says when bytes go.
  registry = await startTestRegistry({ withoutScanners: true, environment: { SWEEP_SECONDS: "3600" } });
  ada = await account(registry.url, registry.adminToken, "ada");
  eve = await account(registry.url, registry.adminToken, "eve");
  anybody = await artefactCtx(registry);
});
afterAll(() => registry.close());

test("what was made once is read from then on, by its digest, and each file of a protocol is its own", async () => {
  const id = await published("made-once");
  let makings = 0;
  const make: typeof makeCard = (release) => {
    makings += 1;
    return makeCard(release);
  };
  const first = await cardOf(anybody, id, { make });
  expect(first).toMatch(DIGEST);
  expect(await cardOf(anybody, id, { make })).toBe(first);
  expect(makings).toBe(1);
  expect(await keptOf(registry, id)).toEqual({ rows: [first], dropped: [] });
  const other = await cardOf(anybody, id, { name: "other.txt", make: async () => new TextEncoder().encode("other") });
  expect(await cardOf(anybody, id, { protocol: "hub", make: async () => new TextEncoder().encode("hub") })).not.toBe(
    first,
  );
  expect((await keptOf(registry, id)).rows).toEqual(expect.arrayContaining([first, other]));
  expect((await keptOf(registry, id)).rows).toHaveLength(3);
});

test("a crowd that asks for the same at once has it made once", async () => {
  const id = await published("crowded");
  let makings = 0;
  const make: typeof makeCard = async (release) => {
    makings += 1;
    return makeCard(release);
  };
  const given = await Promise.all(Array.from({ length: 20 }, () => cardOf(anybody, id, { make })));
  expect(new Set(given).size).toBe(1);
  expect(makings).toBe(1);
});

describe.each<[string, string, () => Promise<void>, () => Promise<void>]>([
  ["a quarantine", "quarantined", () => asAdmin("quarantine", "falls-0"), () => asAdmin("release", "falls-0")],
  [
    "a yank",
    "yanked",
    () => ask("/skills/falls-1/1.0.0/yank", ada),
    () => ask("/skills/falls-1/1.0.0/unyank", ada, null),
  ],
  [
    "a change of visibility",
    "unknown",
    () => ask("/skills/falls-2/settings", ada, { visibility: "private" }, "PATCH"),
    () => ask("/skills/falls-2/settings", ada, { visibility: "public" }, "PATCH"),
  ],
])("%s", (title, why, take, giveBack) => {
  const name = `falls-${["a quarantine", "a yank", "a change of visibility"].indexOf(title)}`;

  test(`R2 takes the row in its transaction, the bytes with the next sweep, and gives the same digest when it is undone`, async () => {
    const id = await published(name);
    const digest = await cardOf(anybody, id);
    expect(digest).toMatch(DIGEST);
    await take();
    expect(await keptOf(registry, id)).toEqual({ rows: [], dropped: [digest] });
    expect(await cardOf(anybody, id)).toBe(why);
    // A making that is under way may be about to name what was stored a moment ago.
    await removeDropped(doors(), { versionId: null });
    expect(await isStored(digest)).toBe(true);
    await removeDropped(anHourLater(), { versionId: null });
    expect(await isStored(digest)).toBe(false);
    expect(await keptOf(registry, id)).toEqual({ rows: [], dropped: [] });
    await giveBack();
    expect(await cardOf(anybody, id)).toBe(digest);
    expect(await keptOf(registry, id)).toEqual({ rows: [digest], dropped: [] });
  });
});

test("R2 bytes that fell and were made again before the sweep came stay", async () => {
  const id = await published("back-at-once");
  const digest = await cardOf(anybody, id);
  await asAdmin("quarantine", "back-at-once");
  await asAdmin("release", "back-at-once");
  expect(await cardOf(anybody, id)).toBe(digest);
  expect(await removeDropped(anHourLater(), { versionId: id })).toBe(1);
  expect(await isStored(digest)).toBe(true);
  expect(await keptOf(registry, id)).toEqual({ rows: [digest], dropped: [] });
});

test("P1 a purge takes what was made as well, unless something else names the same bytes; what a quarantine had dropped, too", async () => {
  const make = async () => new TextEncoder().encode("the same of two versions");
  const [id, other] = [await published("purged-one"), await published("kept-one")];
  const shared = await cardOf(anybody, id, { name: "shared", make });
  expect(await cardOf(anybody, other, { name: "shared", make })).toBe(shared);
  const own = await cardOf(anybody, id);
  await asAdmin("quarantine", "purged-one");
  await asAdmin("purge", "purged-one");
  expect(await keptOf(registry, id)).toEqual({ rows: [], dropped: [own] });
  expect(await cardOf(anybody, id)).toBe("purged");
  await removeDropped(anHourLater(), { versionId: id });
  expect([await isStored(own), await isStored(shared)]).toEqual([false, true]);
  expect(await cardOf(anybody, other, { name: "shared", make })).toBe(shared);
});

test("a tier that falls or rises takes what says the former one", async () => {
  const id = await published("risen");
  const before = await cardOf(anybody, id);
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
     UPDATE versions SET tier = 'community' WHERE id = ${id}; COMMIT;`,
  );
  expect(await keptOf(registry, id)).toEqual({ rows: [], dropped: [before] });
  expect(await cardOf({ ...anybody, clientsLeastTier: "community" }, id)).not.toBe(before);
  expect(await cardOf({ ...anybody, clientsLeastTier: "verified" }, id)).toBe("below_tier");
});

test("R2 a quarantine that comes while the bytes are made wins: no row, no bytes, whoever shares the making", async () => {
  const id = await published("overtaken");
  const begun = Promise.withResolvers<void>();
  const quarantined = Promise.withResolvers<void>();
  const make: typeof makeCard = async (release) => {
    const bytes = await makeCard(release);
    begun.resolve();
    await quarantined.promise;
    return bytes;
  };
  const both = [cardOf(anybody, id, { make }), cardOf(anybody, id, { make })];
  await begun.promise;
  await asAdmin("quarantine", "overtaken");
  quarantined.resolve();
  expect(await Promise.all(both)).toEqual(["quarantined", "quarantined"]);
  const { rows, dropped } = await keptOf(registry, id);
  const [late = ""] = dropped;
  expect([rows, late]).toEqual([[], expect.stringMatching(DIGEST)]);
  expect(await isStored(late)).toBe(true);
  await removeDropped(anHourLater(), { versionId: id });
  expect(await isStored(late)).toBe(false);
});

test("R2 a purge, another tier or another visibility while the bytes are made: they are made of what there is then, or refused", async () => {
  const changes: [string, (name: string, id: number) => Promise<void>, RegExp][] = [
    ["purged-meanwhile", (name) => asAdmin("purge", name), /^purged$/],
    [
      "hidden-meanwhile",
      (name) => ask(`/skills/${name}/settings`, ada, { visibility: "private" }, "PATCH"),
      /^unknown$/,
    ],
    [
      "risen-meanwhile",
      (_, id) =>
        runSql(
          registry,
          `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
           UPDATE versions SET tier = 'community' WHERE id = ${id}; COMMIT;`,
        ),
      DIGEST,
    ],
  ];
  for (const [name, change, expected] of changes) {
    const id = await published(name);
    let makings = 0;
    const make: typeof makeCard = async (release) => {
      makings += 1;
      // What is read after the change: a purge has taken the archive by then.
      if (makings === 1) await change(name, id);
      return makeCard(release);
    };
    const given = await cardOf(anybody, id, { make });
    expect(given, name).toMatch(expected);
    const { rows } = await keptOf(registry, id);
    expect(rows, name).toEqual(DIGEST.test(given) ? [given] : []);
    expect(makings, name).toBe(DIGEST.test(given) ? 2 : 1);
  }
});

test("R3 the collection of orphans leaves what rows name, and takes what a crash left", async () => {
  const id = await published("orphaned");
  const digest = await cardOf(anybody, id);
  const lost = "f".repeat(64);
  await doors().blobs.put(blobKey(lost), new Uint8Array(1));
  await collectOrphans(anHourLater(), { olderThanMs: 60_000 });
  expect([await isStored(digest), await isStored(lost)]).toEqual([true, false]);
  await runSql(
    registry,
    `DELETE FROM derived_artefacts WHERE version_id = ${id}; DELETE FROM dropped_artefacts WHERE version_id = ${id};`,
  );
  await collectOrphans(anHourLater(), { olderThanMs: 60_000 });
  expect(await isStored(digest)).toBe(false);
  expect(await cardOf(anybody, id)).toBe(digest);
});

test("R6 lost or altered bytes are never given: the same are made again, and others replace them with a warning", async () => {
  const id = await published("damaged");
  const digest = await cardOf(anybody, id);
  const told: string[] = [];
  const listening = { ...anybody, warn: (event: string) => void told.push(event) };
  await doors().blobs.put(blobKey(digest), new TextEncoder().encode("altered"));
  expect(await cardOf(listening, id)).toBe(digest);
  await doors().blobs.remove(blobKey(digest));
  const other = await cardOf(listening, id, { make: async () => new TextEncoder().encode("by newer code") });
  expect(told).toEqual(["artefact_unreadable", "artefact_unreadable", "artefact_differs"]);
  expect(await keptOf(registry, id)).toEqual({ rows: [other], dropped: [digest] });
  const away = { ...anybody, blobs: { ...doors().blobs, read: () => Promise.reject(new Error("away")) } };
  await expect(cardOf(away, id)).rejects.toMatchObject({ code: "unavailable" });
});

test("Q5 what cannot be made is refused by what is remembered, for ten minutes; what may pass by itself is tried each time", async () => {
  const id = await published("too-costly");
  let makings = 0;
  const failing = (code: "invalid_package" | "unavailable") => ({
    make: () => {
      makings += 1;
      return Promise.reject(new RegistryError(code, "not now"));
    },
  });
  for (const _ of [1, 2]) await expect(cardOf(anybody, id, failing("unavailable"))).rejects.toThrow("not now");
  expect(makings).toBe(2);
  for (const _ of [1, 2, 3]) await expect(cardOf(anybody, id, failing("invalid_package"))).rejects.toThrow("not now");
  expect(makings).toBe(3);
  const later = { ...anybody, now: () => new Date(Date.now() + 11 * 60_000) };
  expect(await cardOf(later, id)).toMatch(DIGEST);
});

describe("who asks for what is not theirs to have", () => {
  test("S11 nobody is given what is held, in no protocol, its owner and an admin included", async () => {
    expect((await publish(registry.url, ada, heldZip({ name: "murky" }))).status).toBe(201);
    expect(await inspected(registry.url, "murky", "1.0.0", ada)).toMatchObject({ verdict: "REVIEW" });
    const id = await versionIdOf(registry, "murky");
    for (const token of [null, ada, eve, registry.adminToken])
      expect(await cardOf(await artefactCtx(registry, token), id)).toBe("held");
    expect(await keptOf(registry, id)).toEqual({ rows: [], dropped: [] });
    const { inspection_id } = (await call(`${registry.url}/api/v1/skills/murky/1.0.0`)).body;
    await ask("/admin/skills/murky/1.0.0/clear", registry.adminToken, { inspection_id, reason });
    expect(await cardOf(anybody, id)).toMatch(DIGEST);
  });

  test("T7 a private skill, a staged version and a number that no version has are alike, also once somebody was given it", async () => {
    expect((await publish(registry.url, ada, sampleZip({ name: "hush" }), "?visibility=private")).status).toBe(201);
    await inspected(registry.url, "hush", "1.0.0", ada);
    const id = await versionIdOf(registry, "hush");
    const theirs = await artefactCtx(registry, ada);
    expect(await cardOf(theirs, id)).toMatch(DIGEST);
    // It is kept now, and would be there to read.
    const zip = sampleZip({ name: "in-wait" }) as Uint8Array<ArrayBuffer>;
    const staged = { token: ada, body: zip, type: "application/zip" };
    expect((await call(`${registry.url}/api/v1/staged-versions?publisher=ada`, staged)).status).toBe(201);
    await registry.settle();
    const strangers = [anybody, await artefactCtx(registry, eve)];
    for (const stranger of strangers)
      for (const each of [id, await versionIdOf(registry, "in-wait"), 987_654])
        expect(await cardOf(stranger, each)).toBe("unknown");
    expect(await cardOf(theirs, await versionIdOf(registry, "in-wait"))).toBe("unknown");
    await asAdmin("quarantine", "hush");
    for (const stranger of strangers) expect(await cardOf(stranger, id)).toBe("unknown");
    expect(await cardOf(theirs, id)).toBe("quarantined");
  });

  test("T7 discovery gives a private skill not even to its owner", async () => {
    expect((await publish(registry.url, ada, sampleZip({ name: "hush-too" }), "?visibility=private")).status).toBe(201);
    await inspected(registry.url, "hush-too", "1.0.0", ada);
    const id = await versionIdOf(registry, "hush-too");
    expect(await cardOf(await artefactCtx(registry, ada), id, { protocol: "discovery" })).toBe("unknown");
  });

  test("what two versions have alike is given of the one that may be served alone", async () => {
    const make = async () => new TextEncoder().encode("alike");
    const [open, withheld] = [await published("alike-open"), await published("alike-withheld")];
    const digest = await cardOf(anybody, open, { make });
    expect(await cardOf(anybody, withheld, { make })).toBe(digest);
    await asAdmin("quarantine", "alike-withheld");
    expect(await cardOf(anybody, withheld, { make })).toBe("quarantined");
    await removeDropped(anHourLater(), { versionId: null });
    expect(await cardOf(anybody, open, { make })).toBe(digest);
  });
});
