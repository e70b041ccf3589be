import type { Told } from "@gaia/findings";
import { hostOf, isLocalHost, isVerb } from "@gaia/code-analysis";
import { ruledSentences } from "@gaia/instruction-analysis";
import {
  type CodeUnit,
  inPieces,
  readFile,
  type Reading,
  type SkillView,
  type Span,
  type TextFile,
} from "@gaia/reading";
import { stemsOf } from "./sentence-stems.ts";

const MOST_TEXT = 300;
const MOST_SENTENCES = 5_000;
const MOST_CHARACTERS = 2_000_000;

/** What holds beyond one step. */
const STANDING = inPieces(
  "i",
  String.raw`\b(?:always|never|must(?:n['’]?t| not)?|do not|don['’]?t|shall(?: not)?|at all times|from now on|whenever|every time|`,
  String.raw`without exception|under no circumstances|in (?:all|every) (?:cases?|sessions?|conversations?|repl(?:y|ies)|responses?)|`,
  String.raw`(?:(?:before|after|in|at|on|for|during|with|begin|start|open|end|close|finish|run) |(?<=^[\W\d]{0,10}))(?:every|each) `,
  String.raw`(?:session|conversation|message|response|reply|request|run|task|turn|commit|answer|step)|(?:before|after) (?:every|each|any)|`,
  String.raw`(?:at|on) the (?:start|beginning|end) of (?:every|each))\b`,
);

const LEAVE =
  "(?:approvals?|permissions?|confirmations?|consent|authori[sz]ations?|sign-?offs?|go-ahead|" +
  "prompts?|reviews?|warnings?|questions?)";
