import type { CodeLanguage } from "../code/code-unit.ts";
import { type FoundCommand, quoted } from "./found-command.ts";

const STARTS = /^\s*(?:ONBUILD\s+)?(?:RUN|CMD|ENTRYPOINT|HEALTHCHECK\s[\s\S]{0,400}?CMD)\s+((?:--\S+\s+)*)([\s\S]*)$/i;
/** What `SHELL [...]` makes of the lines below it. */
const SHELLS: [RegExp, CodeLanguage][] = [
  [/powershell|pwsh/i, "powershell"],
  [/\bcmd(?:\.exe)?\b/i, "batch"],
  [/\bpython/i, "python"],
  [/\bnode\b/i, "javascript"],
];

/**
 * RUN, CMD, ENTRYPOINT and HEALTHCHECK of a Dockerfile (its reference, "Format" and "Here-Documents"): as a line of its shell or as a
 * JSON list; with their here-documents, and those that become files.
 */
export function dockerCommands(text: string): FoundCommand[] {
  const found: FoundCommand[] = [];
  const lines = text.split(/\r\n|\r|\n/);
  const mark = /^#\s*escape\s*=\s*`\s*$/im.test(text.slice(0, 2_000)) ? "`" : "\\";
  const isOpen = (piece = ""): boolean => piece.trimEnd().endsWith(mark);
  let shell: CodeLanguage | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const first = at;
    const pieces = [lines[at] ?? ""];
    while (isOpen(pieces.at(-1)) && at + 1 < lines.length) {
      at += 1;
      // A comment between continued lines is none of the command.
      pieces.push(/^\s*(?:#|$)/.test(lines[at] ?? "") ? mark : (lines[at] ?? ""));
    }
    const said = pieces.map((piece) => (mark === "`" ? piece.replace(/`\s*$/, "\\") : piece)).join("\n");
    const chosen = /^\s*SHELL\s+(\[[\s\S]*)$/i.exec(said)?.[1];
    if (chosen !== undefined) shell = SHELLS.find(([pattern]) => pattern.test(chosen))?.[1];
    const command = STARTS.exec(said)?.[2];
    if (command === undefined && !/^\s*(?:ONBUILD\s+)?(?:COPY|ADD)\s/i.test(said)) continue;
    const body: string[] = [];
    for (const [, end = ""] of said.matchAll(/<<-?["']?([A-Za-z_]\w{0,40})["']?/g)) {
      while (at + 1 < lines.length && (lines[at + 1] ?? "").trim() !== end) body.push(lines[(at += 1)] ?? "");
      if (at + 1 < lines.length) body.push(lines[(at += 1)] ?? "");
    }
    const language = shell === undefined ? {} : { language: shell };
    if (command === undefined) {
      if (body[0]?.trimStart().startsWith("#!")) found.push({ text: body.slice(0, -1).join("\n"), line: first + 2 });
    } else if (command.startsWith("<<"))
      found.push({ text: ["", ...body.slice(0, -1)].join("\n"), line: first + 1, ...language });
    else {
      const list = listOf(command);
      found.push({ text: list ?? [command, ...body].join("\n"), line: first + 1, ...(list === null ? language : {}) });
    }
  }
  return found;
}

function listOf(command: string): string | null {
  if (!command.startsWith("[")) return null;
  try {
    const list: unknown = JSON.parse(command.replaceAll(/\\\n/g, "\n"));
    if (Array.isArray(list)) return list.map((word) => quoted(String(word))).join(" ");
  } catch {
    // A shell line that begins with a bracket.
  }
  return null;
}
