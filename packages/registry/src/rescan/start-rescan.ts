import { ensureMay, RegistryError } from "@gaia/catalog";
import {
  appendAudit,
  type Db,
  inTransaction,
  isUniqueViolation,
  rescanItems,
  rescans,
  skills,
  versions,
} from "@gaia/db";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { holdCaller } from "../kernel/while-allowed.ts";
import { SCANNER_NAMES } from "../inspection/scanner-names.ts";
import { feedRescans } from "./feed.ts";
import type { ScannerRules } from "./probe.ts";
import { isScannable } from "./scannable.ts";
import { type RescanView, viewRescan } from "./view-rescan.ts";

const CHUNK = 2_000;

/** What a re-scan is to look at, and why. */
export interface RescanRequest {
  cause: "advisory" | "rules" | "scanner" | "admin" | "publisher";
  /** Why, in words for an admin. */
  detail: string;
  /** Which have to look; null: all of them. */
  scanners: string[] | null;
  /** Reports that these rules made are carried over. */
  expected?: ScannerRules[];
  /** Names `expected`: of one name, one re-scan is live at a time. */
  fingerprint?: string;
  /** Of cause `publisher`: whose own it is, and what they are asked in its transaction; throws where it may not begin. */
  own?: { publisherId: number; ensure(tx: Db): Promise<void> };
  /** Of these, the ones that are served or withheld by a scan. */
  versionIds: number[];
}

/**
 * Begins a re-scan in the background.
 * @returns its id, or null when no version is left to look at, or one for the same rules is under way
 */
export async function startRescan(ctx: Ctx, request: RescanRequest): Promise<string | null> {
  const found = await findScannable(ctx, request.versionIds);
  if (found.length === 0) return null;
  const id = crypto.randomUUID();
  try {
    await inTransaction(ctx.db, (tx) => insertRescan(ctx, tx, { id, request, found }));
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
  await feedRescans(ctx);
  return id;
}

interface Scannable {
  versionId: number;
  previousInspectionId: string | null;
}

async function findScannable(ctx: Ctx, wanted: number[]): Promise<Scannable[]> {
  const found: Scannable[] = [];
  const ids = [...new Set(wanted)].sort((a, b) => a - b);
  for (let start = 0; start < ids.length; start += CHUNK) {
    const rows = await ctx.db
      .select({ versionId: versions.id, previousInspectionId: versions.inspectionId })
      .from(versions)
      .where(and(inArray(versions.id, ids.slice(start, start + CHUNK)), isScannable()));
    found.push(...rows);
  }
  return found;
}

async function insertRescan(
  ctx: Ctx,
  tx: Db,
  { id, request, found }: { id: string; request: RescanRequest; found: Scannable[] },
): Promise<void> {
  const { cause, detail, scanners, expected, fingerprint } = request;
  // All others are the registry's own.
  if (cause === "admin") await holdCaller(ctx, tx, { action: "startRescan", target: {} });
  await request.own?.ensure(tx);
  await tx.insert(rescans).values({
    id,
    cause,
    detail,
    scanners,
    expected: expected ?? null,
    fingerprint: fingerprint ?? null,
    publisherId: request.own?.publisherId ?? null,
    status: "running",
    total: found.length,
    createdBy: ctx.actor && "accountId" in ctx.actor ? ctx.actor.accountId : null,
    createdAt: ctx.now(),
  });
  for (let start = 0; start < found.length; start += CHUNK) {
    const rows = found.slice(start, start + CHUNK);
    await tx.insert(rescanItems).values(rows.map((row) => ({ ...row, rescanId: id, status: "waiting" as const })));
  }
  await appendAudit(tx, {
    actor: ctx.actor?.handle ?? "registry",
    action: "rescan.start",
    target: `rescan:${id}`,
    detail: { cause, detail, scanners, versions: found.length },
    requestId: ctx.requestId,
  });
}

/**
 * An admin's re-scan: of everything, or of one skill's versions; by all scanners, or by those named.
 * @throws RegistryError `forbidden`, `not_found`, `invalid_request`, `conflict` when there is nothing to look at
 */
export async function requestRescan(
  ctx: Ctx,
  input: { scanners: string[] | null; skill: string | null; reason: string },
): Promise<RescanView> {
  ensureMay(ctx, "startRescan");
  const unknown = (input.scanners ?? []).filter((name) => !SCANNER_NAMES.includes(name));
  if (unknown.length > 0) {
    throw new RegistryError(
      "invalid_request",
      `There is no scanner ${unknown.join(", ")} here; there are ${SCANNER_NAMES.join(", ")}.`,
    );
  }
  const versionIds = await findWanted(ctx, input.skill);
  const id = await startRescan(ctx, { cause: "admin", detail: input.reason, scanners: input.scanners, versionIds });
  if (id === null)
    throw new RegistryError("conflict", "No version is served or withheld by a scan: nothing to scan again.");
  return viewRescan(ctx, id);
}

async function findWanted(ctx: Ctx, skill: string | null): Promise<number[]> {
  if (skill === null) {
    const rows = await ctx.db.select({ id: versions.id }).from(versions).where(isScannable()).orderBy(asc(versions.id));
    return rows.map((row) => row.id);
  }
  const [named] = await ctx.db.select({ id: skills.id }).from(skills).where(eq(skills.name, skill));
  if (!named) throw new RegistryError("not_found", `There is no skill ${skill} here.`);
  const rows = await ctx.db.select({ id: versions.id }).from(versions).where(eq(versions.skillId, named.id));
  return rows.map((row) => row.id);
}
