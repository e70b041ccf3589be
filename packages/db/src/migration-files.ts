import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseError } from "./errors.ts";

/** One file of `migrations/`. */
export interface Migration {
  name: string;
  text: string;
  sha256: string;
  /** False when the first line is `-- no transaction`: then it holds one statement, safe to run twice. */
  inTransaction: boolean;
}

/** What `schema_migrations` remembers of an applied file. */
export interface AppliedMigration {
  name: string;
  sha256: string;
}

const NAME = /^(\d{4})_[a-z0-9][a-z0-9_-]*\.sql$/;

/** Reads `NNNN_name.sql` files in order. @throws DatabaseError `migration_invalid` for another `.sql` name or a number used twice */
export async function readMigrations(dir: string): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith(".sql")).toSorted();
  const numbers = new Set<string>();
  for (const name of names) {
    const number = NAME.exec(name)?.[1];
    if (number === undefined) throw invalid(`${name} is not named like 0001_name.sql.`);
    if (numbers.has(number)) throw invalid(`Two migrations have the number ${number}.`);
    numbers.add(number);
  }
  return await Promise.all(names.map((name) => readMigration(dir, name)));
}

async function readMigration(dir: string, name: string): Promise<Migration> {
  // A checkout with CRLF is the same migration.
  const text = (await readFile(join(dir, name), "utf8")).replaceAll("\r\n", "\n");
  return {
    name,
    text,
    sha256: createHash("sha256").update(text).digest("hex"),
    inTransaction: !/^-- no transaction[ \t]*(?:\n|$)/.test(text),
  };
}

/**
 * The files still to apply, in order.
 * @throws DatabaseError `migration_changed` when an applied file has another digest now, `migration_out_of_order` when a
 * new file sorts before an applied one, `migration_missing` when an applied file is gone. With `allowNewer`, applied
 * files that sort after all of ours are no error: a newer release has migrated, and migrations only expand.
 */
export function findPending(files: Migration[], applied: AppliedMigration[], allowNewer: boolean): Migration[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  const lastFile = files.at(-1)?.name ?? "";
  for (const { name, sha256 } of applied) {
    const file = byName.get(name);
    if (file === undefined) {
      if (allowNewer && name > lastFile) continue;
      throw new DatabaseError(
        "migration_missing",
        `The database has had ${name}, which this release does not know. Start the release that brought it, or a newer one.`,
      );
    }
    if (file.sha256 !== sha256) {
      throw new DatabaseError(
        "migration_changed",
        `${name} was changed after it was applied. Undo that; add a new file.`,
      );
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  const pending = files.filter(({ name }) => !done.has(name));
  const lastApplied = applied
    .map(({ name }) => name)
    .toSorted()
    .at(-1);
  const late = pending.find(({ name }) => lastApplied !== undefined && name < lastApplied);
  if (late !== undefined) {
    throw new DatabaseError(
      "migration_out_of_order",
      `${late.name} comes before ${lastApplied}, which is applied already. Give it the next free number.`,
    );
  }
  return pending;
}

const invalid = (message: string) => new DatabaseError("migration_invalid", message);
