import type { SourceFormat } from "@gaia/manifest";

/** The closed list of codes that leave the registry; `packages/api/src/refusing/problem-codes.ts` gives each its status. */
export type RegistryErrorCode =
  | "unauthorized"
  | "registry_closed"
  | "second_factor_invalid"
  | "forbidden"
  | "second_factor_required"
  | "not_found"
  | "purged"
  | "quarantined"
  | "version_exists"
  | "name_reserved"
  | "name_taken"
  | "name_confusable"
  | "handle_taken"
  | "handle_reserved"
  | "invalid_package"
  | "invalid_manifest"
  | "invalid_request"
  | "invalid_key"
  | "package_too_large"
  | "quota_exceeded"
  | "unsupported_media_type"
  | "rate_limited"
  | "signature_invalid"
  | "signer_unknown"
  | "conflict"
  | "held"
  | "unresolvable"
  | "unavailable";

/** One of several reasons behind a refusal, with its place where it has one. */
export interface ErrorDetail {
  code: string;
  title?: string;
  severity: "error" | "warning" | "info";
  file: string | null;
  line: number | null;
  column: number | null;
  message: string;
  hint: string | null;
}

export interface RegistryErrorOptions {
  errors?: ErrorDetail[] | undefined;
  format?: SourceFormat | null | undefined;
  quota?: { used_bytes: number; limit_bytes: number } | undefined;
  cause?: unknown;
}

/** A refusal whose message is meant for the person who asked; the cause is for the log only. */
export class RegistryError extends Error {
  override readonly name = "RegistryError";
  readonly code: RegistryErrorCode;
  readonly errors: ErrorDetail[] | null;
  /** What a refused package was recognised as; null where nothing was, or where it was never looked at. */
  readonly format: SourceFormat | null;
  /** Of `quota_exceeded`: what would be used, and what may be. */
  readonly quota: { used_bytes: number; limit_bytes: number } | null;

  constructor(code: RegistryErrorCode, message: string, options: RegistryErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.errors = options.errors ?? null;
    this.format = options.format ?? null;
    this.quota = options.quota ?? null;
  }
}
