import type { Session } from "./session.ts";
import { t } from "../terminal/shown-text.ts";

const TRIES = 3;

/**
 * A `fetch` that shows the account's second factor. The code that was given (`--otp`, `GAIA_OTP`) goes with the first write and no other:
 * it is good once. Where a write is refused for want of a code, a person is asked on a terminal, and the same request is sent once more:
 * such a refusal has changed nothing. How long a code counts after that is the registry's to say, for this token.
 */
export function showingSecondFactor(
  { config, terminal }: Session,
  fetch: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === "GET" || request.method === "HEAD") return fetch(request);
    const given = config.otp.code;
    config.otp.code = null;
    if (!terminal.canAsk) return fetch(given === null ? request : withCode(request, given));
    // A body is read once, so each try has its own.
    let response = await fetch(given === null ? request.clone() : withCode(request.clone(), given));
    for (let tries = 0; tries < TRIES && (await wantsCode(response)); tries += 1) {
      const question = tries === 0 ? "A code of your second factor" : "That was none that counts; another code";
      const code = (await terminal.askText(t`${question} for ${new URL(request.url).origin}`, "")).replaceAll(
        /\s/g,
        "",
      );
      if (code === "") break;
      if (/^\d{6}$/.test(code)) response = await fetch(withCode(request.clone(), code));
      else terminal.warn("A code has six digits.");
    }
    return response;
  };
}

function withCode(request: Request, code: string): Request {
  request.headers.set("gaia-otp", code);
  return request;
}

/** Whether it is the refusal of what lacks a code, or brought one that is wrong. */
async function wantsCode(response: Response): Promise<boolean> {
  if (response.status !== 403 && response.status !== 401) return false;
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if (typeof problem !== "object" || problem === null || !("code" in problem)) return false;
  return problem.code === "second_factor_required" || problem.code === "second_factor_invalid";
}
