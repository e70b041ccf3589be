/** A document as it was put, and the settings that matching reads. */
export type FakeDocument = Record<string, unknown>;
export interface FakeSettings {
  searchableAttributes: string[];
  rankingRules: string[];
  typoTolerance: {
    enabled: boolean;
    minWordSizeForTypos: { oneTypo: number; twoTypos: number };
    [name: string]: unknown;
  };
}

export interface FakeHit {
  document: FakeDocument;
  score: number;
}

interface QueryWord {
  word: string;
  isPrefix: boolean;
}
interface Match {
  typos: number;
  attribute: number;
  exact: boolean;
}

/** Words of a query beyond the tenth are ignored. */
const MOST_QUERY_WORDS = 10;

/**
 * Matching by Meilisearch's published rules, in a simple form: the last word is a prefix, 1 typo from 5 letters and 2 from
 * 9, a wrong first letter counts as two, neighbouring words may be written together or one word apart; `"…"` is a phrase,
 * ` -word` excludes; no word at all finds everything. Han text is one word per letter, where the real one has a dictionary.
 */
export function searchDocuments(input: {
  q: string;
  strategy: "last" | "all" | "frequency";
  documents: FakeDocument[];
  settings: FakeSettings;
}): FakeHit[] {
  const { words, phrases, excluded } = parse(input.q);
  const hits: FakeHit[] = [];
  for (const document of input.documents) {
    const fields = input.settings.searchableAttributes.map((name) => tokenize(toText(document[name])));
    const hasAny = (wanted: string[]) => fields.some((field) => hasSequence(field, wanted));
    if (excluded.some((word) => hasAny([word])) || !phrases.every(hasAny)) continue;
    const score = scoreWords(words, fields, input);
    if (score !== null) hits.push({ document, score });
  }
  const byDownloads = input.settings.rankingRules.includes("downloads:desc");
  const downloads = ({ document }: FakeHit): number => (byDownloads ? Number(document["downloads"] ?? 0) : 0);
  return hits.toSorted((a, b) => b.score - a.score || downloads(b) - downloads(a));
}

function scoreWords(
  words: QueryWord[],
  fields: string[][],
  { strategy, settings }: { strategy: string; settings: FakeSettings },
): number | null {
  if (words.length === 0) return 1;
  const matches: Match[] = [];
  for (const [index, query] of words.entries()) {
    const match = matchWord(query, words[index + 1] ?? null, words[index - 1] ?? null, fields, settings);
    if (match === null) break;
    matches.push(match);
  }
  if (matches.length === 0 || (strategy === "all" && matches.length < words.length)) return null;
  const mean = (of: (match: Match) => number) => matches.reduce((sum, match) => sum + of(match), 0) / matches.length;
  const attribute = 1 - mean((match) => match.attribute) / Math.max(fields.length, 1);
  const whole = fields.some((field) => field.join(" ") === words.map(({ word }) => word).join(" ")) ? 1 : 0;
  return (
    (matches.length / words.length) * 0.6 +
    (1 - mean((match) => match.typos) / 4) * 0.2 +
    attribute * 0.12 +
    mean((match) => (match.exact ? 1 : 0)) * 0.04 +
    whole * 0.04
  );
}

function matchWord(
  query: QueryWord,
  next: QueryWord | null,
  previous: QueryWord | null,
  fields: string[][],
  settings: FakeSettings,
): Match | null {
  let best: Match | null = null;
  const offer = (match: Match) => {
    const better =
      best === null || match.typos < best.typos || (match.typos === best.typos && match.exact && !best.exact);
    if (better) best = match;
  };
  for (const [attribute, field] of fields.entries()) {
    for (const word of field) {
      const typos = typosOf(query, word, settings);
      if (typos !== null) offer({ typos, attribute, exact: word === query.word });
      if (next !== null && word === query.word + next.word) offer({ typos: 1, attribute, exact: false });
      if (previous !== null && word === previous.word + query.word) offer({ typos: 1, attribute, exact: false });
    }
    for (let cut = 1; cut < query.word.length; cut += 1) {
      if (hasSequence(field, [query.word.slice(0, cut), query.word.slice(cut)]))
        offer({ typos: 1, attribute, exact: false });
    }
  }
  return best;
}

function typosOf({ word, isPrefix }: QueryWord, held: string, { typoTolerance }: FakeSettings): number | null {
  if (held === word || (isPrefix && held.startsWith(word))) return 0;
  const { oneTypo, twoTypos } = typoTolerance.minWordSizeForTypos;
  const allowed = !typoTolerance.enabled || word.length < oneTypo ? 0 : word.length < twoTypos ? 1 : 2;
  if (allowed === 0) return null;
  const first = held[0] === word[0] ? 0 : 1;
  const beginnings = isPrefix ? [-1, 0, 1].map((more) => held.slice(0, word.length + more)) : [];
  const typos = Math.min(...[held, ...beginnings].map((each) => distance(word, each))) + first;
  return typos <= allowed ? typos : null;
}

function parse(q: string): { words: QueryWord[]; phrases: string[][]; excluded: string[] } {
  const phrases: string[][] = [];
  const excluded: string[] = [];
  const loose = q
    .split('"')
    .map((part, index) => {
      if (index % 2 === 0) return part;
      phrases.push(tokenize(part));
      return " ";
    })
    .join("")
    .replaceAll(/(?<=^|\s)-(\S+)/g, (_, word: string) => {
      excluded.push(...tokenize(word));
      return " ";
    });
  const words = tokenize(loose).slice(0, MOST_QUERY_WORDS);
  return {
    words: words.map((word, index) => ({ word, isPrefix: index === words.length - 1 })),
    phrases: phrases.filter(({ length }) => length > 0),
    excluded,
  };
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(" . ");
  return typeof value === "string" ? value : "";
}

function tokenize(text: string): string[] {
  const apart = text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ").replaceAll(/\p{sc=Han}/gu, " $& ");
  const folded = apart
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, "");
  return folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

function hasSequence(field: string[], wanted: string[]): boolean {
  return field.some((_, start) => wanted.every((word, index) => field[start + index] === word));
}

/** Damerau-Levenshtein. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array<number>(b.length).fill(0)]);
  const at = (i: number, j: number): number => rows[i]?.[j] ?? (i < 0 ? j + 1 : j);
  for (let i = 0; i <= a.length; i += 1) {
    for (let j = 0; j <= b.length; j += 1) {
      const row = rows[i];
      if (row === undefined) continue;
      if (i === 0 || j === 0) {
        row[j] = i + j;
        continue;
      }
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j] ?? 0, at(i - 2, j - 2) + 1);
    }
  }
  return at(a.length, b.length);
}
