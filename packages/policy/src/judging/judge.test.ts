import { describe, expect, it } from "vitest";
import { judge, MANDATORY_SCANNERS, VERDICT_ROWS } from "../index.ts";
import type { JudgedFinding, Severity } from "../index.ts";

const COMPLETED = MANDATORY_SCANNERS.map((name) => ({ name, status: "completed" as const }));

function finding(rule: string, severity: Severity, file: string | null = "tools.py", line: number | null = 12) {
  return { rule, scanner: rule.split("/")[0] ?? "", severity, category: "code", file, line };
}

function verdictOf(...findings: JudgedFinding[]) {
  return judge({ scanners: COMPLETED, findings }).verdict;
}

describe("findings", () => {
  it.each([
    ["B113 of the specification's own example", "bandit/B113", "medium", "ALLOW"],
    ["B404, importing subprocess", "bandit/B404", "low", "ALLOW"],
    ["B324, md5", "bandit/B324", "high", "ALLOW"],
    ["B105, a variable named password", "bandit/B105", "low", "ALLOW"],
    ["B602, a shell", "bandit/B602", "high", "REVIEW"],
    ["B602 on a literal", "bandit/B602", "low", "ALLOW"],
    ["B307, eval", "bandit/B307", "medium", "REVIEW"],
    ["B323, unchecked certificates", "bandit/B323", "medium", "REVIEW"],
    ["B104, all interfaces", "bandit/B104", "medium", "ALLOW"],
    ["B301, a pickle", "bandit/B301", "medium", "ALLOW"],
    ["B701, a template", "bandit/B701", "high", "ALLOW"],
    ["our own rule, critical", "instructions/hidden-text", "critical", "BLOCK"],
    ["our own rule, high", "code/secret-to-network", "high", "REVIEW"],
    ["our own rule, medium", "contents/nested-archive", "medium", "ALLOW"],
    ["a new permission in a patch", "versions/permission-added", "high", "REVIEW"],
    ["B613, trojan source", "bandit/B613", "high", "BLOCK"],
    ["a Bandit rule of tomorrow", "bandit/B999", "high", "REVIEW"],
    ["an AWS key", "detect-secrets/aws-access-key", "high", "BLOCK"],
    ["an AWS key, as the plugin's type spells it", "detect-secrets/AWS Access Key", "high", "BLOCK"],
    ["a private key", "detect-secrets/private-key", "high", "BLOCK"],
    ["a GitHub token", "detect-secrets/github-token", "high", "BLOCK"],
    ["a Stripe key", "detect-secrets/stripe-access-key", "high", "BLOCK"],
    ["an Azure key", "detect-secrets/azure-storage-account-access-key", "high", "BLOCK"],
    ["a provider without a row of its own", "detect-secrets/cloudant-credentials", "high", "REVIEW"],
    ["a random string", "detect-secrets/base64-high-entropy-string", "low", "ALLOW"],
    ["a documented example of a key", "detect-secrets/aws-access-key", "low", "ALLOW"],
    ["a password in code", "detect-secrets/secret-keyword", "medium", "REVIEW"],
    ["a placeholder in code", "detect-secrets/secret-keyword", "low", "ALLOW"],
    ["a vulnerability", "pip-audit/PYSEC-2023-74", "high", "REVIEW"],
    ["malware", "pip-audit/MAL-2024-1234", "high", "BLOCK"],
    ["malware by an alias", "pip-audit/GHSA-xxxx", "critical", "BLOCK"],
    ["an unknown scanner, low", "novel/x", "medium", "ALLOW"],
    ["an unknown scanner, high", "novel/x", "high", "REVIEW"],
    ["an unknown scanner, critical", "novel/x", "critical", "REVIEW"],
    ["a rule without a prefix", "", "high", "REVIEW"],
  ] as const)("%s (%s, %s): %s", (_what, rule, severity, verdict) => {
    expect(verdictOf(finding(rule, severity))).toBe(verdict);
  });

  it("a requirement that cannot be audited is REVIEW, whichever scanner says so", () => {
    const remote = { ...finding("requirements/remote-source", "high"), scanner: "pip-audit" };
    expect(judge({ scanners: COMPLETED, findings: [remote] })).toEqual({
      verdict: "REVIEW",
      reason: "requirements/remote-source in tools.py, line 12: what would be installed cannot be audited.",
    });
  });

  it("weighs a sample password, and a key, by where it stands", () => {
    for (const file of ["README.md", "docs/SETUP.MD", "notes.txt"]) {
      expect(verdictOf(finding("detect-secrets/secret-keyword", "medium", file))).toBe("ALLOW");
      expect(verdictOf(finding("detect-secrets/slack-token", "high", file))).toBe("REVIEW");
    }
    for (const file of ["tools.py", "config.yaml", ".env"])
      expect(verdictOf(finding("detect-secrets/slack-token", "high", file))).toBe("BLOCK");
  });

  it("takes a severity it does not know for the highest", () => {
    expect(verdictOf(finding("novel/x", "apocalyptic" as Severity))).toBe("REVIEW");
  });

  it("lets the worst finding decide, wherever it stands", () => {
    const all = [
      finding("bandit/B113", "medium"),
      finding("bandit/B602", "high"),
      finding("detect-secrets/slack-token", "high"),
    ];
    for (const order of [all, all.toReversed()]) expect(verdictOf(...order)).toBe("BLOCK");
  });
});

