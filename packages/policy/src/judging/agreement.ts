import type { Severity } from "../severities.ts";

/** What of a finding says which kind of witness it is. */
interface Witness {
  /** `<prefix>/<id>`. */
  rule: string;
  severity: Severity;
  /** Natural log-odds, as `JudgedFinding.weight`. */
  weight?: number | null | undefined;
}

const ADDRESS = "stranger's address";

/** Kinds of witnesses against a skill. Two rules of one kind often say the same thing again; two kinds rarely do by chance. */
const KINDS: readonly [kind: string, rules: RegExp][] = [
  ["wording", /^instructions\/worded-/],
  [ADDRESS, /^instructions\/stranger-address$/],
  ["encoded payload", /^(?:instructions\/(?:hidden-|recipe-decode)|code\/execution-(?:encoded|turned|data))/],
  [
    "fetched program",
    /^(?:instructions\/(?:recipe|staged|prerequisite)-|code\/(?:execution-(?:download|remote|memory)|installation-|hook-))/,
  ],
  ["secret that leaves", /^(?:instructions\/(?:exfiltration|credentials|wallet)-|code\/(?:exfiltration|takeover)-)/],
];

/** Natural log-odds from which evidence is a witness: little more beside it would hold a skill. */
const WEIGHS = 3;

/** Kinds of witnesses among findings: what is only shown or recorded is none; a stranger's address has no weight, and is a fact. */
export function kindsOfWitness(findings: readonly Witness[]): Set<string> {
  const kinds = new Set<string>();
  for (const { rule, severity, weight } of findings) {
    const kind = KINDS.find(([, rules]) => rules.test(rule))?.[0];
    if (kind !== undefined && (kind === ADDRESS || severity === "critical" || (weight ?? 0) >= WEIGHS)) kinds.add(kind);
  }
  return kinds;
}
