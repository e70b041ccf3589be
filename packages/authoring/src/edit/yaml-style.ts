import { Document, isCollection, isScalar, visit } from "yaml";
import type { Node } from "yaml";

/** Words that some YAML reader takes for something else than text. */
const NOT_TEXT = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i;
const PLAIN = /^[A-Za-z][A-Za-z0-9 _.,;/()'!?+=$^*~<>@%&|:"#[\]{}-]*$/;
const VERSION = /^[0-9]{1,9}\.[0-9]{1,9}\.[0-9]{1,9}(?:[-+][0-9A-Za-z.+-]+)?$/;

/**
 * Whether a text may stand without quotes as the value of a key, for every reader: those that know YAML 1.1 only and those that
 * cut lines at the first colon included. Never true for what a reader could take for a number, a date, a truth value or nothing.
 */
export function isPlainSafe(text: string): boolean {
  if (text.length > 2048 || NOT_TEXT.test(text)) return false;
  if (VERSION.test(text)) return true;
  return PLAIN.test(text) && !/: |:$| #| $/.test(text);
}

/** The same for an item of a flow collection, where commas and brackets end it. */
export const isFlowSafe = (text: string): boolean => isPlainSafe(text) && /^[A-Za-z0-9 _./-]+$/.test(text);

/** A node in block style, each line indented; scalars keep the quotes they have. */
export function blockText(node: Node, indent: number): string {
  const copy = node.clone() as Node;
  copy.comment = null;
  const document = new Document(null, { version: "1.2" });
  visit(copy, (_key, one) => {
    if (isCollection(one) && one.items.length > 0) one.flow = false;
  });
  document.contents = copy as typeof document.contents;
  if (isScalar(copy)) return document.toString({ lineWidth: 0 }).trimEnd();
  return document
    .toString({ lineWidth: 0 })
    .trimEnd()
    .replace(/^(?=.)/gm, " ".repeat(indent));
}
