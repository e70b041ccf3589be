import type { PackageFile } from "@gaia/archive";
import { sandboxRunner } from "@gaia/sandbox";
import { ADVISORIES, type OsvAdvisory, startFakeOsv } from "../../../test/harness/fake-osv-server.ts";
import { findSharedScanners } from "../../../test/harness/scanners.ts";
import type { Command } from "@gaia/findings";
import { type ScanResult, type ScanSkill, scanSkill } from "../src/scanners.ts";

export const { scanners, reason } = await findSharedScanners();
export const run = await sandboxRunner();

const malware: OsvAdvisory = {
  id: "MAL-2024-0001",
  aliases: [],
  summary: "not a real record: stands for one of the malware records",
  affected: [
    {
      package: { ecosystem: "PyPI", name: "idna" },
      ranges: [{ type: "ECOSYSTEM", events: [{ introduced: "3.0" }, { fixed: "3.2" }] }],
    },
  ],
};
// One for all files that share this process and so this module: it ends with the process, which it does not keep alive.
export const osv = await startFakeOsv([...ADVISORIES, malware]);
osv.unref();

export function file(path: string, text: string | Uint8Array): PackageFile {
  return { path, bytes: typeof text === "string" ? new TextEncoder().encode(text) : text };
}

/** scanSkill with the real scanners, the real sandbox and the fake OSV, unless a test says otherwise. */
export async function scan(changes: Partial<ScanSkill>): Promise<ScanResult & { commands: Command[] }> {
  if (scanners === null) throw new Error(reason);
  const commands: Command[] = [];
  const inner = changes.run ?? run;
  const result = await scanSkill({
    files: [],
    requirements: [],
    scanners,
    osvUrl: osv.url,
    pipIndexUrl: null,
    timeoutMs: 60_000,
    ...changes,
    run: async (command, abort) => {
      commands.push(command);
      return inner(command, abort);
    },
  });
  return { ...result, commands };
}

/** `rule severity confidence file:line` of each finding. */
export function told(result: ScanResult): string[] {
  return result.findings.map(
    ({ rule, severity, confidence, file, line }) => `${rule} ${severity} ${confidence} ${file}:${line}`,
  );
}

/** name -> reason, null for completed. */
export function reasons(result: ScanResult): Record<string, string | null> {
  return Object.fromEntries(result.scanners.map((each) => [each.name, each.reason]));
}

export const COMPLETED = { bandit: null, "detect-secrets": null, "pip-audit": null };
