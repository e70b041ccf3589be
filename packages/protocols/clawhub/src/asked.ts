import { ClawhubError, noSkill } from "./errors.ts";

/** A skill as a client names it. */
export interface Asked {
  name: string;
  /** Whose it has to be; null: whoever's it is. */
  owner: string | null;
}

/** A handle as clients write it: `@Ada` is `ada`. */
export const toHandle = (text: string | undefined): string | null =>
  text === undefined || text.trim() === "" ? null : text.trim().replace(/^@+/, "").toLowerCase();

/** @throws ClawhubError 404 for what is no name */
export function toAsked(slug: string | undefined, owner: string | undefined): Asked {
  const name = slug?.trim().toLowerCase() ?? "";
  if (name === "" || name.length > 128) throw noSkill();
  return { name, owner: toHandle(owner) };
}

/** @param most what a page may hold */
export function toLimit(text: string | undefined, most: number): number {
  const limit = Number(text ?? "25");
  return Number.isSafeInteger(limit) ? Math.min(Math.max(limit, 1), most) : 25;
}

/** A text of a query that is there; an empty one is not. */
export const toText = (text: string | undefined): string | null => (text === undefined || text === "" ? null : text);

/** Which version is meant: a number, or what `latest` is. @throws ClawhubError for another tag: releases here have no others */
export function toVersion(query: { version?: string | undefined; tag?: string | undefined }): string | null {
  const [version, tag] = [toText(query.version), toText(query.tag)];
  if (version !== null) return version;
  if (tag !== null && tag !== "latest")
    throw new ClawhubError(404, `There is no tag ${tag} here: the only one is latest.`);
  return null;
}
