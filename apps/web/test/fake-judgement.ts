import type { components } from "@gaia/client";

export type ScanReport = components["schemas"]["ScanReport"];

export const HEX = "0123456789abcdef".repeat(4);
export const UUID = "0b9f0f3e-5d0a-4a59-9d8e-3d5f0d6a1b2c";

/** A report as the API shows it: three scanners that finished, one finding. */
export function fakeScan(fields: Partial<ScanReport> = {}): ScanReport {
  return {
    inspection_id: UUID,
    verdict: "ALLOW",
    reason: "All scanners finished; one finding of low severity.",
    cleared: null,
    started_at: "2026-05-03T09:10:10.000Z",
    finished_at: "2026-05-03T09:11:40.000Z",
    report_digest: `sha256:${HEX}`,
    scanners: ["bandit", "pip-audit", "detect-secrets"].map((name) => ({
      name,
      version: "1.8.3",
      status: "completed" as const,
      reason: null,
      rules_digest: `sha256:${HEX}`,
      duration_ms: 1_340,
    })),
    findings: [
      {
        rule: "bandit/B603",
        scanner: "bandit",
        severity: "low",
        category: "subprocess",
        file: "tools.py",
        line: 42,
        message: "A subprocess is started without a shell; check where its arguments come from.",
        hint: "Pass a list of fixed arguments.",
        snippet: '41 args = ["curl", url]\n42 subprocess.run(args)',
        weight: null,
        also: [],
      },
    ],
    ...fields,
  };
}

/** What the registry signed, in an envelope that nobody verifies here. */
export function fakeAttestation(decision: string, sequence: number, predicate: Record<string, unknown>) {
  const statement = {
    _type: "https://in-toto.io/Statement/v1",
    subject: [],
    predicate: { decision, sequence, ...predicate },
  };
  return {
    sequence,
    decision,
    created_at: "2026-05-03T09:12:00.000Z",
    envelope: {
      payloadType: "application/vnd.in-toto+json",
      payload: Buffer.from(JSON.stringify(statement)).toString("base64"),
      signatures: [{ keyid: "k1", sig: "AAAA" }],
    },
  };
}
