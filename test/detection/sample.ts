/** A file of a package, as every room sees it: NFC path with '/', relative. */
export interface SampleFile {
  path: string;
  bytes: Uint8Array;
}

export type Layer = "instruction" | "code";
export type Split = "train" | "test";

/** One whole skill with its label by construction. Every malicious one is inert: reserved hosts, no working payload. */
export interface Sample {
  /** What it is, readable, and the first digits of the SHA-256 over its files: `remote-recipe/readme/base64/9f86d081`. */
  id: string;
  label: "malicious" | "benign";
  layer: Layer;
  /** For a benign sample: the behaviour that it is the legitimate counterpart of, or `ordinary`. */
  behaviour: string;
  insertion: string;
  /** For a benign sample: `none`, or the evasion whose form it has for an honest reason. */
  evasion: string;
  split: Split;
  publisher: string;
  /** The text as a person wrote it, before insertion and evasion. */
  piece: string;
  files: SampleFile[];
}

/** A piece of text written by hand: a wording of a behaviour, a piece of code, or an ordinary skill's topic. */
export interface Piece {
  behaviour: string;
  /** plain, oblique, a language of people, a language of programs, or the name of a file. */
  kind: string;
  text: string;
  split: Split;
}

/** Whose piece of code it is; a kind that is a file's name counts by its end. */
export type CodeLanguage = "python" | "shell" | "js" | "ts" | "powershell" | "json" | "other";
