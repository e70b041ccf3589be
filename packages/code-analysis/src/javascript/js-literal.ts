import type { LeanNode } from "../engine/lean-tree.ts";

const SIMPLE: Record<string, string> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v", "0": "\0" };

/** What one escape of a string stands for (ECMA-262 12.9.4). */
export function unescapeJs(source: string): string {
  const match = /^\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|([0-7]{1,3})|([\s\S]))/.exec(source);
  if (match === null) return "";
  const hex = match[1] ?? match[2] ?? match[3];
  const code =
    hex === undefined ? (match[4] === undefined ? null : Number.parseInt(match[4], 8)) : Number.parseInt(hex, 16);
  if (code !== null) return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  const other = match[5] ?? "";
  return other === "\n" || other === "\r" ? "" : (SIMPLE[other] ?? other);
}

/** A string literal's text, and how many of its letters are written as numbers. */
export function stringOf(node: LeanNode, text: string): { text: string; coded: number } {
  let result = "";
  let coded = 0;
  for (const child of node.children) {
    const piece = text.slice(child.start, child.end);
    if (child.type === "escape_sequence") {
      if (/^\\[xu]/.test(piece)) coded += 1;
      result += unescapeJs(piece);
    } else if (child.type === "string_fragment") result += piece;
  }
  return { text: node.children.length === 0 ? text.slice(node.start + 1, node.end - 1) : result, coded };
}

export function numberOf(source: string): number | null {
  const value = Number(source.replaceAll("_", "").replace(/n$/, ""));
  return Number.isFinite(value) ? value : null;
}
