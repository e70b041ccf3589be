/** A word as a person can paste it into a shell, whatever it holds: a registry may have chosen it. */
export const shellWord = (word: string): string =>
  /^[\w:+/=.@-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
