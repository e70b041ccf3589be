import type { Rate } from "@gaia/edge";
import type { Settings } from "./config.ts";

/** What the settings allow of each limit. */
export function limitsOf(settings: Settings): Record<Rate, number> {
  const percent = settings.RATE_LIMIT_TOKEN_PERCENT;
  const shareOf = (points: number) => (percent === 100 ? 0 : Math.ceil((points * percent) / 100));
  return {
    reads: settings.RATE_LIMIT_READS,
    writes: settings.RATE_LIMIT_WRITES,
    token_reads: shareOf(settings.RATE_LIMIT_READS),
    token_writes: shareOf(settings.RATE_LIMIT_WRITES),
    sign_in: settings.RATE_LIMIT_SIGN_IN,
    codes: settings.RATE_LIMIT_CODES,
    token_codes: Math.ceil(settings.RATE_LIMIT_CODES / 2),
    mail: settings.RATE_LIMIT_MAIL,
  };
}
