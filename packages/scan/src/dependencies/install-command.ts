import unhomoglyph from "unhomoglyph";

/** A package that a command line would install. */
export interface InstalledName {
  ecosystem: "PyPI" | "npm";
  name: string;
  /** The program and its verb, as `pip install`. */
  command: string;
}

/** One command line's worth: the names, and the index that it is told to use beside the usual one. */
export interface InstallCommand {
  names: InstalledName[];
  /** The option that names another index, as `--extra-index-url`; null: the usual one. */
  index: string | null;
}

const MAX_LINE = 2_000;
const MAX_WORDS = 60;

interface Form {
  ecosystem: "PyPI" | "npm";
  /** The words of the command, each a set of what may stand there. */
  words: readonly (readonly string[])[];
  /** Only the first name is a package; what follows are arguments of its program. */
  runs: boolean;
}

const NPM_ADD = ["install", "i", "add", "in", "ins", "isntall"];
const FORMS: readonly Form[] = [
  { ecosystem: "PyPI", words: [["pip", "pip3", "pipx"], ["install"]], runs: false },
  { ecosystem: "PyPI", words: [["uv"], ["pip"], ["install"]], runs: false },
  { ecosystem: "PyPI", words: [["uv"], ["tool"], ["install", "run"]], runs: true },
  { ecosystem: "PyPI", words: [["uv", "poetry", "pdm"], ["add"]], runs: false },
  { ecosystem: "PyPI", words: [["pipx"], ["run"]], runs: true },
  { ecosystem: "PyPI", words: [["uvx"]], runs: true },
  { ecosystem: "npm", words: [["npm", "pnpm", "bun"], NPM_ADD], runs: false },
  { ecosystem: "npm", words: [["yarn"], ["add"]], runs: false },
  { ecosystem: "npm", words: [["yarn"], ["global"], ["add"]], runs: false },
  { ecosystem: "npm", words: [["npm"], ["exec", "x"]], runs: true },
  { ecosystem: "npm", words: [["pnpm", "yarn"], ["dlx"]], runs: true },
  { ecosystem: "npm", words: [["npx", "bunx"]], runs: true },
];
const PROGRAMS = /\b(?:pip3?|pipx|uvx?|poetry|pdm|npm|npx|pnpm|yarn|bunx?)(?:\.exe)?\b/;
/** The `[socks]` of a requirement. */
const EXTRAS = /(?<=[\w.])\[[\w,. -]{0,80}\]/g;
/** Options whose next word is their value. */
const WITH_VALUE = new Set(
  (
    "-r --requirement -c --constraint -t --target -i --index-url --extra-index-url -f --find-links --prefix " +
    "--root --registry --platform --python-version --python -p --cwd -C --dir -w --workspace --filter " +
    "--cache --proxy --timeout --from --group --index --tag --upgrade-strategy --log"
  ).split(" "),
);
const INDEX_OPTIONS = ["--extra-index-url", "--index-url", "-i", "--registry", "--index", "--find-links", "-f"];
/** Words of a sentence around a command: what follows is no package. */
const PROSE = new Set(
  (
    "to and or for the a an if then first before after with from in on via is are was failed fails succeeded " +
    "not into again it your this that using will when which may can must should please as at by of packages " +
    "package dependencies dependency"
  ).split(" "),
);

/** The packages that a line of shell, or of a program that holds one in a string, would install. Linear in 2,000 characters of it. */
export function readInstallCommands(line: string): InstallCommand[] {
  const text = line.slice(0, MAX_LINE);
  if (!PROGRAMS.test(text)) return [];
  return text
    .split(/&&|\|\||[;|\n`]|\$\(/)
    .filter((part) => PROGRAMS.test(part))
    .flatMap((part) => {
      // ["pip", "install", "x"] in a program reads as the command that it runs.
      const words = part
        .replaceAll(EXTRAS, "")
        .replaceAll(/["'()[\]{},]/g, " ")
        .split(/\s+/)
        .filter((word) => word !== "")
        .slice(0, MAX_WORDS);
      const command = readWords(words);
      return command === null ? [] : [command];
    });
}

function readWords(words: string[]): InstallCommand | null {
  for (let at = 0; at < words.length; at += 1) {
    const program = (words[at] ?? "").replace(/^.*\//, "").replace(/\.exe$/, "");
    const form = FORMS.findLast(
      ({ words: expected }) =>
        (expected[0]?.includes(program) ?? false) &&
        expected.slice(1).every((alternatives, index) => alternatives.includes(words[at + 1 + index] ?? "")),
    );
    if (form === undefined) continue;
    const command = [program, ...words.slice(at + 1, at + form.words.length)].join(" ");
    return readNames(words.slice(at + form.words.length), form, command);
  }
  return null;
}

function readNames(words: string[], form: Form, command: string): InstallCommand {
  const found: InstallCommand = { names: [], index: null };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word.startsWith("-")) {
      const option = word.split("=", 1)[0] ?? word;
      if (INDEX_OPTIONS.includes(option)) found.index ??= option;
      if (WITH_VALUE.has(word)) at += 1;
      continue;
    }
    if (/^(?:[<>#]|\d?>|\\$)/.test(word) || PROSE.has(word.toLowerCase())) break;
    const name = nameIn(form.ecosystem, word);
    if (name !== null) found.names.push({ ecosystem: form.ecosystem, name, command });
    else if (!/[/\\.$]/.test(word)) break;
    if (form.runs) break;
  }
  return found;
}

const PYTHON_NAME = /^([A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?)(?:\[|[=<>~!]=?|@|;|$)/;
const NPM_NAME = /^((?:@[a-z0-9][\w.-]{0,100}\/)?[A-Za-z0-9][\w.-]{0,212})(?:@[^/\s]*)?$/;

/** The name in a requirement as it stands on a command line; null for a path, an address, or a word that is none. */
export function nameIn(ecosystem: "PyPI" | "npm", word: string): string | null {
  const bare = word.replace(/[.:!?]+$/, "");
  if (/^[a-z+]+:|^[./~$<]|\.(?:txt|whl|tgz|tar\.gz|zip|toml|py|git)$/i.test(bare)) return null;
  // A letter of another alphabet is no name for the index, and one for whoever reads it.
  const plain = /^[\x00-\x7f]*$/.test(bare) ? bare : unhomoglyph(bare);
  const name = (ecosystem === "PyPI" ? PYTHON_NAME : NPM_NAME).exec(plain)?.[1] ?? null;
  if (name === null || !/[A-Za-z]/.test(name)) return null;
  return plain === bare ? name : bare.slice(0, name.length);
}
