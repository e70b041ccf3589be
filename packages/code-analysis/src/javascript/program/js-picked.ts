import { inPieces } from "@gaia/reading";
import type { Source } from "../../engine/value.ts";

const SECRET_FILES = inPieces(
  "i",
  "id_rsa|id_ed25519|\\\\?\\.pem\\b|\\\\?\\.(?:key|p12|pfx|kdbx|keystore|ovpn)\\b[\"'`/$|)]|wallet|keystore|",
  String.raw`Login Data|\bcookies?\.|mnemonic|\bcredentials\b`,
);
const DOTENV_FILES = /\\?\.env\b(?!\.)/;

/** What the words of a condition pick out of a listing. */
export function pickedBy(condition: string, line: number): Source | null {
  if (SECRET_FILES.test(condition)) return { taint: "secret-file", what: "files that are picked by their names", line };
  return DOTENV_FILES.test(condition) ? { taint: "dotenv", what: ".env", line } : null;
}
