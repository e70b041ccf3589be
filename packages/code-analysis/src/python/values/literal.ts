import { fieldOf, type LeanNode } from "../../engine/lean-tree.ts";

const ESCAPES: Record<string, string> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "0": "\0",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "\n": "",
};

/** What a string's source stands for (Python reference 2.4.1). */
export function unescapePython(source: string): string {
  if (!source.includes("\\")) return source;
  return source.replaceAll(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|N\{[^}]{1,80}\}|([0-7]{1,3})|(\r\n|[\s\S]))/g,
    (all, x?: string, u?: string, long?: string, octal?: string, other?: string) => {
      const hex = x ?? u ?? long;
      if (hex !== undefined) return fromCodePoint(Number.parseInt(hex, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      if (other === "\r\n") return "";
      return other === undefined ? all : (ESCAPES[other] ?? all);
    },
  );
}

export function fromCodePoint(code: number): string {
  return Number.isInteger(code) && code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

/** The kind of a string literal: its prefix letters, lower case. */
export function prefixOf(node: LeanNode, text: string): string {
  const start = node.children[0];
  if (start?.type !== "string_start") return "";
  return (/^[A-Za-z]*/.exec(text.slice(start.start, start.end))?.[0] ?? "").toLowerCase();
}

/** An integer or float literal; null for what is out of the safe range. */
export function numberOf(source: string): number | null {
  const plain = source.replaceAll("_", "").replace(/^0[oO]?(?=[0-7]+$)/, "0o");
  const value = Number(plain === "0o" ? "0" : plain);
  return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : null;
}

/** `a.b.c` as written, of names alone. */
export function dottedOf(node: LeanNode | null, text: string): string | null {
  const parts: string[] = [];
  for (let at = node; at !== null && parts.length < 20; at = fieldOf(at, "object")) {
    if (at.type === "identifier" || at.type === "dotted_name")
      return [text.slice(at.start, at.end).replaceAll(/\s/g, ""), ...parts].join(".").normalize("NFKC");
    const attribute = at.type === "attribute" ? fieldOf(at, "attribute") : null;
    if (attribute === null) return null;
    parts.unshift(text.slice(attribute.start, attribute.end));
  }
  return null;
}
