import {
  type Db,
  findings,
  inspections,
  promotions,
  signatures,
  signerChanges,
  versionDependencies,
  versions,
} from "@gaia/db";
import { type CanonicalSkill, permissionText } from "@gaia/manifest";
import type { Standing } from "../kernel/tier.ts";
import { auditChecklist, comparePermissions, type ChecklistItem, type Use } from "@gaia/policy";
import { and, count, desc, eq, exists, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

/** What an auditor is shown beside a request. */
export interface AuditCase {
  /** The last version of the skill that was audited for that tier; null: this is the first. */
  last_audited: string | null;
  /** Permissions, declared or used by its files, that only this version has, and that only the last audited one has. */
  permissions_added: string[];
  permissions_removed: string[];
  checklist: ChecklistItem[];
}

type PromotionRow = typeof promotions.$inferSelect;

/** The cases of these requests, by the request's id. */
export async function auditCases(db: Db, requests: readonly PromotionRow[]): Promise<Map<string, AuditCase>> {
  const subjects = new Map(
    (
      await readSubjects(
        db,
        requests.map(({ versionId }) => versionId),
      )
    ).map((row) => [row.versionId, row]),
  );
  const audited = await readAudited(db, [...new Set([...subjects.values()].map(({ skillId }) => skillId))]);
  return new Map(
    requests.flatMap((request) => {
      const subject = subjects.get(request.versionId);
      if (!subject) return [];
      const isOther = (row: Audited) => row.skillId === subject.skillId && row.versionId !== subject.versionId;
      // Newest first.
      const last = audited.find((row) => row.toTier === request.toTier && isOther(row)) ?? null;
      return [[request.id, toCase(subject, last)]];
    }),
  );
}

type Subject = Awaited<ReturnType<typeof readSubjects>>[number];
type Audited = Awaited<ReturnType<typeof readAudited>>[number];

function toCase(subject: Subject, last: Audited | null): AuditCase {
  const now = permissionsOf(subject.manifest, subject.uses);
  const then = last ? permissionsOf(last.manifest, last.uses) : { declared: [], used: [] };
  const [all, before] = [union(now), union(then)];
  // What is declared as none is nothing that anybody gets.
  const added = all.filter((one) => !before.includes(one) && !one.endsWith(":none"));
  return {
    last_audited: last?.version ?? null,
    permissions_added: added,
    permissions_removed: before.filter((one) => !all.includes(one) && !one.endsWith(":none")),
    checklist: auditChecklist({
      verdict: subject.verdict,
      cleared: subject.clearedAt !== null,
      completed: subject.scanners.filter(({ status }) => status === "completed").map(({ name }) => name),
      findings: subject.findings,
      permissionsDeclared: subject.permissionsDeclared,
      undeclared: undeclaredIn(subject.manifest, subject.uses),
      lastAudited: last?.version ?? null,
      added,
      dependencies: subject.dependencies,
      unaudited: subject.manifest.requires.packages.filter(isUnaudited).map(named),
      signerChanged: subject.signerChange !== null,
      signedBefore: subject.signedBefore,
    }),
  };
}

/** pip-audit and the look-up of npm packages know two indexes; `uv` takes from the first. */
const AUDITED = new Set(["pip", "uv", "npm"]);
const named = ({ spec, label, manager }: CanonicalSkill["requires"]["packages"][number]) =>
  `${(spec || label || "something").slice(0, 80)} (${manager})`;
const isUnaudited = ({ manager }: { manager: string }): boolean => !AUDITED.has(manager);

/** What the files of a version surely use and its manifest does not declare. */
export function undeclaredOf({ version, inspection }: Pick<Standing, "version" | "inspection">): string[] {
  return undeclaredIn(version.manifest, inspection.uses);
}

function undeclaredIn(manifest: CanonicalSkill, uses: readonly Use[] | null): string[] {
  const declared = manifest.permissions?.declared ?? [];
  const envVars = (manifest.requires?.env ?? []).map(({ name }) => name);
  const { undeclared } = comparePermissions({
    declared,
    envVars,
    uses: (uses ?? []).filter(({ isCertain }) => isCertain),
  });
  return undeclared.map(({ permission }) => permissionText(permission));
}

function permissionsOf(manifest: CanonicalSkill, uses: readonly Use[] | null) {
  return {
    declared: (manifest.permissions?.declared ?? []).map(permissionText),
    used: (uses ?? []).filter(({ isCertain }) => isCertain).map(({ permission }) => permissionText(permission)),
  };
}

const union = ({ declared, used }: ReturnType<typeof permissionsOf>): string[] =>
  [...new Set([...declared, ...used])].toSorted();

async function readSubjects(db: Db, versionIds: number[]) {
  const found = db
    .select({ inspectionId: findings.inspectionId, findings: count().as("found") })
    .from(findings)
    .groupBy(findings.inspectionId)
    .as("found");
  const others = alias(versions, "others");
  const signedBefore = db
    .select({ one: sql`1` })
    .from(others)
    .innerJoin(signatures, and(eq(signatures.versionId, others.id), isNotNull(signatures.acceptedAt)))
    .where(and(eq(others.skillId, versions.skillId), ne(others.id, versions.id)));
  const dependencies = db.$count(versionDependencies, eq(versionDependencies.versionId, versions.id));
  const rows = await db
    .select({
      versionId: versions.id,
      skillId: versions.skillId,
      manifest: versions.manifest,
      verdict: versions.verdict,
      permissionsDeclared: versions.permissionsDeclared,
      uses: inspections.uses,
      scanners: inspections.scanners,
      clearedAt: inspections.clearedAt,
      findings: found.findings,
      signerChange: signerChanges.status,
      dependencies,
      signedBefore: sql<boolean>`${exists(signedBefore)}`,
    })
    .from(versions)
    .innerJoin(inspections, eq(inspections.id, versions.inspectionId))
    .leftJoin(found, eq(found.inspectionId, inspections.id))
    .leftJoin(signerChanges, eq(signerChanges.versionId, versions.id))
    .where(inArray(versions.id, versionIds));
  return rows.map((row) => ({ ...row, findings: row.findings ?? 0 }));
}

/** Purged ones have nothing left to compare with. */
async function readAudited(db: Db, skillIds: number[]) {
  const rows = await db
    .selectDistinctOn([versions.skillId, promotions.toTier, versions.id], {
      versionId: versions.id,
      skillId: versions.skillId,
      version: versions.version,
      toTier: promotions.toTier,
      decidedAt: promotions.decidedAt,
      manifest: versions.manifest,
      uses: inspections.uses,
    })
    .from(promotions)
    .innerJoin(versions, eq(versions.id, promotions.versionId))
    .innerJoin(inspections, eq(inspections.id, promotions.inspectionId))
    .where(and(inArray(versions.skillId, skillIds), eq(promotions.status, "approved"), ne(versions.status, "purged")))
    .orderBy(versions.skillId, promotions.toTier, versions.id, desc(promotions.decidedAt));
  return rows.toSorted((a, b) => Number(b.decidedAt) - Number(a.decidedAt));
}
