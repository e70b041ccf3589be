import { sendArchive, sendInert } from "@gaia/edge";
import {
  readBlob,
  compareVersions,
  convertDownload,
  findBlob,
  findDownload,
  findFile,
  getPublisher,
  getSkill,
  resolveSkills,
  getSbom,
  getSums,
  getVersion,
  listFiles,
  listNames,
  listPublishers,
  listSkills,
  listTags,
  readFile,
  searchSkills,
} from "@gaia/catalog";
import type { Tier } from "@gaia/policy";
import type { Context } from "hono";
import type { Api } from "../asking/env.ts";
import * as accounts from "../accounts/definitions.ts";
import * as sbom from "./sbom-definitions.ts";
import * as skills from "./definitions.ts";
import * as lists from "./list-definitions.ts";
import { ctxOf, type Env } from "../asking/env.ts";
import { mediaTypeOf, savedAs } from "./file-types.ts";

const orNull = <T>(value: T | undefined): T | null => value ?? null;

const pageOf = ({ limit, cursor }: { limit: number; cursor?: string | undefined }) => ({
  limit,
  cursor: orNull(cursor),
});

/** A filter as the catalog has it, of the keys of a query. */
function filterOf(asked: {
  tier?: Tier[] | undefined;
  format?: string[] | undefined;
  tag?: string[] | undefined;
  permission?: string[] | undefined;
  publisher?: string[] | undefined;
  held?: "true" | "false" | undefined;
}) {
  const { tier = [], format = [], tag = [], permission = [], publisher = [], held } = asked;
  return { tier, format, tag, permission, publisher, held: held === "true" };
}

/** Everything that reads the catalog and the packages. */
export function catalogRoutes(api: Api): void {
  api.openapi(lists.listSkills, async (c) => {
    const { limit, cursor, sort, ...asked } = c.req.valid("query");
    const order = sort === "relevance" ? "downloads" : sort;
    const page = await listSkills(ctxOf(c), { ...filterOf(asked), limit, sort: order, cursor: orNull(cursor) });
    return c.json(page, 200);
  });

  api.openapi(lists.searchSkills, async (c) => {
    const { q, limit, cursor, sort, ...asked } = c.req.valid("query");
    const input = { ...filterOf(asked), query: q, limit, sort, cursor: orNull(cursor) };
    return c.json(await searchSkills(ctxOf(c), input), 200);
  });

  api.openapi(lists.listPublishers, async (c) =>
    c.json(await listPublishers(ctxOf(c), pageOf(c.req.valid("query"))), 200),
  );
  api.openapi(lists.listNames, async (c) => c.json(await listNames(ctxOf(c), c.req.valid("query")), 200));
  api.openapi(lists.listTags, async (c) => c.json(await listTags(ctxOf(c), pageOf(c.req.valid("query"))), 200));

  // Before `/skills/{name}/{version}`: `download` and `compare` are no versions.
  packageRoutes(api);

  api.openapi(skills.compareVersions, async (c) => {
    const { name } = c.req.valid("param");
    return c.json(await compareVersions(ctxOf(c), { name, ...c.req.valid("query") }), 200);
  });

  api.openapi(skills.resolveSkills, async (c) => {
    const asked = c.req.valid("json");
    const resolution = await resolveSkills(ctxOf(c), {
      skills: asked.skills,
      allowExperimental: asked.allow_experimental,
      allowHeld: asked.allow_held,
      minAge: asked.min_age,
      locked: asked.locked,
    });
    return c.json(resolution, 200);
  });

  api.openapi(skills.getSkill, async (c) => {
    const { name } = c.req.valid("param");
    const { "min-age": minAge } = c.req.valid("query");
    const skill = await getSkill(ctxOf(c), { name, minAge: orNull(minAge) });
    c.set("subjects", [`publisher:${skill.owner}`]);
    return c.json(skill, 200);
  });

  api.openapi(skills.getVersion, async (c) => {
    const input = c.req.valid("param");
    const version = await getVersion(ctxOf(c), input);
    c.set("subjects", [`publisher:${version.owner}`]);
    // How far an inspection has come changes without anybody being told.
    if (version.status === "received" || version.status === "inspecting") c.set("isPassing", true);
    return c.json(version, 200);
  });

  api.openapi(accounts.getPublisher, async (c) => c.json(await getPublisher(ctxOf(c), c.req.valid("param")), 200));
}

