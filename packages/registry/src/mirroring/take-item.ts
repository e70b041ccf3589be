import { contentVersion } from "@gaia/archive";
import { RegistryError, type VersionView } from "@gaia/catalog";
import { accounts, mirroredVersions, type mirrorItems, skills, versions } from "@gaia/db";
import { type Upstream, UpstreamError } from "@gaia/mirror";
import { type MirrorOutcome, WITHHELD_STATUSES } from "@gaia/policy";
import { and, desc, eq, isNotNull, notInArray } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import type { MirroredFrom } from "../publishing/mirrored-from.ts";
import { publishVersion, stageVersion } from "../publishing/publish.ts";
import { type MirrorRow, upstreamOf } from "./mirror-row.ts";
import { isPluginRefusal, skillOfPlugin } from "./plugin-skill.ts";
import { readAhead, renamed, toArchive } from "./read-item.ts";

export type MirrorItem = typeof mirrorItems.$inferSelect;

/** What came of an item; `retry`: nothing yet, for a reason that may pass. `ended`: for a reason that all others will meet as well. */
export type Taken =
  | { kind: "taken"; outcome: MirrorOutcome; reason: string | null; versionId: number | null }
  | { kind: "waits"; until: Date; reason: string }
  | { kind: "retry"; reason: string }
  | { kind: "ended"; reason: string };

const DAY_MS = 86_400_000;

/** What a mirror takes an item with. */
export interface Taking {
  /** Acts for the account whose word the mirror is, as a member of one publisher. */
  ctx: Ctx;
  publisher: string;
  mirror: MirrorRow;
  upstream: Upstream;
}

/** Takes one version, by the intake and the scan of any publish. @throws what is no answer of the upstream or of the registry */
export async function takeItem(taking: Taking, item: MirrorItem): Promise<Taken> {
  const { ctx, mirror } = taking;
  // A run that listed all and not this one knows better than what the upstream says now.
  const since = Math.max((item.publishedAt ?? item.firstSeenAt).getTime(), item.notBefore?.getTime() ?? 0);
  const until = new Date(since + mirror.minAgeDays * DAY_MS);
  if (mirror.minAgeDays > 0 && until > ctx.now())
    return { kind: "waits", until, reason: `It is younger than ${mirror.minAgeDays} days.` };
  try {
    const isStaged = await hasToWait(taking, item);
    const { version, leftOut } = await publishItem(taking, item, isStaged);
    return { ...(await toTaken(taking, item, version)), reason: leftOut };
  } catch (error) {
    if (error instanceof UpstreamError) {
      if (error.code === "unreachable") return { kind: "retry", reason: error.message };
      return { kind: "taken", outcome: "refused", reason: error.message, versionId: null };
    }
    if (!(error instanceof RegistryError)) throw error;
    return toRefused(error);
  }
}

const PASSING: ReadonlySet<string> = new Set(["unavailable", "conflict", "rate_limited"]);

function toRefused({ code, message: reason }: RegistryError): Taken {
  if (code === "quota_exceeded") return { kind: "ended", reason };
  if (PASSING.has(code)) return { kind: "retry", reason };
  return { kind: "taken", outcome: code === "name_taken" ? "left_out" : "refused", reason, versionId: null };
}

/** Whether an admin has to approve it: each, the first of a publisher of the upstream, or one of another publisher than before. */
async function hasToWait(taking: Taking, item: MirrorItem): Promise<boolean> {
  const { ctx, mirror } = taking;
  if (mirror.approve === "each" || (await isOfAnother(taking, item))) return true;
  if (mirror.approve === "none") return false;
  if (item.publisher === null) return true;
  const [approved] = await ctx.db
    .select({ id: versions.id })
    .from(versions)
    .innerJoin(mirroredVersions, eq(mirroredVersions.versionId, versions.id))
    .innerJoin(accounts, eq(accounts.id, versions.approvedBy))
    .where(
      and(
        eq(mirroredVersions.upstream, upstreamOf(mirror)),
        eq(mirroredVersions.publisher, item.publisher),
        isNotNull(versions.approvedBy),
        // Who is found out is approved no more.
        notInArray(versions.status, ["yanked", ...WITHHELD_STATUSES]),
        eq(accounts.role, "admin"),
      ),
    )
    .limit(1);
  return approved === undefined;
}

