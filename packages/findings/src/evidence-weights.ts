import type { EvidenceKind } from "./evidence-kinds.ts";

// Written by `npm run train:judgement -- --write`; docs/detection.md says what it was fitted to.

/**
 * What the judgement starts from, the weight of each kind of evidence, both as natural log-odds, and what share of it rules have that fire
 * on honest skills too.
 */
export const EVIDENCE: {
  prior: number;
  weights: Readonly<Record<EvidenceKind, number>>;
  rules: Readonly<Record<string, number>>;
} = {
  prior: -3.75,
  weights: {
    "wording.manifest": 3.93,
    "wording.manifest.beyond": 5.61,
    "wording.elsewhere": 1.42,
    "wording.elsewhere.beyond": 1.5,
    "wording.hidden": 2.84,
    "wording.hidden.beyond": 3.18,
    "rule.hidden": 4.59,
    "rule.sure": 3,
    "rule.quoted": 1.75,
    "rule.lowered": 0.5,
    "rule.borneOut": 4.63,
    "rule.plain": 2.95,
    "rule.against": 0,
    "rule.unweighed": 0.64,
    "code.manifest": 6.04,
    "code.document": 1.74,
    "code.program": 4.92,
    recorded: 0,
  },
  rules: {
    "code/backdoor-shell": 0.7,
    "code/execution-download": 0.86,
    "code/execution-encoded-payload": 0.88,
    "code/execution-remote-script": 0.73,
    "code/exfiltration-by-command": 0.65,
    "code/hook-install": 0.8,
    "instructions/coercion-disable-others": 0.62,
    "instructions/coercion-fed-abroad": 0.64,
    "instructions/conceal-abroad-deed": 0.65,
    "instructions/conceal-account-unaware": 0.5,
    "instructions/conceal-from-user": 0.7,
    "instructions/conceal-hidden-unaware": 0.62,
    "instructions/conceal-translated": 0.8,
    "instructions/consent-abroad-unasked": 0.77,
    "instructions/consent-approve-all": 0.64,
    "instructions/consent-gates-off": 0.4,
    "instructions/consent-never-ask": 0.68,
    "instructions/consent-no-question": 0.77,
    "instructions/consent-presumed": 0.67,
    "instructions/credentials-asked": 0.7,
    "instructions/credentials-read-and-sent": 0.87,
    "instructions/destruction-for-good": 0.64,
    "instructions/destruction-languages": 0.62,
    "instructions/exfiltration-to-unnamed": 0.71,
    "instructions/hidden-direction-override": 0.82,
    "instructions/hidden-encoded-order": 0.93,
    "instructions/override-earlier": 0.38,
    "instructions/override-earlier-translated": 0.71,
    "instructions/override-everything": 0.67,
    "instructions/override-markers": 0.72,
    "instructions/override-precedence": 0.67,
    "instructions/override-role": 0.72,
    "instructions/partial-rank": 0.64,
    "instructions/propagation-praise": 0.62,
    "instructions/propagation-publish": 0.62,
    "instructions/recipe-decode-and-follow": 0.79,
    "instructions/recipe-piped-unnamed": 0.58,
    "instructions/recipe-powershell-hidden-fetch": 0.84,
    "instructions/recipe-saved-and-run-unnamed": 0.79,
    "instructions/recipe-unseen-window": 0.84,
    "instructions/staged-part-run": 0.82,
    "instructions/wallet-asked": 0.78,
  },
};
