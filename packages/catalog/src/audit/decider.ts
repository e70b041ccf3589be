import { accounts } from "@gaia/db";
import { sql, type SQL, type SQLWrapper } from "drizzle-orm";

/** By whom something was decided, by role: a person's name is not needed to judge a release by. */
export const DECIDERS = ["publisher", "admin", "registry"] as const;

export type Decider = (typeof DECIDERS)[number];

/** SQL for the role of who did what a row of the audit log says: by what the account is now. */
export const deciderOf = (
  actor: SQLWrapper,
): SQL<Decider> => sql<Decider>`CASE WHEN ${actor} = 'registry' THEN 'registry'
  WHEN EXISTS (SELECT 1 FROM ${accounts} a WHERE a.handle = ${actor} AND a.role = 'admin') THEN 'admin' ELSE 'publisher' END`;
