import { Language as Grammar, Parser } from "web-tree-sitter";
import type { Node, Tree } from "web-tree-sitter";
import { cpuMs } from "./cpu-clock.ts";
import { readAsset } from "./asset.ts";
import type { Language, SyntaxProblem } from "./language.ts";

/** The global of every engine; this project's type libraries know it from the browser only. */
declare const WebAssembly: { Memory: new (limits: { initial: number; maximum: number }) => object };

export interface Grammars {
  /**
   * Parses and hands the tree to `use`. `timeLimitMs` is CPU time. Null when it ran out. Throws when the memory did: the grammars are
   * lost then.
   */
  parse<Result>(
    input: { language: Language; text: string; timeLimitMs: number },
    use: (tree: Tree, problem: SyntaxProblem | null) => Result,
  ): Promise<Result | null>;
}

/** Starts the parser with at most `memoryPages` × 64 KiB; a grammar is loaded when its language is first met. */
export async function openGrammars(memoryPages: number): Promise<Grammars> {
  await Parser.init({
    wasmBinary: readAsset(import.meta.resolve("web-tree-sitter/web-tree-sitter.wasm")),
    wasmMemory: new WebAssembly.Memory({ initial: 512, maximum: memoryPages }),
    print: () => {},
    printErr: () => {},
  });
  const parsers = new Map<Language, Parser>();
  return {
    async parse({ language, text, timeLimitMs }, use) {
      const parser = parsers.get(language) ?? (await openParser(language));
      parsers.set(language, parser);
      const deadline = cpuMs() + timeLimitMs;
      const tree = parser.parse(text, null, { progressCallback: () => cpuMs() > deadline });
      if (tree === null) {
        parser.reset();
        return null;
      }
      try {
        return use(tree, firstProblem(tree));
      } finally {
        tree.delete();
      }
    },
  };
}

const GRAMMARS: { [language in Language]: string } = {
  python: import.meta.resolve("@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm"),
  typescript: import.meta.resolve("@vscode/tree-sitter-wasm/wasm/tree-sitter-typescript.wasm"),
  tsx: import.meta.resolve("@vscode/tree-sitter-wasm/wasm/tree-sitter-tsx.wasm"),
  javascript: import.meta.resolve("@vscode/tree-sitter-wasm/wasm/tree-sitter-javascript.wasm"),
  bash: import.meta.resolve("@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm"),
  powershell: import.meta.resolve("@vscode/tree-sitter-wasm/wasm/tree-sitter-powershell.wasm"),
};

async function openParser(language: Language): Promise<Parser> {
  const grammar = await Grammar.load(readAsset(GRAMMARS[language]));
  return new Parser().setLanguage(grammar);
}

const OPENING = new Set(["(", "[", "{"]);

/** The first place, in the order of the text, that is an error or where something is missing. */
function firstProblem(tree: Tree): SyntaxProblem | null {
  if (!tree.rootNode.hasError) return null;
  const cursor = tree.walk();
  try {
    for (;;) {
      const node = cursor.currentNode;
      if (node.isMissing) return toProblem(node, node.type);
      let opening: Node | null = null;
      let broken = false;
      if (cursor.gotoFirstChild()) {
        do {
          const child = cursor.currentNode;
          if (child.hasError || child.isMissing) {
            broken = true;
            break;
          }
          // A bracket that nothing closes stands naked in the error.
          if (node.isError && opening === null && OPENING.has(child.type)) opening = child;
        } while (cursor.gotoNextSibling());
      }
      if (node.isError && opening !== null) return toProblem(opening, null);
      if (!broken) return toProblem(node, null);
    }
  } finally {
    cursor.delete();
  }
}

function toProblem(node: Node, missing: string | null): SyntaxProblem {
  const { row, column } = node.startPosition;
  const unexpected = missing === null ? node.text.trimStart().split(/\r?\n/, 1)[0]?.slice(0, 60) : undefined;
  return { line: row + 1, column: column + 1, unexpected: unexpected ?? null, missing };
}
