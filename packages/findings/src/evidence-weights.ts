import type { EvidenceKind } from "./evidence-kinds.ts";

// Written by `npm run train:judgement -- --skills FOLDER --write`; docs/detection.md says what it was fitted to.

/**
 * What the judgement starts from, the weight of each kind of evidence, both as natural log-odds, and what share of it rules have that fire
 * on honest skills too.
 */
export const EVIDENCE: {
  prior: number;
  weights: Readonly<Record<EvidenceKind, number>>;
  rules: Readonly<Record<string, number>>;
} = {
  prior: -3.97,
  weights: {
    "wording.manifest": 4.52,
    "wording.manifest.beyond": 5.51,
    "wording.elsewhere": 1.88,
    "wording.elsewhere.beyond": 1.76,
    "wording.hidden": 3.45,
    "wording.hidden.beyond": 3.51,
    "rule.hidden": 5.5,
    "rule.sure": 4,
    "rule.quoted": 2.88,
    "rule.lowered": 0.5,
    "rule.borneOut": 6.1,
    "rule.plain": 5.15,
    "rule.against": 1,
    "rule.unweighed": 1,
    "code.manifest": 5.99,
    "code.document": 1.65,
    "code.program": 5.11,
    recorded: 0,
  },
  rules: {
    "code/backdoor-shell": 0.7,
    "code/execution-download": 0.86,
    "code/execution-encoded-payload": 0.88,
    "code/execution-remote-script": 0.73,
    "code/exfiltration-by-command": 0.65,
    "code/hook-install": 0.8,
    "instructions/conceal-from-user": 0.7,
    "instructions/conceal-translated": 0.8,
    "instructions/consent-abroad-unasked": 0.77,
    "instructions/consent-no-question": 0.78,
    "instructions/credentials-asked": 0.7,
    "instructions/destruction-for-good": 0.64,
    "instructions/hidden-direction-override": 0.82,
    "instructions/hidden-encoded-order": 0.93,
    "instructions/override-earlier": 0.38,
    "instructions/override-precedence": 0.67,
    "instructions/recipe-decode-and-follow": 0.79,
    "instructions/wallet-asked": 0.78,
  },
};
