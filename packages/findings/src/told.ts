import type { ToldKind } from "@gaia/policy";

/** One thing that a version tells. Its texts are its author's, on one line and bounded. */
export interface Told {
  kind: ToldKind;
  /** By what it is the same in another version: `git push`, a host, a path; of a sentence, the stems of its words. */
  what: string;
  /** As it is written. */
  text: string;
  file: string;
  /** 1-based. */
  line: number;
}

/** All that one version tells. */
export interface Telling {
  told: readonly Told[];
  /** The stems of each of its sentences: what was said before in other words is not newly told. */
  sentences: readonly string[];
  /** What was not read to its end, and so may tell more: paths. */
  unread: readonly string[];
}
