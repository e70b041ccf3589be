import type { Session } from "./database.ts";
import { DatabaseError } from "./errors.ts";
import type { Migration } from "./migration-files.ts";

/** What refusals of a role send people to. */
export const ROLES = 'docs/operations.md, "The role in PostgreSQL"';
const MADE =
  /^\s*CREATE\s+(?:OR\s+REPLACE\s+)?(?:TABLE|SEQUENCE|FUNCTION|VIEW)\s+(?:IF\s+NOT\s+EXISTS\s+)?([a-z_][a-z0-9_]*)/gim;
const EXTENSIONS = /^\s*CREATE\s+EXTENSION\s+(?:IF\s+NOT\s+EXISTS\s+)?([a-z_][a-z0-9_]*)/gim;
const KINDS = ["table", "sequence", "view", "function"] as const;
const SHOWN = 3;
const GRANTING = "To let it make them, run there, as a superuser or the owner of schema and database:";

/** What is not the role's own: of one owner and kind. */
interface Foreign {
  owner: string;
  /** The superuser whom the cluster was made with: `REASSIGN OWNED` refuses to move what is its own. */
  isBootstrap: boolean;
  kind: (typeof KINDS)[number];
  names: string[];
}

interface Role {
  name: string;
  database: string;
  schema: string | null;
  mayCreate: boolean | null;
  mayExtend: boolean;
  extensions: string[];
}

/**
 * Whether the role of this session may apply `pending`: it owns all that the applied ones made, or has the rights of who does, so that
 * no file fails half-way and no schema ends with two owners; and it may make tables.
 * @throws DatabaseError `role_unfit`: which role, who owns what, what to do
 */
export async function ensureMayMigrate(
  session: Session,
  { applied, pending }: { applied: Migration[]; pending: Migration[] },
): Promise<void> {
  const role = await findRole(session);
  const foreign = await findForeign(session, [...namesIn(applied), "schema_migrations"]);
  const grants = lackingGrants(role, namesIn(pending, EXTENSIONS));
  if (foreign.length === 0 && grants.length === 0) return;
  const many = pending.length === 1 ? `${pending[0]?.name} is` : `${pending.length} migrations are`;
  const why = foreign.length > 0 ? "it does not own what earlier ones made" : `it may not make ${lackingWords(role)}`;
  throw new DatabaseError(
    "role_unfit",
    [
      `The role ${role.name} may not migrate the database ${role.database}, where ${many} pending: ${why}.`,
      ...(foreign.length === 0 ? [] : ownedByOthers(role, foreign)),
      ...(grants.length === 0 ? [] : [GRANTING, ...grants]),
      `See ${ROLES}.`,
    ].join("\n"),
  );
}

/** The names that such statements of these files make, each once. */
export function namesIn(files: Migration[], statement: RegExp = MADE): string[] {
  return [...new Set(files.flatMap(({ text }) => [...text.matchAll(statement)].map(([, name]) => name ?? "")))];
}

async function findRole(session: Session): Promise<Role> {
  const [row] = await session.query<Omit<Role, "extensions"> & { extensions: string }>(
    `SELECT quote_ident(current_user) AS name, quote_ident(current_database()) AS database,
       quote_ident(current_schema()) AS schema,
       has_schema_privilege(current_schema(), 'CREATE') AS "mayCreate",
       has_database_privilege(current_database(), 'CREATE') AS "mayExtend",
       (SELECT coalesce(string_agg(extname, ' '), '') FROM pg_catalog.pg_extension) AS extensions`,
  );
  if (row === undefined) throw new DatabaseError("unavailable", "The database does not answer.");
  return { ...row, extensions: row.extensions.split(" ") };
}

/** Where `schema_migrations` lies: beside it other programs may have tables of their own, which `names` leaves out. */
async function findForeign(session: Session, names: string[]): Promise<Foreign[]> {
  const rows = await session.query<Omit<Foreign, "names"> & { names: string }>(
    `WITH made AS (SELECT jsonb_array_elements_text($1::text::jsonb)::name AS name),
       home AS (SELECT relnamespace AS id FROM pg_catalog.pg_class WHERE oid = to_regclass('schema_migrations')),
       found AS (
         SELECT relowner AS owner, relname AS name,
           CASE relkind WHEN 'S' THEN 'sequence' WHEN 'v' THEN 'view' ELSE 'table' END AS kind
         FROM pg_catalog.pg_class
         WHERE relnamespace = (SELECT id FROM home) AND relkind IN ('r', 'p', 'v', 'S')
         UNION
         SELECT proowner, proname, 'function' FROM pg_catalog.pg_proc WHERE pronamespace = (SELECT id FROM home)
       )
     SELECT quote_ident(pg_get_userbyid(owner)) AS owner, owner = 10 AS "isBootstrap", kind,
       string_agg(name::text, ' ' ORDER BY name) AS names
     FROM found JOIN made USING (name)
     WHERE NOT pg_has_role(owner, 'USAGE')
     GROUP BY owner, kind ORDER BY 1, 3`,
    [JSON.stringify(names)],
  );
  return rows.map((row) => ({ ...row, names: row.names.split(" ") }));
}

function ownedByOthers({ name }: Role, foreign: Foreign[]): string[] {
  const owners = [...new Map(foreign.map(({ owner, isBootstrap }) => [owner, isBootstrap]))];
  const whose = owners.map(([owner]) => {
    const kinds = KINDS.flatMap((kind) => foreign.filter((each) => each.owner === owner && each.kind === kind));
    return `  ${owner} owns ${kinds.map(counted).join(", ")}`;
  });
  const moved = owners.map(([owner, isBootstrap]) =>
    isBootstrap ? `  ALTER … OWNER TO ${name}; for each of ${owner}'s` : `  REASSIGN OWNED BY ${owner} TO ${name};`,
  );
  const starting = owners.length === 1 ? `of ${owners[0]?.[0]}` : "of a role that has the rights of them all";
  return [
    ...whose,
    `Start once with ROLE=migrate and a DATABASE_URL ${starting}. Or hand it over: as a superuser, in that database,`,
    ...moved,
  ];
}

function counted({ kind, names }: Foreign): string {
  const shown = names.slice(0, SHOWN).join(", ");
  return `${names.length} ${kind}${names.length === 1 ? "" : "s"} (${shown}${names.length > SHOWN ? ", …" : ""})`;
}

const lackingWords = ({ schema, mayCreate }: Role): string =>
  mayCreate === true ? "extensions" : `tables in the schema ${schema ?? "public"}`;

function lackingGrants(role: Role, extensions: string[]): string[] {
  const { name, database, schema, mayCreate, mayExtend } = role;
  const missing = extensions.filter((extension) => !role.extensions.includes(extension));
  return [
    ...(mayCreate === true ? [] : [`  GRANT USAGE, CREATE ON SCHEMA ${schema ?? "public"} TO ${name};`]),
    ...(mayExtend || missing.length === 0
      ? []
      : [`  GRANT CREATE ON DATABASE ${database} TO ${name}; -- for the extension ${missing.join(", ")}`]),
  ];
}
