import { inPieces } from "../patterns/pattern.ts";
import { type FoundCommand, lineAt, quoted } from "./found-command.ts";

const MOST_LINES = 20_000;
const MOST_CHARACTERS = 500_000;
/** Each block costs a look at what is left of the file. */
const MOST_BLOCKS = 300;
const BOOT = "the machine's start";

/** What a machine in a cloud is told for its first start (cloud-init), wherever in a file that stands. */
export const isCloudConfig = (text: string): boolean =>
  /^[ \t]{0,40}#cloud-config\b/m.test(text.slice(0, MOST_CHARACTERS));

/** `runcmd:` and `bootcmd:` as one script each, whose lines stay where they are; the scripts and units of `write_files:`. */
export function cloudCommands(text: string): FoundCommand[] {
  const lines = text.slice(0, MOST_CHARACTERS).split(/\r\n|\r|\n/, MOST_LINES);
  const found: FoundCommand[] = [];
  let read = 0;
  let blocks = 0;
  for (let at = 0; at < lines.length && read < MOST_LINES && blocks < MOST_BLOCKS; at += 1) {
    const key = /^(\s{0,40})(?:-\s{1,8})?(runcmd|bootcmd|content|source)\s{0,4}:\s{0,8}(.*)$/.exec(
      (lines[at] ?? "").slice(0, 2_000),
    );
    if (key === null) continue;
    const block = blockBelow(lines, at, key[1]?.length ?? 0);
    blocks += 1;
    // Blocks in blocks are read as often as they are opened, but not without an end.
    read += block.length;
    if (/^(?:run|boot)cmd$/.test(key[2] ?? ""))
      found.push({ text: block.map(itemLine).join("\n"), line: at + 2, trigger: BOOT });
    else if (/^[|>]/.test(key[3] ?? "")) found.push(...writtenCommands(block, at + 2));
  }
  return found;
}

/** The lines that stand deeper than a key, or in a list at its own depth. */
function blockBelow(lines: readonly string[], at: number, indent: number): string[] {
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => {
    const own = line.search(/\S/);
    return own !== -1 && (own < indent || (own === indent && !/^\s*-\s/.test(line)));
  });
  return end === -1 ? rest : rest.slice(0, end);
}

