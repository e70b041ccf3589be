import { TrustError } from "../trust-error.ts";

const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
const DECISION_PREDICATE = "https://gaia-registry.dev/attestations/decision/v1";

const MOST_ARCHIVES = 16;

/** Decisions that move a version, with the states they may lead to (policy's words). */
const MOVES = {
  yank: ["yanked"],
  unyank: ["published"],
  quarantine: ["quarantined"],
  release: ["published", "yanked"],
  purge: ["purged"],
} as const;
export type MoveKind = keyof typeof MOVES;
export type DecisionKind = "publish" | "verdict" | "tier" | MoveKind;
/** The states that a move leads to. */
export type MovedStatus = (typeof MOVES)[MoveKind][number];

interface ScannerVersion {
  name: string;
  version: string | null;
  rules_digest: string | null;
  /** `sha256:…` of what it found: whoever has its rules can find it again. */
  findings_digest?: string | undefined;
}

interface DecisionDetail {
  verdict?: string | undefined;
  tier?: string | undefined;
  /** Of a tier: `sha256:…` of the content whose SKILL.md says it, as GAIA's client is given it; made like the release's own. */
  restamped_digest?: string | undefined;
  /** What a move makes of the version; moves say it and nothing else does. */
  status?: MovedStatus | undefined;
  inspection_id?: string | undefined;
  /** `sha256:…` of what the inspection's report says. */
  report_digest?: string | undefined;
  scanners?: ScannerVersion[] | undefined;
}

export interface DecisionInput {
  /** The registry's public URL: who says it. */
  registry: string;
  publisher: string;
  name: string;
  version: string;
  decision: DecisionKind;
  /** `sha256:` and 64 hex digits. */
  releaseDigest: string;
  /** `sha256:` and 64 hex digits. */
  contentDigest: string;
  /** The archives that hold it, by the name under which they are served; SHA-256 in hex. Of none, release 0.1 reads the statement too. */
  archives: readonly { name: string; sha256: string }[];
  detail: DecisionDetail;
  /** Grows with each decision of the registry, so that an old one cannot be replayed as the newest (G9). */
  sequence: number;
  issuedAt: Date;
  expiresAt: Date | null;
}

interface DecisionPredicate {
  registry: string;
  publisher: string;
  name: string;
  version: string;
  decision: DecisionKind;
  verdict?: string;
  tier?: string;
  restamped_digest?: string;
  status?: MovedStatus;
  inspection_id?: string;
  report_digest?: string;
  scanners?: ScannerVersion[];
  sequence: number;
  /** RFC 3339, UTC. */
  issued_at: string;
  expires_at: string | null;
}

interface Named<Name extends string> {
  name: Name;
  digest: { sha256: string };
}

/** An in-toto Statement v1 whose subjects are a release (content under a name and version), its content, and the archives of it. */
export interface DecisionStatement {
  _type: typeof STATEMENT_TYPE;
  subject: [Named<"release">, Named<"content">, ...Named<string>[]];
  predicateType: typeof DECISION_PREDICATE;
  predicate: DecisionPredicate;
}

/**
 * Says one decision of the registry as an in-toto Statement v1. Pure: the same input gives the same statement.
 * @throws TrustError `invalid_statement` when a field is missing or not of its form
 */
export function decisionStatement(input: DecisionInput): DecisionStatement {
  const { registry, publisher, name, version, decision, detail, sequence } = input;
  const statement: DecisionStatement = {
    _type: STATEMENT_TYPE,
    subject: [
      { name: "release", digest: { sha256: input.releaseDigest.replace(/^sha256:/, "") } },
      { name: "content", digest: { sha256: input.contentDigest.replace(/^sha256:/, "") } },
      ...input.archives.map((archive) => ({ name: archive.name, digest: { sha256: archive.sha256 } })),
    ],
    predicateType: DECISION_PREDICATE,
    predicate: {
      registry,
      publisher,
      name,
      version,
      decision,
      ...(detail.verdict !== undefined && { verdict: detail.verdict }),
      ...(detail.tier !== undefined && { tier: detail.tier }),
      ...(detail.restamped_digest !== undefined && { restamped_digest: detail.restamped_digest }),
      ...(detail.status !== undefined && { status: detail.status }),
      ...(detail.inspection_id !== undefined && { inspection_id: detail.inspection_id }),
      ...(detail.report_digest !== undefined && { report_digest: detail.report_digest }),
      ...(detail.scanners !== undefined && {
        scanners: detail.scanners.map(({ name, version, rules_digest, findings_digest }) => ({
          name,
          version,
          rules_digest,
          ...(findings_digest !== undefined && { findings_digest }),
        })),
      }),
      sequence,
      issued_at: toTime(input.issuedAt),
      expires_at: input.expiresAt === null ? null : toTime(input.expiresAt),
    },
  };
  const problem = decisionProblem(statement);
  if (problem !== null) throw new TrustError("invalid_statement", problem);
  return statement;
}

