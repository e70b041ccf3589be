import type { Reader } from "./engine/reader.ts";
import { javascriptReader } from "./javascript/javascript-reader.ts";
import { lineReader } from "./lines/line-reader.ts";
import { pythonReader } from "./python/python-reader.ts";
import { shellReader } from "./shell/shell-reader.ts";
import { withTemplates } from "./unread/broken-program.ts";
import { unreadReader } from "./unread/unread-reader.ts";

/** One for each family of languages. */
export const READERS: readonly Reader[] = [
  ...[pythonReader, shellReader, javascriptReader].map(withTemplates),
  lineReader,
  unreadReader,
];
