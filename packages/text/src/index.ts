export { type HiddenCharacter, type HiddenKind, hiddenIn, type Standing } from "./hidden-characters.ts";
export { escapeHidden, hasHidden, replaceHidden, shownLine } from "./verbs.ts";
