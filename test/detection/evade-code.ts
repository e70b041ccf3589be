import type { Random } from "../bench/random.ts";
import type { CodeEvasion } from "./code-evasions.ts";
import { evadePackageFile } from "./evade-package-file.ts";
import { evadePython } from "./evade-python.ts";
import { evadePowershell, evadeShell } from "./evade-shell.ts";
import { evadeScript } from "./evade-script.ts";
import type { CodeLanguage } from "./sample.ts";

/** The language of a piece by its kind; files with a name of their own count by what is in them. */
export function languageOf(kind: string): CodeLanguage {
  if (kind === "python" || kind.endsWith(".py")) return "python";
  if (kind === "shell" || kind === "js" || kind === "ts" || kind === "powershell") return kind;
  return kind.endsWith(".json") ? "json" : "other";
}

/** Whether this evasion exists in the language: only Python folds look-alike letters of identifiers. */
export function canEvade(language: CodeLanguage, evasion: CodeEvasion): boolean {
  if (evasion === "homoglyph") return language === "python";
  return language !== "other" || evasion === "none";
}

/** The program in its evaded form, in the same language. */
export function evadeCode(code: string, language: CodeLanguage, evasion: CodeEvasion, random: Random): string {
  if (evasion === "none") return code;
  switch (language) {
    case "python":
      return evadePython(code, evasion, random);
    case "shell":
      return evadeShell(code, evasion, random);
    case "powershell":
      return evadePowershell(code, evasion, random);
    case "js":
    case "ts":
      return evadeScript(code, evasion, random);
    case "json":
      return evadePackageFile(code, evasion, random);
    case "other":
      return code;
  }
}
