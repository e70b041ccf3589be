/** After these a slash begins a regular expression; after all else, as after a name, a number or a bracket that closes, it divides. */
const BEFORE_PATTERN =
  /(?:^|[([{,;:=!?&|+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield))\s*$/;
const QUOTED = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/y;
const PATTERN = /\/(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
/** What begins nothing: in code, and in a template's own text. */
const PLAIN = /[^"'`/{}]+/y;
const PLAIN_TEXT = /[^`\\$]+/y;
/** How much of what stands before a slash says what it is. */
const LOOK_BACK = 24;

/**
 * A module's text without its comments, and without the blank lines and ends of lines that they leave: what of it judges. Strings,
 * templates and regular expressions stay as they are. For sources that a linter holds (a block is not divided by); a test compares it
 * with the compiler's own reading of every module here. Pure.
 */
export function withoutComments(text: string): string {
  let out = "";
  /** Of each template that is open, how many braces are open in the expression that is read; -1: its own text is. */
  const templates: number[] = [];
  const taken = (pattern: RegExp, at: number): string | null => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? null;
  };
  for (let at = 0; at < text.length;) {
    const depth = templates.at(-1);
    const plain = taken(depth === -1 ? PLAIN_TEXT : PLAIN, at);
    if (plain !== null) {
      out += plain;
      at += plain.length;
      continue;
    }
    const one = text[at] ?? "";
    if (depth === -1) {
      const length = one === "\\" ? 2 : text.startsWith("${", at) ? 2 : 1;
      if (one === "`") templates.pop();
      else if (length === 2 && one === "$") templates[templates.length - 1] = 0;
      out += text.slice(at, at + length);
      at += length;
      continue;
    }
    const comment = one === "/" ? taken(COMMENT, at) : null;
    if (comment !== null) {
      at += comment.length;
      continue;
    }
    const isPattern = one === "/" && BEFORE_PATTERN.test(out.slice(-LOOK_BACK));
    const whole = one === '"' || one === "'" ? taken(QUOTED, at) : isPattern ? taken(PATTERN, at) : null;
    if (whole !== null) {
      out += whole;
      at += whole.length;
      continue;
    }
    if (one === "`") templates.push(-1);
    else if (depth !== undefined && one === "{") templates[templates.length - 1] = depth + 1;
    else if (depth !== undefined && one === "}") templates[templates.length - 1] = depth - 1;
    out += one;
    at += 1;
  }
  return out
    .replaceAll(/[ \t]+$/gm, "")
    .replaceAll(/\n{2,}/g, "\n")
    .trim();
}
