import {
  CODE_HINT,
  isWithoutVersion,
  lacksKey,
  OLDER_REGISTRY_HINT,
  VERSION_HINT,
  WITHOUT_CODE,
  whatTokenLacks,
  wayIn,
  whereTokensComeFrom,
} from "../failures/hints.ts";
import { calledAs } from "../failures/invocation.ts";
import { MOST_BILL_BYTES } from "@gaia/install";
import { createRegistryClient, InvalidAnswer, type RegistryClient } from "@gaia/client";
import { findToken, warnOfClearText } from "./credentials.ts";
import { CliError, EXIT, exitOfProblem, type Problem } from "../failures/failures.ts";
import { boundedFetch, type FetchLimits } from "../transport/bounded-fetch.ts";
import { showingSecondFactor } from "./second-factor.ts";
import type { Session } from "./session.ts";

const MIB = 1024 * 1024;
const JSON_LIMITS = { maxBytes: 8 * MIB, timeoutMs: 60_000, mayLeaveOrigin: false, attempts: 3 };
const REVOCATION_LIMITS = { maxBytes: 64 * MIB, timeoutMs: 15_000, mayLeaveOrigin: false, attempts: 2 };
const BRIEF_LIMITS = { ...REVOCATION_LIMITS, timeoutMs: 4_000, attempts: 1 };
const LIMITS = {
  api: JSON_LIMITS,
  // A busy answer has a meaning of its own to whoever asks.
  once: { ...JSON_LIMITS, attempts: 1 },
  bill: { ...JSON_LIMITS, maxBytes: MOST_BILL_BYTES },
  // So long as something comes within the time of a stall, a slow line is no failure.
  download: { maxBytes: 12 * MIB, timeoutMs: 600_000, mayLeaveOrigin: true, attempts: 5 },
};
export const USER_AGENT = "gaia-cli/0.1.0";

/** The registry of this run as a typed client: with the token when there is one, which goes to its own origin alone. */
export async function openRegistry(
  session: Session,
  use: keyof typeof LIMITS = "api",
  moved?: FetchLimits["moved"],
): Promise<RegistryClient> {
  const { config, terminal, paths } = session;
  const token = await findToken(config, paths.credentials);
  if (token !== null) warnOfClearText(terminal, config.registry);
  const send = boundedFetch({ ...LIMITS[use], moved });
  return createRegistryClient({
    baseUrl: config.registry,
    token: token ?? undefined,
    userAgent: USER_AGENT,
    fetch: token === null ? send : showingSecondFactor(session, send),
  });
}

/** A registry of any address, spoken to without a token. */
export const openAnonymously = (baseUrl: string): RegistryClient =>
  createRegistryClient({ baseUrl, userAgent: USER_AGENT, fetch: boundedFetch(JSON_LIMITS) });

/** The same for a list of revocations, which may be long and must not keep anybody waiting; `isBrief`: before each run of a tool. */
export const openRevocations = (baseUrl: string, isBrief: boolean): RegistryClient =>
  createRegistryClient({
    baseUrl,
    userAgent: USER_AGENT,
    fetch: boundedFetch(isBrief ? BRIEF_LIMITS : REVOCATION_LIMITS),
  });

/** The same as `openRegistry`, with exactly this token: for a login that is not stored yet. */
export const openWithToken = (baseUrl: string, token: string): RegistryClient =>
  createRegistryClient({ baseUrl, token, userAgent: USER_AGENT, fetch: boundedFetch(JSON_LIMITS) });

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The data of an answer, or its problem as a CliError (exit code by docs/cli.md); exit 6 when it is not of its schema. */
export const ensureAnswer = async <T>(call: Promise<Answer<T>>): Promise<NonNullable<T>> =>
  (await ensureAnswered(call)).data;

/** That what is gone is gone: such an answer has no body; else its problem as a CliError. */
export async function ensureGone(call: Promise<Answer<unknown>>): Promise<void> {
  await ensureAnswer(call.then(({ response, error }) => ({ response, error, data: response.ok ? {} : undefined })));
}

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

/** Of its form as far as the schema says, and nothing that a registry would say: exit 6. */
export const notOurs = (what: string, cause?: unknown): CliError =>
  new CliError(EXIT.unreachable, "unexpected_answer", `The registry answered what none would: ${what}`, {
    hint: "is this the address of a skill registry, and does nothing stand between?",
    cause,
  });

/** The refusal in an answer that was read by hand. */
export async function problemOf(response: Response): Promise<CliError> {
  // No more than a problem is: the rest of a long page is nobody's.
  const text = (await response.text().catch(() => "")).slice(0, 65_536);
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === "object" && read !== null && "code" in read && "detail" in read)
      return toFailure(response, read as Problem);
  } catch {
    // Then no registry said it.
  }
  return notOurs(`status ${response.status}, and no problem`);
}

function toFailure(response: Response, error: Problem): CliError {
  const said = error.detail || error.title;
  // Which keys there are is no choice of the person who typed the command.
  const message = lacksKey(error) ? `The registry lacks what this command asks for. ${said}` : said;
  const retryAfterSeconds = secondsToWait(response);
  const exit = exitOfProblem({ status: response.status, code: error.code, saysWhen: retryAfterSeconds !== null });
  return new CliError(exit, error.code, message, {
    problem: error,
    retryAfterSeconds,
    hint: hintFor(response, error),
  });
}

/** Of `Retry-After` in seconds, as registries say it; null: it is not said. */
function secondsToWait({ headers }: Response): number | null {
  const seconds = Number(headers.get("retry-after"));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

function hintFor(response: Response, { code, detail, errors = [] }: Problem): string | null {
  if (errors.some(isWithoutVersion)) return VERSION_HINT;
  if (lacksKey({ errors })) return OLDER_REGISTRY_HINT;
  if (code === "second_factor_invalid") return CODE_HINT;
  if (code === "registry_closed") return wayIn(response);
  if (response.status === 401) return whereTokensComeFrom();
  if (code === "second_factor_required") return WITHOUT_CODE;
  if (code === "forbidden") return whatTokenLacks(detail ?? "");
  if (response.status === 429) {
    const seconds = secondsToWait(response);
    return seconds === null ? null : `try again in ${seconds} seconds`;
  }
  if (code === "version_exists") return "a published version never changes: raise the version and publish again";
  if (code === "name_taken") return "if a publisher of yours has it, name that one with --publisher";
  if (code === "signer_unknown") {
    const [, publisher] = /\b[Pp]ublisher ([a-z0-9-]+) (?:has no|here)/.exec(detail ?? "") ?? [];
    const whose = publisher === undefined ? "" : ` --publisher ${publisher}`;
    return `register it first: \`${calledAs(`keys add${whose}`)}\` with --gpg, a file, or --identity and --issuer`;
  }
  return null;
}
