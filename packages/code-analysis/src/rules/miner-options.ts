import { inPieces } from "@gaia/reading";
const HOST = String.raw`(?:[\w+]{2,12}:\/\/)?[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}:\d{2,5}\b`;
/** `-o` with a host and its port has one meaning; `--url` and `--server` have others, and need more beside them. */
const SHORT = new RegExp(
  String.raw`(?:^|\s)-o[ =]?${HOST}[^\n]{0,300}?\s-u[ =]?\S|(?:^|\s)-u[ =]?\S{1,120}\s[^\n]{0,200}?-o[ =]?${HOST}`,
);
const LONG = new RegExp(String.raw`(?:^|\s)--?(?:url|server|pool|stratum|host|proxy)[ =]${HOST}`, "i");
const ACCOUNT = /(?:^|\s)(?:--?(?:user|wallet|address|account)|-u)[ =]\S{3}/i;
const POWER = inPieces(
  "i",
  String.raw`(?:^|\s)(?:--?(?:algo|coin|donate-level|background|rig-id|cpu-[\w-]{2,20}|randomx[\w-]{0,20}|nicehash|`,
  String.raw`keepalive|max-cpu[\w-]{0,10}|opencl|cuda|devices|intensity|worker)|-k|-B)(?=[\s=]|$)`,
);
const NEAR = 400;
/** Where both the peer and the account are filled in later: what only such a program is told beside them. */
const FILLED = /(?:^|\s)(?:-o|--url|--pool)[ =]\S[^\n]{0,300}?\s(?:-u|--user|--wallet)[ =]\S/;
const ALONE = inPieces(
  "i",
  String.raw`(?:^|\s)--?(?:randomx[\w-]{0,20}|donate-level|cpu-max-threads-hint|cpu-priority|huge-?pages\w{0,4}|`,
  String.raw`nicehash|rig-id|algo|coin)(?=[\s=]|$)`,
);

/** What of a command line only a program that works for a pool is told; null for none. */
export function minerOptions(words: string): string | null {
  const short = SHORT.exec(words)?.[0];
  if (short !== undefined) return short.trim().slice(0, 60);
  const filled = FILLED.exec(words)?.[0];
  if (filled !== undefined && ALONE.test(words)) return filled.trim().slice(0, 60);
  const long = LONG.exec(words);
  if (long === null) return null;
  const near = words.slice(Math.max(0, long.index - NEAR), long.index + NEAR);
  return ACCOUNT.test(near) && POWER.test(near) ? long[0].trim().slice(0, 60) : null;
}

/** The words of lists, as a command line: `["-o", "a:1"]` is `-o a:1`. */
export const asWords = (text: string): string =>
  text.slice(0, 40_000).replaceAll(/["'`]\s{0,4},\s{0,20}["'`]|["'`[\](){},]+/g, " ");
