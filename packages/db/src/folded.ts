import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * A text or column as texts are compared in whatever case (migration 0064). Both sides of a comparison go through it: a database's lower
 * case is another one than JavaScript's, and in a Turkish database not even Latin letters are alike.
 */
export const folded = (text: SQLWrapper | string): SQL<string> => sql<string>`folded(${text})`;
