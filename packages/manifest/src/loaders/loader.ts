/** A program that loads skills from a folder, in the release that was run. */
export interface Loader {
  /** As people say it. */
  label: string;
  /** Package and release that was run; null: none, or it was not written down. */
  release: string | null;
  /** How a program has it load a folder, or a person list what it loaded. */
  call: string | null;
  /** The folders that it reads without being told. */
  untold?: string;
  /** What becomes of one skill that it refuses among others: `none load` where that costs them all; absent: not tried. */
  oneBad?: string;
  /** When it was run by hand, or the file of the test that runs it; null: it was not run yet. */
  run: string | null;
  /** Why it was not run. */
  notRun?: string;
}

/** Run by hand, on what an install of ours had put down, on published skills and on hand-made ones. */
export const BY_HAND = "by hand, 27 November 2026";

/** Run by hand with what differs between agents: marks, blanks, values without quotes, braces. */
export const BY_HAND_SINCE = "by hand, 29 November 2026";

/** No package registry has it, and nothing else was asked. */
export const IN_NO_REGISTRY = "not run: no package registry has its program";

/** ADK for Go counts bytes where the standard counts characters. */
export const DESCRIPTION_MAX_BYTES = 1024;
