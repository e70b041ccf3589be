import { type ProxyTrust, readProxyTrust } from "@gaia/edge";
import {
  BLOCK_FROM,
  DEFAULT_RESERVED_NAMES,
  HOLD_FROM,
  readReservedNames,
  type ReservedName,
  TIERS,
  VISIBILITIES,
} from "@gaia/policy";
import { z } from "zod";
import { LIMIT_VARIABLES } from "./limits.ts";
import { NAME_VARIABLES } from "./names.ts";
import { OUTSIDE_VARIABLES } from "./outside.ts";
import { PEOPLE_VARIABLES } from "./people.ts";
import { PROVIDER_VARIABLES } from "./providers.ts";
import { SIGNING_VARIABLES } from "./signing.ts";
import { inPercent, paths, text, url, variable, whole } from "./variable.ts";

const proxyTrust = z.string().transform((given, context): ProxyTrust => {
  try {
    return readProxyTrust(given.trim());
  } catch (error) {
    context.addIssue({ code: "custom", message: error instanceof Error ? error.message : "cannot be read" });
    return z.NEVER;
  }
});
/** Pages, statements and clients name addresses from the root of a host: below a path every one of them would be another's. */
const ownHost = url.refine((given) => {
  const { pathname, search, hash } = new URL(given);
  return pathname === "/" && search === "" && hash === "";
}, "must be a host alone, such as https://skills.example: the registry cannot lie below a path. Give it a host name of its own");
const reservedNames = z.string().transform((given, context): ReservedName[] => {
  try {
    return readReservedNames(given);
  } catch (error) {
    context.addIssue({ code: "custom", message: error instanceof Error ? error.message : "cannot be read" });
    return z.NEVER;
  }
});
/** Every variable the server reads, in the order of the documentation. `docs/configuration.md` is made from this table. */
export const VARIABLES = {
  ROLE: variable({
    schema: z.enum(["all", "api", "worker", "migrate"]),
    default: "all",
    doc: "`all`: API, worker and marketplace in one process. `api`, `worker`: one half of it. `migrate`: applies migrations and exits.",
  }),
  HOST: variable({ schema: text, default: "127.0.0.1", doc: "Address to listen on." }),
  PORT: variable({ schema: whole(0, 65_535), default: "8080", doc: "Port to listen on; 0 takes a free one." }),
  DATA_DIR: variable({
    schema: text,
    default: "./.data",
    doc: "Where the embedded database, blobs, keys and scanners live. One process at a time.",
  }),
  PUBLIC_URL: variable({
    schema: ownHost.nullable(),
    default: null,
    doc:
      "Address under which people reach the registry, a host without a path; goes into links, signed statements and " +
      "the served command line. Default: the address listened on.",
  }),
  ...NAME_VARIABLES,
  DATABASE_URL: variable({
    schema: z.url({ protocol: /^postgres(ql)?$/ }).nullable(),
    default: null,
    doc: "PostgreSQL (14 or newer, with pg_trgm). Absent: PGlite in `DATA_DIR/db`.",
    secret: true,
  }),
  DATABASE_DIRECT_URL: variable({
    schema: z.url({ protocol: /^postgres(ql)?$/ }).nullable(),
    default: null,
    doc:
      "The same database without the pooler of `DATABASE_URL`, or through one in session mode: for migrations, locks and `LISTEN`. " +
      "Needed where that pooler lends connections by the transaction. Absent: `DATABASE_URL`.",
    secret: true,
  }),
  DATABASE_PREPARE: variable({
    schema: z.enum(["auto", "on", "off"]),
    default: "auto",
    doc:
      "Whether statements are prepared once for each connection. `auto`: unless a pooler lends connections by the transaction. `on`: " +
      "behind such a pooler that knows of prepared statements, too (PgBouncer 1.21 or newer, with `max_prepared_statements`).",
  }),
  REDIS_URL: variable({
    schema: z.url({ protocol: /^rediss?$/ }).nullable(),
    default: null,
    doc: "Redis (6.2 or newer) for BullMQ and shared rate limits. Absent: an inline queue.",
    secret: true,
  }),
  S3_BUCKET: variable({
    schema: text.nullable(),
    default: null,
    doc: "Bucket for packages. Absent: files in `DATA_DIR/blobs`.",
  }),
  S3_ENDPOINT: variable({ schema: url.nullable(), default: null, doc: "Address of an S3 server other than AWS." }),
  S3_REGION: variable({ schema: text, default: "us-east-1", doc: "Region of the bucket." }),
  AWS_ACCESS_KEY_ID: variable({ schema: text.nullable(), default: null, doc: "Credentials for S3.", secret: true }),
  AWS_SECRET_ACCESS_KEY: variable({ schema: text.nullable(), default: null, doc: "Credentials for S3.", secret: true }),
  MEILI_URL: variable({
    schema: url.nullable(),
    default: null,
    doc: "Meilisearch. Absent: Postgres full text and trigrams.",
  }),
  MEILI_API_KEY: variable({ schema: text.nullable(), default: null, doc: "Key for Meilisearch.", secret: true }),
  OSV_URL: variable({
    schema: url,
    default: "https://api.osv.dev",
    doc:
      "OSV server that is asked about dependencies, by pip-audit and for npm. This registry's own address: the " +
      "advisories that were imported into it.",
  }),
  PIP_INDEX_URL: variable({
    schema: url.nullable(),
    default: null,
    doc: "Python package index for installing the scanners and resolving requirements. Absent: pip's own setting.",
    secret: true,
  }),
  SCANNER_DIR: variable({
    schema: text.nullable(),
    default: null,
    doc: "A ready-made virtual environment with Bandit, pip-audit and detect-secrets. Absent: one is installed into `DATA_DIR/scanners`.",
  }),
  MIAOS_REPO_SKILLS_DIR: variable({
    schema: text.nullable(),
    default: null,
    doc: "Folder whose subfolders hold the operator's own MiaOS skills; read at start, served at `/api/v1/catalogs/miaos-repo.json`.",
  }),
  ADMIN_TOKEN: variable({
    schema: z.string().min(24, "must have 24 characters or more").max(512).nullable(),
    default: null,
    doc: "Token of the account `admin`; a new value revokes the old one. Absent: generated once into `DATA_DIR/admin-token` (0600).",
    secret: true,
  }),
  ...PEOPLE_VARIABLES,
  ...PROVIDER_VARIABLES,
  ...SIGNING_VARIABLES,
  SIGSTORE_TRUSTED_ROOT: variable({
    schema: text.transform(paths).nullable(),
    default: null,
    doc:
      "Paths of `trusted_root.json`, separated by commas: the Sigstore instances whose signatures count, read at start. Absent: the " +
      "public one as it is shipped; with the first Sigstore signature, and daily from then on, it is refreshed through TUF into " +
      "`DATA_DIR/sigstore` where a network is there.",
  }),
  ...OUTSIDE_VARIABLES,
  LOG_LEVEL: variable({
    schema: z.enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"]),
    default: "info",
    doc: "Least severe log line to write.",
  }),
  TRUST_PROXY: variable({
    schema: proxyTrust,
    default: "0",
    doc:
      "Which proxies in front are believed about the client's address (`X-Forwarded-For`, from the right): their own " +
      "addresses, as `10.0.3.7,2001:db8::7`, or how many there are (0 to 8). A whole network or a number believes every client in it.",
  }),
  ...LIMIT_VARIABLES,
  RESERVED_NAMES: variable({
    schema: reservedNames,
    default: DEFAULT_RESERVED_NAMES,
    doc:
      "Names of skills that not everybody may take, separated by commas: a prefix or a name, and after `=` the publishers that may, " +
      "separated by `|`; `*`: everybody; nothing: whom an admin gives it to. `none`: no names. Skills that have such a name keep it.",
  }),
  DEFAULT_VISIBILITY: variable({
    schema: z.enum(VISIBILITIES),
    default: "public",
    doc:
      "Who sees a new skill whose publisher does not say it: `public`, `organisation` (the members of its publisher; of a personal one " +
      "its owner alone) or `private`. Skills that are there keep theirs.",
  }),
  CLIENTS_LEAST_TIER: variable({
    schema: z.enum(TIERS),
    default: "experimental",
    doc:
      "The lowest tier that clients other than `gaia-skill` are given, whatever protocol they speak. They are never given what is held, " +
      "yanked or withheld. The registry's own API and pages are not changed by it.",
  }),
  PUBLISHER_KEYS: variable({
    schema: whole(1, 1_000),
    default: "50",
    doc: "Signing keys that one publisher may register, revoked ones included.",
  }),
  PUBLISHER_QUOTA_MIB: variable({
    schema: whole(0, 2_000_000_000),
    default: "1024",
    doc: "Storage that one publisher's versions may take, uploads and archives, in MiB; `admin quota` gives one another. 0: no limit.",
  }),
  WORKER_CONCURRENCY: variable({
    schema: whole(1, 64),
    default: "2",
    doc: "Inspections that one worker runs at a time.",
  }),
  RESCAN_CONCURRENCY: variable({
    schema: whole(1, 64),
    default: "1",
    doc:
      "Inspections of re-scans under way at a time, over all workers. Keep it below what the workers run together: " +
      "the rest is for publishes.",
  }),
  LOG_ORIGIN: variable({
    schema: z
      .string()
      .regex(/^[!-*,-~]{1,255}$/, "must be 1 to 255 visible ASCII characters without a plus")
      .nullable(),
    default: null,
    doc:
      "The name of the registry's log, which its first checkpoint fixes for ever: without spaces or a plus, best where it lies without " +
      "`https://`. Default: made of `PUBLIC_URL`. Set it, or `PUBLIC_URL`, before the first start.",
  }),
  LOG_POLICY: variable({
    schema: text.nullable(),
    default: null,
    doc:
      "Path of a policy (C2SP tlog-policy) whose witnesses are asked to cosign each checkpoint of the log, and whose quorum it waits for " +
      "before it is shown. Its `log` lines count for nothing. Absent: no witnesses.",
  }),
  HOLD_FROM_PERCENT: variable({
    schema: z.coerce.number().min(1).max(100),
    default: inPercent(HOLD_FROM),
    doc: "How likely to harm (1 to 100) a version is held, from its next inspection on. `gaia-skill scan` uses the default.",
  }),
  BLOCK_FROM_PERCENT: variable({
    schema: z.coerce.number().min(50).max(101),
    default: inPercent(BLOCK_FROM),
    doc: "How likely to harm (50 to 100) it is withheld where witnesses of two kinds agree, from its next inspection on. `101`: never.",
  }),
  RESCAN_PAUSE_PERCENT: variable({
    schema: z.coerce.number().min(0).max(100),
    default: "1",
    doc: "A re-scan under which more than this share of the served versions would get a worse verdict pauses and asks an admin.",
  }),
  INSPECTION_TIMEOUT_SECONDS: variable({
    schema: whole(5, 3_600),
    default: "120",
    doc: "CPU time that one scanner may use for one version. On the clock it has three times as long, for a busy machine.",
  }),
  INSPECTION_DEADLINE_SECONDS: variable({
    schema: whole(5, 86_400),
    default: "900",
    doc:
      "How long after its first attempt a publish may be without a verdict: then what was found until then " +
      "decides, and scanners that came to no end are unscanned.",
  }),
  LEASE_SECONDS: variable({
    schema: whole(2, 3_600),
    default: "30",
    doc: "How long an inspection stays with a worker that gives no sign of life.",
  }),
  SWEEP_SECONDS: variable({
    schema: whole(1, 3_600),
    default: "60",
    doc: "How often unfinished work is looked for; also how long a queued inspection may stand before it is rung again.",
  }),
  ORPHAN_HOURS: variable({
    schema: whole(0, 8_760),
    default: "24",
    doc: "Age at which a stored blob that neither a version names nor what was made of one is removed; looked for each day.",
  }),
} as const;

type Table = typeof VARIABLES;
/** Every variable, read. */
export type Settings = { readonly [Name in keyof Table]: z.infer<Table[Name]["schema"]> };
