import { readFile } from "node:fs/promises";

/** docs/protocol.md as the test of it reads it. */
export interface ProtocolDocument {
  text: string;
  /** Code blocks by the name behind their language: ```` ```text leaf ````. */
  fixtures: ReadonlyMap<string, string>;
  /** The blocks of language `http`, in their order: a request, and the answer to it. */
  exchanges: readonly Exchange[];
}

/** A part of a header or a text of JSON that is `…` may be anything. */
export interface Exchange {
  line: number;
  request: { method: string; path: string; headers: Record<string, string>; body: string };
  answer: { status: number; headers: Record<string, string>; body: string };
}

const BLOCK = /^```(\w+)(?: ([\w.-]+))?\n(.*?)^```$/gms;

export async function readProtocolDocument(): Promise<ProtocolDocument> {
  const text = await readFile(new URL("../../docs/protocol.md", import.meta.url), "utf8");
  const fixtures = new Map<string, string>();
  const exchanges: Exchange[] = [];
  for (const { 1: language, 2: name, 3: block = "", index } of text.matchAll(BLOCK)) {
    if (name !== undefined) fixtures.set(name, block);
    else if (language === "http") exchanges.push(toExchange(block, text.slice(0, index).split("\n").length));
  }
  return { text, fixtures, exchanges };
}

function toExchange(block: string, line: number): Exchange {
  const at = block.indexOf("\nHTTP/1.1 ");
  if (at < 0) throw new Error(`docs/protocol.md:${line}: an exchange has a request and an answer`);
  const asked = toMessage(block.slice(0, at).trimEnd());
  const answered = toMessage(block.slice(at + 1).trimEnd());
  const [method = "", path = ""] = asked.first.split(" ");
  return {
    line,
    request: { method, path, headers: asked.headers, body: asked.body },
    answer: { status: Number(answered.first.split(" ")[1]), headers: answered.headers, body: answered.body },
  };
}

function toMessage(text: string): { first: string; headers: Record<string, string>; body: string } {
  const [head = "", ...body] = text.split("\n\n");
  const [first = "", ...lines] = head.split("\n");
  const pairs = lines.map((line) => [
    line.slice(0, line.indexOf(":")).toLowerCase(),
    line.slice(line.indexOf(":") + 2),
  ]);
  return { first, headers: Object.fromEntries(pairs), body: body.join("\n\n") };
}

/** Whether a text is what the document says, with anything for each `…`. */
export function isSaid(said: string, found: string): boolean {
  const pieces = said.split("…").map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${pieces.join(".*")}$`, "s").test(found);
}
