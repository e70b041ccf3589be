import type { Severity } from "../severities.ts";
import type { Verdict } from "../verdicts.ts";

/** Where a finding lies: text for people, a file of generated digests, or anything else. */
export type Ground = "prose" | "lockfile" | "code";

export interface VerdictRow {
  /** `<prefix>/<id>` of a finding's rule, compared without case and punctuation; a final `*` matches any ending. */
  rules: readonly string[];
  /** Absent: any severity. */
  atLeast?: Severity;
  /** Absent: anywhere. */
  on?: readonly Ground[];
  verdict: Verdict;
  /** Completes "<rule> in <file>, line <n>: …". */
  because: string;
  /** The finding's own message says it better than `because`: our own rules are written for people. */
  says?: "message";
}

const RECORDED = "recorded; no reason to hold the version";
const KEY_FORMS = [
  "aws-access-key",
  "azure-storage-*",
  "discord-bot-token*",
  "github-token*",
  "gitlab-token*",
  "mailchimp-*",
  "npm-token*",
  "openai-*",
  "private-key*",
  "pypi-token*",
  "sendgrid-*",
  "slack-*",
  "square-oauth-*",
  "stripe-*",
  "telegram-bot-token*",
  "twilio-*",
].map((type) => `detect-secrets/${type}`);
const OWN_RULES = [
  "instructions/*",
  "code/*",
  "contents/*",
  "dependencies/*",
  "permissions/*",
  "versions/*",
  "signatures/*",
];

/**
 * Finding -> verdict. The first row that matches a finding decides it; the worst verdict of all findings decides the version.
 *
 * BLOCK quarantines, so it is kept for what must not be served while somebody looks: a leaked key, known malware, source that hides
 * itself, and behaviour that nothing benign has. REVIEW publishes as experimental and asks an admin before the version may rise.
 * Our own rules grade themselves: critical is what nothing benign does, and no other evidence talks it down. What instructions and code
 * look like is evidence with a weight, and held by all of it together (`judgement.ts`); what is a fact of the package, and high, is held.
 * Bandit flags half of the vendors' own skills, a few of them at HIGH, and hardly any malicious one, so none of its ordinary rules
 * blocks: they ask for a look where text becomes a command, and let pass what only concerns the skill's own quality.
 */
