import type { components } from "@gaia/client";

type Status = components["schemas"]["RegistryStatus"];

const times = (count: number, p50: number, p95: number) => ({ count, p50_seconds: p50, p95_seconds: p95 });

/** The status of a registry that is at work; give the fields that matter to a test. */
export const fakeStatus = (fields: Partial<Status> = {}): Status => ({
  version: "1.4.0",
  counted_at: "2026-05-03T09:12:00.000Z",
  publish_to_verdict: {
    waiting: 2,
    oldest: "2026-05-03T09:11:40.000Z",
    last_7_days: times(240, 4.2, 21.4),
    last_30_days: times(1_031, 4, 65),
  },
  report_to_decision: {
    waiting: 1,
    oldest: "2026-05-02T19:11:40.000Z",
    last_7_days: { count: 0, p50_seconds: null, p95_seconds: null },
    last_30_days: times(1, 5_400, 5_400),
  },
  hold_to_decision: {
    waiting: 0,
    oldest: null,
    last_7_days: times(3, 10_800, 172_800),
    last_30_days: times(12, 7_200, 90_000),
  },
  advisories: "reachable",
  scanners: {
    inspected_at: "2026-05-03T09:10:00.000Z",
    items: [
      { name: "bandit", version: "1.9.4", status: "completed" },
      { name: "pip-audit", version: "2.10.0", status: "unscanned" },
    ],
  },
  log: {
    origin: "skills.example/log",
    key: "skills.example/log+433b30bb+Ab63OT30ZVUA7cbotZ6BZwMJpqPJqO5ZUKUd1QTTQ9hI",
    size: 4_210,
    signed_at: "2026-05-03T09:11:00.000Z",
    newest_size: 4_212,
    is_one_history: true,
    witnesses: [
      { name: "w.example/1", cosigned_size: 4_210, cosigned_at: "2026-05-03T09:11:01.000Z" },
      { name: "w.example/2", cosigned_size: null, cosigned_at: null },
    ],
  },
  ...fields,
});
