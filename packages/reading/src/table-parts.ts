import { markdownParts } from "./markdown-parts.ts";
import type { Block } from "./passage.ts";

/** A cell of fewer characters says nothing alone. */
const SHORTEST_SAID = 12;
/** What leads in to a cell is told by the first row, which is no longer than this. */
const LONGEST_HEAD = 2_000;

interface Cell {
  line: number;
  text: string;
}

/** Whether a file is a table whose rows are lines. */
export const isTable = (path: string): boolean => /\.(?:csv|tsv)$/i.test(path);

/**
 * The words in a table of values: what a cell says it says alone, since its neighbours are no part of its sentence; names and numbers of a
 * row stay together. The first row leads in to the others, as that of a table on a page does.
 */
export function tableParts(path: string, text: string): Block[] {
  const rows = rowsOf(text, /\.tsv$/i.test(path) ? "\t" : ",");
  const head = `| ${(rows[0] ?? []).map((cell) => cell.text.trim()).join(" | ")} |`.slice(0, LONGEST_HEAD);
  let sections = 0;
  return rows.flatMap((row, index) => {
    const isSaid = ({ text: said }: Cell): boolean => said.length >= SHORTEST_SAID && /\s/.test(said.trim());
    const rest = row.filter((cell) => !isSaid(cell));
    const line = rest[0]?.line ?? row[0]?.line ?? 1;
    const names = { line, text: rest.map((cell) => cell.text).join(", ") };
    return [...row.filter(isSaid), names].flatMap((cell) => {
      if (cell.text.trim() === "") return [];
      sections += 1;
      return markdownParts(cell.text, cell.line).map((block) => ({
        ...block,
        section: sections,
        leadIn: block.leadIn === "" && index > 0 ? head : block.leadIn,
        isShown: true,
      }));
    });
  });
}

/** RFC 4180, leniently: a quotation mark opens a cell only where the cell begins, and one that is never closed is a letter. */
function rowsOf(text: string, separator: string): Cell[][] {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let line = 1;
  let at = 0;
  let lastQuote = text.lastIndexOf('"');
  while (at < text.length) {
    let cell: string;
    const from = line;
    const closing = text[at] === '"' && at < lastQuote ? closingQuote(text, at + 1) : -1;
    if (closing === -1) {
      // Behind the last one that closes nothing, no other is tried.
      if (text[at] === '"') lastQuote = Math.min(lastQuote, at);
      const end = endOfCell(text, at, separator);
      cell = text.slice(at, end);
      at = end;
    } else {
      const end = endOfCell(text, closing + 1, separator);
      cell = text.slice(at + 1, closing).replaceAll('""', '"') + text.slice(closing + 1, end);
      line += text.slice(at, closing).split("\n").length - 1;
      at = end;
    }
    row.push({ line: from, text: cell.replace(/\r$/, "") });
    if (text[at] !== separator) {
      rows.push(row);
      row = [];
      line += 1;
    }
    at += 1;
  }
  return row.length === 0 ? rows : [...rows, row];
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function endOfCell(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at += 1) if (text[at] === separator || text[at] === "\n") return at;
  return text.length;
}
