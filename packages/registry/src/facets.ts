/** How many of a result carry each value. */
export interface Facets {
  tier: Record<string, number>;
  format: Record<string, number>;
  tag: Record<string, number>;
  permission: Record<string, number>;
}

const MOST_TAGS = 50;

interface Faceted {
  tier: string;
  format: string;
  tags: string[];
  permissionLevels: string[];
}

/** Counts the facets of rows that were found visible: what is withheld is not counted. The commonest tags only. */
export function countFacets(rows: Faceted[]): Facets {
  const tags = count(rows.flatMap((row) => row.tags));
  return {
    tier: Object.fromEntries(count(rows.map((row) => row.tier))),
    format: Object.fromEntries(count(rows.map((row) => row.format))),
    tag: Object.fromEntries(tags.slice(0, MOST_TAGS)),
    permission: Object.fromEntries(count(rows.flatMap((row) => row.permissionLevels))),
  };
}

/** Values with their counts, commonest first. `Object.fromEntries` defines keys, so `__proto__` is a key like any other. */
function count(values: string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}
