/** A part of a page: sections of one file of `docs/`, in their order there. */
export interface Part {
  /** Below `docs/`. */
  file: string;
  /** Anchors of its `##` headings, `""` for what stands before the first one; absent: the whole file. */
  sections?: readonly string[];
}

/** A page of the documentation, `/docs/<slug>`. */
export interface DocPage {
  slug: string;
  title: string;
  /** One sentence: what a reader finds there. */
  summary: string;
  parts: readonly Part[];
}

/** Pages that serve one task. */
export interface Group {
  title: string;
  pages: readonly DocPage[];
}

/** All of a file. */
export const whole = (file: string): Part[] => [{ file }];
