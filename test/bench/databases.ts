import { openSql } from "../harness/sql.ts";

/** An empty database of this name. @returns its URL */
export async function freshDatabase(server: string, name: string): Promise<string> {
  const sql = await openSql(server);
  await sql.rows(`CREATE DATABASE ${name} TEMPLATE template0`);
  await sql.close();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops every database whose name starts so. */
export async function dropDatabases(server: string, prefix: string): Promise<void> {
  const sql = await openSql(server);
  const named = await sql.rows<{ name: string }>(
    "SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)",
    [prefix],
  );
  for (const { name } of named) await sql.rows(`DROP DATABASE ${name} WITH (FORCE)`);
  await sql.close();
}
