import { publishers, skills, versions } from "@gaia/db";
import { firstReason, isListed, type Protocol, PROTOCOLS, type Visibility, whyNotServed } from "@gaia/policy";
import { heldReason, type MinAge, parseMinAge, ResolverError, whyTooYoung } from "@gaia/resolver";
import { and, eq, sql } from "drizzle-orm";
import { ensureShown, versionNotFound, type VersionRow } from "../kernel/find-version.ts";
import { isPrerelease, isSortable, sortKeyOf } from "../kernel/sort-key.ts";
import { readable } from "../kernel/readable.ts";
import { RegistryError } from "../kernel/errors.ts";
import type { ReadCtx } from "../kernel/context.ts";
import { standingState } from "../versions/standing.ts";
import { needingOption, plainInstallOf } from "../versions/plain-install.ts";
import { viewRating } from "./view-summary.ts";
import { isShown, latestOf, newestYanked, refusalOfYanked, visibleOf } from "../versions/newest-yanked.ts";
import { attachedFor, selectWhole, viewFoundVersion } from "../versions/view-version.ts";

type ShortVersion = Pick<VersionRow, "id" | "version" | "status" | "tier" | "verdict" | "held"> & {
  /** Why it is held for review; null: it is not. */
  heldReason: string | null;
  /** As the database writes it. */
  publishedAt: string | null;
  signerChange: "pending" | "confirmed" | null;
  /** Why its publisher yanked it; null for any other. */
  yankReason: string | null;
  isDeprecated: boolean;
};

/** One version, if this actor may see it. @throws RegistryError `not_found`, `quarantined`, `purged` */
export async function getVersion(ctx: ReadCtx, input: { name: string; version: string }) {
  // What is no version here has no key to look it up by.
  if (!isSortable(input.version)) throw versionNotFound(input);
  const [found] = await selectWhole(ctx).where(
    and(eq(skills.name, input.name), eq(versions.sortKey, sortKeyOf(input.version)), readable(ctx)),
  );
  // Build metadata is not part of the key, but it is part of the name.
  const named = found && found.version.version === input.version ? found : null;
  const shown = ensureShown(ctx, input, named);
  return { ...viewFoundVersion(ctx, shown), readme: shown.version.readme };
}

/**
 * A skill: the fields of its latest version, and all versions that this actor may see. Without a listed version these are the fields of
 * the newest yanked one, which a pin still takes. Without that too, its owner sees the newest one and anyone else learns what became of
 * it. With `minAge` the latest version is the highest listed one that is so old; younger ones are passed over by name.
 * @throws RegistryError `not_found`, `quarantined`, `purged`, `invalid_request` for what is no age
 */
export async function getSkill(ctx: ReadCtx, input: { name: string; minAge: string | null }) {
  const found = await findSkill(ctx, input.name);
  const visible = visibleOf(ctx, found.versions, found);
  const minAge = input.minAge === null ? null : toMinAge(input.minAge);
  const tooYoung = (version: ShortVersion) => (minAge ? whyTooYoung(publishedAtOf(version), minAge, ctx.now()) : null);
  const isOpen = (version: ShortVersion) => version.signerChange !== "pending";
  const latest = minAge
    ? latestOf(found.versions.filter((one) => isListed(one.status) && isOpen(one) && tooYoung(one) === null))
    : (found.versions.find((version) => version.id === found.skill.latestVersionId) ??
      newestYanked(visible) ??
      visible.find((version) => isOpen(version) && isShown(ctx, version.status, found)) ??
      visible.find((version) => isShown(ctx, version.status, found)));
  if (!latest && minAge && visible.some(({ status }) => isListed(status)))
    throw new RegistryError("not_found", `No version of ${input.name} is ${minAge.text} old.`);
  if (!latest) throw refusalOfYanked(input.name, visible) ?? whyNothing(input.name, found.versions);
  const whole = found.version?.id === latest.id ? found : (await selectWhole(ctx).where(eq(versions.id, latest.id)))[0];
  const named = { name: input.name, version: latest.version };
  const { version, skill, publisher, attached } = ensureShown(
    ctx,
    named,
    whole?.version ? { ...whole, version: whole.version } : null,
  );
  return {
    ...viewFoundVersion(ctx, { version, skill, publisher, attached }),
    latest_version: version.version,
    install: plainInstallOf(visible),
    needing_option: needingOption(visible),
    downloads: skill.downloads,
    rating: viewRating(skill),
    stars: skill.stars,
    created_at: skill.createdAt.toISOString(),
    updated_at: skill.updatedAt.toISOString(),
    versions: visible.map((item) => ({
      version: item.version,
      status: item.status,
      state: standingState(item),
      security_tier: item.tier,
      verdict: item.verdict,
      held: item.held,
      held_reason: item.heldReason === null ? null : firstReason(item.heldReason),
      signer_change: item.signerChange,
      deprecated: item.isDeprecated,
      published_at: publishedAtOf(item),
      clients: clientsOf(ctx, item, skill.visibility),
    })),
    passed_over: visible
      .slice(
        0,
        visible.findIndex((item) => item.id === latest.id),
      )
      .map((item) => ({ version: item.version, reason: tooYoung(item) ?? whyPassedOver(item) })),
    readme: version.readme,
  };
}

