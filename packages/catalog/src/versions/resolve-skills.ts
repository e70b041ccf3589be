import { artifacts, inspections, publishers, skills, versions } from "@gaia/db";
import { firstReason, isListed, showTo, TIERS, viewerOf } from "@gaia/policy";
import {
  parseMinAge,
  type Requirement,
  resolve,
  type Resolution,
  ResolverError,
  type SkillSource,
} from "@gaia/resolver";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { CanonicalSkill } from "@gaia/manifest";
import { readable } from "../kernel/readable.ts";
import { RegistryError } from "../kernel/errors.ts";
import { sriOfHex } from "../kernel/sri-of-hex.ts";
import { subjectOf } from "../kernel/find-version.ts";
import type { ReadCtx } from "../kernel/context.ts";

/** What one request may cost: this runs in the thread that answers. */
const LIMITS = { steps: 20_000, skills: 500 };

export interface ResolveInput {
  skills: readonly { name: string; range: string; required: boolean }[];
  allowExperimental: boolean;
  /** Of what is asked for by name; implies experimental. */
  allowHeld: boolean;
  minAge: string | null;
  /** Versions to keep where they fit, by name. */
  locked: Readonly<Record<string, string>>;
}

/**
 * What has to be installed for some skills, in install order, from the versions that this actor may see (docs/specification.md §10.3).
 * @throws RegistryError `unresolvable`, with who asked for what, also for circles and what is too complex; `invalid_request` for what is
 * no range or no age
 */
export async function resolveSkills(ctx: ReadCtx, input: ResolveInput) {
  const dependencyTiers = TIERS.filter((tier) => tier !== "experimental");
  const asked = {
    roots: input.skills.map(({ name, range, required }) => ({ name, range, optional: !required })),
    allowedTiers: input.allowExperimental || input.allowHeld ? TIERS : dependencyTiers,
    dependencyTiers,
    allowHeld: input.allowHeld,
    locked: new Map(Object.entries(input.locked)),
    limits: LIMITS,
  };
  try {
    const minAge = input.minAge === null ? null : { age: parseMinAge(input.minAge), now: ctx.now() };
    return await viewResolution(ctx, await resolve({ ...asked, minAge }, sourceOf(ctx)));
  } catch (error) {
    if (!(error instanceof ResolverError)) throw error;
    const isBad = error.code === "range_invalid" || error.code === "age_invalid";
    throw new RegistryError(isBad ? "invalid_request" : "unresolvable", error.message);
  }
}

function sourceOf(ctx: ReadCtx): SkillSource {
  const ids = new Map<string, number>();
  return {
    async versionsOf(name) {
      const rows = await ctx.db
        .select({
          id: versions.id,
          version: versions.version,
          status: versions.status,
          tier: versions.tier,
          publishedAt: versions.publishedAt,
          isSignerHeld: sql<boolean>`EXISTS (SELECT 1 FROM signer_changes c WHERE c.version_id = ${versions.id} AND c.status = 'pending')`,
          held: versions.held,
          reason: inspections.reason,
          skill: { name: skills.name },
          publisher: { handle: publishers.handle },
        })
        .from(versions)
        .innerJoin(skills, eq(skills.id, versions.skillId))
        .innerJoin(publishers, eq(publishers.id, skills.publisherId))
        .leftJoin(inspections, eq(inspections.id, versions.inspectionId))
        .where(and(eq(skills.name, name), readable(ctx)));
      const shown = rows.filter(({ status, skill, publisher }) => {
        const viewer = viewerOf(ctx.actor, subjectOf({ skill, publisher } as Parameters<typeof subjectOf>[0]));
        return isListed(status) || status === "quarantined" || showTo(status, viewer) === 200;
      });
      for (const { id, version } of shown) ids.set(`${name} ${version}`, id);
      if (shown.length === 0) return null;
      return shown.map(({ publishedAt, held, reason, ...one }) => ({
        ...one,
        heldFor: held ? firstReason(reason ?? "") : null,
        publishedAt: publishedAt?.toISOString() ?? null,
      }));
    },
    async requirementsOf(name, version): Promise<Requirement[]> {
      const [row] = await ctx.db
        .select({ needs: sql<CanonicalSkill["requires"]["skills"]>`${versions.manifest} #> '{requires,skills}'` })
        .from(versions)
        .where(eq(versions.id, ids.get(`${name} ${version}`) ?? 0));
      return (row?.needs ?? []).map((one) => ({ name: one.name, range: one.range, optional: one.optional }));
    },
  };
}

async function viewResolution(ctx: ReadCtx, { install, leftOut }: Resolution) {
  const names = install.map(({ name }) => name);
  const rows =
    names.length === 0
      ? []
      : await ctx.db
          .select({
            name: skills.name,
            version: versions.version,
            tier: versions.tier,
            contentDigest: versions.contentDigest,
            zip: artifacts.sha256,
          })
          .from(versions)
          .innerJoin(skills, eq(skills.id, versions.skillId))
          .innerJoin(artifacts, and(eq(artifacts.versionId, versions.id), eq(artifacts.kind, "zip")))
          .where(
            and(
              inArray(skills.name, names),
              inArray(
                versions.version,
                install.map(({ version }) => version),
              ),
            ),
          );
  const byRelease = new Map(rows.map((row) => [`${row.name} ${row.version}`, row]));
  return {
    install: install.map(({ name, version, requiredBy, passedOver }) => {
      const row = byRelease.get(`${name} ${version}`);
      // It was purged since a moment ago.
      if (row === undefined) throw new RegistryError("unresolvable", `${name} ${version} is no longer here.`);
      return {
        name,
        version,
        integrity: sriOfHex(row.zip),
        content_digest: row.contentDigest,
        security_tier: row.tier,
        required_by: requiredBy,
        passed_over: passedOver,
        download_url: `${ctx.publicUrl}/api/v1/skills/${name}/${version}/download`,
      };
    }),
    left_out: leftOut.map(({ name, range, requiredBy, why }) => ({
      name,
      range,
      required_by: requiredBy,
      reason: why,
    })),
  };
}
