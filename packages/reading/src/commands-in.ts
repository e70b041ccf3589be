import type { CodeUnit } from "./code-unit.ts";
import { type FoundCommand, type FoundCommands, lineAt, quoted } from "./found-command.ts";
import { cloudCommands, isCloudConfig, scriptBlocks, startedLines, terraformCommands } from "./cloud-commands.ts";
import { buildCommands } from "./build-commands.ts";
import { jsonCommands } from "./json-commands.ts";
import { pageScripts } from "./page-scripts.ts";
import { yamlCommands } from "./yaml-commands.ts";

/** A file's name and text; `commandsIn` needs no more. */
interface Named {
  path: string;
  text: string;
}

const SERVICE = /\.(?:service|desktop|timer)$/i;
/** Templates of no language of their own, and what a machine's first start is told in a file without a name's end. */
const TEMPLATE = /\.(?:tftpl|tpl|tmpl|j2|cfg)$|^(?:user-?data|cloud-?init|cloud-?config)$/i;
const startedIn = (text: string): FoundCommand[] => startedLines(text.slice(0, 500_000).split(/\r\n|\r|\n/));
/** Characters and commands of a file that is looked through by patterns; what is beyond them is told. */
const MOST_CHARACTERS = 500_000;
const MOST_COMMANDS = 300;

/**
 * The commands in a file that is no script itself: package.json's scripts, Makefiles, Dockerfiles, workflows, hooks and tasks
 * of agents and editors, units of systemd and launchd, crontabs, `.pth` files, scripts in pages.
 */
export function commandsIn({ path, text }: Named): CodeUnit[] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const shell = (found: FoundCommand[]): CodeUnit[] =>
    found.map(({ text, line, trigger, language }): CodeUnit => ({
      path,
      language: language ?? "bash",
      text,
      firstLine: line,
      from: "string",
      ...(trigger === undefined ? {} : { trigger }),
    }));
  const told = ({ found, isWhole }: FoundCommands): CodeUnit[] =>
    isWhole
      ? shell(found)
      : [...shell(found), { path, language: "unknown", text: "", firstLine: 1, from: "string", isBeyond: true }];
  const bounded = (found: FoundCommand[]): CodeUnit[] =>
    told({ found, isWhole: text.length <= MOST_CHARACTERS && found.length < MOST_COMMANDS });
  if (/\.(?:json|jsonc|json5|code-workspace)$/i.test(name)) return told(jsonCommands(path, text));
  if (/\.(?:tf|hcl)$/i.test(name)) return bounded(terraformCommands(text));
  if (TEMPLATE.test(name)) return bounded(isCloudConfig(text) ? cloudCommands(text) : startedIn(text));
  if (/\.ya?ml$/i.test(name)) {
    const started = isCloudConfig(text) ? cloudCommands(text) : startedIn(text);
    const scripts = [...scriptBlocks(text), ...started];
    return [...told(yamlCommands(text)), ...(scripts.length > 0 ? bounded(scripts) : [])];
  }
  if (/\.(?:md|markdown|mdx|mdc)$/i.test(name)) {
    const frontmatter = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[0];
    return frontmatter === undefined ? [] : told(yamlCommands(frontmatter));
  }
  if (/^(?:GNU)?makefile(?:\.\w{1,20})?$|\.mk$|^justfile$/i.test(name)) return shell(recipesIn(text));
  if (/^(?:dockerfile|containerfile)|\.(?:dockerfile|containerfile)$/i.test(name)) return shell(dockerCommands(text));
  if (SERVICE.test(name))
    return shell(keyedCommands(text, /^(?:Exec\w{0,20}|TryExec)=[-@:+!]{0,4}(.+)$/, "the system's start"));
  if (/^procfile$/i.test(name)) return shell(keyedCommands(text, /^[\w-]{1,40}:\s*(.+)$/));
  if (/^crontab$|\.cron(?:tab)?$/i.test(name) || /(?:^|\/)cron\.d\//.test(path)) {
    return shell(keyedCommands(text, /^\s*(?:@\w{4,10}|(?:[\d*,/-]{1,40}\s{1,8}){5})\s*(.+)$/, "cron"));
  }
  if (/\.(?:gypi?|gradle|kts|sbt|nix)$/i.test(name)) return bounded(buildCommands(name, text));
  if (/\.plist$/i.test(name)) return shell(launchdCommands(text));
  if (/\.pth$/i.test(name)) return pathFile(path, text);
  if (/\.(?:html?|svg|xhtml|hta|vue|svelte|ws[fc]|sct)$/i.test(name)) return pageScripts(path, text);
  return [];
}

