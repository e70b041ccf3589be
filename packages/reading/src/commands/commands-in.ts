import type { CodeUnit } from "../code/code-unit.ts";
import { type FoundCommand, type FoundCommands } from "./found-command.ts";
import { cloudCommands, isCloudConfig, scriptBlocks, startedLines, terraformCommands } from "./cloud-commands.ts";
import { buildCommands } from "./build-commands.ts";
import { dockerCommands } from "./docker-commands.ts";
import { jsonCommands } from "./json-commands.ts";
import { pageScripts } from "./page-scripts.ts";
import { makeCommands } from "./make-commands.ts";
import { xmlCommands } from "./xml-commands.ts";
import { yamlCommands } from "./yaml-commands.ts";

/** A file's name and text; `commandsIn` needs no more. */
interface Named {
  path: string;
  text: string;
}

/** Files of Ant, Maven and MSBuild. */
const BUILD_XML = /^(?:build|pom)\.xml$|\.(?:ant|(?:cs|fs|vb|vcx)proj|targets|props|proj)$/i;
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
  if (/^(?:GNU)?makefile(?:\.\w{1,20})?$|\.mk$|^justfile$/i.test(name)) return told(makeCommands(text));
  if (/^(?:dockerfile|containerfile)|\.(?:dockerfile|containerfile)$/i.test(name)) return shell(dockerCommands(text));
  if (SERVICE.test(name))
    return shell(
      keyedCommands(text, /^\s*(?:Exec\w{0,20}|TryExec)\s*=\s*[-@:+!|]{0,4}(.+)$/, {
        trigger: "the system's start",
        goesOn: true,
      }),
    );
  if (/^procfile$/i.test(name)) return shell(keyedCommands(text, /^[\w-]{1,40}:\s*(.+)$/));
  if (/^crontab$|\.cron(?:tab)?$/i.test(name) || /(?:^|\/)cron\.d\//.test(path)) {
    return shell(keyedCommands(text, /^\s*(?:@\w{4,10}|(?:[\w*,/-]{1,40}\s{1,8}){5})\s*(.+)$/, { trigger: "cron" }));
  }
  if (/\.(?:gypi?|gradle|kts|sbt|nix)$/i.test(name)) return bounded(buildCommands(name, text));
  if (/\.plist$/i.test(name)) return told(xmlCommands(text, "launchd"));
  if (BUILD_XML.test(name)) return told(xmlCommands(text, "the build"));
  if (/\.pth$/i.test(name)) return pathFile(path, text);
  if (/\.(?:html?|svg|xhtml|hta|vue|svelte|ws[fc]|sct)$/i.test(name)) return pageScripts(path, text);
  return [];
}

/** The commands behind a key, one a line; in units of systemd a line goes on behind a backslash, with comments between. */
function keyedCommands(text: string, pattern: RegExp, { trigger, goesOn = false }: Keyed = {}): FoundCommand[] {
  const lines = text.split(/\r\n|\r|\n/);
  const isOpen = (piece = ""): boolean => goesOn && piece.endsWith("\\");
  const found: FoundCommand[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const first = at;
    const pieces = [lines[at] ?? ""];
    while (isOpen(pieces.at(-1)) && at + 1 < lines.length) {
      at += 1;
      if (!/^\s*[#;]/.test(lines[at] ?? "")) pieces.push(lines[at] ?? "");
    }
    const command = pattern.exec(pieces.map((piece) => (goesOn ? piece.replace(/\\$/, " ") : piece)).join(""))?.[1];
    if (command === undefined) continue;
    found.push({ text: command, line: first + 1, ...(trigger === undefined ? {} : { trigger }) });
  }
  return found;
}

interface Keyed {
  trigger?: string;
  goesOn?: boolean;
}

/** Python runs the lines of a `.pth` that begin with `import` at every start (site module). */
function pathFile(path: string, text: string): CodeUnit[] {
  const lines = text.split(/\r\n|\r|\n/);
  if (!lines.some((line) => /^import[ \t]/.test(line))) return [];
  const code = lines.map((line) => (/^import[ \t]/.test(line) ? line : "")).join("\n");
  return [{ path, language: "python", text: code, firstLine: 1, from: "file", trigger: "every start of Python" }];
}
