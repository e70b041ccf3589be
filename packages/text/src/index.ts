export { cookieNames, cookiesOf } from "./cookie-header.ts";
export { type HiddenCharacter, type HiddenKind, hiddenIn } from "./hidden-characters.ts";
export { nearestKey } from "./near-keys.ts";
export { escapeHidden, hasHidden, replaceHidden, shownLine } from "./verbs.ts";
