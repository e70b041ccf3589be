import type { Severity } from "@gaia/policy";
import { inPieces } from "@gaia/reading";
import type { CodeEvent } from "../engine/event.ts";
import type { CodeRule } from "../engine/rule.ts";
import { persistentPlace } from "../engine/sensitive-path.ts";
import { HOLE, sourcesOf, type Value } from "../engine/value.ts";
import { isAsked, isRemoving } from "./matching/asked.ts";
import { isOwnProgram, isTolerable } from "./matching/rightful.ts";
import { isStated, matchEach, ofKind, pathsIn, placeOf } from "./matching/matching.ts";

/** What a profile may well be given: search paths, completions, an editor. */
const HARMLESS_LINE = inPieces(
  "",
  "^(?:#.*|(?:export\\s+)?[A-Za-z_]\\w{0,60}=(?:[^`$;&|]|\\$(?!\\()){0,400}|export [A-Za-z_]\\w{0,60}|",
  String.raw`eval\s+"?\$\(\s?(?:[\w~$"{}./-]{0,80}\/bin\/)?[\w-]{1,40}(?: [\w-]+){0,2}? (?:init|completions?|hook|`,
  'env|shellenv|activate|virtualenv-init|print-completion)\\b[^|;&<>$`]{0,80}\\)"?|',
  "alias\\s+\\w+=['\"][^|;&`$]*['\"]|fpath[+=].*|(?:autoload|compinit|bashcompinit|compdef|complete|set|shopt|",
  "setopt|unset)\\b[^$`|;&<>]*|\\[\\[?\\s[^`;&|]{1,200}\\s\\]\\]?|(?:command -v|type|which|",
  String.raw`hash) [\w-]+(?: ?[12&]?>+ ?(?:\/dev\/null|&1)){0,2}|if|then|fi|else|)$`,
);

