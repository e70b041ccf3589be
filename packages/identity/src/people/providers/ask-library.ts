import type { CustomFetchOptions } from "oauth4webapi";
import { IdentityError } from "../../errors.ts";
import type { AskProvider, IdentityProvider } from "../settings.ts";
import { isOperatorsAddress, notValid, unreachable } from "./profile.ts";

/** Answers that have no body (Fetch §2.2.3): a `Response` with one cannot be made. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * How `oauth4webapi` asks a provider: by the registry's one door, which bounds the answer and follows no redirect. It is told that all is
 * JSON, as providers do not all say so, and that http is not to be refused: which addresses may be asked is the door's question, and
 * `ensureAddress` has asked it of each that a document names.
 * @param isAnswer which statuses are the library's to read; with any other the provider is away
 */
export async function askedThrough(
  provider: IdentityProvider,
  ask: AskProvider,
  what: string,
  isAnswer: (status: number) => boolean = (status) => status === 200,
) {
  const { allowInsecureRequests, customFetch } = await import("oauth4webapi");
  type Sent = Pick<CustomFetchOptions<string, URLSearchParams | null | undefined>, "body" | "headers">;
  return {
    [allowInsecureRequests]: true,
    [customFetch]: async (url: string, { body, headers }: Sent): Promise<Response> => {
      const asked = { isOperators: isOperatorsAddress(provider, url), body: body?.toString(), headers };
      const answer = await ask(url, asked).catch((error: unknown) => {
        throw unreachable(provider, what, error);
      });
      const { status } = answer;
      if (!isAnswer(status)) throw unreachable(provider, what, new Error(`it answered ${status}`));
      return new Response(WITHOUT_BODY.has(status) ? null : answer.body, {
        status,
        headers: { "content-type": "application/json" },
      });
    },
  };
}

/**
 * Runs a step of the library, and says its refusal in the registry's words.
 * @param what what does not hold, where the library's own code says no more
 * @throws IdentityError `unauthorized`, `unavailable`
 */
export async function held<T>(provider: IdentityProvider, what: string, run: () => T | Promise<T>): Promise<T> {
  const { JWT_CLAIM_COMPARISON, JWT_TIMESTAMP_CHECK } = await import("oauth4webapi");
  try {
    return await run();
  } catch (error) {
    if (error instanceof IdentityError || !(error instanceof Error)) throw error;
    const code = "code" in error ? error.code : null;
    if (code === JWT_TIMESTAMP_CHECK) throw notValid(provider, "it has expired, or is not valid yet", error);
    throw notValid(provider, code === JWT_CLAIM_COMPARISON ? `another ${claimOf(error)}` : what, error);
  }
}

function claimOf({ cause }: Error): string {
  const isNamed = typeof cause === "object" && cause !== null && "claim" in cause && typeof cause.claim === "string";
  return isNamed ? String(cause.claim) : "claim";
}
