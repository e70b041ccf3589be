export { ensureScanners, type EnsureScanners, type ScannerEnvironment } from "./ensure-scanners.ts";
