import { createHmac } from "node:crypto";
import { LogError } from "../log-error.ts";
import { FIELD_NAMES, type LeafField } from "./fields.ts";
import type { Leaf } from "./leaf.ts";

/** What a leaf is about. A leaf about a whole skill has no version. */
export interface LeafSubject {
  publisher: string;
  name: string;
  version?: string | undefined;
}

/** What follows a hidden leaf, where it is handed to somebody who may read it. */
const OPENED_BY = "\nopened by ";
const SALT = /^[0-9a-f]{64}$/;

/** What a hidden leaf says as it is: what was decided, in few words. All else names somebody, or could be guessed and tried. */
const OPEN: ReadonlySet<string> = new Set<LeafField>(["verdict", "tier", "status", "level", "change", "role"]);

/** HMAC-SHA-256 (RFC 2104), keyed by the salt (32 bytes in hex), as `sha256:` and hex: without the salt nobody can try what it may say. */
const salted = (salt: string, text: string): string =>
  `sha256:${createHmac("sha256", Buffer.from(ensureSalt(salt), "hex"))
    .update(text)
    .digest("hex")}`;

function ensureSalt(salt: string): string {
  if (!SALT.test(salt)) throw new LogError("malformed_leaf", "a salt is 32 bytes in hex");
  return salt;
}

/** What a hidden leaf says instead of publisher, name and version. */
export const saltedSubject = (salt: string, { publisher, name, version = "" }: LeafSubject): string =>
  salted(salt, `subject\n${publisher}\n${name}\n${version}`);

/** What a hidden leaf says instead of this field's value. */
export const saltedField = (salt: string, field: LeafField, value: string): string =>
  salted(salt, `${field}\n${value}`);

/**
 * The leaf of the same decision about a skill or a collection that is not public: kind, time and what was decided stay, what names or
 * could be guessed is salted. Equal leaves give equal ones, so that whoever is given the salt can make it anew and compare.
 * @throws LogError `malformed_leaf` for one that names no skill, or a salt that is none
 */
export function hideLeaf(leaf: Leaf, salt: string): Leaf {
  const { publisher, collection, name = collection, version, ...others } = leaf.fields;
  const rest: Leaf["fields"] = others;
  if (publisher === undefined || name === undefined)
    throw new LogError("malformed_leaf", "a leaf that names no skill has nothing to hide");
  const fields: Leaf["fields"] = { ...rest, private: saltedSubject(salt, { publisher, name, version }) };
  for (const field of FIELD_NAMES) {
    const value = rest[field];
    if (value !== undefined && !OPEN.has(field)) fields[field] = saltedField(salt, field, value);
  }
  return { ...leaf, fields };
}

/** A leaf with what opens it, for whoever may read it: the extra data of its proof. A leaf without a salt is itself. */
export const withSalt = (leaf: string, salt: string | null): string =>
  salt === null ? leaf : `${leaf}${OPENED_BY}${ensureSalt(salt)}\n`;

/** The two apart again; the leaf is what stands in the log. */
export function splitSalt(extra: Uint8Array): { entry: Uint8Array; salt: string | null } {
  const text = Buffer.from(extra).toString("latin1");
  const end = text.lastIndexOf(OPENED_BY);
  const salt = end < 0 ? "" : text.slice(end + OPENED_BY.length, -1);
  return SALT.test(salt) && text.endsWith("\n")
    ? { entry: extra.subarray(0, end), salt }
    : { entry: extra, salt: null };
}
