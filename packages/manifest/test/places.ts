const PLACES = new Set(["line", "column", "manifestSha256", "bodyLine", "bodyStart", "range", "start", "end"]);

/** A skill as plain data, without what moves when its file is written anew. */
export function withoutPlaces(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, member) => (PLACES.has(key) && !isText(member) ? undefined : member)) ?? "null",
  );
}

/** The digest is text too. */
function isText(member: unknown): boolean {
  return typeof member === "string" && !/^[0-9a-f]{64}$/.test(member);
}
