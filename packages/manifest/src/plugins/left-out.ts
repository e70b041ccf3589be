/** What may stand in a plugin and is not served. `plugin`: one inside it. `link`: what a reader of folders did not follow. */
const LEFT_OUT_KINDS = ["hook", "server", "agent", "command", "plugin", "link", "file"] as const;

export type LeftOutKind = (typeof LEFT_OUT_KINDS)[number];

/** `names`: 20 at most, each of 80 characters at most; `count` is of all. */
export interface LeftOut {
  kind: LeftOutKind;
  names: string[];
  count: number;
}

const LIMITS = { names: 20, text: 80 };

/** What was left out of a kind, each name once. */
export function leftOutOf(kind: LeftOutKind, names: readonly string[]): LeftOut {
  const each = [...new Set(names)];
  return { kind, names: each.slice(0, LIMITS.names).map((name) => name.slice(0, LIMITS.text)), count: each.length };
}

const WORDS: Readonly<Record<LeftOutKind, [one: string, many: string]>> = {
  hook: ["hook", "hooks"],
  server: ["server", "servers"],
  agent: ["agent", "agents"],
  command: ["command", "commands"],
  plugin: ["plugin inside it", "plugins inside it"],
  link: ["link", "links"],
  file: ["other file", "other files"],
};

/** So many names of a kind are said. */
const NAMED = 5;

/** `7 hooks (a, b, c, d, e, and 2 more)`. The names are the author's. */
export function leftOutText({ kind, names, count }: LeftOut): string {
  const [one, many] = WORDS[kind];
  const more = count > NAMED ? `, and ${count - NAMED} more` : "";
  return `${count} ${count === 1 ? one : many} (${names.slice(0, NAMED).join(", ")}${more})`;
}
