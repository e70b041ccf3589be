import { sha256Hex } from "@gaia/archive";
import { shownLine } from "@gaia/text";
import { isModest } from "./modest-json.ts";
import type { UpstreamDoor, UpstreamEntry } from "./upstream.ts";
import { UpstreamError } from "./upstream-error.ts";

/** Keys of an answer, of which nothing is known yet. */
export type Json = Readonly<Record<string, unknown>>;

const MOST_LINE = 200;
const MOST_ADDRESS = 2_000;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A short text of one line; null: it is none, or nothing is left of it. */
export function toLine(value: unknown): string | null {
  if (typeof value !== "string") return null;
  // Half of a pair can stand in no address.
  const line = shownLine(value, MOST_LINE).toWellFormed();
  return line === "" ? null : line;
}

/** Tells of each name how often it came before. */
export function countNames(): (name: string) => number {
  const counts = new Map<string, number>();
  return (name) => {
    const before = counts.get(name) ?? 0;
    counts.set(name, before + 1);
    return before;
  };
}

/** Of what one upstream lists under one name the first is taken: it cannot be told which is meant. */
export const namedTwice = (name: string, listing: string): UpstreamEntry => ({
  kind: "unreadable",
  name,
  origin: `${listing}#${encodeURIComponent(name)}.2`,
  reason: "The upstream lists this name more than once; the first is taken.",
});

/** A moment as RFC 3339 or in milliseconds since 1970; null: neither, or nonsense. */
export function toMoment(value: unknown): Date | null {
  const moment =
    typeof value === "number" || (typeof value === "string" && value !== "") ? new Date(value) : new Date(NaN);
  const year = moment.getUTCFullYear();
  return year >= 1990 && year < 2200 ? moment : null;
}

/** `sha256:<hex>` of bare or prefixed hex; null: it is no SHA-256. */
export function toDigest(value: unknown): string | null {
  const hex = typeof value === "string" ? /^(?:sha256:)?([0-9a-f]{64})$/.exec(value.toLowerCase())?.[1] : undefined;
  return hex === undefined ? null : `sha256:${hex}`;
}

/** An http(s) address without a user, perhaps relative to where it was said; null: it is none. */
export function toAddress(value: unknown, base: string): string | null {
  if (typeof value !== "string" || value.length > MOST_ADDRESS) return null;
  const url = URL.parse(value, base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return null;
  url.hash = "";
  return url.href;
}

/**
 * A JSON object behind an address; null: there is none (404, 410).
 * @throws UpstreamError `unreachable` for a server's error, `malformed`, `too_large` for too many values, and as the door
 */
export async function readJson(door: UpstreamDoor, address: string, maxBytes: number): Promise<Json | null> {
  const body = await readBytes(door, address, maxBytes);
  if (body === null) return null;
  if (!isModest(body))
    throw new UpstreamError("too_large", `${shownLine(address, MOST_LINE)} has too many values, or too deep ones.`);
  let read: unknown;
  try {
    read = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (cause) {
    throw new UpstreamError("malformed", `${shownLine(address, MOST_LINE)} is no JSON.`, { cause });
  }
  if (!isObject(read)) throw new UpstreamError("malformed", `${shownLine(address, MOST_LINE)} is no JSON object.`);
  return read;
}

/** Bytes behind an address; null as above. @throws UpstreamError */
async function readBytes(door: UpstreamDoor, address: string, maxBytes: number): Promise<Uint8Array | null> {
  const { status, body } = await door.fetch(address, { maxBytes });
  if (status === 200) return body;
  if (status === 404 || status === 410) return null;
  throw new UpstreamError("unreachable", `${shownLine(address, MOST_LINE)} answered ${status}.`);
}

/** An archive behind an address, held to its digest where there is one. @throws UpstreamError `gone`, `digest_mismatch`, and the others */
export async function readPackage(
  door: UpstreamDoor,
  { address, digest }: { address: string; digest: string | null },
): Promise<{ archive: Uint8Array }> {
  const archive = await readBytes(door, address, door.limits.archive.packedBytes);
  if (archive === null) throw new UpstreamError("gone", "The upstream lists it and does not have it.");
  if (digest !== null && digest !== `sha256:${sha256Hex(archive)}`)
    throw new UpstreamError("digest_mismatch", "Its bytes do not have the digest that the upstream says.");
  return { archive };
}
