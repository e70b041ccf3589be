import { findDownload, getSkill, getVersion, listFiles, readBlob, type ReadCtx } from "@gaia/catalog";
import { type Asked as Request, type PlainRoute, sendArchive, sendInert } from "@gaia/edge";
import { matchFingerprint, readServedFile } from "@gaia/artefacts";
import { toAsked, toLimit, toText, toVersion } from "./asked.ts";
import { ClawhubError, WHY } from "./errors.ts";
import { toBareDetail, toDetail, toVersion as toVersionShape, toVersionDetail } from "./shapes.ts";
import { ensureVersion, findSkill, PROTOCOL, whyNone } from "./find.ts";
import { fingerprintsOf } from "./fingerprints.ts";

export type CtxOf = (c: Request) => ReadCtx;

const policy = { access: "anyone", cache: "none" } as const;
const MOST_VERSIONS = 200;

const askedBy = (c: Request) => toAsked(c.req.param("name"), c.req.query("ownerHandle"));

/** What is said of one skill and its versions, and their bytes. */
export const skillRoutes = (ctxOf: CtxOf): readonly PlainRoute[] => [
  {
    method: "GET",
    path: "/api/v1/skills/:name",
    policy,
    async answer(c) {
      const ctx = ctxOf(c);
      const found = await findSkill(ctx, askedBy(c));
      const { name, latest } = found;
      if (latest === null) {
        const why = whyNone(found);
        const { status, words } = WHY[why];
        // Its publisher took all of it back: there is nothing that a reviewer could still let through.
        if (status === 410) throw new ClawhubError(status, words);
        return c.json(toBareDetail(found, { why, words }));
      }
      const [skill, view] = await Promise.all([
        getSkill(ctx, { name, minAge: null }),
        getVersion(ctx, { name, version: latest.version }),
      ]);
      return c.json(toDetail(skill, { view, latest }));
    },
  },
  {
    method: "GET",
    path: "/api/v1/skills/:name/versions",
    policy,
    async answer(c) {
      const { served } = await findSkill(ctxOf(c), askedBy(c));
      const limit = toLimit(c.req.query("limit"), MOST_VERSIONS);
      const cursor = toText(c.req.query("cursor"));
      const after = cursor === null ? 0 : served.findIndex(({ version }) => version === cursor) + 1;
      const page = served.slice(after, after + limit);
      const nextCursor = after + limit < served.length ? (page.at(-1)?.version ?? null) : null;
      return c.json({ items: page.map(toVersionShape), nextCursor });
    },
  },
  {
    method: "GET",
    path: "/api/v1/skills/:name/versions/:version",
    policy,
    async answer(c) {
      const ctx = ctxOf(c);
      const found = await findSkill(ctx, askedBy(c));
      const facts = ensureVersion(found, c.req.param("version") ?? "");
      const named = { name: found.name, version: facts.version };
      const [view, { files }] = await Promise.all([getVersion(ctx, named), listFiles(ctx, named)]);
      return c.json(toVersionDetail(view, facts, files));
    },
  },
  ...bytesRoutes(ctxOf),
];

/** Files and archives, and which version a folder of files is. */
const bytesRoutes = (ctxOf: CtxOf): readonly PlainRoute[] => [
  // As bytes that no browser runs, whatever it is.
  {
    method: "GET",
    path: "/api/v1/skills/:name/file",
    policy,
    async answer(c) {
      const ctx = ctxOf(c);
      const found = await findSkill(ctx, askedBy(c));
      const { version } = ensureVersion(found, toVersion(c.req.query()));
      const asked = { protocol: PROTOCOL, name: found.name, version, path: c.req.query("path") ?? "" } as const;
      const file = await readServedFile(ctx, asked);
      if (file === null) throw new ClawhubError(404, "File not found");
      return sendInert(c, { ...file, mediaType: "application/octet-stream", fileName: "file" });
    },
  },
  {
    method: "GET",
    path: "/api/v1/download",
    policy,
    async answer(c) {
      const ctx = ctxOf(c);
      const found = await findSkill(ctx, toAsked(c.req.query("slug"), c.req.query("ownerHandle")));
      const { version, versionId } = ensureVersion(found, toVersion(c.req.query()));
      const { sha256, fileName } = await findDownload(ctx, { name: found.name, version, archive: "zip" });
      const file = { bytes: await readBlob(ctx, sha256), sha256, mediaType: "application/zip", fileName };
      const taken = { versionId, skill: found.name, client: PROTOCOL };
      return sendArchive(c, file, taken, { "cache-control": "no-cache" });
    },
  },
  // Which version a folder is, by the client's own hash of its files.
  {
    method: "GET",
    path: "/api/v1/resolve",
    policy,
    async answer(c) {
      const ctx = ctxOf(c);
      const found = await findSkill(ctx, toAsked(c.req.query("slug"), c.req.query("ownerHandle")));
      const fingerprint = c.req.query("hash")?.trim().toLowerCase() ?? "";
      const isHash = /^[0-9a-f]{64}$/.test(fingerprint);
      const sought = { protocol: PROTOCOL, served: found.served, fingerprint, make: fingerprintsOf } as const;
      const match = isHash ? await matchFingerprint(ctx, sought) : null;
      return c.json({
        slug: found.name,
        match: match && { version: match.version },
        latestVersion: found.latest && { version: found.latest.version },
      });
    },
  },
];
