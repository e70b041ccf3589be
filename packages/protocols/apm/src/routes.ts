import { ensureServed, listArchives, listServed, listServedOf, NotServed } from "@gaia/artefacts";
import { ANY_SKILL, findDownload, readBlob, RegistryError, searchSkills, writeCursor } from "@gaia/catalog";
import { type Asked, type PlainRoute, readPackageBody, sendArchive } from "@gaia/edge";
import { choosePublisher, type Ctx, publishVersion } from "@gaia/registry/publishing";
import {
  ensureAsAddressed,
  ensureVersion,
  type Identity,
  isOf,
  sayOneSkill,
  toPublished,
  toResults,
  toVersions,
} from "./shapes.ts";

export type CtxOf = (c: Asked) => Ctx;

const PACKAGE = "/v1/packages/:handle/:name/versions";
const VERSION = `${PACKAGE}/:version`;

/** Registry HTTP API v1 of `apm`. A package is a skill, its owner the skill's publisher. */
export const apmRoutes = (ctxOf: CtxOf): readonly PlainRoute[] => [
  {
    method: "GET",
    path: PACKAGE,
    policy: { access: "anyone", cache: { keeps: ["skill", "publisher"] } },
    async answer(c) {
      const ctx = ctxOf(c);
      const identity = identityOf(c);
      const served = await listServed(ctx, { protocol: "apm", name: identity.repo });
      const found = served.filter((version) => isOf(version, identity.owner));
      if (found.length === 0) throw new NotServed("unknown");
      const archives = await listArchives(ctx, { versionIds: found.map(({ versionId }) => versionId), kind: "zip" });
      return c.json(toVersions(identity, found, archives));
    },
  },
  {
    method: "GET",
    path: `${VERSION}/download`,
    policy: { access: "anyone", cache: { keeps: ["skill", "publisher"] } },
    async answer(c) {
      const ctx = ctxOf(c);
      const { owner, repo: name } = identityOf(c);
      const version = c.req.param("version") ?? "";
      if (!isOf(await ensureServed(ctx, { protocol: "apm", name, version }), owner)) throw new NotServed("unknown");
      const { sha256, versionId, fileName } = await findDownload(ctx, { name, version, archive: "zip" });
      const file = { bytes: await readBlob(ctx, sha256), sha256, mediaType: "application/zip", fileName };
      // RFC 3230.
      const digest = `sha-256=${Buffer.from(sha256, "hex").toString("base64")}`;
      return sendArchive(c, file, { versionId, skill: name, client: "apm" }, { digest });
    },
  },
  {
    method: "PUT",
    path: VERSION,
    policy: { access: "account", cache: { drops: "skill" }, bodyLimitBytes: "package" },
    action: "publishSkill",
    async answer(c) {
      const identity = identityOf(c);
      const made = await publish(ctxOf(c), c, identity);
      c.set("subjects", [`skill:${made.name}`]);
      return c.json(toPublished(identity, made), 201);
    },
  },
  {
    method: "GET",
    path: "/v1/search",
    policy: { access: "anyone", cache: { keeps: "catalog" } },
    answer: async (c) => c.json(await search(ctxOf(c), c)),
  },
];

function identityOf(c: Asked): Identity {
  const { handle: owner = "", name: repo = "" } = c.req.param();
  return { owner, repo };
}

const ARCHIVE_TYPES = new Set([
  "application/zip",
  "application/x-zip-compressed",
  "application/gzip",
  "application/x-gzip",
  "application/x-tar+gzip",
]);

/** Publishes by the verb of the registry's own API; a version that is there is a conflict here, whatever it holds. */
async function publish(ctx: Ctx, c: Asked & { var: { bodyLimitBytes: number } }, identity: Identity) {
  const version = c.req.param("version") ?? "";
  choosePublisher(ctx, identity.owner);
  const type = (c.req.header("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (!ARCHIVE_TYPES.has(type))
    throw new RegistryError("unsupported_media_type", "Send the package as application/zip or application/gzip.");
  ensureVersion(version);
  const bytes = await readPackageBody(c.req.raw, c.var.bodyLimitBytes);
  const published = await publishVersion(ctx, {
    bytes,
    version,
    defaultVersion: null,
    publisher: identity.owner,
    examination: {
      quotes: ["apm.yml"],
      ensure({ skill, quoted }) {
        ensureAsAddressed(identity, version, { name: skill.name.value, apmYml: quoted["apm.yml"] });
      },
    },
  }).catch((error: unknown) => {
    throw error instanceof RegistryError ? sayOneSkill(error) : error;
  });
  if (published.created) return published.version;
  throw new RegistryError("version_exists", `${identity.repo} ${version} was published before: raise the version.`);
}

const MOST_RESULTS = 100;
/** No further does search count. */
const MOST_OFFSET = 1_000;

async function search(ctx: Ctx, c: Asked): Promise<object> {
  const query = (c.req.query("q") ?? "").slice(0, 256);
  const type = c.req.query("type") ?? "skill";
  const tag = c.req.query("tag");
  const limit = Math.max(wholeOf(c.req.query("limit"), 20, MOST_RESULTS), 1);
  const offset = wholeOf(c.req.query("offset"), 0, MOST_OFFSET + 1);
  // Nothing else that its clients know is published here.
  if (type !== "skill" || offset > MOST_OFFSET) return toResults({ query, total: 0, offset, hits: [] }, []);
  const cursor = offset === 0 ? null : writeCursor("search", [offset]);
  const { hits, total } = await searchSkills(ctx, {
    ...ANY_SKILL,
    query,
    sort: "relevance",
    limit,
    cursor,
    tag: tag === undefined ? [] : [tag.slice(0, 64)],
  });
  const served = await listServedOf(ctx, { protocol: "apm", names: hits.map(({ name }) => name) });
  return toResults({ query, total, offset, hits }, served);
}

function wholeOf(text: string | undefined, usual: number, most: number): number {
  const number = /^\d{1,9}$/.test(text ?? "") ? Number(text) : usual;
  return Math.min(number, most);
}
