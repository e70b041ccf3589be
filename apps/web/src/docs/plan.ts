import { DOC_PAGES } from "../contents/contents.ts";
import type { DocPage } from "../contents/doc-page.ts";
import { FILES } from "./files.ts";
import { anchorOf, linesOf, type Section, sectionsOf } from "./sections.ts";

/** A heading of a page, by the id that it has there. */
export interface Heading {
  id: string;
  level: number;
  words: string;
}

/** Text of one file on a page, and its headings in their order. */
export interface Piece {
  file: string;
  text: string;
  headings: readonly Heading[];
}

interface Plan {
  page: DocPage;
  pieces: readonly Piece[];
}

/** Every page by its slug, and every heading of a file by `file#anchor` with the address where it stands. */
interface Plans {
  pages: ReadonlyMap<string, Plan>;
  addresses: ReadonlyMap<string, string>;
}

let made: Plans | null = null;

/** Made at the first request and kept: it changes with the release alone. */
export function plans(): Plans {
  made ??= makePlans();
  return made;
}

function makePlans(): Plans {
  const addresses = new Map<string, string>();
  const told = (key: string, address: string) => {
    if (!addresses.has(key)) addresses.set(key, address);
  };
  const pages = new Map<string, Plan>();
  for (const page of DOC_PAGES) {
    const ids = new Set<string>();
    const chosen = page.parts.flatMap(({ file, sections }) =>
      chosenOf(file, sections).map((section) => ({ file, section })),
    );
    // The page's title stands for the heading of its only section, and what is below rises by one.
    const isAlone = chosen.length === 1 && chosen[0]?.section.heading !== "";
    const pieces = chosen.map(({ file, section }): Piece => {
      if (section.anchor === "") told(file, `/docs/${page.slug}`);
      if (isAlone) told(`${file}#${section.anchor}`, `/docs/${page.slug}`);
      const text = isAlone ? withoutTop(section.text) : section.text;
      const headings = headingsOf(text).map(({ level, words }) => {
        const id = uniqueIn(ids, anchorOf(words));
        told(`${file}#${anchorOf(words)}`, `/docs/${page.slug}#${id}`);
        return { id, level, words };
      });
      return { file, text, headings };
    });
    pages.set(page.slug, { page, pieces });
  }
  return { pages, addresses };
}

function chosenOf(file: string, anchors: readonly string[] | undefined): Section[] {
  const sections = sectionsOf(FILES.get(file) ?? "");
  return anchors === undefined ? sections : sections.filter(({ anchor }) => anchors.includes(anchor));
}

function uniqueIn(ids: Set<string>, wanted: string): string {
  let id = wanted;
  for (let count = 1; ids.has(id); count += 1) id = `${wanted}-${count}`;
  ids.add(id);
  return id;
}

const headingsOf = (text: string): { level: number; words: string }[] =>
  linesOf(text).flatMap(({ line, isCode }) => {
    const found = isCode ? null : /^(#{2,6}) (.+)$/.exec(line);
    return found ? [{ level: found[1]?.length ?? 2, words: (found[2] ?? "").replaceAll("`", "") }] : [];
  });

const withoutTop = (text: string): string =>
  linesOf(text)
    .map(({ line, isCode }) => (isCode ? line : line.replace(/^#(#+ )/, "$1")))
    .join("\n")
    .replace(/^# .*\n/, "");
