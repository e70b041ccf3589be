import { isMigrated, type Migration } from "./migration.ts";
import { plain } from "../terminal/shown-text.ts";

/** Text from a skill as Markdown that says only that text. */
const md = (text: string): string => plain(text).replace(/[\\`*_{}[\]<>#|!~]/g, "\\$&");

/** The report of one migration or of many, as Markdown: what a human must review, and every loss. */
export function migrationReport(migrations: readonly Migration[]): string {
  const [only] = migrations;
  const parts = ["# Migration report", ""];
  if (migrations.length !== 1 || only === undefined) parts.push(...summary(migrations));
  for (const migration of migrations) parts.push(...section(migration));
  return `${parts.join("\n").trimEnd()}\n`;
}

function summary(migrations: readonly Migration[]): string[] {
  const done = migrations.filter(isMigrated).length;
  return [
    `${migrations.length} skills: ${done} migrated, ${migrations.length - done} not.`,
    "",
    "| skill | from | to | result | to review | losses |",
    "|---|---|---|---|--:|--:|",
    ...migrations.map(
      (one) =>
        `| ${md(one.name ?? one.path)} | ${one.from ?? "unknown"} | ${one.to} | ${resultText(one)} ` +
        `| ${one.review.length} | ${one.losses.length} |`,
    ),
    "",
  ];
}

function section(migration: Migration): string[] {
  const { name, path, from, to, files, problems, review, losses } = migration;
  const isGaia = files !== null && to.startsWith("gaia");
  const tier = isGaia ? " Its tier is experimental: trust is earned again." : "";
  return [
    `## ${md(name ?? path)}`,
    "",
    `${md(path)}: ${from ?? "unknown format"} to ${to}, ${resultText(migration)}.${tier}`,
    "",
    ...list(
      "Problems",
      problems.map(({ severity, code, message, hint }) => `${severity} ${code}: ${message}${hint ? ` ${hint}` : ""}`),
    ),
    ...list("To review by a human", review),
    ...list(
      "Losses",
      losses.map(({ code, message }) => `${code}: ${message}`),
    ),
  ];
}

const list = (title: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`### ${title}`, "", ...items.map((item) => `- [ ] ${md(item)}`), ""];

/** How a migration ended, in two words at most. */
export function resultText(migration: Migration): string {
  if (migration.files === null) return "failed";
  return isMigrated(migration) ? "migrated" : "not valid";
}

/** The same for programs. */
export const migrationJson = (migration: Migration, output: string | null) => ({
  path: migration.path,
  name: migration.name,
  version: migration.version,
  from: migration.from,
  to: migration.to,
  migrated: isMigrated(migration),
  output,
  problems: migration.problems,
  review: migration.review,
  losses: migration.losses,
});