export const VERDICT_ROWS: readonly VerdictRow[] = [
  {
    rules: OWN_RULES,
    atLeast: "critical",
    verdict: "BLOCK",
    because: "nothing benign does this",
    says: "message",
  },
  {
    rules: OWN_RULES,
    atLeast: "high",
    verdict: "REVIEW",
    because: "a person has to look at it",
    says: "message",
  },
  { rules: OWN_RULES, verdict: "ALLOW", because: RECORDED },
  {
    rules: ["bandit/B613"],
    verdict: "BLOCK",
    because: "the source holds bidirectional characters that hide code from its reviewer",
  },
  {
    // HIGH in Bandit, and in every second script: a digest used as a cache key.
    rules: ["bandit/B303", "bandit/B324"],
    verdict: "ALLOW",
    because: "recorded; a weak digest is a matter of quality here",
  },
  {
    // Quality of a program of its own: templates without escaping, a debug server, old ciphers and protocols.
    rules: [
      "bandit/B201",
      "bandit/B304",
      "bandit/B305",
      "bandit/B401",
      "bandit/B402",
      "bandit/B413",
      "bandit/B505",
      "bandit/B701",
      "bandit/B702",
    ],
    verdict: "ALLOW",
    because: RECORDED,
  },
  {
    // A password in a script is judged by detect-secrets; Bandit takes every variable of that name for one.
    rules: ["bandit/B105", "bandit/B106", "bandit/B107"],
    verdict: "ALLOW",
    because: RECORDED,
  },
  {
    rules: ["bandit/*"],
    atLeast: "high",
    verdict: "REVIEW",
    because: "a pattern of high severity in code that runs on the user's machine",
  },
  {
    // exec, eval, marshal. Pickles and models of the skill's own are as common as they are unsafe: recorded.
    rules: ["bandit/B102", "bandit/B302", "bandit/B307"],
    atLeast: "medium",
    verdict: "REVIEW",
    because: "data is turned into running code",
  },
  {
    // Unchecked certificates; B501 and B507 are of high severity and held above.
    rules: ["bandit/B323"],
    atLeast: "medium",
    verdict: "REVIEW",
    because: "the code trusts unseen what it downloads",
  },
  {
    // B113 (no timeout) is what the specification's own example does; B310, B608 and the XML rules are as common.
    rules: ["bandit/*"],
    verdict: "ALLOW",
    because: RECORDED,
  },
  {
    // A manual shows what a key looks like; one that is real there is its owner's to revoke, and a person looks.
    rules: KEY_FORMS,
    atLeast: "high",
    on: ["prose"],
    verdict: "REVIEW",
    because: "it has the form of a real key",
  },
  {
    // Forms that a provider gave its keys: a match is a key far more often than not, unless its value spells an example.
    rules: KEY_FORMS,
    atLeast: "high",
    verdict: "BLOCK",
    because: "it has the form of a real key, and a leaked key must not be served",
  },
  {
    // Random strings are digests, ids and test data far more often than secrets; a payload is judged by what decodes and runs it
    // (`code/*`, `instructions/*`), an address by what the reader is told to do with it.
    rules: ["detect-secrets/hex-high-entropy-*", "detect-secrets/base64-high-entropy-*", "detect-secrets/public-ip-*"],
    verdict: "ALLOW",
    because: RECORDED,
  },
  {
    // `password: "hunter2"` in a manual: most of the noise that detect-secrets makes on benign skills.
    rules: ["detect-secrets/secret-keyword", "detect-secrets/basic-auth-*", "detect-secrets/json-web-token"],
    on: ["prose"],
    verdict: "ALLOW",
    because: "recorded; manuals are full of sample passwords",
  },
  {
    rules: ["detect-secrets/*"],
    atLeast: "medium",
    verdict: "REVIEW",
    because: "it may be a secret",
  },
  {
    // Placeholders: graded down by what stands on the line.
    rules: ["detect-secrets/*"],
    verdict: "ALLOW",
    because: RECORDED,
  },
  {
    rules: ["pip-audit/MAL-*"],
    verdict: "BLOCK",
    because: "a required package is known malware",
  },
  {
    // Malware whose advisory goes by another name is graded critical; ordinary vulnerabilities never are.
    rules: ["pip-audit/*"],
    atLeast: "critical",
    verdict: "BLOCK",
    because: "a required package is known malware",
  },
  {
    rules: ["pip-audit/*"],
    verdict: "REVIEW",
    because: "a required package has a known vulnerability",
  },
  {
    rules: ["osv-npm/MAL-*"],
    verdict: "BLOCK",
    because: "a package that npm would install is known malware",
  },
  {
    // Malware by another name is graded critical; ordinary vulnerabilities never are.
    rules: ["osv-npm/*"],
    atLeast: "critical",
    verdict: "BLOCK",
    because: "a package that npm would install is known malware",
  },
  {
    rules: ["osv-npm/named-malware"],
    verdict: "REVIEW",
    because: "a document says to install what is known malware",
  },
  {
    rules: ["osv-npm/*"],
    atLeast: "high",
    verdict: "REVIEW",
    because: "a package that npm would install has a known vulnerability",
  },
  {
    // Only whoever develops the skill installs it.
    rules: ["osv-npm/*"],
    verdict: "ALLOW",
    because: RECORDED,
  },
  {
    // From outside an index, from another index, from a local path, unreadable, or a name that nobody owns yet.
    rules: ["requirements/*"],
    atLeast: "medium",
    verdict: "REVIEW",
    because: "what would be installed cannot be audited",
  },
  {
    rules: ["*"],
    atLeast: "high",
    verdict: "REVIEW",
    because: "a finding of high severity for which this registry has no rule",
  },
  { rules: ["*"], verdict: "ALLOW", because: RECORDED },
];
