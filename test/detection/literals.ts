/** Changes the plain double-quoted literals of a program; those with a prefix (f"", b"") and triple quotes stay. */
export function mapLiterals(code: string, change: (inner: string) => string): string {
  return code
    .split("\n")
    .map((line) => (/^\s*(?:import|export)\b.*\bfrom\b|^\s*import\s+"/.test(line) ? line : mapLine(line, change)))
    .join("\n");
}

function mapLine(line: string, change: (inner: string) => string): string {
  if (line.includes('"""')) return line;
  return line.replace(/(^|[^\w"\\'`])"((?:[^"\\]|\\.)+)"/g, (whole, before: string, inner: string) =>
    inner.includes("\\") || inner.includes("'") ? whole : before + change(inner),
  );
}

/** Changes what lies outside of string literals, whatever their quotes. */
export function mapOutside(code: string, change: (part: string) => string): string {
  return code
    .split(/("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)/)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join("");
}

/** `text` as quoted parts of two to six characters, joined by `plus`. */
export function inParts(text: string, next: () => number, plus: string): string {
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const size = 2 + Math.floor(next() * 5);
    parts.push(`"${text.slice(at, at + size)}"`);
    at += size;
  }
  return parts.join(plus);
}
