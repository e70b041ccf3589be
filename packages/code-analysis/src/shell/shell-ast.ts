/** A shell script as far as it matters here: POSIX sh, Bash, and what zsh adds at the edges. */
export interface ShellScript {
  pipelines: Pipeline[];
}

export interface Pipeline {
  commands: ShellCommand[];
  /** Runs on while the script goes on. */
  isBackground: boolean;
}

export type ShellCommand =
  | { kind: "simple"; line: number; assigns: Assign[]; words: Word[]; redirects: Redirect[] }
  | {
      kind: "group";
      line: number;
      body: ShellScript;
      redirects: Redirect[];
      loop: Loop | null;
      /** `while`, `until`. */ repeats: boolean;
      /** `(…)`: what it changes is over at its end. */ isOwn?: boolean;
    }
  | { kind: "function"; line: number; name: string; body: ShellScript };

/** `for name in words`; without `words`, the positional ones. */
export interface Loop {
  name: string;
  words: Word[];
  isGiven: boolean;
}

export interface Assign {
  name: string;
  value: Word;
  /** `+=`. */
  append: boolean;
  /** `name=(…)`. */
  isList: boolean;
}

export interface Redirect {
  /** `>`, `>>`, `<`, `<<`, `<<<`, `<>`, `>&`, `<&`, `&>`, `>|`. */
  op: string;
  fd: string;
  target: Word;
}

export interface Word {
  parts: Part[];
  line: number;
}

export type Part =
  | {
      kind: "text";
      text: string;
      quoted: boolean;
      /** By `$'…'` escapes or a backslash before a plain letter. */ escaped: boolean;
    }
  | {
      kind: "variable";
      name: string;
      operator: string;
      argument: Word | null;
      /** `${name[index]}`, as it stands; null without one. */
      index: string | null;
      quoted: boolean;
    }
  | { kind: "substitution"; script: ShellScript; quoted: boolean }
  /** `<(…)`, `>(…)`. */
  | { kind: "process"; script: ShellScript; direction: "<" | ">" };

/** The text of a word without any expansion; null when it has one. */
export function plainText(word: Word | undefined): string | null {
  if (word === undefined) return null;
  let text = "";
  for (const part of word.parts) {
    if (part.kind !== "text") return null;
    text += part.text;
  }
  return text;
}
