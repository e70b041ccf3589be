import { inPieces } from "./patterns/pattern.ts";
import { joinFragments } from "./fragments.ts";

/** A text that was written in another way, and where. */
export interface DecodedLayer {
  offset: number;
  text: string;
  /** From the outside in, as `base64` or `hex in base64`. */
  by: string;
}

/** How a text is written that lies in pieces cut inside its words. */
export const CUT_PARTS = "parts cut inside words";

const MOST_LAYERS = 200;
const MOST_CHARACTERS = 200_000;
const DEPTH = 3;

/** A way to write a text as another; `read` gives null for what it cannot be. */
interface Encoding {
  name: string;
  pattern: RegExp;
  read(run: string): string | null;
}

const ENCODINGS: Encoding[] = [
  // Lines of an encoded file belong together: a break may follow every so many characters.
  {
    name: "base64",
    pattern: /[A-Za-z0-9+/_-]{16,}(?:\s{1,6}[A-Za-z0-9+/_-]{16,})*(?:\s{0,6}[A-Za-z0-9+/_-]{1,80})?={0,2}/g,
    read: fromBase64,
  },
  {
    name: "hex",
    pattern: /(?<![0-9a-fA-F])(?:[0-9a-fA-F]{2}[\s:]?){12,}(?![0-9a-fA-F])/g,
    read: (run) => fromBytes(run, /[0-9a-fA-F]{2}/g, 16),
  },
  {
    name: "escapes",
    pattern: /(?:\\+x[0-9a-fA-F]{2}|\\+u\{?[0-9a-fA-F]{4}\}?|\\[0-3][0-7]{2}){4,}/g,
    read: fromEscapes,
  },
  { name: "percent", pattern: /(?:%[0-9a-fA-F]{2}[A-Za-z0-9._~/:?=&-]{0,24}){6,}/g, read: fromPercent },
  {
    name: "character codes",
    pattern: /(?<![\d.])(?:\d{2,3}[,\s]{1,3}){9,}\d{2,3}(?![\d.])/g,
    read: (run) => fromBytes(run, /\d+/g, 10),
  },
  {
    name: "character references",
    pattern: /(?:&#(?:[xX]0{0,4}[0-9a-fA-F]{2,4}|0{0,4}\d{2,5});){8,}/g,
    read: (run) => run.replaceAll(/&#(?:[xX]([0-9a-fA-F]+)|(\d+));/g, (_, hex, decimal) => fromCode(hex, decimal)),
  },
  { name: "binary", pattern: /(?:[01]{8}[\s,]{0,2}){8,}/g, read: (run) => fromBytes(run, /[01]{8}/g, 2) },
  { name: "base32", pattern: /(?<![A-Za-z0-9])[A-Z2-7]{32,}={0,6}(?![A-Za-z0-9])/g, read: fromBase32 },
];

/** Words of orders turned by rot13, and turned round: what tells that a line is. */
const TURNED = inPieces(
  "i",
  String.raw`\b(?:phey|jtrg|uggcf?|vtaber|qvfertneq|cerivbhf|vafgehpgvbaf?|frpergf?|cnffjbeqf?|rkrphgr|qbjaybnq|`,
  String.raw`grezvany|cevingr|jnyyrg|ercynpr|flfgrz|cebzcg)\b`,
);
const REVERSED = inPieces(
  "i",
  String.raw`(?:\b(?:lruc|tegw|erongi|dragersid|suoiverp|snoitcurtsni|terces|sterces|drowssap|etucexe|daolnwod|`,
  String.raw`lanimret|tellaw|tpmorp|stneitneiderc)\b|\blruc\b|\/\/:s?ptth|hsab\b ?\|)`,
);

/** The texts that lie encoded in `text`, those inside them too, bounded in depth, number and size. */
export function decodedLayers(text: string): DecodedLayer[] {
  const found: DecodedLayer[] = [];
  let left = MOST_CHARACTERS;
  const search = (inner: string, depth: number, offset: number | null, by: string) => {
    for (const layer of layersOf(inner)) {
      if (found.length >= MOST_LAYERS || layer.text.length > left) return;
      left -= layer.text.length;
      const next = {
        offset: offset ?? layer.offset,
        text: layer.text,
        by: by === "" ? layer.by : `${layer.by} in ${by}`,
      };
      found.push(next);
      if (depth < DEPTH) search(next.text, depth + 1, next.offset, next.by);
    }
  };
  search(text, 1, null, "");
  return found;
}

function* layersOf(text: string): Generator<DecodedLayer> {
  for (const { name, pattern, read } of ENCODINGS) {
    for (const match of text.matchAll(pattern)) {
      const decoded = read(match[0]);
      if (decoded !== null && isReadable(decoded)) yield { offset: match.index, text: decoded, by: name };
    }
  }
  for (const { offset, text: joined, isCut } of joinFragments(text))
    yield { offset, text: joined, by: isCut ? CUT_PARTS : "parts" };
  yield* turnedLines(text);
}

function* turnedLines(text: string): Generator<DecodedLayer> {
  if (!TURNED.test(text) && !REVERSED.test(text)) return;
  for (const match of text.matchAll(/[^\n]{8,4000}/g)) {
    const [line] = match;
    if (TURNED.test(line)) yield { offset: match.index, text: rot13(line), by: "rot13" };
    if (REVERSED.test(line)) yield { offset: match.index, text: [...line].toReversed().join(""), by: "reversal" };
  }
}

const rot13 = (text: string): string =>
  text.replaceAll(/[A-Za-z]/g, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

/** Words, an address or a command rather than bytes that happen to be letters. */
function isReadable(text: string): boolean {
  if (text.length < 8) return false;
  const sample = text.slice(0, 4_000);
  const odd = sample.match(/[^\t\r\n\u0020-\u007E\p{L}\p{N}\p{P}\p{S}]|\uFFFD/gu)?.length ?? 0;
  if (odd > sample.length * 0.02) return false;
  const foreign = sample.match(/[^\u0000-\u007F]/g)?.length ?? 0;
  if (foreign > 0 && foreign < 6 && sample.length < 60) return false;
  return (
    /[A-Za-z]{2,}[ \t]+\S|https?:|[\p{Script=Han}\p{Script=Cyrillic}\p{Script=Kana}]{4}/u.test(sample) ||
    DECODABLE.test(sample)
  );
}

/** What only another layer of encoding looks like. */
const DECODABLE = /^(?:[A-Za-z0-9+/_-]{24,}={0,2}|[0-9a-fA-F]{32,}|(?:%[0-9a-fA-F]{2}){8,})\s*$/;

function fromBase64(run: string): string | null {
  const compact = run.replaceAll(/\s+/g, "");
  if (compact.length < 16 || compact.length > 400_000) return null;
  // A path or a name in capitals and underscores is of the same letters.
  if (!/[a-z]/.test(compact) || !/[A-Z0-9]/.test(compact)) return null;
  return fromUtf(Buffer.from(compact, "base64url"));
}

function fromUtf(bytes: Uint8Array): string | null {
  // PowerShell writes UTF-16LE: every other byte of ASCII is zero.
  const zeros = bytes
    .subarray(0, 200)
    .reduce((count, byte, index) => count + (byte === 0 && index % 2 === 1 ? 1 : 0), 0);
  if (zeros >= 6 && zeros > Math.min(bytes.length, 200) * 0.4) return new TextDecoder("utf-16le").decode(bytes);
  return bytes.includes(0) ? null : new TextDecoder().decode(bytes);
}

function fromBytes(run: string, digits: RegExp, base: number): string | null {
  const codes = run.match(digits)?.map((each) => Number.parseInt(each, base)) ?? [];
  return codes.some((code) => code > 255) ? null : fromUtf(Uint8Array.from(codes));
}

function fromEscapes(run: string): string {
  return run.replaceAll(/\\+(?:x([0-9a-fA-F]{2})|u\{?([0-9a-fA-F]{4})\}?|([0-3][0-7]{2}))/g, (_, hex, unicode, octal) =>
    String.fromCharCode(octal === undefined ? Number.parseInt(hex ?? unicode, 16) : Number.parseInt(octal, 8)),
  );
}

const fromCode = (hex: string | undefined, decimal: string | undefined): string =>
  String.fromCharCode(hex === undefined ? Number.parseInt(decimal ?? "", 10) : Number.parseInt(hex, 16));

function fromPercent(run: string): string | null {
  try {
    return decodeURIComponent(run.replace(/%[0-9a-fA-F]?$/, ""));
  } catch {
    return null;
  }
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function fromBase32(run: string): string | null {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const letter of run.replace(/=+$/, "")) {
    value = ((value << 5) | BASE32.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
  }
  return fromUtf(Uint8Array.from(bytes));
}
