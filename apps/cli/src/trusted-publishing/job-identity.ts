import type { JobIdentity } from "../session/config.ts";
import { isLoopback } from "../session/registry-address.ts";
import { CliError, EXIT, misused, refused } from "../failures/failures.ts";
import { calledAs } from "../failures/invocation.ts";
import { boundedFetch } from "../transport/bounded-fetch.ts";

/** An identity is a few thousand characters; the registry takes 16,384. */
const LIMITS = { maxBytes: 64 * 1024, timeoutMs: 15_000, mayLeaveOrigin: false, attempts: 3, peer: "" };
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const LONGEST = 16_384;

/**
 * The OIDC token of this CI job for `audience`: asked of GitHub (https://docs.github.com/actions/reference/openid-connect-reference), or as
 * the job has it. It is shown nowhere. Throws CliError: `no_identity` (exit 4, or 6 where nobody answers), a usage error for an address
 * that no identity is asked of, `wrong_audience` (exit 4) for one that was made for another registry.
 */
export async function jobIdentity(job: JobIdentity, audience: string): Promise<string> {
  const identity = job.kind === "given" ? job.token : await askGithub(job, audience);
  if (!JWT.test(identity) || identity.length > LONGEST)
    throw refused("no_identity", "What this job has for an identity is no OIDC token");
  const claimed = audienceOf(identity);
  const audiences = Array.isArray(claimed) ? claimed : [claimed];
  if (audiences.length !== 1 || audiences[0] !== audience)
    throw refused(
      "wrong_audience",
      `This job's identity was made for another audience than ${audience}: it was not sent there`,
      job.kind === "given" ? `give the job's id_tokens \`aud: ${audience}\`` : undefined,
    );
  return identity;
}

function audienceOf(identity: string): unknown {
  try {
    const payload: unknown = JSON.parse(Buffer.from(identity.split(".")[1] ?? "", "base64url").toString("utf8"));
    return typeof payload === "object" && payload !== null && "aud" in payload ? payload.aud : null;
  } catch {
    return null;
  }
}

/** What GitHub answers for an identity. Throws CliError `no_identity`. */
export async function askGithub(
  { requestUrl, requestToken }: JobIdentity & { kind: "github" },
  audience: string,
): Promise<string> {
  const url = ensureRequestUrl(requestUrl);
  url.searchParams.set("audience", audience);
  const headers = { authorization: `Bearer ${requestToken}`, accept: "application/json" };
  const response = await boundedFetch(LIMITS)(new Request(url, { headers })).catch((error: unknown) => {
    const why = error instanceof CliError ? (WORDS[error.code] ?? `it does not answer (${error.message})`) : undefined;
    throw noAnswer(url, why, error);
  });
  // What it says beside that is not ours to show.
  if (!response.ok) throw noAnswer(url, `it answers ${response.status}`);
  const body: unknown = await response.json().catch(() => null);
  const value = typeof body === "object" && body !== null && "value" in body ? body.value : null;
  if (typeof value !== "string") throw noAnswer(url, "its answer has none");
  return value;
}

const WORDS: Readonly<Record<string, string>> = {
  answer_too_large: "its answer is too large",
  redirect_refused: "it leads elsewhere",
};

const noAnswer = (url: URL, why = "it does not answer", cause?: unknown): CliError =>
  new CliError(EXIT.unreachable, "no_identity", `${url.host} gives this job no identity: ${why}`, {
    hint: `\`${calledAs("publish --no-trusted-publishing")}\` asks for none, and needs a token`,
    cause,
  });

/** Whoever answers there is given the job's own token. Throws a usage error for what is neither https nor this machine. */
function ensureRequestUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.href));
  if (url !== null && isSafe && url.username === "" && url.password === "") return url;
  throw misused("ACTIONS_ID_TOKEN_REQUEST_URL is no https address: the job's identity is not asked of it");
}
