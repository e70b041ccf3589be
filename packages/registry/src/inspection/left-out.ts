import type { Finding } from "@gaia/findings";

/** The findings that a report does not list because another scanner said the same: kept, for when that scanner says so no longer. */
export function leftOut(findings: readonly Finding[], reported: readonly Finding[]): Finding[] {
  const listed = new Set(reported.map(keyOf));
  return findings.filter((finding) => !listed.has(keyOf(finding)));
}

const keyOf = ({ scanner, rule, file, line, message }: Finding): string =>
  JSON.stringify([scanner, rule, file, line, message]);