/** Which protocols of other clients give it out, as `whyNotServed` decides. */
const clientsOf = (
  ctx: ReadCtx,
  { held, signerChange, ...version }: ShortVersion,
  visibility: Visibility,
): Protocol[] =>
  PROTOCOLS.filter((protocol) => {
    const facts = { ...version, isHeld: held, isSignerHeld: signerChange === "pending", visibility, isReached: true };
    return whyNotServed(protocol, facts, ctx.clientsLeastTier) === null;
  });

function toMinAge(text: string): MinAge {
  try {
    return parseMinAge(text);
  } catch (error) {
    if (error instanceof ResolverError) throw new RegistryError("invalid_request", error.message);
    throw error;
  }
}

const publishedAtOf = ({ publishedAt }: ShortVersion): string | null =>
  publishedAt === null ? null : new Date(publishedAt).toISOString();

const VERSIONS = sql<
  ShortVersion[]
>`(SELECT coalesce(json_agg(json_build_object('id', v.id, 'version', v.version, 'status', v.status,
    'tier', v.tier, 'verdict', v.verdict, 'held', v.held, 'publishedAt', v.published_at,
    'yankReason', CASE WHEN v.status = 'yanked' THEN v.status_reason END,
    'heldReason', CASE WHEN v.held THEN (SELECT coalesce(i.reason, '') FROM inspections i WHERE i.id = v.inspection_id) END,
    'isDeprecated', v.deprecated_at IS NOT NULL, 'signerChange',
      (SELECT c.status FROM signer_changes c WHERE c.version_id = v.id)) ORDER BY v.sort_key DESC), '[]')
  FROM versions v WHERE v.skill_id = ${skills.id})`;

/** Everything about a skill in one statement: its rows, those of its listed version, and all versions in short. */
async function findSkill(ctx: ReadCtx, name: string) {
  const [row] = await ctx.db
    .select({ skill: skills, publisher: publishers, version: versions, attached: attachedFor(ctx), versions: VERSIONS })
    .from(skills)
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .leftJoin(versions, eq(versions.id, skills.latestVersionId))
    .where(and(eq(skills.name, name), readable(ctx)));
  if (!row) throw new RegistryError("not_found", `There is no skill ${name} here.`);
  return row;
}

function whyPassedOver(version: ShortVersion): string {
  if (version.status !== "published") return `it is ${version.status}`;
  if (version.signerChange === "pending") return "its signer changed, which its owner has not confirmed";
  if (version.heldReason !== null) return heldReason(firstReason(version.heldReason));
  return isPrerelease(version.version) ? "it is a prerelease" : "it is not the latest";
}

function whyNothing(name: string, all: ShortVersion[]): RegistryError {
  if (all.some((version) => version.status === "quarantined")) {
    return new RegistryError("quarantined", `Every version of ${name} is quarantined.`);
  }
  if (all.length > 0 && all.every((version) => version.status === "purged")) {
    return new RegistryError("purged", `${name} was purged.`);
  }
  return new RegistryError("not_found", `There is no skill ${name} here.`);
}
