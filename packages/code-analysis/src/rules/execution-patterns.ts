import { inPieces } from "@gaia/reading";

export const INTERPRETER =
  /^(?:\S{0,60}\/)?(?:ba|z|da|k)?sh(?: -s?)?$|^(?:\S{0,60}\/)?(?:python[\d.]*|node|perl|ruby|pwsh|powershell)(?:\.exe)?(?: -)?$/;

/** What no program lies in as it is. */
export const DATA_FILE = /\.(?:png|jpe?g|gif|bmp|ico|webp|wav|mp3|ttf|woff2?|pdf|dat|bin|db|txt|log|csv)$/i;

export const BIN = /^(?:~\/(?:\.local\/)?bin|\/usr\/local\/bin|\/opt)\//;

export const IS_CHECKED_PATTERN = inPieces(
  "i",
  String.raw`(?:digest|sha\d{3}|checksum)[^\n]{0,120}(?:!==?|===?)|(?:!==?|===?)[^\n]{0,120}(?:digest|sha\d{3}|`,
  String.raw`checksum)|compare_digest|timingSafeEqual|sha256sum\b[^\n]{0,80}(?:-c|--check)`,
);

export const RUNS_TEXT = inPieces(
  "i",
  String.raw`^(?:\S{0,200}[/\\])?(?:(?:ba|z|da|k)?sh|python[\d.]*w?|node|deno|bun|perl|ruby|php|lua|pwsh|powershell|`,
  String.raw`osascript|cmd)(?:\.exe)?(?: -)?$`,
);

export const TEXT_FOLLOWS = /^(?:-[a-z]*[ce]|--eval|-r|-p|-(?:enc|EncodedCommand|Command)|\/c)$/i;

export const POWERFUL_WORD =
  /\b(?:system|popen|subprocess|__import__|exec|eval|socket|urlopen|requests|check_output|Popen|spawn|child_process|marshal|ctypes)\b/;

export const FIND_PATTERN = inPieces(
  "i",
  String.raw`\.(?:txt|png|jpe?g|gif|bmp|wav|dat|bin|log|md|json|ya?ml|csv|ttf|woff2?|ico|pdf|db|sqlite3?|xlsx?|ods|`,
  String.raw`docx?|eml|mbox|cfg|ini|toml|xml|svg|css|html?|npy|npz|mo|po|srt)$`,
);
