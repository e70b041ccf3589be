import { ensureMay, RegistryError, type VersionView, viewVersion } from "@gaia/catalog";
import type { AuthorSignature } from "@gaia/db";
import { type CanonicalSkill, type Diagnostic, reservedPrefix } from "@gaia/manifest";
import type { Visibility } from "@gaia/policy";
import type { Ctx, PublishingActor } from "../kernel/context.ts";
import type { ReadUpload } from "../kernel/packages.ts";
import { choosePublisher } from "./choose-publisher.ts";
import { ensureNameIsDistinct } from "./distinct-name.ts";
import type { ImportedFrom } from "./imported-from.ts";
import { insertVersion } from "./insert-version.ts";
import { ensureFromThere, type MirroredFrom } from "./mirrored-from.ts";
import { ring } from "../kernel/ring.ts";
import { ensureRoom, storedBytesOf } from "../kernel/quota.ts";
import { ensureNotReserved } from "./reserved-name.ts";
import { storeUpload } from "./store-upload.ts";
import { ensureMayPublishTo } from "./who-publishes.ts";
import { findSame } from "./taken.ts";

/** Names that addresses of the API use (docs/openapi.json). */
const RESERVED_NAMES = new Set(["search", "versions", "latest", "new", "export", "download"]);

/** An upload, and what a manifest that says none of it is published as. */
interface Sent {
  bytes: Uint8Array;
  /** The name that whoever sends it says it has; absent: whatever the manifest says. */
  name?: string | undefined;
  version: string | null;
  defaultVersion: string | null;
  publisher: string | null;
  /** Of a new skill; null: as the registry's settings say. One that is there has to have it already. */
  visibility?: Visibility | null;
  examination?: Examination | undefined;
  /** What the author's own client signed; whoever sends it verifies it in `examination`. */
  authorSignature?: AuthorSignature | undefined;
  /** Where it was taken from, of what its author did not publish here. */
  mirrored?: MirroredFrom | undefined;
  /** What another registry says of it, of what came by its bundle. */
  imported?: ImportedFrom | undefined;
}

/** What the protocol that an upload came by demands of it, beside what every upload has to be. */
interface Examination {
  /** Paths of files whose text it looks at. */
  quotes: readonly string[];
  /** Throws for what it refuses; nothing is stored before. */
  ensure(upload: ReadUpload): void;
}

/**
 * Publishes one version from an archive's bytes. Two publishes of one version meet in the database: one creates, the
 * other learns whether it said the same.
 * @returns the version, and whether this call created it
 * @throws RegistryError `unauthorized`, `forbidden`, `package_too_large`, `invalid_package`, `invalid_manifest`,
 *   `name_reserved`, `name_confusable`, `name_taken`, `version_exists`, `conflict` for another visibility than it has,
 *   `quota_exceeded`, `unavailable`
 */
export async function publishVersion(ctx: Ctx, input: Sent): Promise<{ created: boolean; version: VersionView }> {
  const may = (target: { publisher: string; skill: string }) => ensureMay(ctx, "publishSkill", target);
  return receive(ctx, input, { publisher: choosePublisher(ctx, input.publisher), may, isStaged: false });
}

/**
 * The same for a version that goes live once somebody approves it (`approveVersion`); until then its publisher alone sees it.
 * @throws RegistryError as `publishVersion`
 */
export async function stageVersion(ctx: Ctx, input: Sent): Promise<{ created: boolean; version: VersionView }> {
  const may = (target: { publisher: string; skill: string }) => ensureMay(ctx, "stageSkill", target);
  return receive(ctx, input, { publisher: choosePublisher(ctx, input.publisher, "stageSkill"), may, isStaged: true });
}

interface Receiving {
  publisher: { id: number; handle: string };
  may(target: { publisher: string; skill: string }): PublishingActor;
  isStaged: boolean;
}

