import { publishers, skills, versions } from "@gaia/db";
import { showTo } from "@gaia/policy";
import { desc, eq } from "drizzle-orm";
import { viewerOf } from "./actor.ts";
import type { Ctx } from "./context.ts";
import { RegistryError } from "./errors.ts";
import { ensureVisible, type PublisherRow, type SkillRow, type VersionRow } from "./find-version.ts";
import { isPrerelease } from "./sort-key.ts";
import { viewFoundVersion } from "./view-version.ts";

type ShortVersion = Pick<VersionRow, "id" | "version" | "status" | "tier" | "verdict" | "publishedAt">;

/** One version, if this actor may see it. @throws RegistryError `not_found`, `quarantined`, `purged` */
export async function getVersion(ctx: Ctx, input: { name: string; version: string }) {
  return viewFoundVersion(ctx, await ensureVisible(ctx, input));
}

/**
 * A skill: the fields of its latest version, and all versions that this actor may see. Without a listed version its
 * owner still sees the newest one; anyone else learns what became of it.
 * @throws RegistryError `not_found`, `quarantined`, `purged`
 */
export async function getSkill(ctx: Ctx, input: { name: string }) {
  const found = await findSkill(ctx, input.name);
  const visible = found.versions.filter(
    (version) => version.status === "quarantined" || isShown(ctx, version, found.publisher),
  );
  const latest =
    found.versions.find((version) => version.id === found.skill.latestVersionId) ??
    visible.find((version) => isShown(ctx, version, found.publisher));
  if (!latest) throw whyNothing(input.name, found.versions);
  const { version, skill, publisher } = await ensureVisible(ctx, { name: input.name, version: latest.version });
  return {
    ...(await viewFoundVersion(ctx, { version, skill, publisher })),
    latest_version: version.version,
    downloads: skill.downloads,
    rating: { average: null, count: 0 },
    created_at: skill.createdAt.toISOString(),
    updated_at: skill.updatedAt.toISOString(),
    versions: visible.map((item) => ({
      version: item.version,
      status: item.status,
      security_tier: item.tier,
      verdict: item.verdict,
      published_at: item.publishedAt?.toISOString() ?? null,
    })),
    passed_over: visible
      .slice(
        0,
        visible.findIndex((item) => item.id === latest.id),
      )
      .map((item) => ({ version: item.version, reason: whyPassedOver(item) })),
    readme: version.readme,
  };
}

async function findSkill(ctx: Ctx, name: string) {
  const [row] = await ctx.db
    .select({ skill: skills, publisher: publishers })
    .from(skills)
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .where(eq(skills.name, name));
  if (!row) throw new RegistryError("not_found", `There is no skill ${name} here.`);
  const all: ShortVersion[] = await ctx.db
    .select({
      id: versions.id,
      version: versions.version,
      status: versions.status,
      tier: versions.tier,
      verdict: versions.verdict,
      publishedAt: versions.publishedAt,
    })
    .from(versions)
    .where(eq(versions.skillId, row.skill.id))
    .orderBy(desc(versions.sortKey));
  return { ...row, versions: all } satisfies { skill: SkillRow; publisher: PublisherRow; versions: ShortVersion[] };
}

const isShown = (ctx: Ctx, version: ShortVersion, publisher: PublisherRow): boolean =>
  showTo(version.status, viewerOf(ctx.actor, publisher.id)) === 200;

function whyPassedOver(version: ShortVersion): string {
  if (version.status !== "published") return `it is ${version.status}`;
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
