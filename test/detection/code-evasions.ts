/** Ways to hide what a program does from a reader of its text. */
export const CODE_EVASIONS = [
  "none",
  "base64",
  "escapes",
  "split",
  "indirection",
  "two-step",
  "noise",
  "homoglyph",
] as const;
export type CodeEvasion = (typeof CODE_EVASIONS)[number];
