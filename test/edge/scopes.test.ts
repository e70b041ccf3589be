import { readFileSync } from "node:fs";
import * as catalog from "@gaia/catalog";
import { authenticate } from "@gaia/identity";
import { type Action, ACTIONS, type Actor, SCOPES } from "@gaia/policy";
import * as domain from "@gaia/registry";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { narrowToken } from "../harness/narrow-token.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { asking, sourcesOf, SRC, verbs } from "../harness/read-verbs.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";
import { BACKGROUND_VERBS, BACKGROUND_WORK } from "./background-verbs.ts";

const NOBODY = "00000000-0000-4000-8000-000000000000";
const ALL = Object.keys(ACTIONS) as Action[];

interface Operation {
  operationId: Action;
  method: string;
  path: string;
}

/** Those that ask for a token, as the document says. */
const operations: Operation[] = Object.entries<Record<string, { operationId: Action; security?: unknown }>>(
  JSON.parse(readFileSync("docs/openapi.json", "utf8")).paths,
).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { security }]) => security !== undefined)
    .map(([method, { operationId }]) => ({ operationId, method: method.toUpperCase(), path })),
);

/** What routes ask for whose verbs are in `packages/identity`, which has no context: they get the actor that was asked about. */
const ASKED_BY_ROUTES = [
  "accounts/routes",
  "accounts/invitation-routes",
  "publishers/routes",
  "accounts/standing-routes",
  "operating/routes",
  "tokens/routes",
].flatMap((name) => {
  const source = readFileSync(`packages/api/src/${name}.ts`, "utf8");
  return [...source.matchAll(/\bensureMay\w*\(\w+(?:\(c\))?, "(\w+)"/g)].map((match) => match[1] ?? "");
});

let registry: TestRegistry;
const api = (path: string) => `${registry.url}/api/v1${path}`;
const lackOf = (scope: string) => expect.stringContaining(`a token with the scope ${scope}; this one has`);

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  const ada = await account(registry.url, registry.adminToken, "ada");
  for (const name of ["acme-tool", "other"]) {
    expect((await publish(registry.url, ada, sampleZip({ name }))).status).toBe(201);
  }
  const bob = await account(registry.url, registry.adminToken, "bob");
  await publishedAtOnce(registry, { token: bob, name: "elses", version: "1.0.0" });
  await registry.settle();
});

