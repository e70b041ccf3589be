export type ScannersNotReadyCode = "python_missing" | "environment_failed" | "install_failed" | "incomplete";

/** The scanners cannot be used now. The message is for the operator: what is missing and what to do. */
export class ScannersNotReady extends Error {
  readonly code: ScannersNotReadyCode;

  constructor(code: ScannersNotReadyCode, reason: string) {
    super(`scanners: not ready: ${reason}`);
    this.name = "ScannersNotReady";
    this.code = code;
  }
}
