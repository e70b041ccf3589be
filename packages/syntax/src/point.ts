/** A place in a text: 1-based line, 1-based column in UTF-16 units. */
export interface Point {
  line: number;
  column: number;
}
