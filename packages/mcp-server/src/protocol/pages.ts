import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

const PAGE = 100;

export interface Page<T> {
  items: T[];
  nextCursor?: string;
}

/**
 * A page of a list. The cursor is a place in it: where the list changes meanwhile, clients are told and begin anew. Throws -32602 for any
 * other text.
 */
export function pageOf<T>(all: readonly T[], cursor: string | undefined): Page<T> {
  const start = cursor === undefined ? 0 : /^[0-9]{1,9}$/.test(cursor) ? Number(cursor) : null;
  if (start === null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "This is no cursor of this list");
  const items = all.slice(start, start + PAGE);
  return start + PAGE < all.length ? { items, nextCursor: String(start + PAGE) } : { items };
}
