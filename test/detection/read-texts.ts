import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Piece } from "./sample.ts";

/** SHA-256, hexadecimal. */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/**
 * The pieces of texts/<name>.txt. A line `=== behaviour` opens a behaviour, `--- kind` a piece.
 *
 * Each piece belongs to one split, and so do all samples made from it: no wording of the test split is seen in training.
 * Within a behaviour and kind the pieces are taken in the order of their SHA-256, alternately to test and to train.
 */
export function readPieces(name: string): Piece[] {
  return assignSplits(readFile(name), (piece) => `${piece.behaviour}\n${poolOf(piece)}`);
}

/** The ordinary skills; their splits are drawn from all of them together. */
export function readTopics(): Piece[] {
  return assignSplits(readFile("topics"), () => "topics");
}

function readFile(name: string): Omit<Piece, "split">[] {
  const text = readFileSync(new URL(`texts/${name}.txt`, import.meta.url), "utf8");
  return text.split(/^=== /m).slice(1).flatMap(toPieces);
}

function toPieces(part: string): Omit<Piece, "split">[] {
  const end = part.indexOf("\n");
  const behaviour = part.slice(0, end).trim();
  return part
    .slice(end + 1)
    .split(/^--- /m)
    .slice(1)
    .map((piece) => {
      const line = piece.indexOf("\n");
      return { behaviour, kind: piece.slice(0, line).trim(), text: piece.slice(line + 1).trimEnd() };
    });
}

/** Kinds that are drawn from one pool are split together: languages of people, and all that is code. */
function poolOf({ kind }: { kind: string }): string {
  if (kind === "plain" || kind === "oblique") return kind;
  return /^(?:de|es|fr|pt|ru|zh)$/.test(kind) ? "foreign" : "code";
}

function assignSplits(pieces: Omit<Piece, "split">[], poolBy: (piece: Omit<Piece, "split">) => string): Piece[] {
  const pools = Map.groupBy(pieces, poolBy);
  const inTest = new Set<Omit<Piece, "split">>();
  for (const pool of pools.values()) {
    const ordered = pool.toSorted((a, b) => (sha256(a.text) < sha256(b.text) ? -1 : 1));
    for (const [index, piece] of ordered.entries()) if (index % 2 === 0) inTest.add(piece);
  }
  return pieces.map((piece) => ({ ...piece, split: inTest.has(piece) ? "test" : "train" }));
}
