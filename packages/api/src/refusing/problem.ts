import { describeError, isSerializationFailure, isUnavailable } from "@gaia/db";
import { type Explain, problems } from "@gaia/edge";
import { IdentityError } from "@gaia/identity";
import { RegistryError, type RegistryErrorCode } from "@gaia/catalog";
import { StorageError } from "@gaia/storage";
import { PROBLEMS } from "./problem-codes.ts";

/** What the domain's errors are to whoever asked; null: none of them. */
export const explain: Explain<RegistryErrorCode> = (error) => {
  if (error instanceof RegistryError) {
    const { code, message: detail, format, quota, errors } = error;
    const cause = error.cause !== undefined && code === "unavailable" ? { cause: describeError(error) } : {};
    return { code, detail, more: { format, quota, errors }, ...cause };
  }
  if (error instanceof IdentityError) {
    const { code, message: detail } = error;
    return { code, detail, ...(code === "unavailable" && { cause: describeError(error) }) };
  }
  if (error instanceof StorageError || isUnavailable(error) || isSerializationFailure(error)) {
    const detail = "A part of the registry does not answer; try again.";
    return { code: "unavailable", detail, cause: describeError(error) };
  }
  return null;
};

/** Errors as problem+json (RFC 9457): the API's own, and the pages'. */
export const PROBLEM = problems(PROBLEMS, explain);
