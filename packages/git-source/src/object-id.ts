import { createHash } from "node:crypto";
import type { ObjectFormat } from "./settings.ts";

export type ObjectType = "commit" | "tree" | "blob" | "tag";

/** Whether a text is a whole id: 40 hexadecimal digits (SHA-1) or 64 (SHA-256), in lower case. */
export const isObjectId = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

/** The hash that an id is made with. */
export const formatOf = (id: string): ObjectFormat => (id.length === 64 ? "sha256" : "sha1");

/** The id of an object: the hash of its type, its size and its bytes (gitformat-loose(5)). */
export function objectId(type: ObjectType, bytes: Uint8Array, format: ObjectFormat): string {
  return createHash(format).update(`${type} ${bytes.length}\0`).update(bytes).digest("hex");
}
