import type { Random } from "../bench/random.ts";
import type { CodeEvasion } from "./code-evasions.ts";
import { evadeShell } from "./evade-shell.ts";

/** The commands of a package.json's install scripts, evaded as shell. */
export function evadePackageFile(code: string, evasion: Exclude<CodeEvasion, "none">, random: Random): string {
  // The piece is one of ours and always has scripts.
  const data = JSON.parse(code) as { scripts: Record<string, string> };
  for (const [name, command] of Object.entries(data.scripts))
    if (/install|prepare/.test(name)) data.scripts[name] = evadeShell(command, evasion, random);
  return JSON.stringify(data, null, 2);
}
