import { isWithoutVersion, VERSION_HINT, whereTokensComeFrom } from "./hints.ts";
import { calledAs } from "./invocation.ts";
import { createRegistryClient, InvalidAnswer, type RegistryClient } from "@gaia/client";
import { findToken, warnOfClearText } from "./credentials.ts";
import { CliError, EXIT, exitOfProblem, type Problem } from "./failures.ts";
import { boundedFetch } from "./registry-fetch.ts";
import type { Session } from "./session.ts";

const MIB = 1024 * 1024;
const JSON_LIMITS = { maxBytes: 8 * MIB, timeoutMs: 60_000, mayLeaveOrigin: false };
const DOWNLOAD_LIMITS = { maxBytes: 12 * MIB, timeoutMs: 120_000, mayLeaveOrigin: true };
const REVOCATION_LIMITS = { maxBytes: 64 * MIB, timeoutMs: 15_000, mayLeaveOrigin: false };
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

/** The same for a list of revocations, which may be long and must not keep anybody waiting. */
export const openRevocations = (baseUrl: string): RegistryClient =>
  createRegistryClient({ baseUrl, userAgent: USER_AGENT, fetch: boundedFetch(REVOCATION_LIMITS) });

/** The same as `openRegistry`, with exactly this token: for a login that is not stored yet. */
export const openWithToken = (baseUrl: string, token: string): RegistryClient =>
  createRegistryClient({ baseUrl, token, userAgent: USER_AGENT, fetch: boundedFetch(JSON_LIMITS) });

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The data of an answer, or its problem as a CliError (exit code by contract §4); exit 6 when it is not of its schema. */
export const ensureAnswer = async <T>(call: Promise<Answer<T>>): Promise<NonNullable<T>> =>
  (await ensureAnswered(call)).data;

/** The same with the response it came in. */
export async function ensureAnswered<T>(
  call: Promise<Answer<T>>,
): Promise<{ data: NonNullable<T>; response: Response }> {
  const { data, error, response } = await call.catch((thrown: unknown) => {
    if (thrown instanceof InvalidAnswer) throw notOurs(thrown.message, thrown);
    throw thrown;
  });
  if (data !== undefined && data !== null) return { data, response };
  if (response.ok) throw notOurs("the answer is empty");
  // The client has held it against the schema of a problem.
  throw toFailure(response, error as Problem);
}

const notOurs = (what: string, cause?: unknown): CliError =>
  new CliError(EXIT.unreachable, "unexpected_answer", `The registry answered what none would: ${what}`, {
    hint: "is this the address of a skill registry, and does nothing stand between?",
    cause,
  });

function toFailure(response: Response, error: Problem): CliError {
  return new CliError(exitOfProblem(response.status, error.code), error.code, error.detail || error.title, {
    problem: error,
    hint: hintFor(response, error),
  });
}

function hintFor(response: Response, { code, errors = [] }: Problem): string | null {
  if (errors.some(isWithoutVersion)) return VERSION_HINT;
  if (response.status === 401) return whereTokensComeFrom();
  if (response.status === 429) {
    const seconds = Number(response.headers.get("retry-after"));
    return Number.isFinite(seconds) && seconds > 0 ? `try again in ${seconds} seconds` : "try again later";
  }
  if (code === "version_exists") return "a published version never changes: raise the version and publish again";
  if (code === "signer_unknown")
    return `register it first: \`${calledAs("keys add")}\` with --gpg, a file, or --identity and --issuer`;
  return null;
}
