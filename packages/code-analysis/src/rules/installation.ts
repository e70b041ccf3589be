import { inPieces } from "@gaia/reading";
import { hostOf, isLocalHost } from "../engine/host.ts";
import type { CodeRule, CodeUnderRules, Match } from "../engine/rule.ts";
import { HOLE } from "../engine/value.ts";
import { INSTALLERS } from "../engine/installers.ts";
import { isNamedHost, lineAt, matchEach, oddHost } from "./matching/matching.ts";

const URL_PATTERN = inPieces(
  "",
  String.raw`\b(?:pip3?|uv|npm|pnpm|yarn|gem|cargo|easy_install)\b[^\n;|&]{0,80}?\b(?:install|add|`,
  String.raw`i)\b[^\n;|&]{0,200}?((?:git\+)?https?:\/\/[^\s"']{3,300})`,
);

/** Installs from places that no index answers for. */
export const INSTALLATION: readonly CodeRule[] = [
  {
    id: "code/installation-from-url",
    severity: "medium",
    confidence: "medium",
    title: "A package is installed from outside an index",
    rationale: "What lies behind an address is not audited and can change.",
    hint: "Name the package and its version in the requirements.",
    find: (code: CodeUnderRules): Match[] =>
      matchEach(code, ["run"], ({ target, callee, line }) => {
        const words =
          target.items === null ? (target.text ?? "") : target.items.map(({ text }) => text ?? HOLE).join(" ");
        const url = URL_PATTERN.exec(words)?.[1];
        if (url === undefined) return runAtOnce(code, words, callee);
        const odd = oddHost({ ...target, items: null, text: url.replace(/^git\+/, "") });
        return {
          detail: `${callee} installs ${url}`,
          severity:
            odd !== null ||
            (url.startsWith("http:") && !/\/\/(?:localhost|127\.)/.test(url)) ||
            isQuiet(code, line, words, url) ||
            isUnchecked(code, words, url)
              ? "high"
              : "medium",
        };
      }),
  },
];

/** A program, rather than a document, that installs a stranger's archive and lets nothing of it be seen. */
function isQuiet(code: CodeUnderRules, line: number, words: string, url: string): boolean {
  const { path } = code.reading.unit;
  const host = hostOf(url.replace(/^git\+/, ""));
  if (host === null || !/\.(?:py|[cm]?[jt]sx?|sh|bash|rb|ps1)$|(?:^|\/)[^./]+$/i.test(path)) return false;
  if (INSTALLERS.test(host) || isNamedHost(code, host) || INDEX.test(words)) return false;
  const file = code.all.find(({ unit }) => unit.path === path && unit.from === "file") ?? code.reading;
  return (
    /\s(?:-q{1,3}|--quiet|--silent|-s)(?=\s|$)/.test(words) || UNSEEN.test(lineAt({ ...code, reading: file }, line))
  );
}

/** Runners of packages that are given an archive's address instead of a name. */
const AT_ONCE = inPieces(
  "",
  String.raw`\b(?:npx|bunx|pnpx|uvx|pnpm dlx|yarn dlx|npm (?:exec|x)|pipx run|uv (?:tool )?run)\b[^\n;|&]{0,120}?(?:(?:--package|-p|`,
  String.raw`--from|--spec|--with)[ =](?:\S{1,60}\s?@\s?)?((?:git\+)?https?:\/\/[^\s"']{3,300})|\s(https?:\/\/[^\s"']{3,280}\.(?:tgz|`,
  String.raw`tar\.gz|whl|zip))\b)`,
);

/** What is installed and started in one, by a program: nobody saw which version came. */
function runAtOnce(code: CodeUnderRules, words: string, callee: string): Omit<Match, "line"> | null {
  const match = AT_ONCE.exec(words);
  const url = match?.[1] ?? match?.[2];
  const host = url === undefined ? null : hostOf(url.replace(/^git\+/, ""));
  if (url === undefined || host === null || isLocalHost(host)) return null;
  const isNamed = INSTALLERS.test(host) || isNamedHost(code, host) || code.reading.unit.from === "fence";
  return { detail: `${callee} installs and runs ${url.replaceAll(HOLE, "…")}`, severity: isNamed ? "medium" : "high" };
}

/** An index of somebody's own whose certificate is not looked at, asked by a program that shows nothing of it. */
function isUnchecked(code: CodeUnderRules, words: string, url: string): boolean {
  const host = hostOf(url);
  return (
    host !== null &&
    !isLocalHost(host) &&
    !INSTALLERS.test(host) &&
    !isNamedHost(code, host) &&
    code.reading.unit.from !== "fence" &&
    /\s--trusted-host[ =]/.test(words) &&
    /\s(?:-q{1,3}|--quiet)(?=\s|$)/.test(words)
  );
}

/** Options whose address is an index, not a package. */
const INDEX = /(?:--(?:extra-)?index-url|--find-links|--registry|\s-[if])[ =]\S*https?:/;
const UNSEEN = /DEVNULL|\/dev\/null|stdio["']?\s*:\s*["']ignore|capture_output\s*=\s*True|SilentlyContinue/;
