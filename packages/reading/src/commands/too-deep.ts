/** How deep elements of XML and pages may stand in each other: the parser keeps what is open in a list that costs what it holds. */
export const MOST_DEPTH = 1_000;

/** Raised where elements stand deeper in each other than is read ({@link MOST_DEPTH}). */
export class TooDeep extends Error {
  override readonly name = "TooDeep";
}

/** Runs a parser to its end; false where what it read stands too deep, and the rest was left. */
export function isReadWhole(parse: () => void): boolean {
  try {
    parse();
    return true;
  } catch (error) {
    if (error instanceof TooDeep) return false;
    throw error;
  }
}
