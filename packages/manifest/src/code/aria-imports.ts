import type { PythonImport, PythonOutline } from "./python-outline.ts";

/** Modules of `aria_skills` that are no skills: what skills are built from. */
const NO_SKILLS = new Set(["base", "registry"]);

/** Python packages that speak to a database, by the first part of their module. */
const DATABASE_MODULES = new Set(
  [
    "sqlite3 aiosqlite apsw pysqlite3 duckdb dbm shelve",
    "psycopg psycopg2 psycopg_pool asyncpg aiopg pg8000",
    "MySQLdb mysql pymysql aiomysql asyncmy mariadb",
    "sqlalchemy sqlmodel databases peewee peewee_async pony tortoise piccolo gino ormar",
    "pymongo motor mongoengine beanie odmantic redis aioredis coredis",
    "cassandra neo4j elasticsearch opensearchpy clickhouse_driver clickhouse_connect influxdb_client",
    "pyodbc aioodbc cx_Oracle oracledb pymssql arango couchdb plyvel lmdb supabase",
  ].flatMap((row) => row.split(" ")),
);

/** Another skill that a file imports, by its folder's name. */
export interface SkillImport {
  skill: string;
  line: number;
  column: number;
}

/**
 * The other skills that a module imports: `aria_skills.x`, `from aria_skills import x`, `from ..x import y`, and the same by
 * `importlib`. `depth` is how many folders below the skill's own the module lies; `own` is that skill.
 */
export function importedSkills(outline: PythonOutline, own: string, depth: number): SkillImport[] {
  return outline.imports.flatMap((each) =>
    modulesOf(each, depth)
      .filter((skill) => skill !== own && skill !== "" && skill !== "*" && !NO_SKILLS.has(skill))
      .map((skill) => ({ skill, line: each.line, column: each.column })),
  );
}

function modulesOf({ module, level, names }: PythonImport, depth: number): string[] {
  const parts = module.split(".");
  // One dot is the folder of the module, each further dot one folder up; above the skill's own lie the others.
  const inSkills = level === 0 ? parts[0] === "aria_skills" : level === depth + 2;
  if (!inSkills) return [];
  const below = level === 0 ? parts.slice(1) : parts;
  if (below[0] !== undefined && below[0] !== "") return [below[0]];
  return names?.map(({ name }) => name) ?? [];
}

/** The imports of database drivers. */
export function importedDatabases(outline: PythonOutline): { module: string; line: number; column: number }[] {
  return outline.imports
    .filter(({ module, level }) => level === 0 && DATABASE_MODULES.has(module.split(".")[0] ?? ""))
    .map(({ module, line, column }) => ({ module, line, column }));
}

/** Aria Skill Standard v2.0, "5-Layer Hierarchy": the layers of the skills that the standard names. */
export const STANDARD_LAYERS: ReadonlyMap<string, number> = new Map(
  [
    "input_guard",
    "api_client",
    "llm litellm health session_manager model_switcher moonshot",
    `research moltbook market_data social memeothy database knowledge_graph goals telegram brainstorm community portfolio
     fact_check experiment data_pipeline sandbox working_memory ci_cd security_scan pytest_runner agent_manager`,
    "schedule hourly_goals performance pipeline_skill",
  ].flatMap((names, layer) => names.split(/\s+/).map((name) => [name, layer] as const)),
);

/** `aria-session-manager` and `session_manager` are one skill: its folder's name. */
export function folderName(skillName: string): string {
  return skillName.replace(/^aria[-_]/, "").replaceAll("-", "_");
}
