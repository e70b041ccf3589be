import type { components } from "@gaia/client";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, type Shown, t, yellow } from "../../terminal/shown-text.ts";
import { tierText } from "../../terminal/version-outcome.ts";

type Hit = components["schemas"]["SearchResult"]["hits"][number];

const LONGEST_DESCRIPTION = 80;

type SearchSort = "relevance" | "updated" | "created" | "downloads" | "rising" | "name" | "context";

export interface SearchFilters {
  tier?: components["schemas"]["Tier"] | undefined;
  format?: components["schemas"]["Format"] | undefined;
  tag?: string | undefined;
  permission?: string | undefined;
  publisher?: string | undefined;
  sort?: SearchSort | undefined;
  held?: boolean | undefined;
  limit?: number | undefined;
}

/** `search <query>`: skills in the registry's order, best first. */
export async function search(session: Session, input: { query: string; filters: SearchFilters }): Promise<void> {
  const { terminal } = session;
  const { tier, format, tag, permission, publisher, sort, held, limit } = input.filters;
  const query = {
    q: input.query,
    ...(tier !== undefined && { tier: [tier] }),
    ...(format !== undefined && { format: [format] }),
    ...(tag !== undefined && { tag: [tag] }),
    ...(permission !== undefined && { permission: [permission] }),
    ...(publisher !== undefined && { publisher: [publisher] }),
    ...(sort !== undefined && { sort }),
    ...(held === true && { held: "true" as const }),
    ...(limit !== undefined && { limit }),
  };
  const found = await ensureAnswer((await openRegistry(session)).GET("/search", { params: { query } }));
  terminal.result(found);
  const rows = found.hits.map((hit) => [
    bold(hit.name),
    shownOf(hit),
    tierText(hit.security_tier),
    hit.publisher,
    t`${markOf(hit)}${shortened(hit.description)}`,
  ]);
  for (const [at, row] of columns(rows).entries()) {
    terminal.line(row);
    const hit = found.hits[at];
    const plain = hit?.install;
    if (hit && plain && plain.version !== shownOf(hit)) {
      terminal.line(t`  ${dim("install takes")} ${plain.version} ${tierText(plain.security_tier)}`);
      if (tier !== undefined && shownOf(hit) !== hit.latest_version)
        terminal.line(t`  ${dim("this one:")} gaia-skill install ${hit.name}@${shownOf(hit)}`);
    }
  }
  if (found.hits.length === 0) terminal.note(t`Nothing matches ${input.query}.`);
  else if (found.total > found.hits.length) terminal.note(dim(t`${found.hits.length} of ${found.total}`));
}

/** The version whose tier and words these are. */
const shownOf = ({ version, latest_version }: Hit): string => version ?? latest_version;

/** What is to be known of it before its words are read. */
const markOf = ({ held, deprecated }: Hit): Shown =>
  t`${held === true ? yellow("held for review ") : ""}${deprecated === true ? yellow("deprecated ") : ""}`;

const shortened = (text: string): string =>
  text.length > LONGEST_DESCRIPTION ? `${text.slice(0, LONGEST_DESCRIPTION)}…` : text;
