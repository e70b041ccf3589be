/** Where in a file words stand. Who reads the page sees `prose` and `fence`; the rest only what reads the file. */
export type Part =
  | "prose"
  | "fence"
  | "comment"
  | "concealed"
  | "attribute"
  | "front matter"
  | "string"
  | "code comment"
  | "decoded";

/** Lines that belong together, as they stand in the file. */
export interface Block {
  part: Part;
  /** The 1-based line of the first of `lines`. */
  firstLine: number;
  lines: string[];
  /** The section it stands in, counted from 0, and the words of the headings above it. */
  section: number;
  heading: string;
  /** The paragraph before, when it leads in to this block. */
  leadIn: string;
  /** A row of a table or a quotation: words shown rather than said. */
  isShown: boolean;
  /** Of a decoded text: what carries it is a row of a table or a quotation. */
  isCarriedShown: boolean;
}
