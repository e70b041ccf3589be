import type { AffectedVersions } from "./json-columns.ts";
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { versions } from "./catalog.ts";

const at = (name: string) => timestamp(name, { withTimezone: true });

/** An OSV record as it was imported; withdrawn ones are kept and match nothing. */
export const advisories = pgTable("advisories", {
  id: text("id").primaryKey(),
  modified: at("modified").notNull(),
  published: at("published"),
  withdrawn: at("withdrawn"),
  aliases: text("aliases").array().notNull(),
  summary: text("summary").notNull(),
  severity: text("severity"),
  raw: jsonb("raw").notNull(),
  importedAt: at("imported_at").notNull().defaultNow(),
});

/** The packages of an advisory, by their normalised name. `affected`: the versions, as matching reads them. */
export const advisoryPackages = pgTable(
  "advisory_packages",
  {
    ecosystem: text("ecosystem").$type<"PyPI" | "npm">().notNull(),
    name: text("name").notNull(),
    advisoryId: text("advisory_id")
      .notNull()
      .references(() => advisories.id),
    affected: jsonb("affected").$type<AffectedVersions>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ecosystem, table.name, table.advisoryId] }),
    index("advisory_packages_advisory").on(table.advisoryId),
  ],
);

/**
 * What an installation of a version brings, as its last inspection resolved it (`Dependency`). `version` is empty where it is only named;
 * what follows the source is null where nothing is known of it.
 */
export const versionDependencies = pgTable(
  "version_dependencies",
  {
    versionId: bigint("version_id", { mode: "number" })
      .notNull()
      .references(() => versions.id),
    ecosystem: text("ecosystem").$type<"PyPI" | "npm">().notNull(),
    name: text("name").notNull(),
    version: text("version").notNull(),
    source: text("source").notNull(),
    isAsked: boolean("is_asked"),
    needs: text("needs").array(),
    needsMore: boolean("needs_more"),
    license: text("license"),
    supplier: text("supplier"),
    hashes: text("hashes").array(),
  },
  (table) => [
    primaryKey({ columns: [table.versionId, table.ecosystem, table.name, table.version] }),
    index("version_dependencies_package").on(table.ecosystem, table.name),
  ],
);
