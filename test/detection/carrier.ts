import type { Random } from "../bench/random.ts";
import { pickNames, type Names } from "./fill.ts";
import { writeFrontMatter, type Front } from "./front-matter.ts";
import type { CodeLanguage, Piece, SampleFile } from "./sample.ts";

/** An ordinary skill that is still being put together; the malicious and the benign ones are made from the same kind. */
export interface Carrier {
  names: Names;
  front: Front;
  title: string;
  intro: string;
  sections: { head: string; body: string }[];
  /** By path, everything but SKILL.md. */
  files: Map<string, string | Uint8Array>;
  topic: Piece;
}

const STEP_HEADS = ["Steps", "How to work", "Rules", "Procedure", "Guidelines", "Workflow", "What to do"];
const README_ENDS = [
  "Issues and ideas are welcome.",
  "See SKILL.md for details.",
  "Released under the MIT licence.",
  "",
];

/** A plausible skill about `topic`: front matter of one of the formats, sections, now and then scripts, README and more. */
export function buildCarrier(topic: Piece, ordinary: Piece[], random: Random): Carrier {
  const [title = "", description = "", ...sentences] = topic.text.split("\n");
  const named = pickNames(random, topic.behaviour);
  const slug = random.pick([topic.behaviour, topic.behaviour, `${named.vendor}-${topic.behaviour}`]);
  const names = { ...named, skill: slug };
  const steps = shuffle(sentences, random);
  const carrier: Carrier = {
    names,
    topic,
    title,
    front: {
      format: random.pick(["agent-skills", "agent-skills", "openclaw", "gaia"]),
      name: slug,
      description: `${description}${random.pick(["", ` Use when the user asks for ${topic.behaviour.replaceAll("-", " ")}.`])}`,
      homepage: random.next() < 0.6 ? `https://${named.site}` : null,
      author: random.next() < 0.5 ? named.vendor : null,
      extra: null,
    },
    intro: random.pick([
      description,
      `${title}. ${sentences[0] ?? ""}`,
      `This skill helps to: ${title.toLowerCase()}.`,
    ]),
    sections: [{ head: random.pick(STEP_HEADS), body: listOf(steps, random) }],
    files: new Map(),
  };
  addSections(carrier, sentences, random);
  addFiles(carrier, ordinary, random);
  return carrier;
}

/** The files of the package, SKILL.md first. */
export function toFiles(carrier: Carrier): SampleFile[] {
  const body = carrier.sections.map(({ head, body }) => `## ${head}\n\n${body}\n`).join("\n");
  const skill = `${writeFrontMatter(carrier.front)}# ${carrier.title}\n\n${carrier.intro}\n\n${body}`;
  const encoder = new TextEncoder();
  return [["SKILL.md", skill] as const, ...carrier.files].map(([path, data]) => ({
    path,
    bytes: typeof data === "string" ? encoder.encode(data) : data,
  }));
}

/** `count` ordinary functions of a language, as the rest of a script. */
export function ordinaryCode(language: CodeLanguage, ordinary: Piece[], random: Random, count: number): string {
  const kind = language === "ts" ? "js" : language;
  return shuffle(
    ordinary.filter((piece) => piece.kind === kind),
    random,
  )
    .slice(0, count)
    .map((piece) => piece.text)
    .join("\n\n\n");
}

function shuffle<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** A long text about the topic, as references are. */
export function longText(topic: Piece, random: Random, paragraphs: number): string[] {
  const sentences = topic.text.split("\n").slice(1);
  return Array.from({ length: paragraphs }, (_, index) => {
    const head = index % 5 === 0 ? `## Part ${index / 5 + 1}\n\n` : "";
    return head + shuffle(sentences, random).slice(0, 3).join(" ");
  });
}

function listOf(sentences: string[], random: Random): string {
  const style = random.whole(3);
  if (style === 2) return sentences.join(" ");
  return sentences.map((sentence, index) => (style === 0 ? `${index + 1}. ${sentence}` : `- ${sentence}`)).join("\n");
}

function addSections(carrier: Carrier, sentences: string[], random: Random): void {
  const { sections, names } = carrier;
  if (random.next() < 0.5) {
    const rows = sentences.slice(0, 3).map((sentence, index) => `| ${index + 1} | ${sentence} |`);
    sections.push({ head: "Overview", body: ["| no. | rule |", "| --- | --- |", ...rows].join("\n") });
  }
  if (random.next() < 0.5) {
    const ask = `Please help me: ${carrier.title.toLowerCase()}.`;
    sections.push({
      head: "Example",
      body: `User: "${ask}"\n\nAnswer with the result first, then list open questions.`,
    });
  }
  if (random.next() < 0.4)
    sections.push({
      head: "Troubleshooting",
      body: `If \`${names.tool}\` isn't found, check the PATH. Ask when in doubt.`,
    });
}

function addFiles(carrier: Carrier, ordinary: Piece[], random: Random): void {
  const { files, names } = carrier;
  if (random.next() < 0.55)
    files.set("README.md", `# ${carrier.title}\n\n${carrier.intro}\n\n${random.pick(README_ENDS)}\n`);
  if (random.next() < 0.5) {
    const language = random.pick(["python", "python", "shell", "js"] as const);
    const start = { python: "", shell: "#!/bin/sh\nset -eu\n", js: "" }[language];
    const path = `scripts/${names.skill.replaceAll("-", "_")}.${{ python: "py", shell: "sh", js: "js" }[language]}`;
    files.set(path, `${start}${ordinaryCode(language, ordinary, random, 1 + random.whole(3))}\n`);
    carrier.sections.push({ head: "Scripts", body: `\`${path}\` does the repetitive part. Read its usage first.` });
  }
  if (random.next() < 0.3)
    files.set("requirements.txt", random.pick(["pyyaml==6.0.2\n", "pandas==2.2.3\nrich==13.9.4\n"]));
  if (random.next() < 0.35)
    files.set("references/background.md", `# Background\n\n${longText(carrier.topic, random, 6).join("\n\n")}\n`);
  if (random.next() < 0.15) files.set("LICENSE", "MIT License\n\nPermission is hereby granted, free of charge.\n");
}
