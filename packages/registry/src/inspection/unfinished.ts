import { type Looked, type Progress, describeError, inspections } from "@gaia/db";
import { MANDATORY_SCANNERS } from "@gaia/policy";
import type { ScannerReport } from "@gaia/findings";
import { eq } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { holding, type Lease } from "../kernel/lease.ts";
import { concludeFrom } from "./conclude-from.ts";
import type { Conclusion } from "./conclusion.ts";
import type { Carried } from "./inspector.ts";
import { readSubject } from "./read-subject.ts";
import type { OnProgress } from "./run-inspectors.ts";
import { SCANNER_NAMES } from "./scanner-names.ts";

/** Most inspections end sooner, and write nothing of this. */
const WRITE_EVERY_MS = 1_000;

/** Writes down how far an inspection has come while it goes on, at most once a second, and only while its lease is held. */
export function noteProgress(ctx: Ctx, lease: Lease): { on: OnProgress; stop(): void } {
  let next: { progress: Progress; partial: Looked } | null = null;
  const write = (): void => {
    if (next === null) return;
    const row = next;
    next = null;
    // A report is made without it: what cannot be written now is written with the next part, or not at all.
    writeDown(ctx, lease, row).catch((error: unknown) =>
      ctx.warn("progress_not_written", { inspection_id: lease.inspectionId, error: describeError(error) }),
    );
  };
  const clock = setInterval(write, WRITE_EVERY_MS);
  return {
    on(partial, atWork, isInstalling) {
      const note = isInstalling ? "the scanners are being made ready" : null;
      const running = isInstalling ? [] : atWork;
      next = { partial, progress: { attempt: lease.attempt, scanners: standOf(partial, running), note } };
    },
    stop: () => clearInterval(clock),
  };
}

/** Keeps what an attempt has, for the next one; `note` says what it waits for. */
export async function keepPartial(ctx: Ctx, lease: Lease, conclusion: Conclusion, note: string): Promise<void> {
  const { scanners, uses, resolved } = conclusion;
  // What was compared is compared anew.
  const findings = [...conclusion.findings, ...conclusion.leftOut].filter(({ scanner }) =>
    SCANNER_NAMES.includes(scanner),
  );
  const partial = { scanners, findings, uses, resolved };
  const progress = { attempt: lease.attempt, scanners: standOf(partial, []), note };
  await writeDown(ctx, lease, { progress, partial });
}

async function writeDown(ctx: Ctx, lease: Lease, row: { progress: Progress; partial: Looked }): Promise<void> {
  await ctx.db.update(inspections).set(row).where(holding(lease));
}

function standOf({ scanners }: Looked, atWork: readonly string[]): Progress["scanners"] {
  return SCANNER_NAMES.map((name) => {
    const report = scanners.find((each) => each.name === name);
    return { name, status: report?.status ?? (atWork.includes(name) ? "running" : "waiting") };
  });
}

/** What earlier attempts left: reports that stand, and what the scanners found that have to look again. */
export async function readPartial(ctx: Ctx, inspectionId: string): Promise<Carried> {
  const partial = await readLooked(ctx, inspectionId);
  const standing = partial.scanners.filter(({ status, retryable }) => status === "completed" || !retryable);
  const names = new Set(standing.map(({ name }) => name));
  return {
    scanners: standing,
    findings: partial.findings.filter(({ scanner }) => names.has(scanner)),
    unfinished: partial.findings.filter(({ scanner }) => !names.has(scanner)),
    uses: names.has("gaia-code") ? partial.uses : null,
    resolved: partial.resolved,
  };
}

async function readLooked(ctx: Ctx, inspectionId: string): Promise<Looked> {
  const [row] = await ctx.db
    .select({ partial: inspections.partial })
    .from(inspections)
    .where(eq(inspections.id, inspectionId));
  return row?.partial ?? { scanners: [], findings: [], uses: null };
}

/**
 * The end of an inspection that did not come to its own: whoever said nothing is unscanned for this reason, and what the others found
 * decides as ever. Never clean, never suspicious for the want of time, and never less than what was found (docs/lifecycle.md).
 */
export async function concludeUnfinished(
  ctx: Ctx,
  lease: Lease,
  { reason, retryable }: Pick<ScannerReport, "retryable"> & { reason: string },
): Promise<Conclusion> {
  const partial = await readLooked(ctx, lease.inspectionId);
  const silent = MANDATORY_SCANNERS.filter((name) => !partial.scanners.some((each) => each.name === name));
  const scanners = [
    ...partial.scanners,
    ...silent.map((name) => ({
      name,
      version: null,
      status: "unscanned" as const,
      reason,
      rules_digest: null,
      duration_ms: 0,
      retryable,
    })),
  ].toSorted((a, b) => SCANNER_NAMES.indexOf(a.name) - SCANNER_NAMES.indexOf(b.name));
  // That its package cannot be read may be why it came to no end.
  const subject = await readSubject(ctx, lease.versionId).catch(() => null);
  return { ...(await concludeFrom(ctx, subject, { ...partial, scanners })), retryable };
}
