import type { PackageFile } from "@gaia/archive";
import { type Finding, oneLine } from "./finding.ts";

const MAX_CHARACTERS = 160;

/** Gives each finding the line it is about. A line on which anything found a secret shows at most the name before it. */
export function withSnippets(findings: Finding[], files: PackageFile[]): Finding[] {
  const secretLines = new Set(
    findings.filter(({ category }) => category === "secret").map(({ file, line }) => `${line} ${file}`),
  );
  const byPath = new Map(files.map((file) => [file.path, file]));
  const lines = new Map<string, string[]>();
  return findings.map((finding) => {
    const { file, line } = finding;
    const found = file === null ? undefined : byPath.get(file);
    if (file === null || line === null || found === undefined || finding.snippet !== null) return finding;
    const text = (lines.get(file) ?? remember(lines, file, found.bytes))[line - 1] ?? "";
    const snippet = secretLines.has(`${line} ${file}`) ? withoutSecret(text) : withoutTokens(text);
    return { ...finding, snippet: snippet === "" ? null : snippet };
  });
}

function remember(lines: Map<string, string[]>, file: string, bytes: Uint8Array): string[] {
  const split = splitLines(new TextDecoder().decode(bytes));
  lines.set(file, split);
  return split;
}

/** As Python counts lines: CR, LF and CRLF each end one. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

function withoutSecret(line: string): string {
  const name = /^\s{0,200}((?:export |const |let |var )?["']?[A-Za-z_]{1,40}["']? ?[=:])/.exec(line);
  return name === null ? "[redacted]" : `${name[1]} [redacted]`;
}

/** Long runs without a space that mix letters and digits are tokens more often than names. */
function withoutTokens(line: string): string {
  return oneLine(line, MAX_CHARACTERS).replaceAll(/[A-Za-z0-9+/=_-]{20,}/g, (run) =>
    /\d/.test(run) && /[A-Za-z]/.test(run) ? "[redacted]" : run,
  );
}
