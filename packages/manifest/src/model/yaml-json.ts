import type { Json } from "./canonical.ts";
import type { Tree } from "./yaml-tree.ts";

/** A number that JSON cannot hold as it was written: `.nan`, `1e999`, or an integer past 2^53. */
export interface NumberProblem {
  at: number;
  text: string;
}

/**
 * A tree as plain JSON data. Objects have no prototype, so that a key such as `__proto__` or `constructor` is a key like any other.
 * Numbers that JSON cannot hold become their source text and are returned as problems.
 */
export function toJson(tree: Tree): { value: Json; problems: NumberProblem[] } {
  const problems: NumberProblem[] = [];
  return { value: convert(tree, problems), problems };
}

function convert(tree: Tree, problems: NumberProblem[]): Json {
  switch (tree.kind) {
    case "scalar": {
      const { value } = tree;
      if (typeof value !== "number") return value;
      const isExact = !Number.isInteger(value) || Number.isSafeInteger(value) || /[.e]/i.test(tree.text);
      if (Number.isFinite(value) && isExact) return Object.is(value, -0) ? 0 : value;
      problems.push({ at: tree.at, text: tree.text });
      return tree.text;
    }
    case "list":
      return tree.items.map((item) => convert(item, problems));
    case "map": {
      // Without a prototype; TypeScript has no type for that.
      const object = Object.create(null) as { [key: string]: Json };
      for (const [key, { value }] of tree.entries) object[key] = convert(value, problems);
      return object;
    }
  }
}
