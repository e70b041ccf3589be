const READS_ADDRESSES = new WeakSet<RegExp>();

/** A pattern that looks into addresses; the others read past them, so that a word in a link is not a word of the text. */
export function inAddresses(pattern: RegExp): RegExp {
  READS_ADDRESSES.add(pattern);
  return pattern;
}

export function readsAddresses(pattern: RegExp): boolean {
  return READS_ADDRESSES.has(pattern);
}

/** One linear pattern out of sources that stand for each other. */
export function oneOf(...sources: string[]): RegExp {
  return new RegExp(sources.join("|"), "gi");
}

/**
 * The same where the case of a letter counts; sources in which it does not are given as `anyCase`.
 * @public though nothing uses either: without them every analyser has another digest, so they go with the next change that moves these
 */
export function oneOfCased(...sources: string[]): RegExp {
  return new RegExp(sources.join("|"), "g");
}

/**
 * A source whose letters match in either case. Groups with flags of their own say it shorter, and Node 20 and 22 don't know them.
 * @public as `oneOfCased`
 */
export function anyCase(source: string): string {
  return source.replaceAll(/\\.|\[(?:\\.|[^\]])*\]|[a-z]/gi, (part) =>
    part.length === 1 ? `[${part.toLowerCase()}${part.toUpperCase()}]` : part,
  );
}

/** The same between word boundaries, spaces standing for any short white space. */
export function words(...sources: string[]): RegExp {
  return new RegExp(
    `(?<!\\w)(?:${sources.join("|").replaceAll(" ?", "\\s{0,3}").replaceAll(" ", "\\s{1,3}")})(?!\\w)`,
    "gi",
  );
}

/**
 * Words of languages that bend them. `spaced` begin where a word begins, whatever its letters, and may end in any way; `unspaced`
 * are of scripts that put no space between words, and stand anywhere.
 */
export function stems(spaced: string, unspaced: string): RegExp {
  const bent = spaced.replaceAll(" ", "\\s{1,3}").replaceAll("~", "\\p{L}{0,6}");
  return new RegExp(`(?<!\\p{L})(?:${bent})|${unspaced.replaceAll(" ", "\\s{0,3}")}`, "giu");
}

/** As `oneOf`, of patterns that speak of letters of all scripts. */
export function oneOfAll(...sources: string[]): RegExp {
  return new RegExp(sources.join("|"), "giu");
}

/**
 * One pattern that is too long for a line: its pieces as one source, each of them cut behind a "|" or between two terms
 * where that can be.
 */
export function inPieces(flags: string, ...pieces: string[]): RegExp {
  return new RegExp(pieces.join(""), flags);
}
