import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { AGENT_WORDS } from "@gaia/install/agents";
import { type MadeRule, PROGRAM_DIRECTORIES } from "@gaia/sandbox";
import { isWithin } from "./within.ts";

/** Where snap, macOS and Windows have programs keep what is theirs, beside entries that begin with a dot. In lower case. */
const KEPT_ELSEWHERE: ReadonlySet<string> = new Set(["snap", "library", "appdata"]);

/** Whether programs keep their own there: settings, tokens, caches, profiles. By the name of an entry of the home. */
export const isClosedEntry = (name: string): boolean => name.startsWith(".") || KEPT_ELSEWHERE.has(name.toLowerCase());

/**
 * Why a real path in the home is not given: it is all of a closed entry, of which nobody can say what lies in it. A file is given by its
 * own name, and what lies below by a scope that names it there. Null: this is no reason.
 */
export function whyClosed(path: string, userHome: string): string | null {
  if (path === userHome || !isWithin(path, userHome)) return null;
  const [name = "", ...below] = relative(userHome, path).split("/");
  if (below.length > 0 || !isClosedEntry(name)) return null;
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return null;
  return `all of ${name} would be shown, and programs keep tokens and settings in there; name what is wanted of it, as ~/${name}/NAME`;
}

/** More are not shown: each is a mount of its own, and a thousand take five seconds. */
const MOST_SHOWN = 400;

/** The names of the home that are shown where it is opened whole. Null: too many. */
export function shownOfHome(userHome: string): string[] | null {
  const hidden = linkedFrom(userHome);
  const shown = namesIn(userHome).filter((name) => !isClosedEntry(name) && !hidden.includes(join(userHome, name)));
  return shown.length > MOST_SHOWN ? null : shown;
}

/** Where closed entries that are links lead, within the home: what a person keeps of them under another name. */
export function linkedFrom(userHome: string): string[] {
  return namesIn(userHome)
    .filter((name) => isClosedEntry(name) && lstatSync(join(userHome, name)).isSymbolicLink())
    .flatMap((name) => {
      const path = join(userHome, name);
      const real = existsSync(path) ? realpathSync(path) : userHome;
      return isWithin(real, userHome) && real !== userHome ? [real] : [];
    });
}

const namesIn = (directory: string): string[] => (existsSync(directory) ? readdirSync(directory) : []);

/**
 * Directories in closed entries of the home from which Python or Node run (`~/.pyenv/versions/3.13.1`): they stay where the home is
 * opened.
 */
export function interpretersIn(userHome: string): string[] {
  const programs = PROGRAM_DIRECTORIES.flatMap((place) => [join(place, "python3"), join(place, "node")]);
  const directories = [process.execPath, ...programs]
    .filter((path) => existsSync(path))
    .map((path) => dirname(dirname(realpathSync(path))))
    // One whose directory is a closed entry itself, as ~/.local, is there alone.
    .filter((path) => isWithin(path, userHome) && path !== userHome && whyClosed(path, userHome) === null);
  return [...new Set(directories)].filter((path) => isClosedEntry(relative(userHome, path).split("/")[0] ?? ""));
}

/** In lower case: agents that no table of ours says where they look. */
const OTHER_AGENTS =
  "assistants?|agent|cline|aider|kiro|junie|jules|devin|amp|qwen|crush|warp|zed|replit|openclaw|trae|augment|continue|tabnine|cody|mcp";
const AGENTS = `${AGENT_WORDS.join("|")}|${OTHER_AGENTS}`;
/** Pages alone are called after these: honest data is, too. */
const FOR_AGENTS = "llms?|skills?|rules|instructions|prompts?|conventions|memory";

const PAGES = "md|mdc|rules";
const SETTINGS = "jsonc?|json5|toml|ya?ml";
/** Programs that read such settings of themselves, hooks of git and a shell's among them, and what is one person's of them. */
const OF_TOOLS = [
  `(?:lefthook|mise)(?:[.-].*)?\\.(?:${SETTINGS})`,
  `(?:${AGENTS})[.-](?:local|override)\\..*`,
  ".*\\.code-workspace",
].join("|");

/**
 * What is not made in a directory that is written unless a scope names it: what an agent, an editor, a shell or a service obeys of itself
 * begins with a dot, or is a tool's and for one person alone, at any depth; or it is a page in the directory itself, in capitals or called
 * after an agent, or settings called so.
 */
export const madeRule = (named: readonly string[]): MadeRule => ({
  anywhere: new RegExp(`^\\.|^(?:${anyCase(OF_TOOLS)})$`, "u"),
  atRoot: new RegExp(
    [
      `^[^\\p{Ll}]*\\p{Lu}[^\\p{Ll}]*\\.(?:${anyCase(PAGES)})$`,
      calledAfter(`${AGENTS}|${FOR_AGENTS}`, PAGES),
      calledAfter(AGENTS, SETTINGS),
    ].join("|"),
    "u",
  ),
  named,
});

const calledAfter = (words: string, endings: string): string =>
  `^(?:.*[^a-zA-Z])?(?:${anyCase(words)})(?:[^a-zA-Z].*)?\\.(?:${anyCase(endings)})$`;

/** The flag `i` would take capitals and others for the same. */
const anyCase = (pattern: string): string =>
  pattern.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
