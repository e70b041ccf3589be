import { createHash } from "node:crypto";
import { describeError } from "@gaia/db";
import type { Logger } from "../logging/log.ts";
import { askOperators } from "../outside/ask-operators.ts";

const TIMEOUT_MS = 3_000;
const MAX_ANSWER = 512 * 1024;

/**
 * Asks a service of leaked passwords by k-anonymity: it learns the first five hex digits of the SHA-1, which about a thousand passwords
 * share, and answers padded (Have I Been Pwned, `/range/`). A service that does not answer refuses nobody.
 * @param input.url null: nobody is asked
 */
export function leakedPasswords({ url, log }: { url: string | null; log: Logger }) {
  return async (password: string): Promise<boolean> => {
    if (url === null) return false;
    const digest = createHash("sha1").update(password).digest("hex").toUpperCase();
    const [prefix, rest] = [digest.slice(0, 5), digest.slice(5)];
    try {
      const headers = { "add-padding": "true", "user-agent": "gaia-skill-registry" };
      const bounds = { maxBytes: MAX_ANSWER, timeoutMs: TIMEOUT_MS };
      const { status, body } = await askOperators(`${url}/range/${prefix}`, { headers, ...bounds });
      if (status !== 200) throw new Error(`answered ${status}`);
      const lines = Buffer.from(body).toString("utf8").split(/\r?\n/);
      // Padding has the count 0.
      return lines.some((line) => line.startsWith(`${rest}:`) && Number(line.slice(rest.length + 1)) > 0);
    } catch (error) {
      log.warn(
        { event: "leaked_passwords_unasked", error: describeError(error) },
        "leaked passwords could not be asked for",
      );
      return false;
    }
  };
}