/** A file that is read into the shell: an environment's own hook, not something in a place of passage or of the network. */
const SOURCED =
  /^\\?(?:source|\.)\s+(?:["']?[^\s"'`|;&<>()]{2,200}["']?|<\(\s?[\w-]{1,40} (?:completions?|init|env)\b[^|;&$`]{0,60}\))$/;
const PASSING =
  /\/(?:tmp|shm|Downloads)\/|^\\?(?:source|\.)\s+["']?(?:~|\$HOME|\$\{HOME\})\/(?:\.cache\/|\.[\w-]{1,30}["']?$)/;

/** The commands of a line, as far as `;`, `&&`, `||` and the words of a condition part them. */
const commandsOf = (line: string): string[] =>
  line.split(/\s*(?:;|&&|\|\|)\s*/).map((part) => part.trim().replace(/^(?:(?:if|then|else)\s+)+/, ""));

const isHarmlessCommand = (command: string): boolean =>
  HARMLESS_LINE.test(command) || (SOURCED.test(command) && !PASSING.test(command));

const isHarmless = (value: Value | undefined): boolean =>
  value?.text != null &&
  value.text.length < 20_000 &&
  value.text.split("\n").every((line) => commandsOf(line.replaceAll(HOLE, "x")).every(isHarmlessCommand));

const STARTED =
  /\b(?:curl|wget|nc|python3?|node|bash|sh|perl|ruby|osascript|powershell|nohup|eval|base64|exec)\b|https?:|\$\(|`|&\s*$/m;

const persistence: CodeRule = {
  id: "code/persistence-start-file",
  severity: "high",
  confidence: "medium",
  title: "Something is placed where it starts by itself",
  rationale: "What stands in a profile, a scheduler or a start-up folder outlives the skill and the user's consent.",
  hint: "Tell the user what to add, and let them add it.",
  find: (code) =>
    matchEach(code, ["write"], (event) => {
      const path = event.target.text ?? "";
      const place = persistentPlace(path);
      // Opening a file for writing says nothing yet; what is written follows.
      const isBare =
        event.inputs.length === 0 && !/copy|move|rename|mkdir|winreg|touch|Set|CreateKey|cp|tee/i.test(event.callee);
      if (place === null || isBare || /mkdir|makedirs/.test(event.callee)) return null;
      const detail = `${path.replaceAll(HOLE, "…").slice(0, 120)} is written by ${event.callee}`;
      if (isRemoving(code, event)) return null;
      const [content] = event.inputs;
      if (isAsked(code, event)) return { detail: `${detail}, when the user says so`, severity: "medium" };
      if (isTolerable(code, event)) return { detail, severity: "medium" };
      if (isOwnFile(event) && !["ssh-access", "hosts", "python-start"].includes(place.kind))
        return { detail, severity: "medium" };
      const stated = isStated(code, STATED_PLACES[place.kind]);
      switch (place.kind) {
        case "shell-profile":
          return { detail, severity: profileSeverity(content, stated) };
        case "tool-profile":
          return {
            detail,
            severity: isStarting(content) || STARTED_BY_TOOLS.test(content?.text ?? "") ? "high" : "medium",
          };
        case "git-hook":
          return {
            detail,
            severity: isStarting(content) && /https?:|base64|nc /.test(content?.text ?? "") ? "high" : "medium",
          };
        case "agent-memory":
        case "agent-config":
          return { detail, severity: stated && !isStarting(content) ? "medium" : place.isGlobal ? "high" : "medium" };
        case "python-start":
          return path.endsWith(".pth") && !/site-packages/.test(path) && !/import/.test(content?.text ?? "")
            ? null
            : { detail };
        default:
          return {
            detail,
            severity: stated ? "medium" : place.isGlobal || place.kind !== "scheduler" ? "high" : "medium",
          };
      }
    }),
};

/** How the settings of editors and terminals have something run. */
const STARTED_BY_TOOLS =
  /\b(?:run-shell|if-shell|default-command|system\s{0,4}\(|autocmd|shell-command)\b|(?:^|\n)\s{0,20}!|#\(/;

/** A file of the package is put in its place as it lies there, where it is read as what it is. */
function isOwnFile({ callee, inputs }: CodeEvent): boolean {
  if (!/copy|link|move|rename|replace|\b(?:cp|ln|mv|install|rsync)\b/i.test(callee)) return false;
  const sources = inputs.flatMap((value) => sourcesOf(value));
  const isOther = sources.some(
    ({ taint, what }) =>
      taint === "network" ||
      taint === "decoded" ||
      taint === "blob" ||
      /^\/(?:tmp|dev|var)\/|(?:^|\/)\.[^/.]/.test(what),
  );
  return !isOther && sources.some(({ taint }) => taint === "file");
}

/** How much a line in a profile says. */
function profileSeverity(content: Value | undefined, isStated: boolean): Severity {
  if (isHarmless(content)) return "low";
  if (isStarting(content)) return "high";
  return isStated || content?.text == null ? "medium" : "high";
}

const isStarting = (content: Value | undefined): boolean =>
  content !== undefined &&
  (STARTED.test(content.text ?? "") || ofKind(sourcesOf(content), "network", "decoded", "blob") !== null);

const STATED_PLACES = {
  "tool-profile": /dotfile|config|setup|editor|terminal/i,
  "shell-profile": /dotfile|shell (?:config|profile|setup)|bashrc|zshrc|completion|alias|prompt/i,
  scheduler: /schedul|cron|daemon|service|launchd|launch ?agent|systemd|background|timer|deploy|server/i,
  startup: /start-?up|autostart|login item|boot/i,
  "git-hook": /git|hook|commit/i,
  "agent-memory": /memory|agents\.md|claude\.md|rules|onboard|init|scaffold|template/i,
  "agent-config": /mcp|config|settings|install|setup|agent/i,
  "python-start": /$^/,
  "ssh-access": /ssh|server|deploy|provision/i,
  hosts: /hosts file|dns|block/i,
} as const;

const INSTALL_FILE = /(?:^|\/)(?:setup\.py|conftest\.py|sitecustomize\.py|usercustomize\.py|[^/]+\.pth)$/;

const installHook: CodeRule = {
  id: "code/hook-install",
  severity: "high",
  confidence: "medium",
  title: "Code acts when the package is installed or Python starts",
  rationale: "Installing is not running: whoever installs expects that nothing happens yet.",
  hint:
    "Do nothing when the package is installed: take the hook out of package.json, build Python by declarations alone " +
    "(pyproject.toml), and have the user start what has to be fetched.",
  find: (code) => {
    const { unit, events } = code.reading;
    const isHook =
      INSTALL_FILE.test(unit.path) ||
      /install|start of Python/.test(unit.trigger ?? "") ||
      events.some(({ act, target }) => act === "hook" && target.text === "install");
    if (!isHook || unit.path.endsWith("conftest.py") || isOwnProgram(unit, code.all)) return [];
    const isStart = /(?:customize\.py|\.pth)$/.test(unit.path) || /start of Python/.test(unit.trigger ?? "");
    return matchEach(code, ["send", "fetch", "connect", "evaluate", "run", "resolve"], (event) => {
      if (event.act === "evaluate") return isStart ? { detail: `${event.callee} at start` } : null;
      if (event.act === "run")
        return {
          detail: `${event.callee} runs ${placeOf(event.target)}`,
          severity: isStart || isNetworkCommand(event) || event.options["executes"] !== undefined ? "high" : "medium",
        };
      return { detail: `${event.callee} talks to ${placeOf(event.target)}` };
    });
  },
};

const isNetworkCommand = ({ target }: CodeEvent): boolean =>
  /\b(?:curl|wget|nc|powershell|Invoke-|base64)\b|https?:/i.test(pathsIn(target).join(" "));

/** What outlives the skill, or acts before it is used. */
export const STAYING: readonly CodeRule[] = [persistence, installHook];
