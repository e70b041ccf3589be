import { createHash } from "node:crypto";
import { type ArtefactCtx, deriveArtefact, ensureServed, type Offered, readArtefactFile } from "@gaia/artefacts";
import { ANY_SKILL, searchSkills } from "@gaia/catalog";
import {
  type Asked,
  isKnown,
  type PlainRoute,
  type RoutePolicy,
  sendArchive,
  sendInert,
  type Subject,
} from "@gaia/edge";
import { absent, FOR_ALL } from "./errors.ts";
import { anybodys, type Given } from "./given.ts";
import {
  findOfferIn,
  findOffers,
  findOffersIn,
  findOffersOf,
  MOST_ENTRIES,
  PROTOCOL,
  skillZip,
  withDigests,
  withFiles,
} from "./offers.ts";
import { skillOfPath, toHits, toIndex, toLegacyIndex } from "./shapes.ts";

type Answer = PlainRoute["answer"];

/** A page below whose address there are indexes. */
interface Indexed {
  /** Its address. */
  at: string;
  /** By what its indexes are kept; null: they are made anew each time. */
  keeps: "skill" | "publisher" | null;
  /** The subject that its parameter names, where they are kept, and what is offered there. */
  find(ctx: ArtefactCtx, param: (name: string) => string): { about: Subject | null; offers: Promise<Offered[]> };
  /** What is offered there of the one skill whose file is asked for; absent: that is among what `find` finds. */
  findOne?(ctx: ArtefactCtx, param: (name: string) => string): Promise<Offered[]>;
}

const collectionOf = (param: (name: string) => string) => ({ publisher: param("handle"), name: param("collection") });

const INDEXED: readonly Indexed[] = [
  {
    at: "/skills/:name",
    keeps: "skill",
    find(ctx, param) {
      const name = skillOfPath(param("name"));
      return { about: `skill:${name}`, offers: findOffers(ctx, [name]) };
    },
  },
  {
    at: "/publishers/:handle",
    keeps: "publisher",
    find: (ctx, param) => ({ about: `publisher:${param("handle")}`, offers: findOffersOf(ctx, param("handle")) }),
  },
  {
    at: "/collections/:handle/:collection",
    keeps: null,
    find: (ctx, param) => ({ about: null, offers: findOffersIn(ctx, collectionOf(param)) }),
    findOne: (ctx, param) => findOfferIn(ctx, collectionOf(param), param("skill")),
  },
];

const UNKEPT = { access: "anyone", cache: "none" } as const;
/** An index of 50 skills asks the database more than a hundred times; where it is not kept, each request does so again. */
const UNKEPT_COST = 20;

/** The indexes of 0.2.0 and of the form before, and the files of the latter. */
export const indexRoutes = ({ catalog }: Given): readonly PlainRoute[] =>
  INDEXED.flatMap(({ at, keeps, find, findOne }) => {
    /** An index of what is offered, as `shape` makes it; null: of nothing. */
    const index =
      (shape: (ctx: ArtefactCtx, offers: readonly Offered[]) => Promise<object | null>): Answer =>
      async (c) => {
        const ctx = anybodys(catalog, c);
        const { about, offers } = find(ctx, (name) => c.req.param(name) ?? "");
        if (about !== null) c.set("subjects", [about]);
        const shaped = await shape(ctx, await offers);
        if (shaped === null) throw absent();
        return keeps === null ? sendIndex(c, shaped) : c.json(shaped, 200, { ...FOR_ALL, "cache-control": "no-cache" });
      };
    const policy: RoutePolicy =
      keeps === null ? { ...UNKEPT, cost: UNKEPT_COST } : { access: "anyone", cache: { keeps } };
    const file: Answer = async (c) => {
      const ctx = anybodys(catalog, c);
      const param = (name: string) => c.req.param(name) ?? "";
      const offers = await (findOne === undefined ? find(ctx, param).offers : findOne(ctx, param));
      const offer = offers.find(({ name }) => name === c.req.param("skill"));
      if (offer === undefined) throw absent();
      return sendFile(c, { ctx, offer, path: c.req.param("path") ?? "" });
    };
    return [
      {
        method: "GET",
        path: `${at}/.well-known/agent-skills/index.json`,
        policy,
        answer: index(async (ctx, offers) => orNull(await withDigests(ctx, offers), toIndex)),
      },
      {
        method: "GET",
        path: `${at}/.well-known/skills/index.json`,
        policy,
        answer: index(async (ctx, offers) => orNull(await withFiles(ctx, offers), toLegacyIndex)),
      },
      { method: "GET", path: `${at}/.well-known/skills/:skill/:path{.+}`, policy: UNKEPT, answer: file },
    ];
  });

