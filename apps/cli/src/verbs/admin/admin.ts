import { calledAs } from "../../failures/invocation.ts";
import type { components } from "@gaia/client";
import { misused, notFound, refused } from "../../failures/failures.ts";
import { foundBeyond } from "@gaia/install";
import { parseRelease } from "@gaia/install/installed";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, red, type Shown, t, yellow } from "../../terminal/shown-text.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { tierText, verdictText } from "../../terminal/version-outcome.ts";

type Promotion = components["schemas"]["Promotion"];
type PromotionStatus = Promotion["status"];
type ScanReport = components["schemas"]["ScanReport"];
type Version = components["schemas"]["Version"];

const STATUSES: readonly PromotionStatus[] = ["pending", "approved", "rejected", "withdrawn"];
const MAX_PAGES = 100;
const SHOWN_FINDINGS = 50;

/** `admin queue`: audit requests, oldest first; the pending ones unless another status is named. */
export async function queue(session: Session, input: { status?: string | undefined }): Promise<void> {
  const { terminal } = session;
  const status = STATUSES.find((one) => one === (input.status ?? "pending"));
  if (status === undefined) throw misused(`--status is one of ${STATUSES.join(", ")}`);
  const items: Promotion[] = [];
  for await (const promotion of promotions(session, status)) items.push(promotion);
  terminal.result({ items });
  if (items.length === 0) terminal.note(t`No ${status} request.`);
  const rows = items.map((one) => [
    bold(one.id),
    `${one.name}@${one.version}`,
    one.publisher,
    one.requested_at,
    dim(one.note),
  ]);
  for (const [index, row] of columns(rows).entries()) {
    terminal.line(row);
    for (const line of caseLines(items[index]?.audit ?? null)) terminal.note(line);
  }
}

const MARKS = { met: "[x]", look: "[ ] look:", open: "[ ] for you to judge:" } as const;

/** What an auditor has to look at: what it may do that the last audited version could not, and the checklist. */
function caseLines(audit: Promotion["audit"]): Shown[] {
  if (!audit) return [];
  const since = audit.last_audited === null ? "never audited before" : `since ${audit.last_audited}`;
  return [
    ...audit.permissions_added.map((one) => t`  ${yellow(`+ ${one}`)} (${since})`),
    ...audit.permissions_removed.map((one) => t`  - ${one} (${since})`),
    ...audit.checklist.map(({ state, text }) => t`  ${MARKS[state]} ${state === "look" ? yellow(text) : text}`),
  ];
}

/**
 * `admin approve|reject <promotion id> --reason`: shows the inspection, its findings and the permissions, asks a person or takes `--yes`,
 * and names that very inspection in the decision, so that the registry refuses it when another one counts by now.
 */
export async function decide(
  session: Session,
  input: {
    decision: "approve" | "reject";
    id: string;
    reason: string;
    npmPackage?: string | undefined;
    yes?: boolean | undefined;
  },
): Promise<void> {
  const { terminal } = session;
  const { decision, id, reason, npmPackage, yes } = input;
  const promotion = await findPromotion(session, id);
  const api = await openRegistry(session);
  const path = { name: promotion.name, version: promotion.version };
  const version = await ensureAnswer(api.GET("/skills/{name}/{version}", { params: { path } }));
  const report = await ensureAnswer(api.GET("/skills/{name}/{version}/scan", { params: { path } }));
  showCase(terminal, { promotion, version, report });
  if (!yes) {
    if (!terminal.canAsk)
      throw refused(
        "consent_missing",
        `This run cannot ask you whether to ${decision} ${path.name} ${path.version}`,
        "read the findings, then add --yes",
      );
    if (!(await terminal.ask(t`${decision === "approve" ? "Approve" : "Reject"} ${path.name} ${path.version}?`)))
      throw refused("consent_missing", "Nothing was decided");
  }
  const confirmed = npmPackage === undefined ? {} : { npm_package: npmPackage };
  const options = { params: { path: { id } }, body: { inspection_id: report.inspection_id, reason, ...confirmed } };
  const decided = await ensureAnswer(
    decision === "approve"
      ? api.POST("/admin/promotions/{id}/approve", options)
      : api.POST("/admin/promotions/{id}/reject", options),
  );
  terminal.result(decided);
  terminal.line(t`${decided.status}: ${bold(decided.name)} ${decided.version}, ${decided.from} -> ${decided.to}`);
}