/** The upstream's address is the same, and whose skill it is there is not: an account was given up, or the name was. */
async function isOfAnother({ ctx, mirror }: Taking, item: MirrorItem): Promise<boolean> {
  const [last] = await ctx.db
    .select({ publisher: mirroredVersions.publisher })
    .from(mirroredVersions)
    .innerJoin(versions, eq(versions.id, mirroredVersions.versionId))
    .where(
      and(
        eq(mirroredVersions.upstream, upstreamOf(mirror)),
        eq(mirroredVersions.name, item.name),
        eq(versions.awaitsApproval, false),
      ),
    )
    .orderBy(desc(mirroredVersions.versionId))
    .limit(1);
  return last !== undefined && last.publisher !== item.publisher;
}

/** `leftOut`: what of the package was not published, a sentence; null: all of it was. */
interface Sent {
  version: VersionView;
  leftOut: string | null;
}

async function publishItem(taking: Taking, item: MirrorItem, isStaged: boolean): Promise<Sent> {
  const { ctx, upstream } = taking;
  const bytes = toArchive(ctx, await upstream.readSkill(item));
  try {
    // The reader's thread takes the bytes away.
    return { version: await publishBytes(taking, { item, bytes: Uint8Array.from(bytes), isStaged }), leftOut: null };
  } catch (error) {
    if (!isPluginRefusal(error)) throw error;
  }
  const { leftOut, ...alone } = skillOfPlugin(ctx, { bytes, name: item.name });
  return { version: await publishBytes(taking, { item, ...alone, isStaged }), leftOut };
}

async function publishBytes(
  { ctx, mirror, publisher }: Taking,
  { item, bytes, isStaged }: { item: MirrorItem; bytes: Uint8Array; isStaged: boolean },
): Promise<VersionView> {
  const { version } = item;
  const isReadAhead = version === null || mirror.prefix !== null;
  const read = isReadAhead ? await readAhead(ctx, { bytes, version, publisher }) : null;
  const defaultVersion = read && contentVersion(read.contentDigest);
  const send = isStaged ? stageVersion : publishVersion;
  const sent = { version, defaultVersion, publisher, mirrored: fromOf(mirror, item) };
  // What the list was allowed by has to be what comes.
  const named = { ...sent, bytes, name: item.name };
  try {
    return (await send(ctx, named)).version;
  } catch (error) {
    const isTaken = error instanceof RegistryError && error.code === "name_taken";
    if (!isTaken || mirror.prefix === null || read === null) throw error;
  }
  const name = `${mirror.prefix}-${item.name}`;
  return (await send(ctx, { ...sent, bytes: renamed(ctx, read, name), name })).version;
}

const fromOf = (mirror: MirrorRow, item: MirrorItem): MirroredFrom => ({
  upstream: upstreamOf(mirror),
  source: mirror.source ?? "unknown",
  origin: item.origin,
  name: item.name,
  version: item.version,
  publisher: item.publisher,
  digest: item.digest,
});

/** A job that was killed between the publish and this finds its own version there. */
async function toTaken(
  { ctx, mirror }: Taking,
  item: MirrorItem,
  view: VersionView,
): Promise<Extract<Taken, { kind: "taken" }>> {
  const [found] = await ctx.db
    .select({
      id: versions.id,
      awaits: versions.awaitsApproval,
      origin: mirroredVersions.origin,
      upstream: mirroredVersions.upstream,
    })
    .from(versions)
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .leftJoin(mirroredVersions, eq(mirroredVersions.versionId, versions.id))
    .where(and(eq(skills.name, view.name), eq(versions.version, view.version)));
  const isOwn = found?.upstream === upstreamOf(mirror) && found.origin === item.origin;
  const outcome = !isOwn ? "there" : found.awaits ? "staged" : "published";
  return { kind: "taken", outcome, reason: null, versionId: found?.id ?? null };
}
