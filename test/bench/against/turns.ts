/** Two builds of the registry: another commit's, and that of this tree. */
export type Side = "old" | "new";
export const SIDES: readonly Side[] = ["old", "new"];

/** How a block of skills is sent: all together, for what the workers get through, or each when the one before has its verdict, for how long one waits. */
type Sending = "at once" | "one by one";

/** What one build does while the other waits. */
export interface Turn<T> {
  side: Side;
  sending: Sending;
  items: T[];
}

/**
 * Blocks of at most `size`, each given to both builds one right after the other, so that what disturbs the machine falls on both; the build
 * that comes first changes from one pair of blocks to the next. Items are dealt out to the two ways of sending like cards, so that both
 * get like ones.
 */
export function turnsOf<T>(items: readonly T[], size: number): Turn<T>[] {
  const dealt = [0, 1].map((from) =>
    blocksOf(
      items.filter((_, at) => at % 2 === from),
      size,
    ),
  );
  const blocks = (dealt[0] ?? []).flatMap((block, at) => {
    const other = dealt[1]?.[at];
    return [
      { sending: "at once" as const, block },
      ...(other ? [{ sending: "one by one" as const, block: other }] : []),
    ];
  });
  return blocks.flatMap(({ sending, block }, at) =>
    sidesInTurn(Math.floor(at / 2)).map((side) => ({ side, sending, items: block })),
  );
}

/** The order of both in a round: the one that came last comes first in the next. */
export const sidesInTurn = (round: number): readonly Side[] => (round % 2 === 0 ? SIDES : SIDES.toReversed());

export function blocksOf<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}
