import { inPieces } from "@gaia/reading";
import { HOLE } from "../engine/value.ts";

/** Stand before a program and change nothing of which it is. */
const WRAPPERS = new Set(["sudo", "env", "nohup", "time", "exec", "command", "nice", "doas"]);
/** Change nothing outside the shell that runs them. */
const SILENT = new Set(
  (
    "echo printf cd export set unset true false exit return local read shift test [ [[ pwd : wait trap type alias declare let " +
    "break continue eval source . if then else fi for do done while case esac function sleep clear"
  ).split(" "),
);
const SAME: Readonly<Record<string, string>> = {
  python3: "python",
  py: "python",
  pip3: "pip",
  "apt-get": "apt",
  nodejs: "node",
  "docker-compose": "docker compose",
};
/** Their next word says what they do. */
const WITH_VERB = new Set(
  (
    "git npm pnpm yarn bun pip uv pipx poetry conda mamba docker podman kubectl helm terraform tofu gh glab cargo go rustup brew " +
    "apt dnf yum apk pacman choco winget snap aws az gcloud gsutil systemctl launchctl service claude codex openclaw clawhub " +
    "clawdhub gaia-skill make just task gem bundle composer dotnet mvn gradle flyctl vercel netlify wrangler supabase firebase " +
    "heroku op vault security defaults crontab"
  ).split(" "),
);
/** The word behind is what is run. */
const RUNNERS = new Set("npx uvx bunx python node deno bash sh zsh ruby perl php Rscript java osascript".split(" "));
/** What stands behind these is brought in by name. */
const BRINGS = new Set(["install", "add", "i", "pull", "get", "tap", "clone", "download"]);
/** What stands behind these is run by name; what follows is for it. */
const STARTS = new Set(["run", "exec", "x", "dlx"]);
/** Of these the words behind are values: files, patterns, addresses. */
const WITHOUT_VERB = new Set(
  (
    "curl wget ssh scp rsync sftp ftp nc ncat telnet socat gpg tar unzip zip gunzip gzip jq yq sed awk grep egrep fgrep rg ag fd " +
    "find cat ls cp mv rm rmdir mkdir touch chmod chown ln tee xargs head tail sort uniq wc cut tr diff cmp file stat du df date " +
    "which whereis who whoami kill pkill pgrep ps top less more man open xdg-open code vim vi nano emacs ffmpeg ffprobe convert " +
    "magick pandoc sqlite3 psql mysql redis-cli mongosh pytest eslint prettier tsc tsx jest vitest mypy pylint black flake8 dig " +
    "nslookup whois nmap ping printenv dirname basename realpath readlink seq yes base64 md5sum shasum sha256sum openssl pbcopy " +
    "pbpaste tree osascript say powershell pwsh gcc g++ clang javac import"
  ).split(" "),
);
/** What subcommands are called, alone or as a part: `groups create`, `set-media`. */
const VERBS = new Set(
  (
    "list ls show get set unset reset create new init add remove rm delete update upsert edit rename move copy read write append " +
    "open close start stop restart pause resume run exec call invoke send reply post publish unpublish push pull fetch download " +
    "upload import export install uninstall upgrade build test check verify validate lint format search find query index scan " +
    "view print log logs status info help login logout join leave invite revoke accept reject approve deny cancel request enable " +
    "disable apply plan deploy release sync migrate backup restore clear clean purge watch wait record navigate go click type " +
    "press fill select eval merge split convert render generate react save load connect disconnect attach detach register sign " +
    "encrypt decrypt submit review preview rollback"
  ).split(" "),
);
const MOST_VERBS = 3;
/** Of these the word behind is a value. */
const VALUED = new Set(["-C", "-c", "--prefix", "--directory", "--cwd", "-n", "--namespace", "--profile", "--region"]);
/** So a program does what it would ask about. */
const UNASKED = inPieces(
  "i",
  String.raw`^(?:-y|--yes|--assume-yes|--assumeyes|--no-input|--non-?interactive|--no-confirm|--noconfirm|--auto-?approve|`,
  String.raw`--skip-confirm\w*|--yolo|--full-auto|--dangerously-[\w-]+|--no-verify|--allow-all(?:-tools)?|--accept-all)$`,
);