afterAll(() => registry.close());
const LISTS = ["findBlob", "listNames", "listPublishers", "listTags", "getAriaCatalog", "getMiaosCatalog"];
const OF_ONE = ["getSkillDownloads", "getSkillHistory", "listDependents", "getScanReport", "getSbom", "getSums"];
const NO_BUNDLE = { bytes: new Uint8Array(), key: "", publisher: null, visibility: null };
describe("every verb and every route asks who may", () => {
  /** Verbs that show each viewer what `viewerOf` says, or what is public. */
  const SHOWING = new Set([
    "convertDownload",
    "validateUpload",
    "listSignatures",
    "listKeys",
    "getSkill",
    "getVersion",
    "viewVersion",
    "viewContest",
    "listReviews",
    "listSkills",
    "searchSkills",
    "findDownload",
    "compareVersions",
    "listFiles",
    "findFile",
    "getCollection",
    "listCollections",
    "proveVersion",
    "proveNewestVersion",
    "listAttestations",
    "getPublisher",
    "findStorage",
    ...LISTS,
    ...OF_ONE,
    "resolveSkills",
  ]);
  /** What the registry does by itself: no route calls them but through a verb that asked. */
  const OWN_WORK = new Set([
    "inspectAgain",
    "inspectVersion",
    "noteDownload",
    "settleReputations",
    "startRescanForAdvisories",
    "startRescanForChanges",
    "startRescanForUnscanned",
    "sweep",
    "syncSearch",
    "mailHeld",
    ...BACKGROUND_WORK,
  ]);
  test("T3 every verb of the registry that takes an actor asks the table, shows by it, or is the registry's own work", () => {
    const silent = verbs.filter(({ name, asks }) => asks.length === 0 && !asking.has(name)).map(({ name }) => name);
    expect(silent.toSorted()).toEqual([...SHOWING, ...OWN_WORK].toSorted());
    expect(verbs.length - silent.length).toBeGreaterThan(20);
  });

  test("H-A2 a verb that asks and writes asks again in its transaction, with what it acts by held", () => {
    const once = sourcesOf(SRC).filter(
      ({ text }) =>
        /\bensureMay\w*\(ctx/.test(text) && /\binTransaction\(/.test(text) && !text.includes("holdCaller(ctx, tx"),
    );
    expect(once.map(({ name }) => name)).toEqual([]);
  });

  test("H-A3 one function gives out an actor, and it asks for the second factor: nothing that calls itself ensureMay… can forget it", () => {
    const sources = sourcesOf(SRC);
    const holding = (pattern: RegExp) =>
      sources.flatMap(({ name, text }) => [...text.matchAll(pattern)].map(() => name));
    expect(holding(/ as ActorOf</g)).toEqual(["packages/catalog/src/kernel/may.ts"]);
    const askers = sources.flatMap(({ text }) => [
      ...text.matchAll(/^export (?:async )?function (ensureMay\w*)<A extends Action>[^]*?^\}$/gm),
    ]);
    expect(askers.length).toBeGreaterThan(4);
    // Each gives out what `ensureMayAtAll` says of a target; `ensureMayAtAll` itself asks.
    const forgetful = askers.filter(([text, name]) =>
      name === "ensureMayAtAll"
        ? !text.includes("asksEachTime(action, known)) ensureShownFactor(ctx)")
        : !/(?:return|actor:) ensureMayAtAll\(ctx, action, /.test(text),
    );
    expect(forgetful.map(([, name]) => name)).toEqual([]);
  });

  test("T3 the table has a row for each operation that needs a token, and each is asked about by one verb or route", () => {
    const extra = [
      "seeOwnRelease",
      "seeAnyRelease",
      "seeRemediation",
      "seeStorage",
      "seeUnprovenKeys",
      "sayMirrored",
      "useReservedName",
    ];
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      ALL.filter((action) => !extra.includes(action)).toSorted(),
    );
    const asked = [
      ...verbs.filter(({ name }) => !asking.has(name)).flatMap(({ asks }) => [...new Set(asks)]),
      ...ASKED_BY_ROUTES,
    ];
    expect(asked.filter((action) => action !== "sayMirrored").toSorted()).toEqual(
      ALL.filter((action) => !extra.includes(action)).toSorted(),
    );
  });

  test("T3 nothing of the registry or its routes compares roles, memberships or scopes by hand", () => {
    const files = sourcesOf([...SRC, "packages/api/src", "apps/server/src/http"]);
    const byHand = /\.role\b|\.scopes\b|\.namePatterns\b|\bmemberships\b|\bactor\??\.kind|\bisMember|\bisAdmin/;
    // The answers of `whoami` and about members say the role, those about tokens what they may; where people sign in, they are in person.
    expect(files.filter(({ text }) => byHand.test(text)).map(({ name }) => name)).toEqual([
      // By which role a decision is said to have been made; who may make it, the table says.
      "packages/catalog/src/audit/decider.ts",
      // A member is told that a skill refuses them, a stranger that there is none; what either may do, the table says.
      "packages/catalog/src/kernel/find-skill.ts",
      "packages/registry/src/batches/batch-row.ts", // for whom a job publishes
      "packages/registry/src/holds/find-due.ts", // who is written to; what they may see, the table says
      // Holds the rows of a credential, which are others for each kind, and then asks the table.
      "packages/registry/src/kernel/while-allowed.ts",
      // For whom a job publishes, and whose approval counts: what that account may do besides, the table says.
      "packages/registry/src/mirroring/mirror-row.ts",
      "packages/registry/src/mirroring/take-item.ts",
      "packages/registry/src/operating/overview.ts", // how many admins there are
      "packages/registry/src/settings/readers.ts", // on a list of readers there are members alone
      "packages/registry/src/trusted/remove-trusted-publisher.ts",
      "packages/api/src/accounts/routes.ts",
      "packages/api/src/accounts/standing-routes.ts",
      "packages/api/src/asking/authentication.ts", // whether a second look found the same credential
      "packages/api/src/asking/in-person.ts",
      "packages/api/src/publishers/routes.ts",
      "packages/api/src/tokens/routes.ts",
      "packages/api/src/people/accounts/routes.ts",
    ]);
  });

  test("T3 every route refuses a token without its scope, names it, and asks nothing of the body before", async () => {
    const wrong: string[] = [];
    const tokens = new Map<string, string>();
    for (const handle of ["ada", "admin"]) {
      for (const scope of ["none", ...SCOPES]) {
        const scopes = scope === "none" ? [] : [scope];
        tokens.set(`${handle} ${scope}`, await narrowToken(registry, { handle, scopes }));
      }
    }
    for (const { operationId, method, path } of operations) {
      const { scope: needed, who } = ACTIONS[operationId];
      const handle = who.endsWith("admin") ? "admin" : "ada";
      const address = path
        .replace("{name}", "acme-tool")
        .replace("{version}", "1.0.0")
        .replace("{collection}", "tools")
        .replace(/\{(?:handle|account)\}/g, "ada")
        .replace("{delivery}", NOBODY)
        .replace("{id}", path.startsWith("/notices") ? "4711" : NOBODY);
      for (const scope of ["none", ...SCOPES]) {
        const answer = await call(api(address), { method, token: tokens.get(`${handle} ${scope}`) ?? "" });
        const isRefused = answer.status === 403 && /with the scope/.test(answer.body.detail);
        const isNamed =
          isRefused && answer.body.code === "forbidden" && answer.body.detail.includes(`scope ${needed};`);
        const isRight = needed === null || scope === needed ? !isRefused && answer.status < 500 : isNamed;
        if (!isRight) wrong.push(`${operationId} with ${scope}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
      const anonymous = await call(api(address), { method });
      if (anonymous.status !== 401) wrong.push(`${operationId} for nobody: ${anonymous.status}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe("verbs ask by themselves, whatever their route asked", () => {
  const release = { name: "acme-tool", version: "1.0.0" };
  const decision = { id: NOBODY, inspectionId: NOBODY, reason: "because" };
  const page = { limit: 1, cursor: null, status: null };
  const collection = { publisher: "ada", name: "tools" };
  const VERBS: Partial<Record<Action, (ctx: domain.Ctx) => Promise<unknown>>> = {
    publishSkill: (ctx) =>
      domain.publishVersion(ctx, {
        bytes: sampleZip({ name: "acme-new" }),
        version: null,
        defaultVersion: null,
        publisher: "ada",
      }),
    addProvenance: (ctx) => domain.addProvenance(ctx, { ...release, bundle: "none" }),
    stageSkill: (ctx) =>
      domain.stageVersion(ctx, {
        bytes: sampleZip({ name: "acme-new" }),
        version: null,
        defaultVersion: null,
        publisher: "ada",
      }),
    listStaged: (ctx) => domain.listStaged(ctx, { publisher: "ada" }),
    approveVersion: (ctx) => domain.approveVersion(ctx, { ...release, contentDigest: "sha256:" }),
    rejectVersion: (ctx) => domain.rejectVersion(ctx, { ...release, reason: null }),
    listTrustedPublishers: (ctx) => domain.listTrustedPublishers(ctx, release),
    addTrustedPublisher: (ctx) =>
      domain.addTrustedPublisher(ctx, {
        name: release.name,
        publisher: null,
        kind: "oidc",
        issuer: "https://ci.example",
        subject: "a job",
        repository: null,
        workflow: null,
        environment: null,
        repositoryId: null,
        ownerId: null,
        stageOnly: false,
      }),
    removeTrustedPublisher: (ctx) => domain.removeTrustedPublisher(ctx, { name: release.name, id: NOBODY }),
    getSkillSettings: (ctx) => domain.getSkillSettings(ctx, release),
    changeSkillSettings: (ctx) => domain.changeSkillSettings(ctx, { name: release.name, changes: {} }),
    addSignature: (ctx) => domain.signVersion(ctx, { ...release, kind: "openpgp", signature: "none" }),
    requestPromotion: (ctx) => domain.requestPromotion(ctx, { ...release, note: null }),
    confirmSigner: (ctx) => domain.confirmSigner(ctx, { ...release, signers: [] }),
    listSignerChanges: (ctx) => domain.listSignerChanges(ctx, { limit: 1, cursor: null }),
    listAllSignerChanges: (ctx) => domain.listAllSignerChanges(ctx, { limit: 1, cursor: null }),
    demoteVersion: (ctx) => domain.demoteVersion(ctx, { ...release, tier: "community", reason: "because" }),
    undoDemotion: (ctx) => domain.undoDemotion(ctx, { ...release, reason: "because" }),
    yankVersion: (ctx) => domain.yankVersion(ctx, { ...release, reason: "because" }),
    unyankVersion: (ctx) => domain.unyankVersion(ctx, release),
    deprecateVersion: (ctx) => domain.deprecateVersion(ctx, { ...release, message: "because", replacement: null }),
    undeprecateVersion: (ctx) => domain.undeprecateVersion(ctx, release),
    reviewSkill: (ctx) => domain.reviewSkill(ctx, { name: "elses", rating: 5, text: null, version: null }),
    deleteReview: (ctx) => domain.deleteReview(ctx, release),
    starSkill: (ctx) => domain.starSkill(ctx, release),
    unstarSkill: (ctx) => domain.unstarSkill(ctx, release),
    answerReview: (ctx) => domain.answerReview(ctx, { name: "acme-tool", id: NOBODY, text: "because" }),
    removeReview: (ctx) => domain.removeReview(ctx, decision),
    reportSkill: (ctx) => domain.reportSkill(ctx, { name: "acme-tool", version: null, kind: "spam", text: "because" }),
    listOwnReports: (ctx) => domain.listOwnReports(ctx, page),
    appealReport: (ctx) => domain.appealReport(ctx, { id: NOBODY, text: "because" }),
    getReport: (ctx) => domain.getReport(ctx, decision),
    upholdReport: (ctx) => domain.upholdReport(ctx, { ...decision, effect: "demotion", version: null }),
    dismissReport: (ctx) => domain.dismissReport(ctx, decision),
    grantAppeal: (ctx) => domain.grantAppeal(ctx, decision),
    rejectAppeal: (ctx) => domain.rejectAppeal(ctx, decision),
    unyankAnyVersion: (ctx) => domain.unyankAnyVersion(ctx, { ...release, reason: "because" }),
    purgeVersion: (ctx) => domain.purgeVersion(ctx, { ...release, reason: "because" }),
    addPublisherKey: (ctx) => domain.addKey(ctx, { handle: "ada", publicKey: "none" }),
    revokePublisherKey: (ctx) => domain.revokeKey(ctx, { handle: "ada", id: NOBODY, as: "retired" }),
    setPublisherQuota: (ctx) => domain.setPublisherQuota(ctx, { handle: "ada", mebibytes: 1 }),
    listNotices: (ctx) => domain.listNotices(ctx, { unread: false, publisher: "ada", limit: 1, cursor: null }),
    readNotice: (ctx) => domain.readNotice(ctx, { id: 4711 }),
    upholdHold: (ctx) => domain.upholdHold(ctx, { ...release, ...decision }),
    contestHold: (ctx) => domain.contestHold(ctx, { ...release, ...decision }),
    getContest: (ctx) => catalog.getContest(ctx, release),
    rescanVersion: (ctx) => domain.rescanVersion(ctx, release),
    clearVersion: (ctx) => domain.clearInspection(ctx, { ...release, ...decision }),
    approvePromotion: (ctx) => domain.approvePromotion(ctx, decision),
    rejectPromotion: (ctx) => domain.rejectPromotion(ctx, decision),
    quarantineVersion: (ctx) => domain.quarantineVersion(ctx, { ...release, reason: "because" }),
    releaseVersion: (ctx) => domain.releaseVersion(ctx, { ...release, reason: "because" }),
    purgeAnyVersion: (ctx) => domain.purgeAnyVersion(ctx, { ...release, reason: "because" }),
    listAudit: (ctx) => catalog.listAudit(ctx, page),
    listSkillAudit: (ctx) => catalog.listSkillAudit(ctx, { name: "acme-tool", ...page }),
    listOwnAudit: (ctx) => catalog.listOwnAudit(ctx, page),
    requestTransfer: (ctx) => domain.requestTransfer(ctx, { name: "acme-tool", to: "admin" }),
    withdrawTransfer: (ctx) => domain.withdrawTransfer(ctx, { id: NOBODY }),
    listTransfers: (ctx) => domain.listTransfers(ctx, { publisher: "ada" }),
    acceptTransfer: (ctx) => domain.acceptTransfer(ctx, { id: NOBODY }),
    declineTransfer: (ctx) => domain.declineTransfer(ctx, { id: NOBODY }),
    ...BACKGROUND_VERBS,
    putCollection: (ctx) =>
      domain.putCollection(ctx, {
        ...collection,
        title: "Tools",
        visibility: "public",
        skills: [],
        isExpected: () => true,
      }),
    deleteCollection: (ctx) => domain.deleteCollection(ctx, collection),
    importRelease: (ctx) => domain.importRelease(ctx, { ...release, ...NO_BUNDLE }),
    exportBundle: (ctx) => domain.exportBundle(ctx, { skills: [], collection: null, everything: false }),
    importAdvisories: (ctx) => domain.receiveAdvisories(ctx, { sources: [] }),
  };
  const verbs = Object.entries(VERBS);
  /** What is decided is found by its number. */
  const BY_ID = new Set([
    "withdrawTransfer",
    "approvePromotion",
    "rejectPromotion",
    "removeReview",
    "appealReport",
    "upholdReport",
    "dismissReport",
    "grantAppeal",
    "rejectAppeal",
  ]);
  const ctxOf = (actor: Actor | null): domain.Ctx => ({
    ...registry.running.services.registry,
    actor,
    requestId: null,
  });
  const actorOf = async (action: string, bounds: { scopes: string[]; namePatterns?: string[] }) => {
    const handle = ACTIONS[action as Action].who.endsWith("admin") ? "admin" : "ada";
    const secret = await narrowToken(registry, { handle, ...bounds });
    return authenticate(registry.running.services.database.db, secret, new Date());
  };

  test("T3 all of them are here but those that routes ask for", () => {
    const operationIds = operations.map(({ operationId }) => operationId);
    expect([...Object.keys(VERBS), ...ASKED_BY_ROUTES].toSorted()).toEqual(operationIds.toSorted());
  });

  test.each(verbs)(
    "T3 %s refuses nobody, a suspended account, the wrong scopes and other names",
    async (action, act) => {
      const { scope, on } = ACTIONS[action as Action];
      const others = SCOPES.filter((each) => each !== scope);
      await expect(act(ctxOf(null))).rejects.toMatchObject({ code: "unauthorized" });
      const whole = await actorOf(action, { scopes: ["*"] });
      await expect(act(ctxOf(whole && { ...whole, isSuspended: true }))).rejects.toMatchObject({
        code: "forbidden",
        message: expect.stringContaining("is suspended"),
      });
      await expect(act(ctxOf(await actorOf(action, { scopes: others })))).rejects.toMatchObject({
        code: "forbidden",
        message: lackOf(scope ?? ""),
      });
      // A decision that is not there is about no name.
      if (on === "self" || (on === "skill" && BY_ID.has(action))) return;
      const elsewhere = await actorOf(action, { scopes: ["*"], namePatterns: ["elsewhere-*", "acme"] });
      await expect(act(ctxOf(elsewhere))).rejects.toMatchObject({
        code: "forbidden",
        message: expect.stringContaining("This token is for skills named elsewhere-*, acme"),
      });
    },
  );
});

describe("a narrow token at the door", () => {
  const narrow = (scopes: string[], namePatterns?: string[]) =>
    narrowToken(registry, { handle: "ada", scopes, ...(namePatterns ? { namePatterns } : {}) });
  const yank = (token: string, name: string) =>
    call(api(`/skills/${name}/1.0.0/yank`), { token, json: { reason: "a mistake" } });

  test("T3 a token to publish publishes, and neither yanks nor reads nor registers keys", async () => {
    const token = await narrow(["publish"]);
    expect((await publish(registry.url, token, sampleZip({ name: "acme-fresh" }))).status).toBe(201);
    expect(await yank(token, "acme-fresh")).toMatchObject({
      status: 403,
      body: { code: "forbidden", detail: lackOf("yank") },
    });
    const key = await call(api("/publishers/ada/keys"), { token, json: { public_key: "none" } });
    expect(key).toMatchObject({ status: 403, body: { detail: lackOf("admin") } });
    expect(await call(api("/notices"), { token })).toMatchObject({ status: 403, body: { detail: lackOf("read") } });
    const asked = await call(api("/skills/acme-fresh/1.0.0/promotion"), { token, json: { tier: "verified" } });
    // It may ask; what stands in the way is the tier.
    expect(asked).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(await call(api("/whoami"), { token })).toMatchObject({ status: 200, body: { handle: "ada" } });
  });

  test("T3 a token to read publishes nothing, whatever it sends", async () => {
    const token = await narrow(["read"]);
    const refused = await publish(registry.url, token, sampleZip({ name: "acme-smuggled" }));
    expect(refused).toMatchObject({ status: 403, body: { code: "forbidden", detail: lackOf("publish") } });
    expect((await call(api("/skills/acme-smuggled"))).status).toBe(404);
    expect((await call(api("/notices"), { token })).status).toBe(200);
  });

  test("T3 a token for acme-* neither publishes nor yanks what is called otherwise, prefix or not", async () => {
    const token = await narrow(["publish", "yank", "admin"], ["acme-*"]);
    for (const name of ["elsewhere", "acme", "xacme-tool"]) {
      const refused = await publish(registry.url, token, sampleZip({ name }));
      expect([name, refused.status, refused.body.code]).toEqual([name, 403, "forbidden"]);
      expect(refused.body.detail).toContain(`skills named acme-*; ${name} is not one of them`);
      expect((await call(api(`/skills/${name}`))).status).toBe(404);
    }
    expect(await yank(token, "other")).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await call(api("/skills/other/1.0.0"))).body.status).toBe("published");
    expect((await yank(token, "acme-tool")).status).toBe(200);
    expect((await call(api("/skills/acme-tool/1.0.0/unyank"), { method: "POST", token })).status).toBe(200);
    // A key of the publisher signs for every name.
    const key = await call(api("/publishers/ada/keys"), { token, json: { public_key: "none" } });
    expect(key).toMatchObject({ status: 403, body: { detail: expect.stringContaining("more than those") } });
  });

  test("T3 what is not public is shown to a token with read alone, and whoever may act on it may", async () => {
    const withheld = sampleZip({ name: "acme-withheld" });
    const whole = await narrow(["*"]);
    expect((await publish(registry.url, whole, withheld)).status).toBe(201);
    await registry.settle();
    const quarantined = await call(api("/admin/skills/acme-withheld/1.0.0/quarantine"), {
      token: registry.adminToken,
      json: { reason: "looked at" },
    });
    expect(quarantined.status).toBe(200);
    const see = async (token: string) => (await call(api("/skills/acme-withheld/1.0.0"), { token })).status;
    expect(await see(await narrow(["read"]))).toBe(200);
    expect(await see(await narrow(["publish", "yank", "review", "admin", "stage"]))).toBe(403);
    expect(await see(await narrow(["read"], ["elsewhere-*"]))).toBe(403);
    // Not a word of what it is there for, but of the state that forbids it.
    expect(await yank(await narrow(["yank"]), "acme-withheld")).toMatchObject({ status: 409 });
    expect(await yank(await narrow(["yank"], ["elsewhere-*"]), "acme-withheld")).toMatchObject({
      status: 403,
      body: { code: "quarantined" },
    });
  });

  test("T3 an admin's token does no more of an admin's work than it is for", async () => {
    const admin = (scopes: string[], namePatterns = ["*"]) =>
      narrowToken(registry, { handle: "admin", scopes, namePatterns });
    const open = (token: string) => call(api("/admin/accounts"), { token, json: { handle: "mallory" } });
    const withhold = (token: string) =>
      call(api("/admin/skills/other/1.0.0/quarantine"), { token, json: { reason: "to see" } });
    const reads = await admin(["read"]);
    expect((await call(api("/admin/audit"), { token: reads })).status).toBe(200);
    expect(await open(reads)).toMatchObject({ status: 403, body: { detail: lackOf("admin") } });
    expect(await withhold(reads)).toMatchObject({ status: 403, body: { detail: lackOf("review") } });
    const reviews = await admin(["review"]);
    expect(await call(api("/admin/audit"), { token: reviews })).toMatchObject({ status: 403 });
    expect(await open(reviews)).toMatchObject({ status: 403, body: { detail: lackOf("admin") } });
    expect(await withhold(await admin(["review"], ["acme-*"]))).toMatchObject({ status: 403 });
    // A scope gives nobody what the account has not.
    const user = await narrow(["admin", "review"]);
    for (const refused of [await open(user), await withhold(user)]) {
      expect(refused).toMatchObject({ status: 403, body: { detail: "This needs an admin's token." } });
    }
    expect((await call(api("/publishers/mallory"))).status).toBe(404);
    const reserved = sampleZip({ name: "amd-tool" });
    expect(await publish(registry.url, await admin(["publish"]), reserved)).toMatchObject({
      status: 403,
      body: { code: "name_reserved" },
    });
    expect((await publish(registry.url, await admin(["publish", "admin"]), reserved)).status).toBe(201);
  });

  test("T5 a suspended account does nothing, by none of its tokens", async () => {
    await account(registry.url, registry.adminToken, "eve");
    const token = await narrowToken(registry, { handle: "eve", scopes: ["*"] });
    expect((await call(api("/whoami"), { token })).status).toBe(200);
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'account.disable', 'account:eve');
       UPDATE accounts SET disabled_at = now() WHERE handle = 'eve'; COMMIT;`,
    );
    expect((await call(api("/whoami"), { token })).status).toBe(401);
    expect((await publish(registry.url, token, sampleZip({ name: "eves" }))).status).toBe(401);
  });
});
