import { createRegistryClient, type RegistryClient } from "@gaia/client";
import { findToken, warnOfClearText } from "./credentials.ts";
import { CliError, EXIT, exitOfProblem, type Problem } from "./failures.ts";
import { isRecord } from "./json-file.ts";
import { boundedFetch } from "./registry-fetch.ts";
import type { Session } from "./session.ts";

const MIB = 1024 * 1024;
const JSON_LIMITS = { maxBytes: 8 * MIB, timeoutMs: 60_000, mayLeaveOrigin: false };
const DOWNLOAD_LIMITS = { maxBytes: 12 * MIB, timeoutMs: 120_000, mayLeaveOrigin: true };
const USER_AGENT = "gaia-cli/0.1.0";

/** The registry of this run as a typed client: with the token when there is one, which goes to its own origin alone. */
export async function openRegistry(session: Session, use: "api" | "download" = "api"): Promise<RegistryClient> {
  const { config, terminal, paths } = session;
  const token = await findToken(config, paths.credentials);
  if (token !== null) warnOfClearText(terminal, config.registry);
  return createRegistryClient({
    baseUrl: config.registry,
    token: token ?? undefined,
    userAgent: USER_AGENT,
    fetch: boundedFetch(use === "api" ? JSON_LIMITS : DOWNLOAD_LIMITS),
  });
}

/** A registry of any address, spoken to without a token. */
export const openAnonymously = (baseUrl: string): RegistryClient =>
  createRegistryClient({ baseUrl, userAgent: USER_AGENT, fetch: boundedFetch(JSON_LIMITS) });

/** The same as `openRegistry`, with exactly this token: for a login that is not stored yet. */
export const openWithToken = (baseUrl: string, token: string): RegistryClient =>
  createRegistryClient({ baseUrl, token, userAgent: USER_AGENT, fetch: boundedFetch(JSON_LIMITS) });

/** The data of an answer, or its problem as a CliError (exit code by contract §4). */
export async function ensureAnswer<T>(
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<NonNullable<T>> {
  const { data, error, response } = await call.catch((thrown: unknown) => {
    if (thrown instanceof SyntaxError) throw notOurs("is not JSON", thrown);
    throw thrown;
  });
  if (data !== undefined && data !== null) return data;
  if (response.ok) throw notOurs("is empty");
  throw toFailure(response, error);
}

const notOurs = (what: string, cause?: unknown): CliError =>
  new CliError(EXIT.unexpected, "unexpected_answer", `The registry's answer ${what}`, {
    hint: "is this the address of a skill registry?",
    cause,
  });

function toFailure(response: Response, error: unknown): CliError {
  if (!isProblem(error))
    return new CliError(
      exitOfProblem(response.status, ""),
      `http_${response.status}`,
      `The registry answered ${response.status} without saying why`,
      {
        hint: "is this the address of a skill registry?",
      },
    );
  return new CliError(exitOfProblem(response.status, error.code), error.code, error.detail || error.title, {
    problem: error,
    hint: hintFor(response, error.code),
  });
}

function hintFor(response: Response, code: string): string | null {
  if (response.status === 401) return "log in with `gaia skill login --token`, or set GAIA_TOKEN";
  if (response.status === 429) {
    const seconds = Number(response.headers.get("retry-after"));
    return Number.isFinite(seconds) && seconds > 0 ? `try again in ${seconds} seconds` : "try again later";
  }
  if (code === "version_exists") return "a published version never changes: raise the version and publish again";
  if (code === "signer_unknown") return "register the key first: `gaia skill keys add --gpg`";
  return null;
}

function isProblem(value: unknown): value is Problem {
  if (!isRecord(value) || typeof value["code"] !== "string" || typeof value["title"] !== "string") return false;
  const { detail, errors } = value;
  return typeof detail === "string" && (errors === undefined || (Array.isArray(errors) && errors.every(isRecord)));
}
