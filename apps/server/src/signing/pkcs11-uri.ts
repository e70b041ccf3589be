import { TrustError } from "@gaia/trust";

/** A private key in a PKCS#11 module, as a URI of RFC 7512 names it. At least one of `object` and `id` is there. */
export interface Pkcs11Key {
  modulePath: string;
  token: string | null;
  serial: string | null;
  object: string | null;
  /** Hex digits of CKA_ID. */
  idHex: string | null;
  /** Where the PIN is: a file's absolute path, or the PIN itself. */
  pin: { path: string } | { value: string };
}

const PATH_ATTRIBUTES = new Set(["token", "serial", "object", "id", "type"]);
const QUERY_ATTRIBUTES = new Set(["module-path", "pin-source", "pin-value"]);

export const isPkcs11Uri = (text: string): boolean => text.trim().startsWith("pkcs11:");

/**
 * Reads `pkcs11:token=…;object=…;id=%01?module-path=/…&pin-source=file:/…` (RFC 7512 §2.3). An attribute that is not known here is
 * refused: passing over one would choose among more keys than its author meant.
 * @throws TrustError `invalid_signing_key`; the message repeats no value
 */
export function readPkcs11Uri(text: string): Pkcs11Key {
  const [path = "", query = "", ...rest] = text.trim().slice("pkcs11:".length).split("?");
  if (rest.length > 0) throw wrong("has more than one ?");
  const where = readAttributes(path, ";", PATH_ATTRIBUTES);
  const how = readAttributes(query, "&", QUERY_ATTRIBUTES);
  const type = where.get("type")?.toString("utf8");
  if (type !== undefined && type !== "private") throw wrong("names a type other than private");
  const modulePath = textOf(how, "module-path");
  if (!modulePath?.startsWith("/")) throw wrong("needs module-path, the absolute path of the module's library");
  const object = textOf(where, "object");
  const idHex = where.get("id")?.toString("hex") ?? null;
  if (object === null && idHex === null) throw wrong("names neither object (the key's label) nor id");
  const token = textOf(where, "token");
  return { modulePath, token, serial: textOf(where, "serial"), object, idHex, pin: readPin(how) };
}

function readPin(how: Map<string, Buffer>): Pkcs11Key["pin"] {
  const value = textOf(how, "pin-value");
  const source = textOf(how, "pin-source");
  if (value !== null && source !== null) throw wrong("has both pin-source and pin-value");
  if (value !== null) return { value };
  const path = source?.replace(/^file:(?:\/\/(?:localhost)?(?=\/))?/, "");
  if (!path?.startsWith("/")) throw wrong("needs pin-source, the absolute path of the file that holds the PIN");
  return { path };
}

function readAttributes(text: string, separator: string, known: Set<string>): Map<string, Buffer> {
  const attributes = new Map<string, Buffer>();
  for (const part of text === "" ? [] : text.split(separator)) {
    const at = part.indexOf("=");
    const name = part.slice(0, Math.max(at, 0));
    if (!known.has(name)) throw wrong(`may say ${[...known].join(", ")} here, and nothing else`);
    if (attributes.has(name)) throw wrong(`says ${name} twice`);
    attributes.set(name, unescape(part.slice(at + 1)));
  }
  return attributes;
}

/** Percent-decoding to bytes: an id need not be text. */
function unescape(value: string): Buffer {
  const parts = value.match(/%[0-9A-Fa-f]{2}|[^%]/gu) ?? [];
  if (parts.join("") !== value) throw wrong("has a % that escapes nothing");
  return Buffer.concat(
    parts.map((part) => (part.length === 3 && part[0] === "%" ? Buffer.from(part.slice(1), "hex") : Buffer.from(part))),
  );
}

function textOf(attributes: Map<string, Buffer>, name: string): string | null {
  const bytes = attributes.get(name);
  return bytes === undefined || bytes.length === 0 ? null : bytes.toString("utf8");
}

const wrong = (what: string): TrustError => new TrustError("invalid_signing_key", `the PKCS#11 URI ${what}`);
