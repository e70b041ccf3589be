/** A name, or all that begin with a prefix, which not every publisher may give its skills. */
export interface ReservedName {
  /** Lower case; of a prefix with its hyphen at the end. */
  name: string;
  /** Handles of who may; null: everybody, where it is reserved for a kind of skills (docs/specification.md §2.3, `mcp-`). */
  publishers: readonly string[] | null;
}

/** Spec §2.3. */
export const DEFAULT_RESERVED_NAMES = "amd-=amd,gaia-=gaia,mcp-=*";

/**
 * Reads `RESERVED_NAMES`: entries separated by commas, each a prefix (`amd-`) or a name (`web-search`), and after an equals sign the
 * handles of those who may use it, separated by `|`; `*`: everybody; nothing: only an admin gives it out. `none`: nothing is reserved.
 * @throws Error with the entry that is not written so
 */
export function readReservedNames(text: string): ReservedName[] {
  if (text.trim() === "none") return [];
  return text.split(",").map((entry) => {
    const [, name = "", who = ""] = /^\s*([a-z0-9][a-z0-9-]{0,63})\s*=\s*(\*|[a-z0-9|\s-]*)$/.exec(entry) ?? [];
    const publishers = who.split("|").map((handle) => handle.trim());
    const isEmpty = who.trim() === "";
    if (name === "" || (who !== "*" && !isEmpty && !publishers.every((handle) => HANDLE.test(handle))))
      throw new Error(`${entry.trim()} is not written amd-=amd|another, web-search=acme, acme-= or mcp-=*`);
    return { name, publishers: who === "*" ? null : isEmpty ? [] : publishers };
  });
}

const HANDLE = /^[a-z0-9][a-z0-9-]{0,38}$/;

const isPrefix = ({ name }: ReservedName): boolean => name.endsWith("-");

/** What a name falls under: the longest entry; null: it is free. */
function reservationOf(reserved: readonly ReservedName[], name: string): ReservedName | null {
  const found = reserved.filter((entry) => (isPrefix(entry) ? name.startsWith(entry.name) : name === entry.name));
  return found.toSorted((one, other) => other.name.length - one.name.length)[0] ?? null;
}

/** Why a publisher may not give a skill this name, as a sentence; null: it may. */
export function refusalOfName(
  reserved: readonly ReservedName[],
  { name, publisher }: { name: string; publisher: string },
): string | null {
  const entry = reservationOf(reserved, name);
  if (entry === null || entry.publishers === null || entry.publishers.includes(publisher)) return null;
  const what = isPrefix(entry) ? `Names that begin with ${entry.name} are` : `The name ${name} is`;
  const whose = forWhom(entry.publishers);
  return `${what} reserved ${whose} by this registry: choose another, or ask one of its admins, who may publish it and transfer it to you.`;
}

function forWhom(publishers: readonly string[]): string {
  if (publishers.length === 0) return "for those whom its admins give them to";
  return `for the publisher${publishers.length > 1 ? "s" : ""} ${publishers.join(", ")}`;
}

/**
 * Why somebody may not take this handle by themselves, as a sentence; null: they may. Reserved are the handles that a prefix speaks of
 * (`amd` of `amd-`, and what begins with `amd-`), and those of the publishers who may use a reserved name.
 * @param own handles of the publishers that they belong to: theirs are the prefixes of these
 */
export function refusalOfHandle(
  reserved: readonly ReservedName[],
  { handle, own }: { handle: string; own: readonly string[] },
): string | null {
  for (const entry of reserved) {
    const isOfPrefix = isPrefix(entry) && handle === entry.name.slice(0, -1);
    const isOwner = entry.publishers?.includes(handle) ?? false;
    const isUnder = isPrefix(entry) && entry.publishers !== null && handle.startsWith(entry.name);
    const isTheirs = isUnder && entry.publishers?.some((publisher) => own.includes(publisher));
    if (isOfPrefix || isOwner || (isUnder && !isTheirs))
      return `The handle ${handle} is reserved (${entry.name}): an admin of the registry gives it out.`;
  }
  return null;
}
