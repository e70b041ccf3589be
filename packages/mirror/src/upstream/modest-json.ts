const MOST_VALUES = 500_000;
const MOST_DEPTH = 64;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENS: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSES: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Whether JSON text is cheap to parse: at most 500,000 values, 64 deep. `[[],[],…` costs the parser fifty times its bytes in memory, and
 * the whole process waits for it. Whether it is JSON at all, the parser says.
 */
export function isModest(json: Uint8Array): boolean {
  let values = 1;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA) values += 1;
    else if (OPENS.has(byte)) {
      values += 1;
      depth += 1;
    } else if (CLOSES.has(byte)) depth -= 1;
    if (values > MOST_VALUES || depth > MOST_DEPTH) return false;
  }
  return true;
}