/** Nobody is asked. */
const WAIVER = inPieces(
  "i",
  String.raw`\bwithout (?:first |ever |any |further |explicit |the |user(?:'s)? |prior |waiting for |`,
  String.raw`asking for ){0,4}(?:asking|confirming|prompting|checking (?:with|in)|${LEAVE})|`,
  String.raw`\b(?:do not|don['’]?t|never|no need to|need not|needn['’]?t|not necessary to) (?:\w+ ){0,2}?(?:ask(?:ing)?|`,
  String.raw`confirm|prompt|wait for|seek|request|pause for|check with)\b|`,
  String.raw`\b(?:skip|bypass|suppress|disable|dismiss|turn off|ignore|omit)(?:s|ping|ing)? (?:\w+ ){0,3}?${LEAVE}\b|`,
  String.raw`\bstop (?:asking|prompting|confirming)\b|\bauto(?:matically)?[- ]?(?:approve|accept|confirm|grant|allow)|`,
  String.raw`\b(?:approve|accept|confirm|allow|grant|authori[sz]e) (?:all|every|everything|any) |`,
  String.raw`\bpre-?(?:approved|authori[sz]ed)|\b(?:approval|permission|consent|confirmation)s? (?:is|are|was|`,
  String.raw`has been) (?:already |not )(?:given|granted|needed|required|necessary)|`,
  String.raw`\bassume (?:the )?(?:consent|approval|permission|yes|user (?:agrees|approves|consents))|`,
  String.raw`--(?:dangerously-[\w-]+|yolo|full-auto|auto-approve|no-confirm)\b|\bbypassPermissions\b`,
);
/** "Never push without asking" waives nothing. */
const GUARDS =
  /\b(?:never|do not|don['’]?t|must not|mustn['’]?t|should not|cannot|can['’]?t|refuse to)\b[^.;:]{0,80}$/i;
/** Looked for where the waiver itself does not begin with the denial. */
const BEGINS_DENIED = /^(?:do not|don|never|no need|need|not necessary|stop)/i;

const ADDRESSES = inPieces(
  "gi",
  String.raw`\b(?:https?|wss?|ftp|sftp|ssh):\/\/[^\s"'${"`"}<>()[\]{}|\\^]{3,400}|`,
  String.raw`(?<![\w.@/-])(?:\d{1,3}\.){3}\d{1,3}(?::\d{2,5})?(?![\w.])`,
);

/** What a sentence has in code marks. */
const SPAN = /`([^`\n]{2,300})`/g;
const RUNS = inPieces(
  "i",
  String.raw`\b(?:run|execute|invoke|call|launch|start|use|type|enter|with|via|through|using|commands?|install|`,
  String.raw`issue)\b[^.${"`"}]{0,40}$`,
);
const PROGRAMS = new Set(
  (
    "curl wget git npm npx pnpm yarn bun bunx pip pip3 uv uvx pipx poetry conda docker docker-compose podman kubectl helm " +
    "terraform gh glab cargo go rustup brew apt apt-get dnf yum apk aws az gcloud gsutil systemctl launchctl claude codex make " +
    "just node python python3 bash sh zsh deno ruby perl php java ssh scp rsync nc ncat openssl gpg tar unzip zip jq yq sed awk " +
    "grep rg find cat ls cp mv rm mkdir chmod chown ln tee xargs head tail sort ffmpeg pandoc sqlite3 psql mysql redis-cli " +
    "mongosh pytest ruff eslint prettier tsc vite playwright crontab open osascript pbcopy pbpaste powershell pwsh reg schtasks " +
    "op vault security defaults dig nslookup whois nmap telnet socat"
  ).split(" "),
);

const PATH = inPieces(
  "",
  String.raw`^(?:~|\.{1,2}|\$\{?\w+\}?|[A-Za-z]:)?(?:[/\\][\w.@ +-]{1,80}){1,12}[/\\]?$|`,
  String.raw`^(?:[\w.@-]{1,80}\/){0,10}[\w@-]{0,80}\.[A-Za-z][\w.]{0,11}$|^(?:[\w.@-]{1,80}\/){1,10}[\w.@-]{0,80}$`,
);
/** Of a program that nobody knows: with a switch, a path or a version, or with what subcommands are called. */
function isCalled(said: string): boolean {
  const [program = "", ...words] = said.split(/\s+/);
  if (!/^[a-z][\w.-]{1,40}$/.test(program) || words.length === 0) return false;
  const isPlain = words.every((word) => /^[\w./:@=-]+$/.test(word));
  return (isPlain && /[-/.]/.test(said)) || isVerb(words[0] ?? "") || (words.length > 1 && isVerb(words[1] ?? ""));
}

/** Without a folder before it: what looks like `name.word` is as often a call. */
const FILE_NAME = inPieces(
  "i",
  String.raw`(?:^|/)\.[\w.-]+$|\.(?:mdx?|txt|rst|log|json[cl]?|ya?ml|toml|ini|cfg|conf|env|properties|plist|xml|[ct]sv|sqlite3?|db|sql|`,
  String.raw`lock|ipynb|pyi?|[cm]?[jt]sx?|sh|bash|zsh|ps1|bat|cmd|rb|php|go|rs|java|c|h|cpp|pl|lua|html?|css|svg|png|jpe?g|gif|webp|pdf|`,
  String.raw`docx?|xlsx?|pptx?|mp[34]|wav|webm|mov|zip|tar|t?gz|whl|diff|patch|bak|tmp|pem|key|crt|p12|asc|vtt|npmrc|netrc|profile)$`,
);
const WRITES = inPieces(
  "gi",
  String.raw`\b(?:writ(?:e|es|ing|ten)|sav(?:e|es|ing)|append(?:s|ing)?|creat(?:e|es|ing)|updat(?:e|es|ing)|modif(?:y|ies)|`,
  String.raw`edit(?:s|ing)?|overwrit(?:e|es)|delet(?:e|es|ing)|remov(?:e|es|ing)|stor(?:e|es|ing)|export(?:s|ing)?|log(?:s|`,
  String.raw`ging)?|add(?:s|ing)?|put|record|output|replace|rename|move|copy)\b`,
);
const READS = inPieces(
  "gi",
  String.raw`\b(?:read(?:s|ing)?|open(?:s|ing)?|load(?:s|ing)?|check(?:s|ing)?|look(?:s|ing)?|pars(?:e|es|ing)|inspect|`,
  String.raw`consult|review|upload|send|include|import|attach|scan|search|source|cat|view|see)\b`,
);

/** What the words of a skill tell, and the stems of all its sentences. Read, never run. */
export function toldByProse(view: SkillView): {
  told: Told[];
  sentences: string[];
  spans: CodeUnit[];
  unread: string[];
} {
  const found = { told: [] as Told[], sentences: new Set<string>(), spans: [] as CodeUnit[], unread: [] as string[] };
  const ruled = ruledSentences(view);
  let left = MOST_CHARACTERS;
  for (const file of view.texts.toSorted((a, b) => Number(b.isManifest) - Number(a.isManifest))) {
    left -= file.text.length;
    const { readings, isWhole } = left < 0 ? { readings: [], isWhole: false } : readFile(file);
    if (!isWhole) found.unread.push(file.path);
    for (const reading of readings) readInto(found, file, reading, ruled(reading));
    if (file.kind === "config" || file.kind === "data") {
      found.told.push(...settingsOf(file));
      if (isWhole && file.text.length > MOST_SETTINGS) found.unread.push(file.path);
    }
  }
  return { ...found, sentences: [...found.sentences] };
}

/** Names of shapes, which nobody asks for anything. */
const NAMES_SHAPE = /(?:\$schema|\$id|\$ref|xmlns(?::\w{1,40})?|DOCTYPE)["']?\s{0,4}[:=]?\s{0,4}["']?[^"'\n]{0,80}$/;
const MOST_SETTINGS = 200_000;

/** Hosts in settings: a value of one word is no sentence. */
function settingsOf(file: TextFile): Told[] {
  const text = file.text.slice(0, MOST_SETTINGS);
  return [...text.matchAll(ADDRESSES)].flatMap(({ 0: whole, index }) => {
    const host = hostIn(whole);
    if (host === null || NAMES_SHAPE.test(text.slice(Math.max(0, index - 120), index))) return [];
    return [{ kind: "host" as const, what: host, text: whole, file: file.path, line: file.lineOf(index) }];
  });
}

/** Whose address it is; null: this machine's, or nobody's. */
function hostIn(whole: string): string | null {
  const address = whole.replace(/[.,;:!?'"*_]{1,8}$/, "");
  const host = hostOf(/^[a-z]+:/i.test(address) ? address : `//${address}`);
  return host !== null && /[a-z0-9]\.[a-z0-9]/i.test(host) && !isLocalHost(host) ? host : null;
}

