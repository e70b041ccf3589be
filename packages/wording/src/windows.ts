import type { Reading, Span } from "@gaia/reading";

/** An order takes about so many characters; one that is spread over a list, with other words between, takes the second. */
const REACHES = [320, 900];
/** No stretch is longer. */
export const LONGEST = 900;
/** A window begins no closer than this part of its reach to the one before, so the work is linear in the text. */
const OVERLAP = 4;

/**
 * The stretches that are judged: each passage alone, what follows one another in a section up to each reach, and the parts of a passage
 * that is longer, cut between sentences.
 */
export function windowsOf(reading: Reading): Span[] {
  const windows = new Map<number, Span>();
  const add = ({ start, end }: Span) => windows.set(start * 4_000_000 + end, { start, end });
  const pieces = reading.passages.flatMap((passage) =>
    piecesOf(reading.text, passage).map((piece) => ({ ...piece, section: passage.section })),
  );
  for (const piece of pieces) add(piece);
  for (const reach of REACHES) {
    let last: (typeof pieces)[number] | undefined;
    for (const [index, first] of pieces.entries()) {
      if (last?.section === first.section && first.start - last.start < reach / OVERLAP) continue;
      last = first;
      let { end } = first;
      for (let next = index + 1; next < pieces.length; next += 1) {
        // In range: next < pieces.length.
        const piece = pieces[next] as (typeof pieces)[number];
        if (piece.end - first.start > reach || piece.section !== first.section) break;
        end = piece.end;
      }
      add({ start: first.start, end });
    }
  }
  return [...windows.values()];
}

const LONGEST_PIECE = 320;
const BREAK = /[.!?。！？]["')\]]?\s|\n|[。！？]/g;

/** A passage, or its parts where it is longer than one order. */
function piecesOf(text: string, { start, end }: Span): Span[] {
  if (end - start <= LONGEST_PIECE) return [{ start, end }];
  const pieces: Span[] = [];
  let from = start;
  let cut = start;
  const close = (at: number) => {
    // What has no break is cut where the room ends.
    for (; at - from > 2 * LONGEST_PIECE; from += LONGEST_PIECE)
      pieces.push({ start: from, end: from + LONGEST_PIECE });
    if (at > from) pieces.push({ start: from, end: at });
    from = at;
  };
  for (const match of text.slice(start, end).matchAll(BREAK)) {
    const at = start + match.index + match[0].length;
    if (at - from > LONGEST_PIECE && cut > from) close(cut);
    cut = at;
  }
  if (end - from > LONGEST_PIECE && cut > from) close(cut);
  close(end);
  return pieces;
}