function keyedCommands(text: string, pattern: RegExp, trigger?: string): FoundCommand[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const command = pattern.exec(line.slice(0, 4_000))?.[1];
    return command === undefined
      ? []
      : [{ text: command, line: index + 1, ...(trigger === undefined ? {} : { trigger }) }];
  });
}

/** Recipe lines, joined where they go on; make's variables become the shell's. */
function recipesIn(text: string): FoundCommand[] {
  const found: FoundCommand[] = [];
  const lines = text.split(/\r\n|\r|\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    for (const [, inner = ""] of line.slice(0, 4_000).matchAll(/\$\(shell\s([^\n]{1,2000})\)/g))
      found.push({ text: toShell(inner), line: at + 1 });
    if (!/^(?:\t| {2,})\s*\S/.test(line)) continue;
    const first = at;
    const command = [line.replace(/^\s*[@+-]{0,3}/, "")];
    while ((lines[at] ?? "").endsWith("\\") && at + 1 < lines.length) command.push(lines[(at += 1)] ?? "");
    found.push({ text: toShell(command.join("\n")), line: first + 1 });
  }
  return found;
}

const toShell = (recipe: string): string =>
  recipe.replaceAll(/\$(?:\(([A-Za-z_][\w.-]{0,60})\)|\$)/g, (_, name?: string) =>
    name === undefined ? "$" : `\${${name.replaceAll(/\W/g, "_")}}`,
  );

/** RUN, CMD, ENTRYPOINT: as a shell line or as a JSON list; here-documents of RUN too. */
function dockerCommands(text: string): FoundCommand[] {
  const found: FoundCommand[] = [];
  const lines = text.split(/\r\n|\r|\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const start = /^\s*(?:ONBUILD\s+)?(?:RUN|CMD|ENTRYPOINT|HEALTHCHECK\s.{0,200}?CMD)\s+((?:--\S+\s+)*)(.*)$/i.exec(
      (lines[at] ?? "").slice(0, 8_000),
    );
    if (start === null) continue;
    const first = at;
    const command = [start[2] ?? ""];
    const heredoc = /^<<-?["']?(\w{1,40})/.exec(command[0] ?? "")?.[1];
    if (heredoc !== undefined) {
      command[0] = "";
      while (at + 1 < lines.length && (lines[at + 1] ?? "").trim() !== heredoc) command.push(lines[(at += 1)] ?? "");
    } else {
      while (/\\\s*$/.test(command.at(-1) ?? "") && at + 1 < lines.length) {
        at += 1;
        // A comment between continued lines is none of the command.
        command.push(/^\s*#/.test(lines[at] ?? "") ? "\\" : (lines[at] ?? ""));
      }
    }
    found.push({ text: listOf(command.join("\n")), line: first + 1 });
  }
  return found;
}

function listOf(command: string): string {
  if (!command.startsWith("[")) return command;
  try {
    const list: unknown = JSON.parse(command);
    if (Array.isArray(list)) return list.map((word) => quoted(String(word))).join(" ");
  } catch {
    // A shell line that begins with a bracket.
  }
  return command;
}

/** `ProgramArguments` of a launch agent. */
function launchdCommands(text: string): FoundCommand[] {
  const found: FoundCommand[] = [];
  for (const match of text.matchAll(/<key>ProgramArguments<\/key>\s{0,40}<array>([\s\S]{0,20000}?)<\/array>/g)) {
    const words = [...(match[1] ?? "").matchAll(/<string>([^<]{0,10000})<\/string>/g)].map(([, word = ""]) =>
      unescapeXml(word),
    );
    found.push({ text: words.map(quoted).join(" "), line: lineAt(text, match.index), trigger: "launchd" });
  }
  return found;
}

const unescapeXml = (text: string): string =>
  text.replaceAll(
    /&(?:amp|lt|gt|quot|apos);/g,
    (entity) => ({ "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' })[entity] ?? "'",
  );

/** Python runs the lines of a `.pth` that begin with `import` at every start (site module). */
function pathFile(path: string, text: string): CodeUnit[] {
  const lines = text.split(/\r\n|\r|\n/);
  if (!lines.some((line) => /^import[ \t]/.test(line))) return [];
  const code = lines.map((line) => (/^import[ \t]/.test(line) ? line : "")).join("\n");
  return [{ path, language: "python", text: code, firstLine: 1, from: "file", trigger: "every start of Python" }];
}
