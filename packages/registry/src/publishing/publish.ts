import { type CanonicalSkill, reservedPrefix } from "@gaia/manifest";
import { refusalOf } from "@gaia/policy";
import type { Ctx } from "../kernel/context.ts";
import { RegistryError } from "../kernel/errors.ts";
import { ensureMay } from "../kernel/may.ts";
import { choosePublisher } from "./choose-publisher.ts";
import { insertVersion } from "./insert-version.ts";
import { ring } from "../kernel/ring.ts";
import { storeUpload } from "./store-upload.ts";
import { findSame } from "./taken.ts";
import type { VersionView } from "../catalog/view-version.ts";
import { viewVersion } from "../catalog/view-version.ts";

/** Names that addresses of the API use (contract §3). */
const RESERVED_NAMES = new Set(["search", "versions", "latest", "new", "export", "download"]);

/**
 * Publishes one version from an archive's bytes. Two publishes of one version meet in the database: one creates, the
 * other learns whether it said the same.
 * @returns the version, and whether this call created it
 * @throws RegistryError `unauthorized`, `forbidden`, `package_too_large`, `invalid_package`, `invalid_manifest`,
 *   `name_reserved`, `name_taken`, `version_exists`, `unavailable`
 */
export async function publishVersion(
  ctx: Ctx,
  input: { bytes: Uint8Array; version: string | null; defaultVersion: string | null; publisher: string | null },
): Promise<{ created: boolean; version: VersionView }> {
  const publisher = choosePublisher(ctx, input.publisher);
  const upload = await ctx.reader.read(input.bytes, {
    version: input.version,
    defaultVersion: input.defaultVersion,
    publisher: publisher.handle,
    limits: ctx.limits,
  });
  const actor = ensureMay(ctx, "publishSkill", { publisher: publisher.handle, skill: upload.skill.name.value });
  ensureNameIsFree(ctx, upload.skill, publisher.handle);
  // What is refused leaves no blobs; the same content again is stored again, which heals what storage lost.
  const same = await findSame(ctx.db, {
    name: upload.skill.name.value,
    version: upload.skill.version.value,
    publisherId: publisher.id,
    contentDigest: upload.contentDigest,
  });
  await storeUpload(ctx, upload);
  if (same) return { created: false, version: await viewVersion(ctx, same.versionId) };
  const { created, versionId, inspectionId } = await insertVersion(ctx, { upload, publisher, actor });
  if (created) await ring(ctx, { name: "inspect", id: inspectionId });
  return { created, version: await viewVersion(ctx, versionId) };
}

/**
 * Spec §2.3: `amd-` and `gaia-` belong to the publishers of that name, `mcp-` to skills that wrap MCP servers.
 * @throws RegistryError `name_reserved`
 */
function ensureNameIsFree(ctx: Ctx, skill: CanonicalSkill, publisher: string): void {
  const name = skill.name.value;
  const prefix = reservedPrefix(name);
  if (RESERVED_NAMES.has(name)) {
    throw new RegistryError("name_reserved", `${name} is used by the registry's own addresses; choose another name.`);
  }
  if (prefix === "mcp-" && skill.kind !== "mcp") {
    throw new RegistryError(
      "name_reserved",
      "Names that begin with mcp- are reserved for skills that wrap MCP servers: declare mcp:connect or node_dependencies.",
    );
  }
  if (prefix === null || prefix === "mcp-" || `${publisher}-` === prefix) return;
  if (refusalOf("useReservedName", ctx.actor, { publisher, skill: name }) === null) return;
  const owner = prefix.slice(0, -1);
  throw new RegistryError("name_reserved", `Names that begin with ${prefix} are reserved for the publisher ${owner}.`);
}
