import semver from "semver";

const MAX_LENGTH = 128;

/** SemVer 2.0.0 exactly as written: no `v`, no spaces, no missing parts. Numbers past 2^53 are refused too. */
export function isVersion(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const parsed = semver.parse(text);
  if (parsed === null) return false;
  const build = parsed.build.length > 0 ? `+${parsed.build.join(".")}` : "";
  return parsed.version + build === text;
}

/** 0.0.0 stands for "no version" in other formats and is never published. */
export function isSentinelVersion(text: string): boolean {
  const parsed = semver.parse(text);
  return parsed !== null && parsed.version === "0.0.0";
}

/** The version that `text` probably means: `v1.2` -> `1.2.0`. `0.1.0` when nothing in it looks like one. */
export function suggestVersion(text: string): string {
  const found = semver.coerce(text.slice(0, 64), { includePrerelease: true });
  return found === null || found.version === "0.0.0" ? "0.1.0" : found.version;
}

/** Spec §10.2: the comparators, in a list separated by commas or spaces. */
const COMPARATOR = /^(>=|<=|==|~=|!=|\^|>|<|=)?[ \t]*([0-9A-Za-z.+-]+)$/;

/**
 * Whether `text` is a version range of spec §10.2: `>= <= == ~= != ^ > <` with versions, `*`, or one exact version. Missing parts
 * are allowed after a comparator (`>=1.0`); `~=` needs at least two.
 */
export function isVersionRange(text: string): boolean {
  if (text.length > 256) return false;
  if (text.trim() === "*") return true;
  // A space after a comparator belongs to it: `>= 1.0`.
  const joined = text.replace(/(?<=[<>=^])[ \t]{1,16}(?=[0-9])/g, "");
  const items = joined.split(/[ \t]*,[ \t]*|[ \t]+/).filter((item) => item !== "");
  return items.length > 0 && items.length <= 16 && items.every(isComparator);
}

function isComparator(item: string): boolean {
  const [, operator, version = ""] = COMPARATOR.exec(item) ?? [];
  const parts = /^[0-9]{1,15}(?:\.[0-9]{1,15})?$/.exec(version)?.[0].split(".").length;
  if (parts === undefined) return isVersion(version);
  if (!isVersion(version + ".0".repeat(3 - parts))) return false;
  return operator === "~=" ? parts === 2 : operator !== undefined;
}
