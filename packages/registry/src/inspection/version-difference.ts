import { sortKeyOf } from "@gaia/catalog";
import { inspections, versions } from "@gaia/db";
import type { CanonicalSkill } from "@gaia/manifest";
import { SERVED_STATUSES, type Release, type ReleaseChange, unannouncedChanges, type Use } from "@gaia/policy";
import type { Finding } from "@gaia/findings";
import { and, desc, eq, inArray, isNotNull, like, lt, not, or } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { isSignerHeld } from "../kernel/signer-held.ts";
import type { Subject } from "./inspector.ts";

/**
 * What changed since the last version although the number does not say so (docs/specification.md §10.2), as findings. The last version is
 * the highest stable one below this one that is served and was accepted, by its scan or by an admin: one that is held for its change must
 * not carry that change over into the next. Where there is none, nothing is compared.
 */
export async function versionFindings(ctx: Ctx, subject: Subject, uses: readonly Use[] | null): Promise<Finding[]> {
  const previous = await findPrevious(ctx, subject);
  if (previous === null) return [];
  const next = toRelease(subject.version, subject.manifest, uses);
  return unannouncedChanges(previous, next).map((change) => toFinding(change, previous.version, subject));
}

async function findPrevious(ctx: Ctx, subject: Subject): Promise<Release | null> {
  const [row] = await ctx.db
    .select({ version: versions.version, manifest: versions.manifest, uses: inspections.uses })
    .from(versions)
    .leftJoin(inspections, eq(inspections.id, versions.inspectionId))
    .where(
      and(
        eq(versions.skillId, subject.skillId),
        inArray(versions.status, SERVED_STATUSES),
        or(eq(versions.verdict, "ALLOW"), isNotNull(inspections.clearedAt)),
        not(isSignerHeld(ctx.db, versions.id)),
        lt(versions.sortKey, sortKeyOf(subject.version)),
        // How `sortKeyOf` ends the key of a stable version.
        like(versions.sortKey, "%~"),
      ),
    )
    .orderBy(desc(versions.sortKey))
    .limit(1);
  // The columns hold what `readSkill` and `usesOf` gave.
  return row ? toRelease(row.version, row.manifest, row.uses) : null;
}

function toRelease(version: string, manifest: CanonicalSkill, uses: readonly Use[] | null): Release {
  return {
    version,
    declared: manifest.permissions.declared,
    used: uses?.filter(({ isCertain }) => isCertain).map(({ permission }) => permission) ?? null,
    tools: manifest.tools.map(({ name, inputSchema }) => ({ name, inputSchema })),
  };
}

const SAYS: Record<ReleaseChange["kind"], (what: string) => string> = {
  "permission-added": (what) => `The permission ${what} is new`,
  "permission-used": (what) => `The code now needs ${what}`,
  "tool-removed": (what) => `The tool ${what} is gone`,
  "tool-changed": (what) => `The tool ${what} no longer takes what it took`,
  "tool-added": (what) => `The tool ${what} is new`,
};

function toFinding(change: ReleaseChange, previous: string, { version, manifest }: Subject): Finding {
  const { kind, what, needs, detail } = change;
  const isZero = version.startsWith("0.");
  const step = needs === "major" && isZero ? "minor version (below 1.0.0, minor stands for major)" : `${needs} version`;
  return {
    rule: `versions/${kind}`,
    scanner: "gaia-versions",
    severity: "high",
    confidence: "high",
    category: "version",
    file: manifest.name.origin.file,
    line: null,
    message: `${SAYS[kind](what)}${detail === null ? "" : ` (${detail})`} since ${previous}, which needs a new ${step}.`,
    hint: `Publish it as the next ${step.split(" ")[0]} version.`,
    snippet: null,
  };
}
