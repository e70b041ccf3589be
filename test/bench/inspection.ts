import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { account, call, inspected, publish } from "../harness/api.ts";
import { freePort } from "../harness/child-server.ts";
import { startFakeOsv } from "../harness/fake-osv-server.ts";
import { type SampleFiles, sampleFiles, zipOf } from "../harness/samples.ts";
import { findSharedScanners } from "../harness/scanners.ts";
import { startPackageIndex } from "./package-index.ts";
import { NODE, startQuietly } from "./targets/start-quietly.ts";

/** Inspections one after the other, from the job's beginning to the verdict, as the registry's own report says. */
export interface InspectionResult {
  what: string;
  milliseconds: number[];
  /** The same for each scanner; they run beside each other. */
  scanners: { name: string; milliseconds: number[] }[];
}

const MAIN = new URL("../../apps/server/src/main.ts", import.meta.url).pathname;
const ADMIN_TOKEN = "bench-admin-token-of-24-characters-or-more";
const WARM_UP = 2;
/** Where packages come from and how to get there is the machine's own business. */
const NETWORK = /^(?:PIP_\w+|(?:HTTPS?|ALL|NO)_PROXY|SSL_CERT_\w+|REQUESTS_CA_BUNDLE)$/i;

const REQUIREMENTS = "requests==2.32.5\nidna==3.10\n";

/**
 * Inspections of a package of ordinary size with the real scanners, in an embedded registry of its own: with a package index on
 * loopback, without requirements, and with the machine's index, whose way is part of the time. The advisories come from a fake of
 * OSV on loopback. Null where there are no scanners.
 */
export async function measureInspections(dir: string, count: number): Promise<InspectionResult[] | null> {
  const { scanners } = await findSharedScanners();
  if (scanners === null) return null;
  const index = await startPackageIndex();
  const machine = Object.fromEntries(Object.entries(process.env).filter(([name]) => NETWORK.test(name)));
  const input = { count, binDir: scanners.binDir };
  try {
    return [
      ...(await measureIn(join(dir, "inspection"), {
        ...input,
        env: { PIP_INDEX_URL: index.url },
        packages: [
          ["two pinned requirements, package index on loopback", REQUIREMENTS],
          ["no requirements", null],
        ],
      })),
      ...(await measureIn(join(dir, "inspection-network"), {
        ...input,
        env: machine,
        packages: [["two pinned requirements, the machine's package index", REQUIREMENTS]],
      })),
    ];
  } finally {
    await index.close();
  }
}

interface Setting {
  count: number;
  binDir: string;
  env: Record<string, string | undefined>;
  packages: [what: string, requirements: string | null][];
}

async function measureIn(dir: string, { count, binDir, env, packages }: Setting): Promise<InspectionResult[]> {
  await mkdir(dir, { recursive: true });
  const [port, osv] = [await freePort(), await startFakeOsv([])];
  const given = Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  const server = await startQuietly({
    argv: [...NODE, MAIN],
    port,
    log: join(dir, "log"),
    startTimeoutMs: 60_000,
    env: {
      ...given,
      PORT: String(port),
      DATA_DIR: join(dir, "data"),
      ADMIN_TOKEN,
      OSV_URL: osv.url,
      SCANNER_DIR: binDir,
    },
  });
  try {
    const to = { url: `http://127.0.0.1:${port}`, token: "" };
    to.token = await account(to.url, ADMIN_TOKEN, "bench");
    const results: InspectionResult[] = [];
    for (const [at, [what, requirements]] of packages.entries()) {
      const result: InspectionResult = { what, milliseconds: [], scanners: [] };
      for (let number = 0; number < count + WARM_UP; number += 1) {
        const name = `ordinary-${at}-${number}`;
        const scan = await inspect(to, name, ordinaryPackage(name, requirements));
        if (number >= WARM_UP) record(result, scan);
      }
      results.push(result);
    }
    return results;
  } finally {
    await server.stop();
    await osv.close();
  }
}

interface Scan {
  started_at: string;
  finished_at: string;
  scanners: { name: string; status: string; reason: string | null; duration_ms: number }[];
}

async function inspect(to: { url: string; token: string }, name: string, files: SampleFiles): Promise<Scan> {
  const { status, body } = await publish(to.url, to.token, zipOf(files));
  if (status !== 201) throw new Error(`a publish answered ${status}: ${JSON.stringify(body)}`);
  await inspected(to.url, name, "1.0.0", to.token);
  const { body: scan } = await call(`${to.url}/api/v1/skills/${name}/1.0.0/scan`, { token: to.token });
  return scan as Scan;
}

function record(result: InspectionResult, scan: Scan): void {
  const unfinished = scan.scanners.find(({ status }) => status !== "completed");
  if (unfinished) throw new Error(`${unfinished.name} did not complete: ${unfinished.reason}`);
  result.milliseconds.push(Date.parse(scan.finished_at) - Date.parse(scan.started_at));
  for (const { name, duration_ms: milliseconds } of scan.scanners) {
    const found = result.scanners.find((each) => each.name === name);
    if (found) found.milliseconds.push(milliseconds);
    else result.scanners.push({ name, milliseconds: [milliseconds] });
  }
}

/** A SKILL.md of 10 kB, 200 lines of Python, two scripts, and requirements or none: as many published skills are. */
function ordinaryPackage(name: string, requirements: string | null): SampleFiles {
  const line = "A line of instructions such as people write them, with `code` and a [link](https://example.com/a).\n";
  const files = sampleFiles({ name, body: line.repeat(95) });
  const functions = Array.from({ length: 24 }, (_, n) => unitFunction(n)).join("\n\n");
  return {
    ...files,
    "tools.py": `import json\nimport math\n\n${String(files["tools.py"])}\n\n${functions}`,
    "scripts/report.py": `import json\nimport sys\n\n\n${unitFunction(0)}\n\nprint(json.dumps(convert_0(float(sys.argv[1]))))\n`,
    "scripts/check.sh": '#!/bin/sh\nset -eu\nfor file in data/*.json; do\n  python3 scripts/report.py "$file"\ndone\n',
    ...(requirements === null ? {} : { "requirements.txt": requirements }),
  };
}

const unitFunction = (n: number): string => `def convert_${n}(value: float, unit: str = "m") -> dict:
    """Converts a length from one unit into metres."""
    factors = {"m": 1.0, "km": 1000.0, "ft": 0.3048}
    if unit not in factors:
        return {"error": f"unknown unit {unit}"}
    return {"value": round(value * factors[unit], 3)}
`;