/** With the tag of its bytes, as one that is kept has it. */
function sendIndex(c: Asked, shaped: object): Response {
  const body = JSON.stringify(shaped);
  const etag = `"${createHash("sha256").update(body).digest("base64url")}"`;
  const headers = { ...FOR_ALL, "cache-control": "no-cache", etag };
  if (isKnown(c.req.raw.headers.get("if-none-match"), etag)) return c.body(null, 304, headers);
  return c.body(body, 200, {
    ...headers,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
  });
}

const orNull = <T>(found: readonly T[], shape: (found: readonly T[]) => object): object | null =>
  found.length === 0 ? null : shape(found);

/** What indexes name, and the search. */
export const discoveryRoutes = ({ catalog }: Given): readonly PlainRoute[] => [
  {
    method: "GET",
    path: "/skills/:name/:version/skill.zip",
    policy: UNKEPT,
    async answer(c) {
      const ctx = anybodys(catalog, c);
      const { name, version } = c.req.param() as { name: string; version: string }; // both are in the path
      const { versionId } = await ensureServed(ctx, { protocol: PROTOCOL, name, version });
      const { bytes, sha256 } = await deriveArtefact(ctx, skillZip(ctx, versionId));
      const file = { bytes, sha256, mediaType: "application/zip", fileName: `${name}-${version}.zip` };
      return send(c, file, { versionId, skill: name });
    },
  },
  {
    method: "GET",
    path: "/api/search",
    policy: { access: "anyone", cache: { keeps: "catalog" } },
    async answer(c) {
      const ctx = anybodys(catalog, c);
      const { q = "", limit = "", owner = "" } = c.req.query();
      const { hits } = await searchSkills(ctx, {
        ...ANY_SKILL,
        query: q.slice(0, 200),
        sort: "relevance",
        publisher: owner === "" ? [] : [owner.slice(0, 100)],
        limit: toLimit(limit),
        cursor: null,
      });
      const offers = await findOffers(
        ctx,
        hits.map(({ name }) => name),
      );
      const offered = new Set(offers.map(({ name }) => name));
      const shown = hits.filter(({ name }) => offered.has(name));
      return c.json(toHits(shown, ctx.publicUrl), 200, { ...FOR_ALL, "cache-control": "no-cache" });
    },
  },
];

const DEFAULT_LIMIT = 20;

const toLimit = (text: string): number =>
  /^[1-9]\d{0,5}$/.test(text) ? Math.min(Number(text), MOST_ENTRIES) : DEFAULT_LIMIT;

async function sendFile(
  c: Asked,
  { ctx, offer, path }: { ctx: ArtefactCtx; offer: Offered; path: string },
): Promise<Response> {
  const found = await readArtefactFile(ctx, skillZip(ctx, offer.versionId), path);
  if (found === null) throw absent();
  const last = path.slice(path.lastIndexOf("/") + 1);
  const fileName = /^[\w.-]+$/.test(last) ? last : "file";
  const mediaType = /\.md$/i.test(path) ? "text/markdown; charset=utf-8" : "application/octet-stream";
  // Such a client takes a skill file by file: the one that all have is the download.
  const taken = path === "SKILL.md" ? { versionId: offer.versionId, skill: offer.name } : null;
  return send(c, { bytes: found.bytes, sha256: found.sha256, mediaType, fileName }, taken);
}

/** Bytes with their digest as ETag. `taken`: what is downloaded with them, unless somebody only looks whether there is something newer. */
async function send(
  c: Asked,
  file: Parameters<typeof sendInert>[1],
  taken: { versionId: number; skill: string } | null,
): Promise<Response> {
  const headers = { ...FOR_ALL, "cache-control": "no-cache" };
  const etag = `"${file.sha256}"`;
  const asked = c.req.raw.headers;
  if (isKnown(asked.get("if-none-match"), etag)) return c.body(null, 304, { ...headers, etag });
  if (taken === null || asked.has("x-skills-update-check")) return sendInert(c, file, headers);
  return sendArchive(c, file, { ...taken, client: PROTOCOL }, headers);
}
