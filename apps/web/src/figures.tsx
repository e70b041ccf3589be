const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const number = new Intl.NumberFormat("en-GB");

/** A day in words with the exact time behind it; a dash where there is none. `at` is RFC 3339. */
export function Day({ at }: { at: string | null | undefined }) {
  const date = new Date(at ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return <span>—</span>;
  return <time datetime={date.toISOString()}>{day.format(date)}</time>;
}

/** 1234 -> `1,234` */
export const countText = (count: number) => number.format(count);

/** `1 file`, `2 files` */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${countText(count)} ${count === 1 ? one : many}`;

/** Bytes as people say them: `512 bytes`, `12.4 KB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return plural(bytes, "byte");
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, "KB"] : [bytes / 1_000_000, "MB"];
  return `${size >= 100 ? size.toFixed(0) : size.toFixed(1)} ${unit}`;
}

/** Milliseconds as people say them: `840 ms`, `13.2 s`. */
export const durationText = (ms: number) => (ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`);

const WAITS = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
  [1, "second"],
] as const;

/** How long something waited, as people say it: `0.8 seconds`, `4 minutes`, `1.5 days`. */
export function waitText(seconds: number): string {
  // What rounds up to the next unit is said in that one.
  const [length, unit] = WAITS.find(([each]) => seconds >= each * 0.995) ?? [1, "second"];
  const amount = seconds / length;
  const said = amount < 9.95 ? amount.toFixed(1).replace(/\.0$/, "") : amount.toFixed(0);
  return `${said} ${unit}${said === "1" ? "" : "s"}`;
}

/** The ends of a signer's fingerprint, or the beginning of an identity. The whole stands on the trust tab. */
export const shortSigner = (signer: string) =>
  /^[0-9A-F]{20,}$/.test(signer) ? `${signer.slice(0, 6)}…${signer.slice(-6)}` : signer.slice(0, 60).toWellFormed();

/** The first and last digits of a digest or fingerprint, for places where the whole stands elsewhere. */
export const shortDigest = (digest: string) =>
  digest.length > 20 ? `${digest.slice(0, 14)}…${digest.slice(-4)}` : digest;