/** Bytes, and what they are made of. */
function packageRoutes(api: Api): void {
  api.openapi(skills.downloadSkill, async (c) => {
    const { name } = c.req.valid("param");
    const { version, archive, as } = c.req.valid("query");
    const input = { name, version: orNull(version), archive };
    return as ? sendConverted(c, { ...input, to: as }) : sendCanonical(c, input);
  });

  api.openapi(skills.downloadVersion, async (c) => {
    const { archive, as } = c.req.valid("query");
    const input = { ...c.req.valid("param"), archive };
    return as ? sendConverted(c, { ...input, to: as }) : sendCanonical(c, input);
  });

  api.openapi(skills.getBlob, async (c) => {
    const { sha256 } = c.req.valid("param");
    const { archive } = await findBlob(ctxOf(c), { sha256 });
    const bytes = await readBlob(c.var.services.registry, sha256);
    const file = { bytes, sha256, mediaType: CONTENT_TYPES[archive], fileName: `${sha256}.${archive}` };
    // What a digest names never changes; who may have it is decided by the addresses that name a skill.
    return sendInert(c, file, { "cache-control": "public, max-age=31536000, immutable" });
  });

  api.openapi(skills.getSums, async (c) => {
    const input = c.req.valid("param");
    return c.text(await getSums(ctxOf(c), input), 200);
  });

  api.openapi(sbom.getSbom, async (c) => {
    const { text, fileName } = await getSbom(ctxOf(c), c.req.valid("param"));
    return c.body(text, 200, {
      "content-type": "application/vnd.cyclonedx+json; version=1.6",
      // Readers of such documents know them by this ending.
      "content-disposition": `attachment; filename="${fileName}"`,
    });
  });

  api.openapi(skills.listFiles, async (c) => {
    const input = c.req.valid("param");
    return c.json(await listFiles(ctxOf(c), input), 200);
  });

  api.openapi(skills.getFile, async (c) => {
    const ctx = ctxOf(c);
    const file = await findFile(ctx, c.req.valid("param"));
    const { sha256, path } = file;
    const bytes = await readFile(ctx, file);
    return sendInert(c, { bytes, sha256, mediaType: mediaTypeOf(path), fileName: savedAs(path) });
  });
}

const CONTENT_TYPES = { zip: "application/zip", tgz: "application/gzip" } as const;

/** Sends the canonical archive of a version. */
async function sendCanonical(
  c: Context<Env>,
  input: { name: string; version: string | null; archive: "zip" | "tgz" },
): Promise<Response> {
  const ctx = ctxOf(c);
  const { name, versionId, sha256, archive, fileName } = await findDownload(ctx, input);
  const bytes = await readBlob(ctx, sha256);
  const file = { bytes, sha256, mediaType: CONTENT_TYPES[archive], fileName };
  return sendArchive(c, file, { versionId, skill: name, client: "api" });
}

/** The same package written in another format. What it lost is counted in a header and told in the archive. */
async function sendConverted(c: Context<Env>, input: Parameters<typeof convertDownload>[1]): Promise<Response> {
  const { download, converted } = await convertDownload(ctxOf(c), input);
  const { name, version, versionId } = download;
  const { bytes, sha256, losses } = converted;
  const fileName = `${name}-${version}.${input.to}.${input.archive === "zip" ? "zip" : "tar.gz"}`;
  const codes = [...new Set(losses.map((loss) => loss.code))].join(" ");
  const file = { bytes, sha256, mediaType: CONTENT_TYPES[input.archive], fileName };
  const taken = { versionId, skill: name, client: "api" };
  // RFC 9651: a count, and the codes it is made of.
  return sendArchive(c, file, taken, { "conversion-losses": `${losses.length};codes="${codes}"` });
}
