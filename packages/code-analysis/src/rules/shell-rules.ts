import { inPieces } from "@gaia/reading";
import type { CodeEvent } from "../engine/event.ts";
import { hostOf, isAnonymousHost, isLocalHost, isRawAddress } from "../engine/host.ts";
import { INSTALLERS } from "../engine/installers.ts";
import type { CodeRule, CodeUnderRules, Match } from "../engine/rule.ts";
import { HOLE, type Source, sourcesOf } from "../engine/value.ts";
import { isLookedAt } from "./matching/looked-at.ts";
import { isMadeHere } from "./matching/rightful.ts";
import { isNamedAfter, isNamedHost, lineAt } from "./matching/matching.ts";

const HINT = "Install a published package of a fixed version, or check the file's digest before it is run.";

/** Where nobody installs anything. */
const TEMPORARY = /^(?:\/(?:var\/)?tmp\/|\/dev\/shm\/|~\/\.cache\/|\uFFFC\/\.)|(?:^|\/)\.[\w-]{1,30}$/;

/** Output and errors both go nowhere. */
const SILENCED = /(?:>\s?\/dev\/null\s+2>\s?&1|&>\s?\/dev\/null|-ErrorAction\s+SilentlyContinue|\*>\s?\$null)/i;

/** Part of an address's path is a variable. */
const PUT_TOGETHER = /\b(?:curl|wget|fetch|http|aria2c)\b[^|\n]{0,300}\/[^|\s"']{0,100}\$\{?\w/;

/** Neither what fetches nor what runs is named in the line. */
const BY_VARIABLES = /^\s*["']?\$\{?\w{1,40}\}?["']?\s[^|\n]{1,300}\|\s*(?:sudo\s+)?["']?\$\{?\w{1,40}\}?["']?(?:\s|$)/;

type Verdict = Omit<Match, "line"> | null;

/** How much it says against a download that it comes from there, and in this way. */
function weigh(code: CodeUnderRules, source: Source, event: CodeEvent): Verdict {
  const { what, line } = source;
  const insecure = what.endsWith(" (unverified)");
  const url = what.replace(/ \(unverified\)$/, "");
  const host = hostOf(url.replaceAll("*", HOLE)) ?? (/^[\d.]{7,15}$/.test(url) ? url : null);
  const detail = `${event.callee.trim()} runs what ${url.slice(0, 120) || "a connection"} (line ${line}) answers`;
  if (host === null) {
    const isHidden = code.reading.unit.from === "decoded";
    return { detail, severity: isHidden ? "high" : "medium" };
  }
  if (isLocalHost(host)) return { detail, severity: "low" };
  if (isRawAddress(host) || host.endsWith(".onion")) return { detail, severity: "critical" };
  if (code.reading.unit.from === "decoded") return { detail: `${detail}, which was encoded`, severity: "critical" };
  if (isAnonymousHost(host)) return { detail, severity: "high" };
  // A maker's manual of old names its archive so.
  if (/^ftp:/i.test(url) && !insecure && INSTALLERS.test(host) && code.reading.unit.from === "fence")
    return { detail: `${detail} without a check of who answers`, severity: "medium" };
  if (/^(?:http|ftp):/i.test(url) || insecure)
    return { detail: `${detail} without a check of who answers`, severity: "high" };
  if (isOwn(code, host)) return { detail, severity: "low" };
  const { through, silent, background } = event.options;
  const isRoot = /sudo|doas|pkexec/.test(through?.text ?? "");
  const isHidden = background !== undefined || /nohup|setsid/.test(through?.text ?? "");
  if (isHidden && silent !== undefined) return { detail: `${detail}, unseen in the background`, severity: "high" };
  const isItsService = isNamedHost(code, host) || isNamedAfter(code, host);
  if (silent !== undefined && !isItsService && !INSTALLERS.test(host) && event.options["executes"]?.text !== "a file")
    return { detail: `${detail}, and nothing of it is shown`, severity: "high" };
  if (event.options["repeats"] !== undefined) return { detail: `${detail}, again and again`, severity: "high" };
  const isNamed = INSTALLERS.test(host) || isNamedHost(code, host);
  if (!isNamed && SILENCED.test(lineAt(code, event.line)) && event.options["executes"]?.text !== "a file")
    return { detail: `${detail}, and whatever it says is thrown away`, severity: "high" };
  if (!isNamed && code.reading.unit.language === "powershell" && code.reading.unit.from === "file")
    return { detail: `${detail} from inside a script`, severity: "high" };
  if (isRoot && !isNamed && !isNamedAfter(code, host))
    return { detail: `${detail} as administrator`, severity: "high" };
  const by = event.options["executes"]?.text;
  const isKnown = INSTALLERS.test(host);
  if (by === "a worker") {
    const isShown = isKnown && code.reading.unit.from === "fence" && /\/v?\d{1,4}\.\d{1,4}\.\d{1,4}\//.test(url);
    return { detail, severity: isShown ? "medium" : "high" };
  }
  // A program that pipes a stranger's script into a shell, without anybody having typed it.
  const { from, path } = code.reading.unit;
  if (
    !isKnown &&
    from === "string" &&
    /(?:\.(?:py|[cm]?[jt]sx?|rb|rake|gemspec|php|p[lm]|ipynb)|(?:^|\/)(?:Rake|Gem|Pod|Vagrant)file)$/i.test(path)
  )
    return { detail: `${detail} from inside a program`, severity: "high" };
  // What starts by itself has nobody who typed the maker's line.
  if (
    !isKnown &&
    !isNamed &&
    /^(?:git|pip install|npm |entering|opening|every start|launchd)/.test(code.reading.unit.trigger ?? "")
  )
    return { detail: `${detail} whenever ${code.reading.unit.trigger} says so`, severity: "high" };
  // An address that is put together as the script runs, on a host that nobody knows.
  if (!isKnown && !isNamed && from === "file" && PUT_TOGETHER.test(lineAt(code, event.line)))
    return { detail: `${detail} from an address that is put together`, severity: "high" };
  if (!isKnown && !isNamed && from === "file" && BY_VARIABLES.test(lineAt(code, event.line)))
    return { detail: `${detail}, by programs that variables name`, severity: "high" };
  if (!isKnown && !isNamed && isAside(code, host) && (by !== "a file" || event.options["path"]?.text === HOLE))
    return { detail: `${detail}, in a script that is there for something else`, severity: "high" };
  // A host that neither others know nor the skill is named after is a stranger's.
  if (by !== "a file") return { detail, severity: isKnown || isNamed || isNamedAfter(code, host) ? "medium" : "high" };
  if (isKnown) return { detail, severity: "low" };
  if (TEMPORARY.test(event.options["path"]?.text ?? "")) return { detail, severity: "high" };
  // Saved first and run then is what a pipe is, unless somebody can look at it between, or it is a source that is built.
  const isMild = isNamed || isNamedAfter(code, host) || isLookedAt(code, event, line);
  return {
    detail,
    severity: isMild || event.options["path"]?.text?.endsWith("/configure") === true ? "medium" : "high",
  };
}

/** Scripts whose matter is to install something, as their makers ship them. */
const INSTALLING = inPieces(
  "i",
  String.raw`install|set-?up|boot-?strap|provision|depend|deps|prepare|init|update|upgrade|docker|container|build|`,
  String.raw`ci\b|deploy|requirements|env|tool(?:s|chain)|get-|start|config|entry`,
);

/** What a script that only installs starts as well. */
const ANYWAY = inPieces(
  "",
  String.raw`^(?:\S*\/)?(?:curl|wget|fetch|aria2c|(?:ba|z|da|k)?sh|sudo|doas|env|chmod|chown|mkdir|mktemp|rm|mv|cp|`,
  String.raw`ln|cat|uname|id|whoami|arch|getconf|tar|unzip|gunzip|gzip|sha\d+sum|shasum|gpg|apt(?:-get)?|apk|dnf|yum|`,
  String.raw`brew|pacman|npm|npx|pnpm|yarn|pip3?|pipx|uv|cargo|go|gem|git|systemctl|tee|grep|sed|awk|cut|tr|head|`,
  String.raw`sort|python3?|node|docker|service|useradd|usermod|ldconfig|jq|tput|clear|sleep|date)$`,
);

const isOtherWork = ({ act, target }: CodeEvent): boolean => {
  const program = act === "run" ? (target.items?.[0]?.text ?? target.text?.split(/\s/, 1)[0] ?? "") : "";
  return program !== "" && !program.includes(HOLE) && !ANYWAY.test(program);
};

/** A program that does something else for its user, and has a stranger's script run beside it. */
function isAside(code: CodeUnderRules, host: string): boolean {
  const { unit } = code.reading;
  if (
    unit.from !== "file" ||
    unit.language !== "bash" ||
    !/\.(?:sh|bash|zsh|ksh|command)$|(?:^|\/)[^./]+$/i.test(unit.path)
  )
    return false;
  const name = unit.path.slice(unit.path.lastIndexOf("/") + 1);
  return !INSTALLING.test(name) && !isNamedAfter(code, host) && code.reading.events.some(isOtherWork);
}

/** A host that the skill names as its home. */
function isOwn({ about }: CodeUnderRules, host: string): boolean {
  return about.links.some((link) => {
    const own = hostOf(link);
    return own !== null && !/(?:^|\.)(?:github|gitlab|bitbucket)\./.test(own) && lastTwo(own) === lastTwo(host);
  });
}

const lastTwo = (host: string): string => host.split(".").slice(-2).join(".");

const piped: CodeRule = {
  id: "code/execution-remote-script",
  severity: "high",
  confidence: "medium",
  title: "A script is fetched and run",
  rationale:
    "What an address answers was never inspected. A maker's own installer over https is ordinary and only " +
    "recorded; a bare address, a paste site, plain http or a hidden one is how skills bring what nobody " +
    "would publish.",
  hint: HINT,
  find: (code) =>
    code.reading.events.flatMap((event) => {
      if (event.options["executes"] === undefined) return [];
      const source = event.inputs.flatMap((value) => sourcesOf(value)).find(({ taint }) => taint === "network");
      const verdict = source === undefined ? null : weigh(code, source, event);
      return verdict === null ? [] : [{ line: event.line, ...verdict }];
    }),
};

const forkBomb: CodeRule = {
  id: "code/destruction-fork-bomb",
  severity: "critical",
  confidence: "high",
  title: "A function starts itself until the machine stands still",
  rationale: "It has no other use.",
  hint: "There is no honest use in a skill.",
  find: ({ reading }) =>
    reading.events
      .filter(({ options }) => options["bomb"] !== undefined)
      .map(({ line }) => ({ line, detail: "it calls itself twice, in the background" })),
};

const disk: CodeRule = {
  id: "code/destruction-disk",
  severity: "critical",
  confidence: "high",
  title: "A disk is overwritten",
  rationale: "Formatting a disk, or writing over its device, destroys everything on it.",
  hint: "Work on files.",
  find: ({ reading, about }) =>
    reading.events.flatMap((event) => {
      const target = event.target.text ?? "";
      const isDevice = /^\/dev\/(?:sd|hd|nvme|xvd|vd|mmcblk|r?disk|mapper)/.test(target);
      const isWritten =
        (event.act === "write" && isDevice) || (event.act === "delete-tree" && event.options["disk"] !== undefined);
      if (!isWritten || isMadeHere(target, reading.unit.text)) return [];
      const isStated = /disk|partition|format|flash|sd ?card|image|install|volume/i.test(
        `${about.name} ${about.description}`,
      );
      return [
        {
          line: event.line,
          detail: `${event.callee} on ${target.slice(0, 80)}`,
          severity: isStated || !isDevice ? "high" : "critical",
        } as const,
      ];
    }),
};

const CARRIED: ReadonlySet<string> = new Set(["host-info", "file", "user-data", "dotenv"]);

const overName: CodeRule = {
  id: "code/exfiltration-by-name",
  severity: "high",
  confidence: "medium",
  title: "What this machine holds is looked up as a name",
  rationale: "A name that is looked up reaches whoever answers for its domain, past every rule about connections.",
  hint: "Look up names that are known.",
  find: ({ reading }) =>
    reading.events.flatMap((event) => {
      const command = event.act === "run" ? (event.target.text ?? "") : "";
      const isCommand = /^\s*(?:\S*\/)?(?:dig|nslookup|host|ping)\s[^\n]{0,200}\uFFFC[^\s.]{0,80}\.[a-z]/i.test(
        command,
      );
      if (event.act !== "resolve" && !isCommand) return [];
      const source = [event.target, ...event.inputs]
        .flatMap((value) => sourcesOf(value))
        .find(({ taint }) => CARRIED.has(taint));
      if (source === undefined) return [];
      const name = (event.target.text ?? "").replaceAll(HOLE, "…").slice(0, 80);
      return [{ line: event.line, detail: `${source.what.slice(0, 80)} in ${name}` }];
    }),
};

const preloaded: CodeRule = {
  id: "code/persistence-shell-shadowing",
  severity: "high",
  confidence: "medium",
  title: "A program is replaced by something of another kind",
  rationale:
    "An alias for sudo, a library before all others or a hook for git's own work sees what it was never given.",
  hint: "Give the skill's own commands names of their own.",
  find: ({ reading, about }) =>
    reading.events.flatMap((event) => {
      if (event.act !== "hook") return [];
      const text = event.inputs.map((value) => value.text ?? "").join(" ");
      const isTelling = /^alias (?:sudo|su|ssh|passwd|gpg)/.test(event.target.text ?? "")
        ? /[;|&$`]|\//.test(text)
        : /^git (?:core\.(?:fsmonitor|sshcommand)|alias\.)/i.test(event.target.text ?? "") &&
          /curl|wget|nc |base64|\bsh -c|https?:/.test(text);
      // Hooks of every repository, rather than of one.
      const isEverywhere =
        /^git (?:core\.hookspath|init\.templatedir)/i.test(event.target.text ?? "") && /--(?:global|system)/.test(text);
      if (isEverywhere && !/\b(?:git|hooks?|commit|dotfiles?)\b/i.test(`${about.name} ${about.description}`))
        return [{ line: event.line, detail: `${event.target.text} is ${text.slice(0, 80)}` }];
      return isTelling ? [{ line: event.line, detail: `${event.target.text} is ${text.slice(0, 80)}` }] : [];
    }),
};

/** Behaviours that only a shell has. */
export const SHELL_RULES: readonly CodeRule[] = [piped, forkBomb, disk, overName, preloaded];
