import type { RegistryErrorCode } from "@gaia/catalog";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** Code -> status and title: the one table, both for people who write clients and for this process. */
export const PROBLEMS: Record<RegistryErrorCode | "internal" | "method_not_allowed", [ContentfulStatusCode, string]> = {
  invalid_request: [400, "The request is malformed"],
  unauthorized: [401, "A valid token is needed"],
  forbidden: [403, "Not allowed"],
  second_factor_required: [403, "A second factor is needed"],
  quarantined: [403, "Quarantined"],
  quota_exceeded: [403, "No storage is left"],
  name_reserved: [403, "The name is reserved"],
  not_found: [404, "Not found"],
  method_not_allowed: [405, "Method not allowed"],
  version_exists: [409, "The version exists with other content"],
  name_taken: [409, "The name belongs to another publisher"],
  name_confusable: [409, "The name reads like another's"],
  handle_taken: [409, "The handle is taken"],
  handle_reserved: [409, "The handle is used by the registry itself"],
  conflict: [409, "It conflicts with what is there"],
  held: [409, "Held for review"],
  unresolvable: [409, "No set of versions fits"],
  purged: [410, "Purged"],
  package_too_large: [413, "The package is too large"],
  unsupported_media_type: [415, "Unsupported media type"],
  invalid_package: [422, "The package cannot be read"],
  invalid_manifest: [422, "The manifest is not valid"],
  invalid_key: [422, "The key cannot be used"],
  signature_invalid: [422, "The signature is not valid"],
  signer_unknown: [422, "The signer is not known"],
  rate_limited: [429, "Too many requests"],
  internal: [500, "Something went wrong here"],
  unavailable: [503, "Not available now"],
};
