const SIMPLE: Record<string, string> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
};

/** What `$'…'`, `printf` and `echo -e` make of escapes (Bash manual 3.1.2.4). */
export function unescapeShell(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replaceAll(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|0?([0-7]{1,3})|([abeEfnrtv\\'"]))/g,
    (all: string, x?: string, u?: string, long?: string, octal?: string, other?: string) => {
      const hex = x ?? u ?? long;
      const code =
        hex === undefined ? (octal === undefined ? null : Number.parseInt(octal, 8)) : Number.parseInt(hex, 16);
      if (code !== null) return code <= 0x10ffff ? String.fromCodePoint(code) : all;
      return SIMPLE[other ?? ""] ?? all;
    },
  );
}
