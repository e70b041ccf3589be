/** Text of a version that is held for review, in rows: what may be read, and how many lines are left out and why. */
export type HeldRow = { kind: "text"; text: string } | { kind: "withheld"; lines: number; why: "finding" | "code" };

const FENCE = /^[\s>*+\-\d.)]*(`{3,}|~{3,})/;
/** Nothing may stand behind the marks that end a block: where something does, it goes on. */
const FENCE_END = /^[\s>]*(`{3,}|~{3,})\s*$/;
const INDENTED = /^(?: {4}|\t)/;
const MARKED_CODE = /<\/?(?:pre|code|script|style|textarea|kbd|samp|xmp)\b/i;
const LEAST_MATCH = 8;
/** `paste.example/x`, without a scheme. */
const BARE_ADDRESS = /(?<![\w.-])[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8}(?=[/:]\S)/gi;

/**
 * Makes text of a held version such that nothing in it is ready to be copied and run: lines that a finding quotes are left out, and so is
 * whatever its markup calls code; addresses are written so that no program follows them. Markdown is read roughly, and in doubt a line is
 * left out: the package has all of it. Linear in the text for a bounded number of `quoted`.
 * @param quoted the snippets of the findings, as the report has them
 */
export function heldText(text: string, quoted: readonly string[]): HeldRow[] {
  const quotes = quoted.map(squeezed).filter((one) => one.length >= LEAST_MATCH);
  const rows: HeldRow[] = [];
  let fence: string | null = null;
  let isMarked = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const mark: string | null = FENCE.exec(line)?.[1] ?? null;
    const isFenced: boolean = fence !== null || mark !== null;
    if (fence === null) fence = mark;
    else if (FENCE_END.exec(line)?.[1]?.startsWith(fence) === true) fence = null;
    const tags = line.match(new RegExp(MARKED_CODE, "gi")) ?? [];
    const isCode: boolean = isFenced || isMarked || tags.length > 0 || (INDENTED.test(line) && line.trim() !== "");
    const last = tags.at(-1);
    if (last !== undefined) isMarked = !last.startsWith("</");
    if (isCode) withhold(rows, "code");
    else if (isQuoted(line, quotes)) withhold(rows, "finding");
    else rows.push({ kind: "text", text: defanged(withoutCode(line)) });
  }
  return rows;
}

function withhold(rows: HeldRow[], why: "finding" | "code"): void {
  const last = rows.at(-1);
  if (last?.kind === "withheld" && last.why === why) last.lines += 1;
  else rows.push({ kind: "withheld", lines: 1, why });
}

function isQuoted(line: string, quotes: readonly string[]): boolean {
  const own = squeezed(line);
  if (own.length < LEAST_MATCH) return false;
  return quotes.some((quote) => own.includes(quote) || quote.includes(own));
}

const squeezed = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** From the first to the last mark of code: what spans there are between is for Markdown to know. One alone takes the rest along. */
const withoutCode = (line: string): string => line.replace(/`(?:.*`|.*$)/, "[code left out]");

/** Addresses as people who write about malware write them: read by a person, followed by no program. */
export const defanged = (text: string): string =>
  text
    .replaceAll(
      /\b(h)tt(ps?)(:\/\/)([^\s/?#"'<>)\]]*)/gi,
      (_, h: string, ps: string, slashes: string, host: string) => {
        return `${h}xx${ps}${slashes}${host.replaceAll(".", "[.]")}`;
      },
    )
    .replaceAll(/\b(f)tp(s?:\/\/)/gi, "$1xp$2")
    .replaceAll(BARE_ADDRESS, (host) => host.replaceAll(".", "[.]"));

/** A quoted line that a shell takes for a comment. */
export const asComment = (snippet: string): string =>
  defanged(snippet)
    .split(/\r\n|\r|\n/)
    .map((line) => `# ${line}`)
    .join("\n");
