import type { WebhookEvent } from "@gaia/policy";

/** A decision as the audit log has it. */
export interface ToldDecision {
  action: string;
  /** `skill:name@version` or `skill:name`. */
  target: string;
  detail: Record<string, unknown>;
  at: Date;
}

/** What is true of the subject, as rows say it when the event is fanned out; null where it is gone. */
export interface ToldFacts {
  publisher: string;
  visibility: string;
  state: string | null;
  tier: string | null;
  verdict: string | null;
}

interface Told {
  type: WebhookEvent;
  data: Record<string, unknown>;
}

/** The name and the version of a target; null: it is no skill. */
export function subjectOfTarget(target: string): { name: string; version: string | null } | null {
  const [, name, version] = /^skill:([^@]+)(?:@(.+))?$/.exec(target) ?? [];
  return name === undefined ? null : { name, version: version ?? null };
}

/** Which events a decision is to a receiver: none, one, or two where a verdict publishes or withholds a version. */
export function eventsOf({ action, detail }: Pick<ToldDecision, "action" | "detail">): Told[] {
  const report = { report: detail["report"], kind: detail["kind"] };
  switch (action) {
    case "version.inspected":
      return [verdict(detail), ...moved(detail["to"])];
    case "version.approve":
      return [{ type: "version.published", data: {} }];
    case "version.rescanned": {
      const told: Told[] = detail["before"] === detail["verdict"] ? [] : [verdict(detail)];
      return detail["to"] === undefined ? told : [...told, { type: "version.quarantined", data: {} }];
    }
    case "inspection.clear":
      return [{ type: "version.verdict", data: { cleared: true } }];
    case "version.tier":
      return [{ type: "version.tier", data: { tier: detail["to"], former_tier: detail["from"] } }];
    case "version.yank":
    case "version.unyank":
      return [{ type: "version.yanked", data: { state: detail["to"] } }];
    case "version.quarantine":
    case "version.release":
      return [{ type: "version.quarantined", data: { state: detail["to"] } }];
    case "hold.contest":
      return [{ type: "contest.opened", data: {} }];
    case "report.open":
      return [{ type: "report.opened", data: report }];
    case "report.uphold":
      return [{ type: "report.decided", data: { ...report, outcome: "upheld", effect: detail["effect"] } }];
    case "report.dismiss":
      return [{ type: "report.decided", data: { ...report, outcome: "dismissed" } }];
    default:
      return [];
  }
}

const verdict = ({ verdict: now, before }: Record<string, unknown>): Told => ({
  type: "version.verdict",
  data: { verdict: now, ...(typeof before === "string" && { former_verdict: before }) },
});

function moved(to: unknown): Told[] {
  if (to === "published") return [{ type: "version.published", data: { state: to } }];
  return to === "quarantined" ? [{ type: "version.quarantined", data: { state: to } }] : [];
}

/** The body of an event: what it is, when it happened, and which version it is about. Never content, reasons or who acted. */
export function bodyOf(
  { type, data }: Told,
  input: { decision: ToldDecision; facts: ToldFacts; publicUrl: string },
): string {
  const { decision, facts, publicUrl } = input;
  const { name, version } = subjectOfTarget(decision.target) ?? { name: "", version: null };
  const path = version === null ? `/skills/${name}` : `/skills/${name}/${encodeURIComponent(version)}`;
  const of = version === null ? {} : { state: facts.state, tier: facts.tier, verdict: facts.verdict };
  const about = { name, version, publisher: facts.publisher, visibility: facts.visibility, ...of, ...data };
  return JSON.stringify({ type, timestamp: decision.at.toISOString(), data: { ...about, url: `${publicUrl}${path}` } });
}
