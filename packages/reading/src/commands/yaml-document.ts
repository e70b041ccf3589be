import { Composer, Lexer, LineCounter, type ParsedNode, Parser, type CST } from "yaml";

/** About 25,000 lines of `key: value`; the parser's cost per lexeme is constant below this depth. */
const MOST_LEXEMES = 200_000;
const MOST_DEPTH = 64;

export interface YamlDocuments {
  roots: ParsedNode[];
  /** No parser reads it without an error. */
  isBroken: boolean;
  /** The 1-based line of an offset. */
  lineAt(offset: number): number;
}

/**
 * Composes a text as YAML 1.2, as hostile input: nothing is resolved, scalars stay as spelled. Null for one that is too large or too
 * deep.
 */
export function readYaml(text: string): YamlDocuments | null {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  let lexemes = 0;
  // The library ends no line at a carriage return alone, as YAML does.
  for (const lexeme of new Lexer().lex(text.replaceAll(/\r(?!\n)/g, "\n"))) {
    if ((lexemes += 1) > MOST_LEXEMES || parser.stack.length > MOST_DEPTH) return null;
    for (const token of parser.next(lexeme)) tokens.push(token);
  }
  for (const token of parser.end()) tokens.push(token);
  const composer = new Composer({
    schema: "failsafe",
    merge: false,
    resolveKnownTags: false,
    uniqueKeys: false, // The library compares every pair.
    strict: false,
    prettyErrors: false,
    logLevel: "silent",
  });
  const documents = [...composer.compose(tokens, true, text.length)];
  return {
    // What a Composer made holds parsed nodes only.
    roots: documents.flatMap(({ contents }) => (contents === null ? [] : [contents as ParsedNode])),
    isBroken: documents.some(({ errors }) => errors.length > 0),
    lineAt: (offset) => lines.linePos(offset).line,
  };
}
