import { InvalidArgumentError } from "commander";
import type { components } from "@gaia/client";
import { ensureAnswer, openRegistry } from "../registry.ts";
import type { Session } from "../session.ts";
import { bold, columns, dim, t } from "../shown-text.ts";
import { tierText } from "../version-outcome.ts";

const LONGEST_DESCRIPTION = 80;

export interface SearchFilters {
  tier?: components["schemas"]["Tier"] | undefined;
  format?: components["schemas"]["Format"] | undefined;
  tag?: string | undefined;
  permission?: string | undefined;
  limit?: number | undefined;
}

/** A whole number between 1 and 100, for `--limit`. */
export function pageSize(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 100) return value;
  throw new InvalidArgumentError("It is a number from 1 to 100.");
}

/** `search <query>`: skills in the registry's order, best first. */
export async function search(session: Session, input: { query: string; filters: SearchFilters }): Promise<void> {
  const { terminal } = session;
  const { tier, format, tag, permission, limit } = input.filters;
  const query = {
    q: input.query,
    ...(tier !== undefined && { tier }),
    ...(format !== undefined && { format }),
    ...(tag !== undefined && { tag }),
    ...(permission !== undefined && { permission }),
    ...(limit !== undefined && { limit }),
  };
  const found = await ensureAnswer((await openRegistry(session)).GET("/search", { params: { query } }));
  terminal.result(found);
  const rows = found.hits.map((hit) => [
    bold(hit.name),
    hit.latest_version,
    tierText(hit.security_tier),
    hit.publisher,
    hit.description.length > LONGEST_DESCRIPTION
      ? `${hit.description.slice(0, LONGEST_DESCRIPTION)}…`
      : hit.description,
  ]);
  for (const row of columns(rows)) terminal.line(row);
  if (found.hits.length === 0) terminal.note(t`Nothing matches ${input.query}.`);
  else if (found.total > found.hits.length) terminal.note(dim(t`${found.hits.length} of ${found.total}`));
}
