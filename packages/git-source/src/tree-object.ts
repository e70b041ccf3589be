import { hasHidden, shownLine } from "@gaia/text";
import { GitSourceError } from "./git-source-error.ts";
import type { ObjectFormat } from "./settings.ts";

/** What an entry of a tree is. `other`: a mode that git does not write. */
export type EntryKind = "file" | "executable" | "link" | "submodule" | "tree" | "other";

export interface TreeEntry {
  /** Null: it is not UTF-8, or a name that no file of a package has (`.git`, `..`, one with `/` or with what cannot be seen). */
  name: string | null;
  /** For people, whatever the name is. */
  shown: string;
  kind: EntryKind;
  id: string;
}

/** Modes as git writes them, and those of its early years. */
const KINDS: Readonly<Record<string, EntryKind>> = {
  "100644": "file",
  "100664": "file",
  "100755": "executable",
  "120000": "link",
  "160000": "submodule",
  "40000": "tree",
  "040000": "tree",
};
const ID_BYTES: Record<ObjectFormat, number> = { sha1: 20, sha256: 32 };
const MOST_NAME_BYTES = 4_096;
const MOST_SHOWN = 200;
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads a tree object: `<mode> <name>\0<id>` again and again. Cost: its bytes.
 * @throws GitSourceError `unsound` for bytes that are no tree, and for two entries of one name
 */
export function readTreeObject(bytes: Uint8Array, format: ObjectFormat): TreeEntry[] {
  const tree = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: TreeEntry[] = [];
  const names = new Set<string>();
  for (let at = 0; at < tree.length;) {
    const [space, end] = [tree.indexOf(0x20, at), tree.indexOf(0, at)];
    const next = end + 1 + ID_BYTES[format];
    if (space < 0 || end < space || next > tree.length || end - space > MOST_NAME_BYTES)
      throw new GitSourceError("unsound", "a folder of this repository cannot be read: it is no tree");
    const mode = tree.toString("latin1", at, space);
    const raw = tree.subarray(space + 1, end);
    const name = toName(raw);
    // Two that are one path in a package are two of the same name here, too.
    const key = name?.normalize("NFC") ?? raw.toString("latin1");
    if (names.has(key))
      throw new GitSourceError("unsound", "a folder of this repository has two entries of the same name");
    names.add(key);
    entries.push({
      name,
      shown: name ?? JSON.stringify(shownLine(key, MOST_SHOWN)),
      kind: KINDS[mode] ?? "other",
      id: tree.toString("hex", end + 1, next),
    });
    at = next;
  }
  return entries;
}

function toName(raw: Buffer): string | null {
  try {
    const name = UTF8.decode(raw);
    return isNone(name) || hasHidden(name, { asName: true }) || isGit(name) ? null : name;
  } catch {
    return null;
  }
}

const isNone = (name: string): boolean => name === "" || name === "." || name === ".." || name.includes("/");

/** `.git`, also as systems that fold case or drop ends would read it. */
const isGit = (name: string): boolean =>
  /^(?:\.git|git~1)$/.test(
    name
      .normalize("NFKC")
      .toLowerCase()
      .replace(/:.*$/, "")
      .replace(/[. ]+$/, ""),
  );
