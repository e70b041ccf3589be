import { calledAs } from "./invocation.ts";

/** For whoever has none. */
export const whereTokensComeFrom = (): string =>
  `an admin of the registry makes an account and gives you its token; keep it with \`${calledAs("login")}\` (it asks), or set GAIA_TOKEN` +
  "; who started the registry finds the admin's own in its data directory (.data/admin-token)";

/** For who has one that is not enough. */
export const whatTokenMay = (): string =>
  `\`${calledAs("whoami")}\` says whose token this is, \`${calledAs("token list")}\` what it may`;

/** Of a diagnostic, ours or the registry's. */
export const isWithoutVersion = ({ code }: { code: string }): boolean => code === "SK3010";

export const VERSION_HINT = "`--version 0.1.0` gives it one, `--default-version` where many are published";
