/** Longer headers hold nothing of ours: browsers send 4,096 bytes of a cookie at most, and ours are short. */
const LONGEST_HEADER = 8_192;

interface Pair {
  name: string;
  /** Null: a piece without `=`. */
  value: string | null;
}

/**
 * A `Cookie` header as a browser writes it (RFC 6265 §4.2.1): pieces between `;`, each but the first after one space. Nothing else is
 * taken off, so that no byte beside a name makes another one of it.
 */
function* pairsIn(header: string): Generator<Pair> {
  let isFirst = true;
  for (const piece of header.split(";")) {
    const pair = !isFirst && piece.startsWith(" ") ? piece.slice(1) : piece;
    isFirst = false;
    const at = pair.indexOf("=");
    yield at < 0 ? { name: pair, value: null } : { name: pair.slice(0, at), value: pair.slice(at + 1) };
  }
}

/** The names of all cookies in a header, letter by letter. */
export const cookieNames = (header: string): string[] => [...pairsIn(header)].map(({ name }) => name);

/**
 * The cookies of these names in a `Cookie` header: those whose name is byte for byte one of them. Where one of them is there twice, or has
 * blanks beside its name or its value, no two readers agree which one it is: then there is none of them at all. Any other piece is passed
 * over, so that what a neighbouring host sets is neither taken for ours nor signs anybody out, as long as the header has no more than
 * 8,192 characters: of a longer one nothing is read.
 * @param header null: there is none
 * @returns name -> value, as written
 */
export function cookiesOf<Name extends string>(
  header: string | null,
  names: readonly Name[],
): ReadonlyMap<Name, string> {
  const found = new Map<Name, string>();
  if (header === null || header.length > LONGEST_HEADER) return found;
  for (const { name, value } of pairsIn(header)) {
    const ours = names.find((one) => one === withoutBlanks(name));
    if (ours === undefined || value === null) continue;
    if (name !== ours || value !== withoutBlanks(value) || found.has(ours)) return new Map();
    found.set(ours, value);
  }
  return found;
}

/** Space and tab are what browsers take off a name that is set (RFC 6265 §5.2); U+00A0 is not, and stays part of it. */
const withoutBlanks = (text: string): string => text.replace(/^[ \t]+/, "").replace(/[ \t]+$/, "");