const MOST_WORDS = 5;

/** A command by what it does: the program, its verb, what it brings in; null: nothing that anybody would look for. */
export function toldCommand(words: readonly string[]): string | null {
  const from = words.findIndex((word) => !/^\w+=/.test(word) && !WRAPPERS.has(word) && !word.startsWith("-"));
  const first = words[from];
  if (first === undefined || first.includes(HOLE)) return null;
  const base = first.slice(first.lastIndexOf("/") + 1);
  if (SILENT.has(base) || !/^[A-Za-z0-9_][\w.+-]{0,60}$/.test(base)) return null;
  const program = SAME[base] ?? base;
  const rest = plainWords(words.slice(from + 1));
  const [verb] = rest;
  if (verb === undefined) return program;
  // What a package runner starts has verbs of its own.
  const started =
    RUNNERS.has(program) && WITH_VERB.has(bare(verb)) ? toldCommand([bare(verb), ...rest.slice(1)]) : null;
  if (RUNNERS.has(program))
    return [program, started ?? bare(verb), ...(started === null ? verbsBehind(verb, words) : [])].join(" ");
  if (!WITH_VERB.has(program)) return [program, ...verbsIn(program, words.slice(from + 1))].join(" ");
  if (!/^[a-z][\w:-]{0,30}$/i.test(verb)) return program;
  const behind = rest.slice(1, 1 + (BRINGS.has(verb) ? MOST_WORDS : STARTS.has(verb) ? 1 : 0));
  const script = STARTS.has(verb) ? behind[0] : undefined;
  return [program, verb, ...behind.map(bare), ...(script === undefined ? [] : verbsBehind(script, words))].join(" ");
}

/** What a script or package is told to do, where the words directly behind it say so. */
function verbsBehind(script: string, words: readonly string[]): string[] {
  const verbs = verbsIn("", words.slice(words.findIndex((word) => word.endsWith(script)) + 1));
  return verbs.some(isVerb) ? verbs : [];
}

/** Whether a word is what subcommands are called. */
export const isVerb = (word: string): boolean => word.split(/[-_:]/).some((part) => VERBS.has(part));

/** The first words of a program of its own: up to the one that says what is done, else the first alone. */
function verbsIn(program: string, words: readonly string[]): string[] {
  if (WITHOUT_VERB.has(program) || /\.\w+$/.test(program)) return [];
  const end = words.findIndex((word) => !/^[a-z][a-z0-9]{0,20}(?:[-_:][a-z0-9]{1,20}){0,4}$/.test(word));
  const named = words.slice(0, Math.min(end === -1 ? words.length : end, MOST_VERBS));
  const at = named.findIndex(isVerb);
  return named.slice(0, at === -1 ? 1 : at + 1);
}

/** The switches by which it asks nobody. */
export const unaskedOf = (words: readonly string[]): string[] => words.filter((word) => UNASKED.test(word));

/** All of a word, or of a path in an unknown folder what is known of it. */
function knownPart(word: string): string {
  if (!word.includes(HOLE)) return word;
  return /^\/(?<path>[\w./-]{1,200}\.\w{1,8})$/.exec(word.slice(word.lastIndexOf(HOLE) + 1))?.groups?.path ?? "";
}

function plainWords(words: readonly string[]): string[] {
  const plain: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (VALUED.has(word)) at += 1;
    else if (!word.startsWith("-") && knownPart(word) !== "") plain.push(knownPart(word));
  }
  return plain;
}

/** Without a version, and without where the folder is that it stands in. */
const bare = (word: string): string =>
  word
    .replace(/^(?:\.\/|\$\{?\w+\}?\/)+/, "")
    .replace(/(?<=[\w\])])(?:[=<>~!]=?|@(?=[\d^~v]|latest)).*$/, "")
    .slice(0, 80);
