import { inPieces } from "@gaia/reading";
import { HOLE } from "../engine/value.ts";

/** Stand before a program and change nothing of which it is. */
const WRAPPERS = new Set(["sudo", "env", "nohup", "time", "exec", "command", "nice", "doas"]);
/** Change nothing outside the shell that runs them. */
const SILENT = new Set(
  (
    "echo printf cd export set unset true false exit return local read shift test [ [[ pwd : wait trap type alias " +
    "declare let break continue eval source . if then else fi for do done while case esac function sleep clear"
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
    "git npm pnpm yarn bun pip uv pipx poetry conda mamba docker podman kubectl helm terraform tofu gh glab cargo " +
    "go rustup brew apt dnf yum apk pacman choco winget snap aws az gcloud gsutil systemctl launchctl service " +
    "claude codex openclaw clawhub clawdhub gaia-skill make just task gem bundle composer dotnet mvn gradle flyctl vercel " +
    "netlify wrangler supabase firebase heroku op vault security defaults crontab"
  ).split(" "),
);
/** The word behind is what is run. */
const RUNNERS = new Set([
  "npx",
  "uvx",
  "bunx",
  "python",
  "node",
  "deno",
  "bash",
  "sh",
  "zsh",
  "ruby",
  "perl",
  "php",
  "Rscript",
  "java",
  "osascript",
]);
/** What stands behind these is brought in or run by name. */
const BRINGS = new Set(["install", "add", "i", "run", "exec", "x", "dlx", "pull", "get", "tap", "clone", "download"]);
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
  if (RUNNERS.has(program)) return `${program} ${started ?? bare(verb)}`;
  if (!WITH_VERB.has(program) || !/^[a-z][\w:-]{0,30}$/i.test(verb)) return program;
  const brought = BRINGS.has(verb) ? rest.slice(1, 1 + MOST_WORDS).map(bare) : [];
  return [program, verb, ...brought].join(" ");
}

/** The switches by which it asks nobody. */
export const unaskedOf = (words: readonly string[]): string[] => words.filter((word) => UNASKED.test(word));

function plainWords(words: readonly string[]): string[] {
  const plain: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (VALUED.has(word)) at += 1;
    else if (!word.startsWith("-") && word !== "" && !word.includes(HOLE)) plain.push(word);
  }
  return plain;
}

/** Without a version, and without where the folder is that it stands in. */
const bare = (word: string): string =>
  word
    .replace(/^(?:\.\/|\$\{?\w+\}?\/)+/, "")
    .replace(/(?<=[\w\])])(?:[=<>~!]=?|@(?=[\d^~v]|latest)).*$/, "")
    .slice(0, 80);
