import type { Severity } from "@gaia/policy";
import type { EvidenceKind } from "./evidence-kinds.ts";
import { EVIDENCE } from "./evidence-weights.ts";

/** One piece of evidence: how much of its kind's weight it has, from 0 to about 1. */
export interface Evidence {
  kind: EvidenceKind;
  share: number;
}

/** What the analysers see of one match that says how much it speaks for harm. */
interface Observed {
  /** The finding's rule, with its prefix. */
  rule: string;
  severity: Severity;
  /** The path of the file that it stands in. */
  file: string;
  /** That file is the skill's manifest, which an agent reads first. */
  isManifest: boolean;
}

/** What evidence adds up to, as natural log-odds; null for a fact, of which there is none. Three digits: reports are compared by digest. */
export function weightOf(evidence: readonly Evidence[] | undefined): number | null {
  if (evidence === undefined) return null;
  const sum = evidence.reduce((weight, { kind, share }) => weight + EVIDENCE.weights[kind] * share, 0);
  return Math.round(sum * 1_000) / 1_000;
}

/** From here the words around a match say what it says; up to here they speak against it. */
const BORNE_OUT = 0.2;
const AGAINST = -0.6;

/**
 * A rule of the instructions. `wording` is the model's score of the words around it, null where it judged none; `isLowered` where the rule
 * is a grave one, and its sentence forbids or teaches what it found.
 */
export function evidenceOfRule(
  input: Observed & {
    wording: number | null;
    isHidden: boolean;
    isSure: boolean;
    isQuoted: boolean;
    isLowered?: boolean | undefined;
  },
): Evidence[] {
  const { wording, isHidden, isSure, isQuoted, severity } = input;
  // Whoever knows which words lower a rule can write them: they never silence it.
  if (input.isLowered === true && (severity === "low" || severity === "medium")) return of("rule.lowered", input);
  if (severity === "low") return [];
  if (severity === "medium") return of("recorded", input);
  if (isHidden) return of("rule.hidden", input);
  // Said outright in the manifest, it is no matter how many documents speak of it.
  if (isSure && !isQuoted && input.isManifest) return [{ kind: "rule.sure", share: placeOf(input.file) }];
  if (isSure && !isQuoted) return of("rule.sure", input);
  if (isQuoted && (wording ?? 0) <= BORNE_OUT) return of("rule.quoted", input);
  if (wording === null) return of("rule.unweighed", input);
  return of(wording > BORNE_OUT ? "rule.borneOut" : wording > AGAINST ? "rule.plain" : "rule.against", input);
}

/** What code does. In a document beside the manifest it is shown more often than meant. */
export function evidenceOfCode(input: Observed): Evidence[] {
  if (input.severity === "low") return [];
  if (input.severity === "medium") return of("recorded", input);
  return of(input.isManifest ? "code.manifest" : DOCUMENT.test(input.file) ? "code.document" : "code.program", input);
}

/** Below this distance from the score that counts for much a stretch is no evidence, and not told. */
export const WORDING_REACH = 0.9;
const REACH_BEYOND = 0.8;

/**
 * The wording of a stretch. `above` is how far its score lies above the one from which it counts for much (`held_from` of the model's
 * card).
 */
export function evidenceOfWording(input: {
  file: string;
  isManifest: boolean;
  isHidden: boolean;
  above: number;
}): Evidence[] {
  const { file, above } = input;
  const where = input.isHidden ? "wording.hidden" : input.isManifest ? "wording.manifest" : "wording.elsewhere";
  const place = placeOf(file);
  return [
    { kind: where, share: place * clamp(above + WORDING_REACH, WORDING_REACH) },
    { kind: `${where}.beyond`, share: place * clamp(above, REACH_BEYOND) },
  ];
}

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/** A rule that fires on honest published skills as well says less, by how many; one that fires on none has its whole weight. */
const of = (kind: EvidenceKind, { rule, file }: Observed): Evidence[] => [
  { kind, share: placeOf(file) * (EVIDENCE.rules[rule] ?? 1) },
];

/** What tests, fixtures, evaluations and examples hold is mostly somebody else's words, and no order to the agent. */
const placeOf = (file: string): number => (ASIDE.some((pattern) => pattern.test(file)) ? 0.4 : 1);

const ASIDE = [
  /(?:^|\/)(?:evals?|tests?|__tests__|spec|fixtures?|examples?|samples?|test-?data|benchmarks?|corpus)(?:\/|\.)/i,
  /(?:^|\/)(?:test_|evals?[._-])|[._-](?:test|spec|evals?)\./i,
];
const DOCUMENT = /\.(?:md|markdown|mdx|rst|txt|adoc)$/i;
