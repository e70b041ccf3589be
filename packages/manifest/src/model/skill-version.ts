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
