import { parse } from "semver";

/**
 * A text that orders versions by SemVer 2.0.0 precedence (§11) when compared byte by byte. Build metadata does not
 * count, so two versions that differ only in it have the same key.
 */
export function sortKeyOf(version: string): string {
  const parsed = parse(version);
  if (!parsed) throw new TypeError(`not a SemVer version: ${version}`);
  const core = [parsed.major, parsed.minor, parsed.patch].map(numberKey).join(".");
  if (parsed.prerelease.length === 0) return `${core}~`;
  const identifiers = parsed.prerelease.map((part) => (typeof part === "number" ? `0${numberKey(part)}` : `1${part}`));
  // "!" sorts below every character of an identifier, so fewer identifiers come first.
  return `${core}-${identifiers.join("!")}`;
}

/** Whether it is a version with numbers that can be compared: SemVer itself sets no limit, `semver` stops at 2^53. */
export const isSortable = (version: string): boolean => parse(version) !== null;

export function isPrerelease(version: string): boolean {
  return (parse(version)?.prerelease.length ?? 0) > 0;
}

/** Digits behind their count: 9 -> "019", 10 -> "0210". */
function numberKey(value: number): string {
  const digits = String(value);
  return String(digits.length).padStart(2, "0") + digits;
}
