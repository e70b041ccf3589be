/** Whether every column can hold it: PostgreSQL knows no NUL, and JSON in it no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

/**
 * Whether an address is text that can be stored: its percent-encodings are UTF-8 (none overlong, no half of a surrogate pair), and none
 * is NUL. `address`: path and query.
 */
export function isSoundAddress(address: string): boolean {
  if (!address.includes("%")) return true;
  try {
    return isStorable(decodeURIComponent(address));
  } catch {
    return false;
  }
}

/** Whether every text in a parsed JSON value is storable, its keys too. Linear, and not by recursion: the value may be deep. */
export function holdsStorable(value: unknown): boolean {
  const rest: unknown[] = [value];
  for (let next = rest.pop(); next !== undefined || rest.length > 0; next = rest.pop()) {
    if (typeof next === "string") {
      if (!isStorable(next)) return false;
    } else if (Array.isArray(next)) {
      for (const item of next) rest.push(item);
    } else if (typeof next === "object" && next !== null) {
      for (const [key, item] of Object.entries(next)) rest.push(key, item);
    }
  }
  return true;
}
