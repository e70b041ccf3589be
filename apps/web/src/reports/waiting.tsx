import { plural } from "../figures.tsx";
import { findData } from "../registry-api.ts";
import type { Visit } from "../visit.ts";

/** So many are counted. */
const MOST = 100;

/** What waits for an admin beside the reports, of which at most 100 are counted. */
interface Waiting {
  held: number;
  contested: number;
  hasMore: boolean;
}

/** null: nothing waits */
export async function findWaiting({ api }: Visit): Promise<Waiting | null> {
  const list = await findData(api.GET("/admin/held", { params: { query: { limit: MOST } } }));
  if (list === null || list.items.length === 0) return null;
  const contested = list.items.filter(({ contest }) => contest?.status === "open").length;
  return { held: list.items.length, contested, hasMore: list.next_cursor !== null };
}

/** Says that versions wait, which the command line alone lists and answers. */
export function StillWaiting({ waiting }: { waiting: Waiting | null }) {
  if (waiting === null) return null;
  const { held, contested, hasMore } = waiting;
  const more = hasMore ? " or more" : "";
  const contests = contested === 0 ? "" : `, ${contested}${more} of them contested`;
  return (
    <p>
      Held for review or withheld by a scan: {hasMore ? `${held} versions${more}` : plural(held, "version")}
      {contests}. <code>gaia-skill admin held</code> lists {held === 1 ? "it" : "them"}.
    </p>
  );
}
