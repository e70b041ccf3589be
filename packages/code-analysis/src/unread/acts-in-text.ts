import { type CodeLanguage, inPieces } from "@gaia/reading";
import { isIllegible } from "../engine/decode-text.ts";
import { deviceAt, persistentPlace, secretPlace } from "../engine/sensitive-path.ts";
import type { Seen, SeenKind } from "../engine/seen.ts";
import { byOtherName } from "./other-names.ts";
import { withoutComments } from "./comment-lines.ts";
import { familyOf } from "./program-families.ts";

const WATCHES = inPieces(
  "",
  String.raw`GetAsyncKeyState|GetKeyboardState|SetWindowsHookEx|CGEventTapCreate|CGEvent\.tapCreate|XQueryKeymap|`,
  String.raw`addGlobalMonitorForEvents|XRecordCreateContext|NativeKeyListener|rdev::listen|keyhook\.|gohook|device_query|`,
  String.raw`clipboard\.(?:ReadAll|Read|paste|get)|NSPasteboard\b.{0,60}(?:string\(|data\()|getSystemClipboard|Clipboard\.(?:GetText|`,
  String.raw`getData|GetData)|GetClipboardData|ClipboardContext|read_clip|\bClipGet\b|CopyFromScreen|createScreenCapture|`,
  String.raw`CGWindowListCreateImage|CGDisplayCreateImage|screenshot\.Capture|\bBitBlt\b|screenshots::|Screen::all\(|capture_screen|`,
  String.raw`_ScreenCapture_Capture|\bA_Clipboard\b|getreg\(\s{0,2}"[+*]"`,
);
const DESTROYS = inPieces(
  "i",
  String.raw`RemoveAll|remove_?dir_?all|deleteRecursively|rm_rf|rmtree|Directory\.Delete|removeItem|recursive\s{0,2}[=:]\s{0,2}T|`,
  String.raw`deleteTree|removeDir|removePathForcibly|delete-(?:directory|tree|file)|rmdir|delete\s{1,4}-force|remove_all|Dir(?:Remove|`,
  String.raw`Delete)|FileRemoveDir|DeleteF(?:older|ile)|deleteDir|del_dir|fs\.rm|os\.Remove|remove_file|\.delete\(|Files?\.delete|`,
  String.raw`File\.rm|\bunlink\b|file\.remove|removeFile|FileDelete|\bremove\s{0,2}\(|\bcipher\b|encrypt\w{0,12}!?\s{0,2}\(|NewGCM|`,
  String.raw`NewCFBEncrypter|Cipher\.getInstance|CreateEncryptor|ChaCha20|Aes256|AES_`,
);
/** The user's own folder, by the ways that libraries name it. */
const HOME = inPieces(
  "i",
  String.raw`UserHomeDir|home_?dir|\bHOME\b|USERPROFILE|user\.home|SpecialFolder\.|NSHomeDirectory|user_home|path\.expand|"~|`,
  String.raw`homedir-pathname|path-home|A_MyDocuments|@UserProfileDir|HomeDrive|\/home\/|\/Users\/|[A-Z]:\\{1,2}(?:Users)?["'\\]`,
);
const LITERAL =
  /"((?:[^"\\\n]|\\.){2,20000})"|'((?:[^'\\\n]|\\.){2,20000})'|`([^`]{2,20000})`|\[\[([^\]]{2,20000})\]\]/g;
/** A path in a language that quotes nothing. */
const BARE = /(?:^|[\s(=])((?:~|\$HOME|\$env\.HOME|\$::env\(HOME\))\/[^\s"')\]]{2,200})/g;
const ADDRESS = /(?:https?|ftp|wss?|tcp):\/\/[^\s"'`<>)\]]{3,300}/;
/** Keys of servers and certificates are a program's own where nothing says that they are the user's. */
const OWN_KEY = /\.(?:pem|p12|pfx|ppk|jks|keystore|ovpn|kdbx?|service|timer)$/i;
const MOST_LITERALS = 40_000;

/**
 * What a program does by the words of its family alone, each kind once, where it is said first. Lines that are comments as a whole are
 * passed over. `isWhole`: there were no more texts in it than are looked at.
 */
export function actsInText(text: string, language: CodeLanguage): { seen: Seen[]; isWhole: boolean } {
  const family = familyOf(language);
  const code = withoutComments(text, language);
  const found = new Map<SeenKind, Seen>();
  const tell = (kind: SeenKind, index: number, what: string): void => {
    if (found.has(kind)) return;
    const around = code.slice(index, index + 400);
    const line = code.slice(0, index).split("\n").length;
    found.set(kind, { kind, line, what: what.trim().slice(0, 60), address: ADDRESS.exec(around)?.[0] ?? null });
  };
  for (const kind of ["starts", "fetches", "evaluates"] as const) {
    const match = family[kind].exec(code) ?? byOtherName(kind, language)?.exec(code);
    if (match != null) tell(kind, match.index, match[0]);
  }
  const watched = WATCHES.exec(code);
  if (watched !== null) tell("watches", watched.index, watched[0]);
  const isAtHome = HOME.test(code);
  const destroyed = isAtHome ? DESTROYS.exec(code) : null;
  if (destroyed !== null) tell("destroys", destroyed.index, destroyed[0]);
  const { literals, isWhole } = literalsIn(code);
  for (const { at, value } of literals) {
    if (value.length > 300 ? isIllegible(value) : false) tell("evaluates", at, "a long literal that nobody can read");
    if (value.length > 300 || !/[/\\.\s]/.test(value)) continue;
    const path = value.replace(/^%\w+%|^\$(?:env\.|::env\()?HOME\)?/i, "~");
    if (secretPlace(path) !== null && (!OWN_KEY.test(path) || path.startsWith("~"))) tell("opens", at, path);
    const device = deviceAt(path);
    if (device !== null) tell("watches", at, device);
    const place = OWN_KEY.test(path) && !/systemd/.test(path) ? null : persistentPlace(path);
    if (place !== null && (place.isGlobal || isAtHome)) tell("stays", at, path);
  }
  return { seen: [...found.values()], isWhole };
}

/** The texts in a program, and those that stand beside each other as the pieces of one path. */
function literalsIn(code: string): { literals: { at: number; value: string }[]; isWhole: boolean } {
  const literals: { at: number; value: string }[] = [];
  let last: { end: number; value: string } | null = null;
  for (const match of code.matchAll(LITERAL)) {
    const value = match.slice(1).find((each) => each !== undefined) ?? "";
    literals.push({ at: match.index, value });
    const isBeside = last !== null && match.index - last.end < 8 && last.value.length + value.length < 300;
    const whole: string = isBeside && last !== null ? `${last.value}/${value}`.replaceAll(/\/{2,}/g, "/") : value;
    if (isBeside) literals.push({ at: match.index, value: whole });
    last = { end: match.index + match[0].length, value: whole };
    if (literals.length > MOST_LITERALS) return { literals, isWhole: false };
  }
  for (const match of code.matchAll(BARE)) literals.push({ at: match.index, value: match[1] ?? "" });
  return { literals, isWhole: true };
}
