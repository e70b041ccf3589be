export { ensureScanners, type EnsureScanners, type ScannerEnvironment } from "./ensure-scanners.ts";
export { ScannersNotReady, type ScannersNotReadyCode } from "./scanners-not-ready.ts";