async function receive(
  ctx: Ctx,
  input: Sent,
  { publisher, may, isStaged }: Receiving,
): Promise<{ created: boolean; version: VersionView }> {
  const upload = await ctx.reader.read(input.bytes, {
    version: input.version,
    defaultVersion: input.defaultVersion,
    publisher: publisher.handle,
    limits: ctx.limits,
    quotes: input.examination?.quotes,
  });
  const name = upload.skill.name.value;
  if (input.name !== undefined && input.name !== name) {
    const message = `The manifest says name ${name}, the publish asks for ${input.name}: make the two the same.`;
    throw new RegistryError("invalid_manifest", message);
  }
  const visibility = input.visibility ?? null;
  const ensure = () => input.examination?.ensure(upload);
  // What is refused leaves no blobs; the same content again is stored again, which heals what storage lost.
  const { actor, same } = await findStandingOf(ctx, upload, { publisher, may, isStaged, visibility, ensure });
  if (!same && input.mirrored) await ensureFromThere(ctx.db, { name, upstream: input.mirrored.upstream });
  if (!same) await ensureRoom(ctx, { publisher, bytes: storedBytesOf(upload) });
  await storeUpload(ctx, upload);
  if (same) return { created: false, version: await viewVersion(ctx, same.versionId) };
  const { created, versionId, inspectionId } = await insertVersion(ctx, {
    upload,
    publisher,
    actor,
    visibility,
    isStaged,
    authorSignature: input.authorSignature ?? null,
    mirrored: input.mirrored ?? null,
    imported: input.imported ?? null,
  });
  if (created) await ring(ctx, { name: "inspect", id: inspectionId });
  return { created, version: await viewVersion(ctx, versionId) };
}

/** What stands where a package would go. @throws RegistryError as `publishVersion`, for what the name and the version are refused for */
async function findStandingOf(
  ctx: Ctx,
  { skill, contentDigest }: Pick<ReadUpload, "skill" | "contentDigest">,
  wanted: Receiving & { visibility: Visibility | null; ensure?: () => void },
) {
  const { publisher, may, isStaged, visibility, ensure } = wanted;
  const name = skill.name.value;
  const actor = may({ publisher: publisher.handle, skill: name });
  ensure?.();
  ensureNameIsFree(skill);
  await ensureNotReserved(ctx, { name, publisher: publisher.handle });
  await ensureNameIsDistinct(ctx, { name, publisher: publisher.handle });
  await ensureMayPublishTo(ctx, { name, actor, isStaged });
  const { id: publisherId } = publisher;
  const version = skill.version.value;
  const same = await findSame(ctx, { name, version, publisherId, contentDigest, visibility, isStaged });
  return { actor, same };
}

/**
 * Says what a publish of these bytes would come to, and stores nothing. `versionId`: of the version that has the same content under the
 * same name and number; null: it would be new.
 * @throws RegistryError as `publishVersion`
 */
export async function judgePublish(
  ctx: Ctx,
  input: Pick<Sent, "bytes" | "version" | "defaultVersion" | "publisher"> & {
    visibility: Visibility | null;
    isStaged: boolean;
  },
): Promise<{ name: string; version: string; versionId: number | null; diagnostics: Diagnostic[] }> {
  const { bytes, version, defaultVersion, visibility, isStaged } = input;
  const action = isStaged ? "stageSkill" : "publishSkill";
  const publisher = choosePublisher(ctx, input.publisher, action);
  const may = (target: { publisher: string; skill: string }) => ensureMay(ctx, action, target);
  const sizeBytes = bytes.byteLength;
  const sent = { version, defaultVersion, publisher: publisher.handle, limits: ctx.limits };
  const read = await ctx.reader.examine(bytes, sent);
  const { same } = await findStandingOf(ctx, read, { publisher, may, isStaged, visibility });
  // Its archives are not made here: it takes this much at least.
  if (!same) await ensureRoom(ctx, { publisher, bytes: sizeBytes });
  const { name, version: number } = read.skill;
  return { name: name.value, version: number.value, versionId: same?.versionId ?? null, diagnostics: read.diagnostics };
}

/**
 * What nobody may use, and docs/specification.md §2.3: `mcp-` is for skills that wrap MCP servers.
 * @throws RegistryError `name_reserved`
 */
function ensureNameIsFree(skill: CanonicalSkill): void {
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
}
