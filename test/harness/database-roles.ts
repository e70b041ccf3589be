import { randomBytes } from "node:crypto";
import { openSql } from "./sql.ts";

/** A role of the server that may log in and is no superuser. */
export interface DatabaseRole {
  name: string;
  /** The database's address, for this role. */
  url: string;
}

/** Roles of one database. */
export interface DatabaseRoles {
  /** `options` as of CREATE ROLE, as `IN ROLE other`. */
  create(options?: string): Promise<DatabaseRole>;
  /** Runs one statement as the superuser whose address was given. */
  run<Row = Record<string, unknown>>(statement: string): Promise<Row[]>;
  /** Removes the roles, and what they own and were granted there. */
  close(): Promise<void>;
}

/** @param databaseUrl of a superuser, as `freshDatabase` gives it */
export async function databaseRoles(databaseUrl: string): Promise<DatabaseRoles> {
  const superuser = await openSql(databaseUrl);
  const created: string[] = [];
  return {
    async create(options = "") {
      const name = `role_${randomBytes(6).toString("hex")}`;
      const password = randomBytes(12).toString("hex");
      await superuser.rows(`CREATE ROLE ${name} LOGIN PASSWORD '${password}' ${options}`);
      created.push(name);
      const url = new URL(databaseUrl);
      url.username = name;
      url.password = password;
      return { name, url: url.href };
    },
    run: (statement) => superuser.rows(statement),
    async close() {
      for (const name of created.toReversed()) {
        await superuser.rows(`REASSIGN OWNED BY ${name} TO CURRENT_USER`);
        await superuser.rows(`DROP OWNED BY ${name}`);
        await superuser.rows(`DROP ROLE ${name}`);
      }
      await superuser.close();
    },
  };
}
