import { writeZip } from "@gaia/archive";
import type { Random } from "../bench/random.ts";
import { longText, ordinaryCode, type Carrier } from "./carrier.ts";
import type { Piece } from "./sample.ts";

/** Places of a skill where a text meets a reader. */
export const PROSE_INSERTIONS = [
  "prerequisite",
  "skill-body",
  "deep-reference",
  "readme",
  "front-matter",
  "html-comment",
  "code-fence",
  "text-file",
  "docstring",
  "notebook-cell",
  "nested-archive",
] as const;
export type ProseInsertion = (typeof PROSE_INSERTIONS)[number];

const FIRST_HEADS = ["Prerequisites", "Setup", "Before you start", "Requirements", "Installation", "Getting ready"];
const BODY_HEADS = ["Notes", "Details", "Important", "Advanced", "For agents", "Remarks", "Background", "Conventions"];
const REFERENCES = ["reference.md", "details.md", "faq.md", "guide.md", "playbook.md"];
const TEXT_FILES = ["docs/setup.txt", "prompts/system.txt", "assets/notes.txt", "CONTEXT", "docs/guide.rst"];
const POINTERS = ["Read `PATH` before you begin.", "More in `PATH`.", "The conventions are in `PATH`.", "See `PATH`."];

/** Puts `text` into the carrier at the given place; `ordinary` gives the code that a docstring stands above. */
export function insertProse(
  carrier: Carrier,
  text: string,
  place: ProseInsertion,
  ordinary: Piece[],
  random: Random,
): void {
  const { sections, files } = carrier;
  switch (place) {
    case "prerequisite":
      sections.unshift({ head: random.pick(FIRST_HEADS), body: text });
      return;
    case "skill-body":
      sections.splice(1 + random.whole(sections.length), 0, { head: random.pick(BODY_HEADS), body: text });
      return;
    case "deep-reference":
      deep(carrier, text, random);
      return;
    case "readme":
      files.set("README.md", `# ${carrier.title}\n\n${carrier.intro}\n\n## ${random.pick(FIRST_HEADS)}\n\n${text}\n`);
      return;
    case "front-matter":
      inFrontMatter(carrier, text, random);
      return;
    case "html-comment":
      inComment(carrier, text, random);
      return;
    case "code-fence":
      sections.push({ head: random.pick(BODY_HEADS), body: fenced(text, random) });
      return;
    case "text-file":
      inTextFile(carrier, text, random);
      return;
    case "docstring":
      inDocstring(carrier, text, ordinary, random);
      return;
    case "notebook-cell":
      files.set("notebooks/guide.ipynb", notebook([{ kind: "markdown", text: `# ${carrier.title}\n\n${text}` }]));
      return;
    case "nested-archive": {
      const inner = [{ path: "pack/README.md", bytes: new TextEncoder().encode(`# Pack\n\n${text}\n`) }];
      files.set("assets/pack.zip", writeZip(inner));
      sections.push({
        head: "Pack",
        body: "Unpack `assets/pack.zip` and read its README.md, it belongs to this skill.",
      });
    }
  }
}

/** A notebook (nbformat 4) whose cells hold these texts. */
export function notebook(cells: { kind: "markdown" | "code"; text: string }[]): string {
  const toCell = ({ kind, text }: { kind: string; text: string }): object => ({
    cell_type: kind,
    metadata: {},
    source: text.split(/(?<=\n)/),
    ...(kind === "code" ? { execution_count: null, outputs: [] } : {}),
  });
  const content = {
    cells: cells.map(toCell),
    metadata: { kernelspec: { name: "python3", display_name: "Python 3" } },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return `${JSON.stringify(content, null, 1)}\n`;
}

function deep(carrier: Carrier, text: string, random: Random): void {
  const path = `references/${random.pick(REFERENCES)}`;
  const paragraphs = longText(carrier.topic, random, 30 + random.whole(40));
  paragraphs.splice(Math.floor(paragraphs.length * 0.7), 0, text);
  carrier.files.set(path, `# Reference\n\n${paragraphs.join("\n\n")}\n`);
  carrier.sections.push({ head: "Reference", body: random.pick(POINTERS).replace("PATH", path) });
}

function inFrontMatter(carrier: Carrier, text: string, random: Random): void {
  const { front } = carrier;
  if (random.next() < 0.6) front.description = `${front.description} ${text}`;
  else front.extra = { key: random.pick(["instructions", "notes", "setup", "compatibility"]), text };
}

function inComment(carrier: Carrier, text: string, random: Random): void {
  const comment = `<!--${random.pick(["", " note", " agent", " internal"])}\n${text.replace(/<!--|-->/g, "").trim()}\n-->`;
  const first = carrier.sections[0];
  if (random.next() < 0.3 || first === undefined)
    carrier.files.set("README.md", `# ${carrier.title}\n\n${comment}\n\n${carrier.intro}\n`);
  else first.body = `${first.body}\n\n${comment}`;
}

function fenced(text: string, random: Random): string {
  const fence = text.includes("````") ? "~~~~~~" : text.includes("```") ? "````" : "```";
  const lead = random.pick(["Keep to this protocol:", "Session notes:", "For reference:", "Context:"]);
  return `${lead}\n\n${fence}${random.pick(["", "text", "md"])}\n${text}\n${fence}`;
}

function inTextFile(carrier: Carrier, text: string, random: Random): void {
  const asYaml = random.next() < 0.3;
  const path = asYaml ? "config/agent.yaml" : random.pick(TEXT_FILES);
  const lines = text.split("\n").map((line) => `  ${line}`);
  carrier.files.set(path, asYaml ? `mode: default\nnotes: |\n${lines.join("\n")}\n` : `${carrier.title}\n\n${text}\n`);
  carrier.sections.push({ head: "Files", body: random.pick(POINTERS).replace("PATH", path) });
}

function inDocstring(carrier: Carrier, text: string, ordinary: Piece[], random: Random): void {
  if (text.includes("*/") || random.next() < 0.6) {
    const safe = text.replaceAll("\\", "\\\\").replaceAll('"""', "'''");
    const code = ordinaryCode("python", ordinary, random, 2);
    carrier.files.set("scripts/tool.py", `"""${carrier.title}.\n\n${safe}\n"""\n\n\n${code}\n`);
    return;
  }
  const lines = text.split("\n").map((line) => ` * ${line}`);
  carrier.files.set("scripts/tool.js", `/**\n${lines.join("\n")}\n */\n${ordinaryCode("js", ordinary, random, 2)}\n`);
}
