import { calledAs } from "./invocation.ts";

/** For whoever has none. */
export const whereTokensComeFrom = (): string =>
  `an admin of the registry makes an account and gives you its token; keep it with \`${calledAs("login")}\` (it asks), or set GAIA_TOKEN`;

/** Of a diagnostic, ours or the registry's. */
export const isWithoutVersion = ({ code }: { code: string }): boolean => code === "SK3010";

export const VERSION_HINT = "`--version 0.1.0` gives it one, `--default-version` where many are published";
