import { shownLine } from "@gaia/text";
import { type Verdict, VERDICTS } from "../verdicts.ts";
import { type Severity, SEVERITIES } from "../severities.ts";
import { kindsOfWitness } from "./agreement.ts";
import { BLOCK_FROM, HOLD_FROM, weigh } from "./judgement.ts";
import { VERDICT_ROWS } from "./verdict-rows.ts";
import type { Ground, VerdictRow } from "./verdict-rows.ts";

/** What of a scanner's report decides. */
export interface JudgedScanner {
  name: string;
  status: "completed" | "unscanned";
  reason?: string | null | undefined;
}

/** What of a finding decides, and what the reason names. */
export interface JudgedFinding {
  /** `<prefix>/<id>`, as `bandit/B602`. */
  rule: string;
  scanner: string;
  severity: Severity;
  category?: string | undefined;
  /** One sentence; said in the reason where the row asks for it. */
  message?: string | undefined;
  file?: string | null | undefined;
  line?: number | null | undefined;
  /** How much it speaks for harm, as log-odds; null or absent where its row decides alone. */
  weight?: number | null | undefined;
}

/** Spec §4.2 names the first three; without all of these, a version is not scanned. */
export const MANDATORY_SCANNERS = [
  "bandit",
  "pip-audit",
  "detect-secrets",
  "osv-npm",
  "gaia-instructions",
  "gaia-code",
  "gaia-contents",
  "gaia-dependencies",
] as const;

/**
 * The verdict on one inspection, with the reason as one sentence. The worst of the rows of its findings and of the judgement over all its
 * evidence decides; a scanner that did not complete, or is missing altogether, makes the version unscanned, which is REVIEW: never clean,
 * never suspicious. Order of the input does not matter beyond which of several equal findings is named: the first.
 * @param input.holdFrom the probability of harm from which evidence holds a version, 0 to 1
 * @param input.blockFrom the probability from which evidence of two kinds withholds it, 0 to 1; above 1 none does
 */
export function judge(input: {
  scanners: readonly JudgedScanner[];
  findings: readonly JudgedFinding[];
  holdFrom?: number;
  blockFrom?: number;
}): { verdict: Verdict; reason: string } {
  const holdFrom = input.holdFrom ?? HOLD_FROM;
  const all = input.findings.map((finding) => ({ finding, row: rowFor(finding) }));
  const { probability, reasons } = weigh(all.flatMap(({ finding, row }) => evidenceIn(finding, row)));
  const isHeld = probability >= holdFrom;
  const blockFrom = input.blockFrom ?? BLOCK_FROM;
  const kinds = probability >= blockFrom ? kindsOfWitness(input.findings) : new Set<string>();
  const isAgreed = kinds.size > 1;
  const judged = all.map((each) =>
    evidenceIn(each.finding, each.row).length === 0 ? each : { ...each, row: WEIGHED },
  );
  const worst = judged.reduce(
    (verdict: Verdict, { row }) => (VERDICTS.indexOf(row.verdict) > VERDICTS.indexOf(verdict) ? row.verdict : verdict),
    "ALLOW",
  );
  const gaps = unscannedGaps(input.scanners);
  const verdict = isAgreed ? "BLOCK" : worst === "ALLOW" && (isHeld || gaps.length > 0) ? "REVIEW" : worst;
  const odds = { probability, holdFrom };
  if (verdict === "ALLOW") return { verdict, reason: allowReason(judged.length, reasons.length === 0 ? null : odds) };

  const deciding = judged.filter(({ row }) => row.verdict === verdict);
  const [first] = deciding;
  const parts = [
    ...(first === undefined ? [] : [findingReason(first, deciding.length - 1)]),
    ...(isAgreed
      ? [
          weighedReason(reasons, probability, `withheld from ${inPercent(blockFrom)}`) +
            `; witnesses of ${kinds.size} kinds agree: ${[...kinds].join(", ")}`,
        ]
      : []),
    ...(isHeld && verdict === "REVIEW"
      ? [weighedReason(reasons, probability, `held from ${inPercent(holdFrom)}`)]
      : []),
    ...(gaps.length === 0 ? [] : [gaps.join("; ")]),
  ];
  return { verdict, reason: `${parts.join(BESIDES)}.` };
}

/** Between the reasons of a verdict. */
const BESIDES = "; besides, ";

/** Of a verdict's reasons the first, for a place that has room for one line. */
export function firstReason(reason: string): string {
  const [first = ""] = reason.split(BESIDES, 1);
  return first.endsWith(".") || first === "" ? first : `${first}.`;
}

/** The verdict that one finding alone leads to. */
export const verdictOn = (finding: JudgedFinding): Verdict => rowFor(finding).verdict;