/** One line of a list as the shell reads it: `- [sh, -c, "…"]`, `- "…"`, or what a block goes on with. */
function itemLine(line: string): string {
  const item = /^\s*-\s{1,8}(.*)$/.exec(line.slice(0, 4_000))?.[1] ?? line.trim();
  if (/^[|>][-+]?$/.test(item)) return "";
  if (item.startsWith("["))
    return [...item.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s,[\]"']+)/g)]
      .map((word) => quoted(word[1] ?? word[2] ?? word[3] ?? ""))
      .join(" ");
  const [, mark, inner = ""] = /^(["'])(.*)\1$/.exec(item) ?? [];
  return mark === undefined ? item : mark === '"' ? inner.replaceAll(/\\(["\\])/g, "$1") : inner.replaceAll("''", "'");
}

/** A script or a unit of the system that is written down in another file. `line` is that of its first line. */
function writtenCommands(block: readonly string[], line: number): FoundCommand[] {
  if (/^\s*#!\s{0,4}\S{0,60}sh\b/.test(block.find((each) => each.trim() !== "") ?? ""))
    return [{ text: block.map((each) => each.trim()).join("\n"), line, trigger: BOOT }];
  return startedLines(block, line);
}

/** What units of the system start, in whatever file they are written down. */
export function startedLines(lines: readonly string[], line = 1): FoundCommand[] {
  return lines.flatMap((each, index) => {
    const command = /^\s{0,60}Exec(?:Start|StartPre|StartPost)=[-@:+!]{0,4}(\S.*)$/.exec(each.slice(0, 4_000))?.[1];
    return command === undefined ? [] : [{ text: command, line: line + index, trigger: "the system's start" }];
  });
}

const BLOCK =
  /^(\s{0,60})(?:-\s{1,8})?["']?([\w.:/-]{1,60})["']?\s{0,4}:\s{0,4}(?:!\w{1,12}\s{1,4}){0,2}[|>][-+\d]{0,3}\s{0,4}$/;
/** What `yamlCommands` hands to the shell already. */
const READ = inPieces(
  "i",
  String.raw`^(?:run|command|cmd|script|before_script|after_script|shell|bash|exec|entry|entrypoint|install|`,
  String.raw`post_install|setup|args|runcmd|bootcmd)$`,
);

/** Whole scripts of a shell that stand as one text in YAML: a stack's `UserData`, what a ConfigMap holds. */
export function scriptBlocks(text: string): FoundCommand[] {
  const lines = text.slice(0, MOST_CHARACTERS).split(/\r\n|\r|\n/, MOST_LINES);
  const isCloud = isCloudConfig(text);
  let blocks = 0;
  return lines.flatMap((line, at) => {
    const first = (lines[at + 1] ?? "").trim();
    if (!/^#!\s{0,4}\S{0,60}(?:sh|env (?:-S )?\w{0,4}sh)\b/.test(first)) return [];
    const key = BLOCK.exec(line.slice(0, 300));
    if (key === null || READ.test(key[2] ?? "") || (isCloud && /^(?:content|source)$/.test(key[2] ?? ""))) return [];
    blocks += 1;
    if (blocks > MOST_BLOCKS) return [];
    const indent = key[1]?.length ?? 0;
    const end = lines.slice(at + 1).findIndex((each) => each.trim() !== "" && each.search(/\S/) <= indent);
    const block = lines.slice(at + 1, end === -1 ? undefined : at + 1 + end);
    const isStarted = /user-?_?data|base64|sub$|startup|custom_?data/i.test(key[2] ?? "");
    const cut = block.find((each) => each.trim() !== "")?.search(/\S/) ?? 0;
    const found: FoundCommand = { text: block.map((each) => each.slice(cut)).join("\n"), line: at + 2 };
    return [isStarted ? { ...found, trigger: BOOT } : found];
  });
}

const HERE = /<<[-~]?\s{0,2}["']?([A-Za-z_]\w{0,30})["']?[ \t]*\r?\n/g;
const INLINE = inPieces(
  "g",
  String.raw`\b(?:command|inline|execute_command|user_data|custom_data|metadata_startup_script|`,
  String.raw`startup_script)\s{0,8}=\s{0,8}(\[[^\]]{2,2000}\]|"(?:[^"\\\n]|\\.){2,4000}")`,
);
const MOST_FOUND = 300;

/** The commands in Terraform's and Packer's files: texts for a machine's first start, and what provisioners run. */
export function terraformCommands(text: string): FoundCommand[] {
  const plain = text.slice(0, MOST_CHARACTERS);
  const here = [...plain.matchAll(HERE)].slice(0, MOST_FOUND).flatMap((match) => {
    const start = match.index + match[0].length;
    const rest = plain.slice(start);
    const end = rest.search(new RegExp(`^[ \\t]{0,60}${match[1]}\\b`, "m"));
    const body = end === -1 ? rest : rest.slice(0, end);
    const line = lineAt(plain, start);
    if (isCloudConfig(body)) return cloudCommands(body).map((found) => ({ ...found, line: found.line + line - 1 }));
    // Policies and other data stand in such texts as well.
    return /^\s*#!|^\s*(?:command|inline|user_data|metadata_startup_script|custom_data)/m.test(body.slice(0, 200)) ||
      /(?:user_data|startup[_-]script|custom_data|command|inline|script)\w{0,12}"?\s{0,20}[=:]\s{0,4}(?:\w{1,20}\()?$/i.test(
        plain.slice(Math.max(0, match.index - 120), match.index).trimEnd(),
      )
      ? [{ text: body, line, trigger: BOOT }]
      : [];
  });
  const inline = [...plain.matchAll(INLINE)].slice(0, MOST_FOUND).flatMap((match) => {
    const at = lineAt(plain, match.index);
    return [...(match[1] ?? "").matchAll(/"((?:[^"\\\n]|\\.){2,4000})"/g)].map(([, words = ""]) => ({
      text: words.replaceAll(/\\(["\\$])/g, "$1"),
      line: at,
    }));
  });
  return [...here, ...inline];
}