/** `admin quarantine <name@version> --reason`: withholds a version from everybody. */
export async function quarantine(session: Session, input: { release: string; reason: string }): Promise<void> {
  const path = parseRelease(input.release);
  const api = await openRegistry(session);
  const body = { reason: input.reason };
  const version = await ensureAnswer(api.POST("/admin/skills/{name}/{version}/quarantine", { params: { path }, body }));
  session.terminal.result(version);
  session.terminal.line(
    t`Quarantined ${bold(version.name)} ${version.version}: ${version.status_reason ?? input.reason}`,
  );
}

/** `admin release <name@version> --reason`: returns a quarantined version to the state it had. */
export async function release(session: Session, input: { release: string; reason: string }): Promise<void> {
  const path = parseRelease(input.release);
  const api = await openRegistry(session);
  const body = { reason: input.reason };
  const version = await ensureAnswer(api.POST("/admin/skills/{name}/{version}/release", { params: { path }, body }));
  session.terminal.result(version);
  session.terminal.line(t`Released ${bold(version.name)} ${version.version}: it is ${version.status} again`);
}

async function* promotions(session: Session, status: PromotionStatus | null): AsyncGenerator<Promotion> {
  const api = await openRegistry(session);
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { limit: 100, ...(status !== null && { status }), ...(cursor !== null && { cursor }) };
    const answer: components["schemas"]["PromotionList"] = await ensureAnswer(
      api.GET("/admin/promotions", { params: { query } }),
    );
    yield* answer.items;
    cursor = answer.next_cursor;
    if (cursor === null) return;
  }
}

async function findPromotion(session: Session, id: string): Promise<Promotion> {
  if (!/^[0-9a-fA-F-]{36}$/.test(id))
    throw misused(`"${id}" is not the id of a request`, `see \`${calledAs("admin queue")}\``);
  for await (const promotion of promotions(session, null)) if (promotion.id === id) return promotion;
  throw notFound(`There is no request ${id}`, `see \`${calledAs("admin queue")}\``);
}

function showCase(terminal: Terminal, input: { promotion: Promotion; version: Version; report: ScanReport }): void {
  const { promotion, version, report } = input;
  terminal.note(
    t`${bold(version.name)} ${version.version} by ${version.publisher}: ${tierText(promotion.from)} -> ${tierText(promotion.to)}`,
  );
  if (promotion.note !== null) terminal.note(t`  note         ${promotion.note}`);
  for (const line of caseLines(promotion.audit)) terminal.note(line);
  showInspection(terminal, { version, report });
}

/** What an admin decides by: the verdict, the scanners, the permissions and the findings of an inspection. */
export function showInspection(terminal: Terminal, input: { version: Version; report: ScanReport }): void {
  const { version, report } = input;
  terminal.note(t`  inspection   ${report.inspection_id}`);
  terminal.note(t`  verdict      ${verdictText(report.verdict)}: ${report.reason}`);
  if (report.remediation) terminal.note(t`  otherwise    ${report.remediation.text}`);
  for (const { name, version: number, status, reason } of report.scanners)
    terminal.note(t`  scanner      ${name} ${number} ${status === "completed" ? status : red(status)} ${reason}`);
  const declared = version.permissions.declared;
  terminal.note(t`  declared     ${declared === null ? yellow("nothing") : declared.join(", ")}`);
  for (const { permission, evidence } of foundBeyond(version))
    terminal.note(
      t`  inferred     ${yellow(permission)} ${evidence.map(({ file, line }) => `${file}:${line ?? ""}`).join(", ")}`,
    );
  for (const { severity, rule, file, line, message } of report.findings.slice(0, SHOWN_FINDINGS))
    terminal.note(t`  finding      ${severity} ${rule} ${file}:${line} ${message}`);
  if (report.findings.length > SHOWN_FINDINGS)
    terminal.note(t`  and ${report.findings.length - SHOWN_FINDINGS} more findings`);
  if (report.findings.length === 0) terminal.note("  no findings");
}
