import type { Verdict } from "@gaia/policy";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { type SampleFiles, sampleZip, zipOf } from "../harness/samples.ts";
import { EVASION_CASES, SOUND } from "./evasion/evasion-cases.ts";

interface Scan {
  verdict: Verdict;
  reason: string;
  scanners: {
    name: string;
    status: string;
    reason: string | null;
    version: string | null;
    rules_digest: string | null;
  }[];
  findings: { rule: string; file: string | null; severity: string }[];
}

const ALL = [
  "bandit",
  "detect-secrets",
  "pip-audit",
  "gaia-instructions",
  "gaia-code",
  "gaia-contents",
  "gaia-dependencies",
];

async function scanOf(registry: TestRegistry, token: string, name: string, timeoutMs = 240_000): Promise<Scan> {
  await inspected(registry.url, name, "1.0.0", token, timeoutMs);
  const { status, body } = await call(`${registry.url}/api/v1/skills/${name}/1.0.0/scan`, { token });
  expect(status).toBe(200);
  return body as Scan;
}

/** What is held against a file: findings that are not merely recorded, and scanners that could not read it. */
const heldAgainst = ({ scanners, findings }: Scan, about: RegExp): string[] => [
  ...findings.filter(({ file }) => about.test(file ?? "")).map(({ rule, severity }) => `${rule} ${severity}`),
  ...scanners.filter(({ reason }) => about.test(reason ?? "")).map(({ name }) => `${name} unscanned`),
];

describe("a skill that fights its scan", () => {
  let registry: TestRegistry;
  let author: string;

  beforeAll(async () => {
    registry = await startTestRegistry({ scansAnew: true });
    author = await account(registry.url, registry.adminToken, "mallory");
    // All at once: they are inspected one after the other while the tests wait for each.
    for (const { id, files } of [...SOUND, ...EVASION_CASES]) await send(id, files);
  }, 120_000);
  afterAll(() => registry.close());

  const refused = new Set<string>();
  const send = async (id: string, files: SampleFiles) => {
    const { status, body } = await publish(registry.url, author, zipOf(files));
    // Refused before anybody scans it: as good.
    if (status === 422) refused.add(id);
    else expect({ id, status, body }).toMatchObject({ status: 201 });
  };

  test.each(SOUND)("$id: without the fight it is allowed", { timeout: 240_000 }, async ({ id }) => {
    const scan = await scanOf(registry, author, id);
    expect({ verdict: scan.verdict, reason: scan.reason }).toMatchObject({ verdict: "ALLOW" });
    expect(scan.scanners.filter(({ status }) => status !== "completed")).toEqual([]);
    expect(scan.scanners.map(({ name }) => name)).toEqual(expect.arrayContaining(ALL));
  });

  test.each(EVASION_CASES)("$id: held, blocked or unscanned", { timeout: 240_000 }, async ({ id, about }) => {
    if (refused.has(id)) return;
    const scan = await scanOf(registry, author, id.toLowerCase());
    expect({ verdict: scan.verdict, reason: scan.reason }).toMatchObject({
      verdict: expect.stringMatching(/REVIEW|BLOCK/),
    });
    expect(heldAgainst(scan, about), scan.reason).not.toEqual([]);
  });

  test("most of them reach the scanners", () => {
    expect([...refused].filter((id) => !id.startsWith("S3-"))).toEqual([]);
  });

  test("S9 the verdict is bound to the version and the rules of each scanner", { timeout: 240_000 }, async () => {
    const scan = await scanOf(registry, author, "sound-plain");
    for (const { name, version, rules_digest: digest } of scan.scanners) {
      expect({ name, digest }).toEqual({ name, digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) });
      if (ALL.includes(name)) expect({ name, version }).toEqual({ name, version: expect.stringMatching(/^\d/) });
    }
    const again = await scanOf(registry, author, "sound-rich");
    const digests = ({ scanners }: Scan) => scanners.map(({ name, rules_digest: digest }) => `${name} ${digest}`);
    expect(digests(again)).toEqual(digests(scan));
    const { body } = await call(`${registry.url}/api/v1/skills/sound-plain/1.0.0/attestations`, { token: author });
    const signed = JSON.stringify(decoded(body));
    for (const { rules_digest: digest } of scan.scanners) expect(signed).toContain(digest?.replace("sha256:", ""));
  });
});

/** The payloads of DSSE envelopes, wherever they stand. */
function decoded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decoded);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value).map(([key, each]) =>
    key === "payload" && typeof each === "string" ? Buffer.from(each, "base64").toString("utf8") : decoded(each),
  );
}

/** A stand-in for the scanners' Python: answers who asks what it is, and does its worst when a scanner is to run. */
const fakePython = (worst: string): string => `#!/bin/sh
case "$*" in
  *distributions*) echo '[]'; exit;;
  *platform.python_version*) echo '{"bandit":"1.0","detect-secrets":"1.0","pip-audit":"1.0","pip":"1.0","python":"3.11"}'; exit;;
  *os.environ*) echo '{}'; exit;;
  *"pip config"*) exit;;
esac
${worst}
`;

describe("S8 scanners that are brought down", () => {
  const cases: [what: string, script: string, reason: RegExp][] = [
    ["a crash", "kill -SEGV $$", /crashed/],
    ["half a report", `printf '{"results": {'; exit 0`, /crashed/],
    ["a hang", "sleep 600", /ran out of time/],
    ["a fork bomb", "f() { sleep 600 & f & }; f; sleep 600", /ran out of time|crashed/],
    ["output without end", "yes '{\"results\": []}'", /printed more|ran out of time/],
    // Which of its bounds stops it first depends on how fast the machine hands out memory.
    ["memory without end", "head -c 100000000000 /dev/zero | tail -n 1", /crashed|ran out of time|more computing/],
  ];

  test.concurrent.each(cases)(
    "%s: unscanned, held, and the registry lives on",
    { timeout: 180_000 },
    async (what, script, reason) => {
      const dir = await mkdtemp(join(tmpdir(), "fake-scanners-"));
      await mkdir(join(dir, "bin"));
      await writeFile(join(dir, "bin", "python3"), fakePython(script));
      await chmod(join(dir, "bin", "python3"), 0o755);
      const registry = await startTestRegistry({
        environment: { SCANNER_DIR: dir, INSPECTION_TIMEOUT_SECONDS: "5", SWEEP_SECONDS: "1" },
      });
      try {
        const author = await account(registry.url, registry.adminToken, "mallory");
        expect((await publish(registry.url, author, sampleZip({ name: "brings-down" }))).status).toBe(201);
        const scan = await scanOf(registry, author, "brings-down", 150_000);
        expect({ what, verdict: scan.verdict, reason: scan.reason }).toMatchObject({
          verdict: "REVIEW",
          reason: expect.stringContaining("unscanned"),
        });
        for (const name of ["bandit", "detect-secrets"]) {
          const scanner = scan.scanners.find((each) => each.name === name);
          expect(scanner).toMatchObject({ status: "unscanned", reason: expect.stringMatching(reason) });
        }
        expect((await call(`${registry.url}/api/v1/skills/brings-down`)).status).toBe(200);
        // The verdict is there before its job has ended.
        await registry.settle();
      } finally {
        await registry.close();
        await rm(dir, { recursive: true, force: true });
      }
    },
  );
});
