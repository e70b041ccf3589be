import { fileURLToPath } from "node:url";
import { ensureScanners, type ScannerEnvironment } from "../../apps/server/src/scanners/index.ts";

const CACHE = fileURLToPath(new URL("../../node_modules/.cache", import.meta.url));

/**
 * The real scanners for tests, installed once per machine and lock file below node_modules/.cache. Many test files may
 * ask at once: one installs, the others wait. `SCANNER_DIR` in the environment names a ready-made set instead.
 */
export async function sharedScanners(
  scannerDir: string | null = process.env["SCANNER_DIR"] || null,
): Promise<ScannerEnvironment> {
  return ensureScanners({
    dataDir: CACHE,
    scannerDir,
    pipIndexUrl: process.env["PIP_INDEX_URL"] || null,
    log: () => undefined,
    onProgress: () => undefined,
  });
}

/**
 * `sharedScanners`, or the reason why a suite must be skipped. Throws in place of the reason when REQUIRE_SERVICES names
 * `scanners`.
 */
export async function findSharedScanners(): Promise<
  { scanners: ScannerEnvironment; reason: null } | { scanners: null; reason: string }
> {
  try {
    return { scanners: await sharedScanners(), reason: null };
  } catch (error) {
    if ((process.env["REQUIRE_SERVICES"] ?? "").split(",").includes("scanners")) throw error;
    return { scanners: null, reason: error instanceof Error ? error.message : String(error) };
  }
}
