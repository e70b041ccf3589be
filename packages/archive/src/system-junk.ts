/** What macOS and Windows put beside people's files by themselves; `._x` is what macOS keeps of `x` where a disk or an archive cannot. */
const SYSTEM_FILE = /^(?:\.ds_store|\._.+|thumbs\.db|desktop\.ini)$/i;
const SYSTEM_FOLDER = "__macosx";

/**
 * Whether a path is what a system leaves behind (`.DS_Store`, `._x`, `Thumbs.db`, `desktop.ini`, all below a `__MACOSX`), at any depth.
 * It is no part of a skill: not read, not scanned, and in no archive and no digest that is made of the skill.
 */
export function isSystemJunk(path: string): boolean {
  const names = path.split("/");
  const last = names.at(-1) ?? "";
  return SYSTEM_FILE.test(last) || names.some((name) => name.toLowerCase() === SYSTEM_FOLDER);
}