function toTime(date: Date): string {
  if (Number.isNaN(date.getTime())) throw new TrustError("invalid_statement", "a time is not a date");
  return date.toISOString();
}

/**
 * Tells whether a value that came from outside is a decision statement. Unknown members of the predicate are let through, as
 * in-toto asks of consumers; everything known must be of its form.
 */
export function isDecisionStatement(value: unknown): value is DecisionStatement {
  return decisionProblem(value) === null;
}

function decisionProblem(value: unknown): string | null {
  if (!isRecord(value)) return "the statement is not an object";
  if (value["_type"] !== STATEMENT_TYPE) return "the statement is not an in-toto Statement v1";
  if (value["predicateType"] !== DECISION_PREDICATE) return "the statement's predicate is not a registry decision";
  if (Object.keys(value).length !== 4) return "the statement has members it should not have";
  const { subject, predicate } = value;
  if (!Array.isArray(subject) || !isSubject(subject[0], "release") || !isSubject(subject[1], "content"))
    return "the first subjects are not a release and a content, each with one sha256 digest";
  if (!areArchives(subject.slice(2)))
    return "the other subjects are not archives, each named once, with one sha256 digest";
  if (!isRecord(predicate)) return "the predicate is not an object";
  return predicateProblem(predicate);
}

function predicateProblem(predicate: Record<string, unknown>): string | null {
  for (const field of ["registry", "publisher", "name", "version"]) {
    if (!isText(predicate[field])) return `${field} is missing`;
  }
  for (const field of ["verdict", "tier", "inspection_id", "report_digest"]) {
    if (predicate[field] !== undefined && !isText(predicate[field])) return `${field} is not a text`;
  }
  const { decision, sequence, scanners, issued_at, expires_at, restamped_digest: restamped } = predicate;
  if (!isDecisionKind(decision)) return "the decision is of no known kind";
  const states: readonly unknown[] = isMove(decision) ? MOVES[decision] : [undefined];
  if (!states.includes(predicate["status"])) return `a ${decision} decision does not make a version what it says`;
  if ((decision === "verdict" || decision === "tier") && predicate[decision] === undefined)
    return `a ${decision} decision must say its ${decision}`;
  if (restamped !== undefined && !(decision === "tier" && isDigest(restamped)))
    return "restamped_digest is not the digest of a tier decision";
  if (typeof sequence !== "number" || !Number.isSafeInteger(sequence) || sequence < 0)
    return "the sequence is not a whole number";
  if (!isTime(issued_at)) return "issued_at is not a time in UTC";
  if (expires_at !== null && !isTime(expires_at)) return "expires_at is not a time in UTC";
  if (scanners !== undefined && !(Array.isArray(scanners) && scanners.every(isScanner)))
    return "scanners are not a list of name, version and rules_digest";
  return null;
}

/** Whether it is a state that a move leads to. */
export const isMovedStatus = (status: unknown): status is MovedStatus =>
  Object.values(MOVES).some((states: readonly unknown[]) => states.includes(status));

const isMove = (decision: unknown): decision is MoveKind =>
  typeof decision === "string" && Object.hasOwn(MOVES, decision);

const isDecisionKind = (decision: unknown): decision is DecisionKind =>
  isMove(decision) || decision === "publish" || decision === "verdict" || decision === "tier";

/** Release 0.1 named none. */
function areArchives(subjects: readonly unknown[]): boolean {
  const names = subjects.map((one) => (isRecord(one) ? one["name"] : null));
  const isNamed = (name: unknown): name is string => isText(name) && name !== "release" && name !== "content";
  return (
    subjects.length <= MOST_ARCHIVES &&
    new Set(names).size === names.length &&
    subjects.every((one, at) => isNamed(names[at]) && isSubject(one, names[at]))
  );
}

function isSubject(value: unknown, name: string): boolean {
  if (!isRecord(value) || value["name"] !== name || Object.keys(value).length !== 2) return false;
  const digest = value["digest"];
  if (!isRecord(digest) || Object.keys(digest).length !== 1) return false;
  const { sha256 } = digest;
  return typeof sha256 === "string" && /^[0-9a-f]{64}$/.test(sha256);
}

function isScanner(value: unknown): boolean {
  if (!isRecord(value) || !isText(value["name"])) return false;
  const { version, rules_digest, findings_digest } = value;
  if (findings_digest !== undefined && !isText(findings_digest)) return false;
  return (version === null || isText(version)) && (rules_digest === null || isText(rules_digest));
}

function isTime(value: unknown): boolean {
  return (
    typeof value === "string" &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  );
}

const isDigest = (value: unknown): boolean => typeof value === "string" && /^sha256:[0-9a-f]{64}$/.test(value);

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= 2048;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