interface Found {
  told: Told[];
  sentences: Set<string>;
  spans: CodeUnit[];
}

function readInto(
  found: Found,
  file: TextFile,
  reading: Reading,
  ruled: readonly (Span & { kind: Told["kind"] })[],
): void {
  // What code says to itself is no order; where it reaches is found by its readers.
  const isCode = file.kind === "code" || file.kind === "data";
  for (const { text, start, part } of sentencesOf(reading)) {
    const line = reading.lineAt(start + (/^\s*/.exec(text)?.[0].length ?? 0));
    const as = (kind: Told["kind"], what: string, said: string): Told => ({
      kind,
      what,
      text: shown(said),
      file: file.path,
      line,
    });
    for (const [whole] of text.matchAll(ADDRESSES)) {
      const host = hostIn(whole);
      if (host !== null) found.told.push(as("host", host, whole.replace(/[.,;:!?'"*_]{1,8}$/, "")));
    }
    if (isCode) continue;
    const stems = stemsOf(text);
    if (stems !== "" && found.sentences.size < MOST_SENTENCES) found.sentences.add(stems);
    const by = ruled.find((one) => one.start < start + text.length && one.end > start)?.kind;
    const kind = waives(text) ? "approval" : (by ?? (isOrder(text) ? "order" : null));
    // A heading and a switch's help are no sentence.
    if (kind !== null && stems.split(" ").length > 2) found.told.push(as(kind, stems, text));
    if (part === "fence" || part === "string") continue;
    for (const span of text.matchAll(SPAN)) spanInto(found, { file, text, span, line, as });
  }
}

const isOrder = (text: string): boolean => STANDING.test(text) && !text.trimEnd().endsWith("?");

function waives(text: string): boolean {
  const match = WAIVER.exec(text);
  return match !== null && (BEGINS_DENIED.test(match[0]) || !GUARDS.test(text.slice(0, match.index)));
}

interface InSpan {
  file: TextFile;
  text: string;
  span: RegExpExecArray;
  line: number;
  as: (kind: Told["kind"], what: string, said: string) => Told;
}

/** A command or a path inside a sentence, by what stands before it. */
function spanInto(found: Found, { file, text, span, line, as }: InSpan): void {
  const said = (span[1] ?? "").trim();
  const before = text.slice(Math.max(0, span.index - 80), span.index);
  const [first = ""] = said.split(/\s/, 1);
  const isCommand = PROGRAMS.has(first) ? /\s/.test(said) || RUNS.test(before) : RUNS.test(before) && isCalled(said);
  if (isCommand) found.spans.push({ path: file.path, language: "bash", text: said, firstLine: line, from: "fence" });
  if (!PATH.test(said) || !(/[/\\]/.test(said) || FILE_NAME.test(said))) return;
  const kind = nearest(withoutMarked(before));
  if (kind !== null) found.told.push(as(kind, said.replace(/^(?:\.\/)+/, ""), text));
}

/** A name in code marks is no verb, whatever it is called. */
const withoutMarked = (before: string): string => before.replaceAll(/`[^`\n]{0,80}`|^[^`\n]{0,80}`(?=[^`\n]*$)/g, " ");

/** Whether the nearest verb before it reads or writes. */
function nearest(before: string): "read" | "write" | null {
  const last = (pattern: RegExp): number => [...before.matchAll(pattern)].at(-1)?.index ?? -1;
  const [write, read] = [last(WRITES), last(READS)];
  return write === -1 && read === -1 ? null : write > read ? "write" : "read";
}

/** Where a sentence ends: at its mark, and where the next line begins an item, a row or a heading. */
const END =
  /(?<!\b(?:e\.g|i\.e|vs|etc|cf|no))[.!?][)"'”’*_`]{0,3}(?=\s)|[。！？]|\n(?=\s*(?:[-*+•|#>]|\d{1,3}[.)]\s))|\n\s*\n/g;

function* sentencesOf({ text, passages }: Reading): Iterable<{ text: string; start: number; part: string }> {
  for (const { start, end, part } of passages) {
    if (part === "code comment") continue;
    const said = text.slice(start, end);
    const ends = part === "fence" ? [...said.matchAll(/\n/g)] : [...said.matchAll(END)];
    let from = 0;
    for (const at of [...ends.map(({ index, 0: mark }) => index + mark.length), said.length]) {
      const one = said.slice(from, at);
      if (one.trim() !== "") yield { text: one, start: start + from, part };
      from = at;
    }
  }
}

const shown = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^(?:[-*+•>]|\d{1,3}[.)])\s+/, "")
    .slice(0, MOST_TEXT);
