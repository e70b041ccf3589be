export { machineNpm } from "./machine-npm.ts";
export { ensureScanners, type EnsureScanners, type ScannerEnvironment } from "./ensure-scanners.ts";
export { scannerRevision } from "./scanner-revision.ts";
export { warmScanners } from "./warm-scanners.ts";
