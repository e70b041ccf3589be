import { plural } from "../figures.tsx";
import { findData } from "../registry-api.ts";
import type { Visit } from "../visit.ts";

/** What waits for an admin beside the reports. */
interface Waiting {
  held: number;
  contested: number;
  appeals: number;
}

/** null: nothing waits */
export async function findWaiting({ api }: Visit): Promise<Waiting | null> {
  const overview = await findData(api.GET("/admin/overview"));
  const countOf = (what: string) => overview?.waiting.find((one) => one.what === what)?.count ?? 0;
  const waiting = { held: countOf("held"), contested: countOf("contests"), appeals: countOf("appeals") };
  return waiting.held + waiting.appeals === 0 ? null : waiting;
}

/** Says what else waits, and where. */
export function StillWaiting({ waiting }: { waiting: Waiting | null }) {
  if (waiting === null) return null;
  const { held, contested, appeals } = waiting;
  return (
    <>
      {appeals === 0 ? null : (
        <p>
          <a href="/admin/appeals">{plural(appeals, "appeal")}</a> against upheld reports{" "}
          {appeals === 1 ? "waits" : "wait"}.
        </p>
      )}
      {held === 0 ? null : (
        <p>
          Held for review or withheld by a scan: <a href="/admin/held">{plural(held, "version")}</a>
          {contested === 0 ? "" : `, ${contested} of them contested`}.
        </p>
      )}
    </>
  );
}
