import type { Tree } from "web-tree-sitter";

/** A named node of a syntax tree, copied out of the parser's memory once so that walking it costs nothing. */
export interface LeanNode {
  type: string;
  /** The field of its parent that it is, `""` for none. */
  field: string;
  /** UTF-16 offsets into the text. */
  start: number;
  end: number;
  /** 0-based. */
  row: number;
  children: LeanNode[];
}

/**
 * Copies a tree: named nodes, and the unnamed ones whose type is in `tokens` (operators that matter). Null when there
 * are more than `mostNodes`.
 */
export function leanTree(tree: Tree, tokens: ReadonlySet<string>, mostNodes: number): LeanNode | null {
  const cursor = tree.walk();
  const root: LeanNode = { type: cursor.nodeType, field: "", start: 0, end: cursor.endIndex, row: 0, children: [] };
  try {
    // The cursor stands below the last of these.
    const stack: LeanNode[] = [root];
    let nodes = 0;
    if (!cursor.gotoFirstChild()) return root;
    for (;;) {
      let node: LeanNode | null = null;
      const type = cursor.nodeType;
      if (cursor.nodeIsNamed || tokens.has(type)) {
        if (++nodes > mostNodes) return null;
        node = {
          type,
          field: cursor.currentFieldName ?? "",
          start: cursor.startIndex,
          end: cursor.endIndex,
          row: cursor.startPosition.row,
          children: [],
        };
        stack.at(-1)?.children.push(node);
        if (cursor.gotoFirstChild()) {
          stack.push(node);
          continue;
        }
      }
      while (!cursor.gotoNextSibling()) {
        stack.pop();
        if (stack.length === 0 || !cursor.gotoParent()) return root;
      }
    }
  } finally {
    cursor.delete();
  }
}

/** The child of that field. */
export function fieldOf(node: LeanNode | null | undefined, field: string): LeanNode | null {
  return node?.children.find((child) => child.field === field) ?? null;
}
