import { missingScope } from "@gaia/policy";
import { calledAs } from "./invocation.ts";

/** For whoever has none. */
export const whereTokensComeFrom = (): string =>
  `an admin of the registry makes an account and gives you its token; keep it with \`${calledAs("login")}\` (it asks), or set GAIA_TOKEN` +
  "; who started the registry finds the admin's own in its data directory (.data/admin-token)";

/** For whoever a closed registry refused, at the address that was asked. */
export const wayIn = ({ url }: { url: string }): string =>
  `sign in: \`${calledAs(URL.canParse(url) ? `login --registry ${new URL(url).origin}` : "login")}\``;

/** For who has one that is not enough; null: no token would be. */
export function whatTokenLacks(refusal: string): string | null {
  const missing = missingScope(refusal);
  if (missing !== null) {
    const scopes = [...missing.held, missing.scope].map((scope) => ` --scope ${scope}`).join("");
    return `\`${calledAs(`login${scopes}`)}\` asks for a token that has it`;
  }
  if (!/\btoken\b|\bYour account\b/.test(refusal)) return null;
  return `\`${calledAs("whoami")}\` says whose token this is, \`${calledAs("token list")}\` what it may`;
}

/** Of a code that was sent along. */
export const CODE_HINT =
  "a code is good for about half a minute, and once: send the one that the app shows now, with --otp";

/** Where nobody can be asked for one. */
export const WITHOUT_CODE =
  "repeat it with --otp CODE, the six digits that your app shows now (or GAIA_OTP); it counts a quarter of an hour for this token";

/** Of a diagnostic, ours or the registry's. */
export const isWithoutVersion = ({ code }: { code: string }): boolean => code === "SK3010";

export const VERSION_HINT = "`--version 0.1.0` gives it one, `--default-version` where many are published";

/** Whether a registry refused a key that it does not know. */
export const lacksKey = ({ errors = [] }: { errors?: readonly { code: string }[] | undefined }): boolean =>
  errors.some(({ code }) => code === "unknown_key");

export const OLDER_REGISTRY_HINT =
  "it is older than this command line, or of another make: leave the option out, or ask its operator to update it; nothing was changed";
