import type { components } from "@gaia/client";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, type Shown, t, yellow } from "../../terminal/shown-text.ts";
import { tierText } from "../../terminal/version-outcome.ts";

type Hit = components["schemas"]["SearchResult"]["hits"][number];

const LONGEST_DESCRIPTION = 80;

export interface SearchFilters {
  tier?: components["schemas"]["Tier"] | undefined;
  format?: components["schemas"]["Format"] | undefined;
  tag?: string | undefined;
  permission?: string | undefined;
  held?: boolean | undefined;
  limit?: number | undefined;
}

/** `search <query>`: skills in the registry's order, best first. */
export async function search(session: Session, input: { query: string; filters: SearchFilters }): Promise<void> {
  const { terminal } = session;
  const { tier, format, tag, permission, held, limit } = input.filters;
  const query = {
    q: input.query,
    ...(tier !== undefined && { tier }),
    ...(format !== undefined && { format }),
    ...(tag !== undefined && { tag }),
    ...(permission !== undefined && { permission }),
    ...(held === true && { held: "true" as const }),
    ...(limit !== undefined && { limit }),
  };
  const found = await ensureAnswer((await openRegistry(session)).GET("/search", { params: { query } }));
  terminal.result(found);
  const rows = found.hits.map((hit) => [
    bold(hit.name),
    hit.latest_version,
    tierText(hit.security_tier),
    hit.publisher,
    t`${markOf(hit)}${shortened(hit.description)}`,
  ]);
  for (const [at, row] of columns(rows).entries()) {
    terminal.line(row);
    const hit = found.hits[at];
    const older = hit?.install;
    if (hit && older && older.version !== hit.latest_version)
      terminal.line(t`  ${dim("install takes")} ${older.version} ${tierText(older.security_tier)}`);
  }
  if (found.hits.length === 0) terminal.note(t`Nothing matches ${input.query}.`);
  else if (found.total > found.hits.length) terminal.note(dim(t`${found.hits.length} of ${found.total}`));
}

/** What is to be known of it before its words are read. */
const markOf = ({ held, deprecated }: Hit): Shown =>
  t`${held === true ? yellow("held for review ") : ""}${deprecated === true ? yellow("deprecated ") : ""}`;

const shortened = (text: string): string =>
  text.length > LONGEST_DESCRIPTION ? `${text.slice(0, LONGEST_DESCRIPTION)}…` : text;
