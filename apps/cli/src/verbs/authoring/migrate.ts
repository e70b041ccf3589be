import { join, resolve } from "node:path";
import { readAuthorSkill } from "../../authoring/author-skill.ts";
import { showDiagnostic } from "../../terminal/diagnostics.ts";
import { CliError, EXIT, type ExitCode, misused, notFound } from "../../failures/failures.ts";
import { findSkills } from "../../authoring/found-skills.ts";
import { ensureFormat, type TargetFormat } from "../../authoring/judged-skill.ts";
import { kindOf } from "@gaia/install/installed";
import { isMigrated, type Migration, migrateSkill } from "../../authoring/migration.ts";
import { migrationJson, migrationReport, resultText } from "../../authoring/migration-report.ts";
import { ensureFree, writeReport, writeSkillFolder } from "../../authoring/migrated-output.ts";
import { showBatch } from "../../terminal/progress-line.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, green, red, t, yellow } from "../../terminal/shown-text.ts";
import type { Terminal } from "../../terminal/terminal.ts";

export interface MigrateOptions {
  from?: string | undefined;
  output: string;
  version?: string | undefined;
  validate?: boolean;
  batch?: boolean;
  force?: boolean;
}

/** GAIA's flat format needs tools; a skill without any goes into the one that GAIA ships today. */
const GAIA = ["gaia-0.1", "gaia"] as const;

interface Plan {
  to: TargetFormat | typeof GAIA;
  from: TargetFormat | undefined;
  output: string;
  version: string | undefined;
  validate: boolean;
  force: boolean;
}

interface Done {
  migration: Migration;
  /** The folder that was written; null when none was. */
  output: string | null;
}

const REPORT = "MIGRATION.md";

/**
 * `migrate <path>` (docs/specification.md §8.2): writes the skill in another format as `<output>/<name>`, with a report of what a human
 * must review and of every loss. Nothing that is there is overwritten without `--force`. Exit 4 when a skill could not be migrated, or
 * with `--validate` when a result is not valid.
 */
export async function migrate(
  session: Session,
  input: { path: string; to?: string } & MigrateOptions,
): Promise<ExitCode> {
  const plan: Plan = {
    to: input.to === undefined ? GAIA : ensureFormat(input.to, "--to"),
    from: input.from === undefined ? undefined : ensureFormat(input.from, "--from"),
    output: input.output,
    version: input.version,
    validate: input.validate ?? false,
    force: input.force ?? false,
  };
  return input.batch === true ? migrateAll(session, input.path, plan) : migrateOne(session, input.path, plan);
}

async function migrateOne(session: Session, path: string, plan: Plan): Promise<ExitCode> {
  const { terminal } = session;
  const source = await readAuthorSkill(path);
  session.author.files = source.files;
  const migration = await migrateSkill(source, plan);
  const { name, files } = migration;
  if (name === null || files === null)
    throw new CliError(EXIT.refused, "not_migrated", `${path} cannot be migrated to ${migration.to}`, {
      errors: migration.problems,
    });
  const report = join(resolve(plan.output), `${name}.${REPORT}`);
  await ensureFree(report, plan.force);
  const output = await writeSkillFolder(plan.output, name, files, { force: plan.force, source: source.root });
  await writeReport(report, migrationReport([migration]), plan.force);
  terminal.result({ ...migrationJson(migration, output), report });
  showOne(terminal, migration, output, report);
  return isMigrated(migration) ? EXIT.ok : EXIT.refused;
}

function showOne(terminal: Terminal, migration: Migration, output: string, report: string): void {
  const { name, from, to, problems, losses, review } = migration;
  terminal.line(t`${green("migrated")} ${bold(name)} from ${from} to ${to}: ${output}`);
  for (const problem of problems) for (const line of showDiagnostic(problem)) terminal.line(line);
  for (const item of review) terminal.line(t`  ${yellow("review")} ${item}`);
  for (const { code, message } of losses) terminal.line(t`  ${yellow("loss")} ${code} ${message}`);
  terminal.note(t`${dim("report:")} ${report}`);
}

async function migrateAll(session: Session, path: string, plan: Plan): Promise<ExitCode> {
  const { terminal } = session;
  const directory = resolve(path);
  if ((await kindOf(directory)) !== "directory") throw notFound(`${path} is not a directory`);
  if (plan.version !== undefined) throw misused("--version is for one skill, not for --batch");
  const report = join(resolve(plan.output), REPORT);
  await ensureFree(report, plan.force);
  const output = resolve(plan.output);
  const paths = await findSkills(directory, (one) => one === output);
  if (paths.length === 0) throw notFound(`There is no skill in ${path}`);
  const all: Done[] = [];
  for (const [index, one] of paths.entries()) {
    showBatch(terminal, { done: index, total: paths.length, name: one });
    all.push(await migrateInBatch(one, plan));
  }
  showBatch(terminal, null);
  await writeReport(report, migrationReport(all.map(({ migration }) => migration)), plan.force);
  const failed = all.filter(({ migration }) => !isMigrated(migration));
  const count = { skills: all.length, migrated: all.length - failed.length, failed: failed.length };
  terminal.result({ ...count, report, results: all.map(({ migration, output }) => migrationJson(migration, output)) });
  showSummary(terminal, all);
  terminal.note(t`${dim("report:")} ${report}`);
  return failed.length === 0 ? EXIT.ok : EXIT.refused;
}

/** A bad skill ends nothing but itself. */
async function migrateInBatch(path: string, plan: Plan): Promise<Done> {
  const failed: Migration = {
    path,
    from: null,
    to: typeof plan.to === "string" ? plan.to : plan.to[0],
    name: null,
    version: null,
    files: null,
    problems: [],
    losses: [],
    review: [],
  };
  let migration = failed;
  try {
    const source = await readAuthorSkill(path);
    migration = await migrateSkill(source, plan);
    const { name, files } = migration;
    if (name === null || files === null) return { migration, output: null };
    const output = await writeSkillFolder(plan.output, name, files, { force: plan.force, source: source.root });
    // The files of a thousand skills are not kept.
    return { migration: { ...migration, files: [] }, output };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const told = {
      code: error.code,
      severity: "error" as const,
      file: null,
      line: null,
      column: null,
      message: error.message,
      hint: error.hint,
    };
    return { migration: { ...migration, files: null, problems: [...error.errors, told] }, output: null };
  }
}

function showSummary(terminal: Terminal, all: readonly Done[]): void {
  const groups = Map.groupBy(all, ({ migration: { from, to } }) => `${from ?? "unknown"} to ${to}`);
  const rows = [...groups]
    .toSorted(([left], [right]) => left.localeCompare(right))
    .map(([way, members]) => {
      const good = members.filter(({ migration }) => isMigrated(migration));
      const sum = (of: (one: Migration) => unknown[]) =>
        good.reduce((total, { migration }) => total + of(migration).length, 0);
      return [
        way,
        t`${green("migrated")} ${good.length}`,
        t`${members.length > good.length ? red("failed") : dim("failed")} ${members.length - good.length}`,
        t`to review ${sum(({ review }) => review)}`,
        t`losses ${sum(({ losses }) => losses)}`,
      ];
    });
  for (const row of columns(rows)) terminal.line(row);
  for (const { migration } of all) {
    if (isMigrated(migration)) continue;
    const why = migration.problems.find(({ severity }) => severity === "error");
    terminal.line(t`${red(resultText(migration))} ${bold(migration.path)}: ${why?.code} ${why?.message}`);
  }
}