/** What instructions or code look like, unless it is sure. */
const evidenceIn = (finding: JudgedFinding, row: VerdictRow): (JudgedFinding & { weight: number })[] =>
  row.verdict !== "BLOCK" && finding.weight != null ? [{ ...finding, weight: finding.weight }] : [];

const WEIGHED: VerdictRow = { rules: [], verdict: "ALLOW", because: "weighed with all other evidence" };

interface Odds {
  probability: number;
  holdFrom: number;
}

const inPercent = (share: number): string => `${share >= 0.995 ? "over 99" : (share * 100).toFixed(0)} %`;

function allowReason(count: number, odds: Odds | null): string {
  if (count === 0) return "Every scanner completed and found nothing.";
  const findings = count === 1 ? "the one finding is" : `the ${count} findings are`;
  const likely =
    odds === null ? "" : ` (${inPercent(odds.probability)} likely to harm; held from ${inPercent(odds.holdFrom)})`;
  return `Every scanner completed, and ${findings} no reason to hold the version${likely}.`;
}

const MOST_TOLD = 3;

/** How the judgement came about: what weighs most, and what it adds up to. */
function weighedReason(
  reasons: readonly (JudgedFinding & { weight: number })[],
  probability: number,
  consequence: string,
): string {
  const [first, ...others] = reasons.slice(0, MOST_TOLD);
  if (first === undefined) return "";
  const beside = others.map((each) => `${shown(each.rule)}${placeOf(each)} (weight ${each.weight.toFixed(1)})`);
  return (
    `${inPercent(probability)} likely to harm, and ${consequence}, by ` +
    `${shown(first.rule)}${placeOf(first)} (weight ${first.weight.toFixed(1)}): ${shown(first.message ?? "no message")}` +
    (beside.length === 0 ? "" : `; with ${beside.join(", ")}`)
  );
}

function findingReason({ finding, row }: { finding: JudgedFinding; row: VerdictRow }, more: number): string {
  const others = more === 0 ? "" : ` (and ${more} more like it)`;
  const because = row.says === "message" && finding.message ? shown(finding.message) : row.because;
  return `${shown(finding.rule)}${placeOf(finding)}: ${because}${others}`;
}

const placeOf = ({ file, line }: JudgedFinding): string =>
  file == null ? "" : ` in ${shown(file)}${line == null ? "" : `, line ${line}`}`;

/** One sentence part for each scanner whose silence means nothing. */
function unscannedGaps(scanners: readonly JudgedScanner[]): string[] {
  const absent = MANDATORY_SCANNERS.filter((name) => !scanners.some((scanner) => scanner.name === name));
  const failed = scanners.filter(({ status }) => status !== "completed");
  return [
    ...failed.map(({ name, reason }) => `${shown(name)} could not scan it: ${shown(reason ?? "no reason was given")}`),
    ...absent.map((name) => `${name} did not scan it`),
  ].map((gap) => `unscanned: ${gap}`);
}

function rowFor(finding: JudgedFinding): VerdictRow {
  const rule = plain(finding.rule);
  const severity = SEVERITIES.indexOf(finding.severity);
  const ground = groundOf(finding.file ?? "");
  const row = ROWS.find(
    ({ row: { atLeast, on }, patterns }) =>
      patterns.some((pattern) => matches(rule, pattern)) &&
      // A severity that is none of ours counts as the highest.
      (atLeast === undefined || severity === -1 || severity >= SEVERITIES.indexOf(atLeast)) &&
      (on === undefined || on.includes(ground)),
  );
  // The last row matches everything; should that ever change, a person looks.
  return row?.row ?? { rules: [], verdict: "REVIEW", because: "a finding for which this registry has no rule" };
}

const ROWS = VERDICT_ROWS.map((row) => ({ row, patterns: row.rules.map(plain) }));

function plain(rule: string): string {
  return rule.toLowerCase().replace(/[^a-z0-9/*]/g, "");
}

function matches(rule: string, pattern: string): boolean {
  return pattern.endsWith("*") ? rule.startsWith(pattern.slice(0, -1)) : rule === pattern;
}

const PROSE = /\.(?:md|markdown|mdx|rst|adoc|txt)$/i;
const LOCKFILE = /(?:^|\/)(?:[^/]+\.lock|[^/]*-lock\.(?:json|yaml)|npm-shrinkwrap\.json|go\.sum)$/i;

function groundOf(file: string): Ground {
  if (LOCKFILE.test(file)) return "lockfile";
  return PROSE.test(file) ? "prose" : "code";
}

/** Holds the sentence of a text that a finding quotes. */
const MOST_SHOWN = 280;

/** Without an end of sentence. */
const shown = (text: string): string => shownLine(text, MOST_SHOWN).replace(/[.!?]$/, "");
