import { dim, type Shown, t } from "./shown-text.ts";

const MOST_HINTS = 5;

/** What would change a verdict, for a terminal: the sentence, then what each rule says to do instead, once. */
export function remediationLines(input: {
  text: string;
  findings: readonly { rule: string; hint: string | null }[];
}): Shown[] {
  const hints = new Map(input.findings.map(({ rule, hint }) => [hint, rule]));
  const told = [...hints].filter(([hint]) => hint !== null).slice(0, MOST_HINTS);
  return [t`  ${input.text}`, ...told.map(([hint, rule]) => t`  ${dim(rule)} ${hint}`)];
}