describe("scanners", () => {
  it("found nothing: ALLOW", () => {
    expect(judge({ scanners: COMPLETED, findings: [] })).toEqual({
      verdict: "ALLOW",
      reason: "Every scanner completed and found nothing.",
    });
  });

  it("S3 S8 one that did not complete is REVIEW with its reason, never clean", () => {
    const scanners = COMPLETED.map((one) =>
      one.name === "bandit" ? { ...one, status: "unscanned" as const, reason: "could not read tools.py." } : one,
    );
    expect(judge({ scanners, findings: [finding("bandit/B404", "low")] })).toEqual({
      verdict: "REVIEW",
      reason: "unscanned: bandit could not scan it: could not read tools.py.",
    });
  });

  it("one that is missing altogether is REVIEW too", () => {
    expect(judge({ scanners: [], findings: [] }).verdict).toBe("REVIEW");
    for (const name of MANDATORY_SCANNERS) {
      const scanners = COMPLETED.filter((one) => one.name !== name);
      expect(judge({ scanners, findings: [] })).toEqual({
        verdict: "REVIEW",
        reason: `unscanned: ${name} did not scan it.`,
      });
    }
  });

  it("does not soften a BLOCK, and both are named", () => {
    const { verdict, reason } = judge({
      scanners: COMPLETED.slice(1),
      findings: [finding("pip-audit/MAL-2024-1", "critical", "requirements.txt", 3)],
    });
    expect(verdict).toBe("BLOCK");
    expect(reason).toBe(
      "pip-audit/MAL-2024-1 in requirements.txt, line 3: a required package is known malware; besides, unscanned: bandit did not scan it.",
    );
  });
});

describe("the reason", () => {
  it("names the deciding rule, its file and line, and how many more there are", () => {
    const findings = [
      finding("bandit/B404", "low", "a.py", 1),
      finding("bandit/B602", "high", "tools.py", 7),
      finding("bandit/B605", "high", "b.py", 9),
    ];
    expect(judge({ scanners: COMPLETED, findings }).reason).toBe(
      "bandit/B602 in tools.py, line 7: a pattern of high severity in code that runs on the user's machine (and 1 more like it).",
    );
  });

  it("says what our own rule found in its own words", () => {
    const found = {
      ...finding("instructions/recipe", "high", "SKILL.md", 4),
      message: "The text tells the reader to run a program from a bare address.",
    };
    expect(judge({ scanners: COMPLETED, findings: [found] }).reason).toBe(
      "instructions/recipe in SKILL.md, line 4: The text tells the reader to run a program from a bare address.",
    );
  });

  it("is one visible line whatever a file or a scanner is called", () => {
    const evil = "a\n\u202eb\x1b[31m\0".repeat(200);
    const { reason } = judge({
      scanners: [{ name: evil, status: "unscanned", reason: evil }, ...COMPLETED],
      findings: [finding("bandit/B602", "high", evil)],
    });
    expect(reason).not.toMatch(/\p{C}/u);
    expect(reason.length).toBeLessThan(1000);
  });
});

it("has a reason in every row, and a last row for everything", () => {
  for (const { because, rules } of VERDICT_ROWS) {
    expect(because).toMatch(/^[a-z].*[^.]$/);
    expect(rules.length).toBeGreaterThan(0);
  }
  expect(VERDICT_ROWS.at(-1)).toMatchObject({ rules: ["*"] });
  expect(VERDICT_ROWS.at(-1)).not.toHaveProperty("atLeast");
});
