import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ChildServer } from "./child-server.ts";
import { findProgram } from "./child-server.ts";
import { findProxyProgram } from "./proxy-servers.ts";
import { findPostgres, startPostgres } from "./postgres-server.ts";
import { startMeilisearch } from "./meilisearch-server.ts";
import { startRedis } from "./redis-server.ts";
import { findS3Server, startS3 } from "./s3-server.ts";

/** What a suite gets to know of each service. */
interface ServiceDetails {
  /** `url`: of the maintenance database, as a role that may create databases. */
  postgres: { url: string };
  redis: { url: string };
  s3: { url: string; region: string; accessKeyId: string; secretAccessKey: string };
  meilisearch: { url: string; apiKey: string };
  /** The program of an S3 server: a suite that needs users with policies starts its own (`s3-policies.ts`). */
  versitygw: { url: string };
  /** Programs: `url` is their absolute path. */
  chromium: { url: string };
  gpg: { url: string };
  /** `url`: the PKCS#11 module; softhsm2-util and pkcs11-tool are on the path. */
  softhsm: { url: string };
  bubblewrap: { url: string };
  git: { url: string };
  curl: { url: string };
  /** Proxies and what stands before a registry: a suite starts its own (`proxy-servers.ts`). */
  squid: { url: string };
  tinyproxy: { url: string };
  nginx: { url: string };
  /** A pooler in front of PostgreSQL: a suite starts its own (`pgbouncer-server.ts`). */
  pgbouncer: { url: string };
  haproxy: { url: string };
  caddy: { url: string };
  /** Checks Prometheus's rules. */
  promtool: { url: string };
  /** Reads a compose file with compose-go. */
  compose_check: { url: string };
  /** Tessera's fsck, which reads a whole log. */
  tessera_fsck: { url: string };
  /** Readers of bills of materials: `url` is a directory with sbomaudit and CycloneDX's library in `venv`; osv-scanner, if it was built. */
  bill_readers: { url: string };
  schemathesis: { url: string };
  /** The official inspector of MCP servers: `url` is a script for Node. */
  mcp_inspector: { url: string };
  /** Generators of clients, and what their clients need (`test/harness/api-generators.ts`). `url`: the directory with them. */
  api_generators: { url: string };
  /** `url`: of pytest; mypy and pip are beside it. */
  pytest: { url: string };
  /** Agents for the command line, by their npm packages (`.ci/agents.sh`): `url` is where. */
  agents: { url: string };
  /** Frameworks for agents that load skills, a directory each (`.ci/frameworks.sh`): `url` is where. */
  frameworks: { url: string };
  /** The clawhub client: `url` is a directory with one of its versions in each directory. */
  clawhub: { url: string };
  /** The reference validator of Agent Skills: `url` is the program `agentskills`. */
  skills_ref: { url: string };
  /** `url`: the program `apm` (PyPI `apm-cli`). */
  apm: { url: string };
  /** GAIA's own client: `url` is a directory with a virtual environment for each release, named for it. */
  gaia_clients: { url: string };
  /** The client `skills` of Agent Skills discovery: `url` is a script for Node. */
  skills_cli: { url: string };
  /** `url`: the directory with the programs bandit, pip-audit and detect-secrets. */
  scanners: { url: string };
}

export type ServiceName = keyof ServiceDetails;

export type Service<N extends ServiceName = ServiceName> =
  | ({ available: true } & ServiceDetails[N])
  | { available: false; reason: string };

export interface LocalServices {
  find<N extends ServiceName>(name: N): Promise<Service<N>>;
  /** Ends every server that was started here. */
  stop(): Promise<void>;
}

/**
 * The services of this machine: the one that a variable names, or else a private one that is started on loopback when it is first asked for,
 * or else the reason why there is none.
 */
export function localServices(env: NodeJS.ProcessEnv = process.env): LocalServices {
  const started: ChildServer[] = [];
  const asked = new Map<ServiceName, Promise<Service>>();
  const keep = <S extends ChildServer>(server: S): S => {
    started.push(server);
    return server;
  };
  const finders: { [N in ServiceName]: () => Promise<Service<N>> } = {
    postgres: async () => {
      const url = env["TEST_POSTGRES_URL"];
      if (url) return { available: true, url };
      if (findPostgres() === null) return missing("PostgreSQL is not installed and TEST_POSTGRES_URL is not set");
      return { available: true, url: keep(await startPostgres()).url };
    },
    redis: async () => {
      const url = env["TEST_REDIS_URL"];
      if (url) return { available: true, url };
      if (findProgram("redis-server", ["/usr/bin"]) === null)
        return missing("redis-server is not installed and TEST_REDIS_URL is not set");
      return { available: true, url: keep(await startRedis()).url };
    },
    s3: async () => {
      const given = s3FromEnv(env);
      if (given !== null) return given;
      if (findS3Server() === null) return missing("versitygw is not installed and TEST_S3_ENDPOINT is not set");
      const { url, region, accessKeyId, secretAccessKey } = keep(await startS3());
      return { available: true, url, region, accessKeyId, secretAccessKey };
    },
    meilisearch: async () => {
      const url = env["MEILI_URL"];
      if (url) return { available: true, url, apiKey: env["MEILI_API_KEY"] ?? "" };
      if (findProgram("meilisearch", []) === null)
        return missing("MEILI_URL is not set and meilisearch is not on the PATH");
      const own = keep(await startMeilisearch());
      return { available: true, url: own.url, apiKey: own.apiKey };
    },
    versitygw: async () => {
      const url = findS3Server();
      return url === null ? missing("versitygw is not installed") : { available: true, url };
    },
    chromium: async () => findChromium(env),
    gpg: async () => program("gpg", "GnuPG is not installed"),
    softhsm: async () => findSofthsm(),
    bubblewrap: async () => findBubblewrap(),
    git: async () => program("git", "git is not installed"),
    curl: async () => program("curl", "curl is not installed"),
    squid: async () => proxyProgram("squid"),
    tinyproxy: async () => proxyProgram("tinyproxy"),
    nginx: async () => proxyProgram("nginx"),
    pgbouncer: async () => program("pgbouncer", "PgBouncer is not installed", "/usr/sbin"),
    haproxy: async () => proxyProgram("haproxy"),
    caddy: async () => proxyProgram("caddy"),
    promtool: async () => program("promtool", "promtool is not installed (prometheus)"),
    compose_check: async () => program("compose-spec", "compose-spec (compose-go) is not on the PATH"),
    tessera_fsck: async () => program("tessera-fsck", "tessera-fsck is not on the PATH"),
    bill_readers: async () => findBillReaders(env),
    schemathesis: async () => program("schemathesis", "schemathesis is not on the PATH"),
    pytest: async () => findPytest(),
    skills_ref: async () => findAt(env["SKILLS_REF"], "SKILLS_REF names no program (skills-ref)"),
    apm: async () => findAt(env["APM_CLI"], "APM_CLI names no program (apm-cli)"),
    clawhub: async () =>
      findIn(env["CLAWHUB_CLIENTS"], "CLAWHUB_CLIENTS names no directory of clients (.ci/programs.sh)"),
    gaia_clients: async () =>
      findIn(env["GAIA_CLIENTS_DIR"], "GAIA_CLIENTS_DIR names no directory of GAIA's clients (.ci/programs.sh)"),
    skills_cli: async () => findAt(env["SKILLS_CLI"], "SKILLS_CLI names no program (npm's skills)"),
    mcp_inspector: async () => program("mcp-inspector", "mcp-inspector is not on the PATH"),
    api_generators: async () => findApiGenerators(env),
    agents: async () => findIn(env["AGENTS_DIR"], "AGENTS_DIR names no directory of agents (.ci/agents.sh)"),
    frameworks: async () =>
      findIn(env["FRAMEWORKS"], "FRAMEWORKS names no directory of frameworks (.ci/frameworks.sh)"),
    scanners: async () => findScanners(env),
  };

  return {
    find<N extends ServiceName>(name: N): Promise<Service<N>> {
      const finder = finders[name];
      const found =
        asked.get(name) ??
        finder().catch((error: unknown) => missing(error instanceof Error ? error.message : String(error)));
      asked.set(name, found);
      return found as Promise<Service<N>>; // the map holds under each name what the finder of that name gave
    },
    async stop() {
      await Promise.allSettled(asked.values());
      await Promise.allSettled(started.splice(0).map((server) => server.stop()));
    },
  };
}

function missing(reason: string): { available: false; reason: string } {
  return { available: false, reason };
}

function program(
  name: string,
  reason: string,
  dir = "/usr/bin",
): { available: true; url: string } | { available: false; reason: string } {
  const url = findProgram(name, [dir]);
  return url === null ? missing(reason) : { available: true, url };
}

/** What was installed whole into a directory. */
function findIn(
  url: string | undefined,
  reason: string,
): Service<"agents" | "clawhub" | "frameworks" | "gaia_clients"> {
  return url === undefined || !existsSync(join(url, "complete")) ? missing(reason) : { available: true, url };
}

function findAt(url: string | undefined, reason: string): Service<"skills_ref" | "skills_cli" | "apm"> {
  return url === undefined || !existsSync(url) ? missing(reason) : { available: true, url };
}

function proxyProgram(name: "squid" | "tinyproxy" | "nginx" | "haproxy" | "caddy"): Service<typeof name> {
  const url = findProxyProgram(name);
  return url === null ? missing(`${name} is not installed`) : { available: true, url };
}

function s3FromEnv(env: NodeJS.ProcessEnv): Service<"s3"> | null {
  const url = env["TEST_S3_ENDPOINT"];
  if (!url) return null;
  const accessKeyId = env["TEST_S3_ACCESS_KEY"];
  const secretAccessKey = env["TEST_S3_SECRET"];
  if (!accessKeyId || !secretAccessKey)
    return missing("TEST_S3_ENDPOINT is set, TEST_S3_ACCESS_KEY or TEST_S3_SECRET is not");
  return { available: true, url, region: env["TEST_S3_REGION"] ?? "us-east-1", accessKeyId, secretAccessKey };
}

function findChromium(env: NodeJS.ProcessEnv): Service<"chromium"> {
  const given = env["TEST_CHROMIUM"];
  if (given) return { available: true, url: given };
  const [first, second] = ["chromium", "chromium-browser"].map((name) => findProgram(name, ["/usr/bin"]));
  const url = first ?? second ?? null;
  return url === null ? missing("Chromium is not installed") : { available: true, url };
}

function findSofthsm(): Service<"softhsm"> {
  for (const name of ["softhsm2-util", "pkcs11-tool"])
    if (findProgram(name, ["/usr/bin"]) === null) return missing(`${name} is not installed (softhsm2, opensc)`);
  const url = ["/usr/lib/softhsm/libsofthsm2.so", "/usr/local/lib/softhsm/libsofthsm2.so"].find(existsSync);
  return url === undefined ? missing("libsofthsm2.so is not where Debian puts it") : { available: true, url };
}

function findBubblewrap(): Service<"bubblewrap"> {
  const found = program("bwrap", "bubblewrap is not installed");
  if (!found.available) return found;
  const tried = spawnSync(found.url, ["--ro-bind", "/", "/", "--unshare-all", "true"], { encoding: "utf8" });
  return tried.status === 0
    ? found
    : missing(`bubblewrap cannot make namespaces here: ${tried.stderr.trim().slice(0, 200)}`);
}

function findBillReaders(env: NodeJS.ProcessEnv): Service<"bill_readers"> {
  const url = env["BILL_READERS"];
  if (!url) return missing("BILL_READERS is not set");
  return existsSync(join(url, "venv/bin/sbomaudit"))
    ? { available: true, url }
    : missing("venv/bin/sbomaudit is not in BILL_READERS");
}

/** One that is on the PATH by a link: what is beside it there is not everybody's. */
function findPytest(): Service<"pytest"> {
  const found = program("pytest", "pytest is not on the PATH");
  if (!found.available) return found;
  const url = realpathSync(found.url);
  const lacks = ["mypy", "pip"].find((name) => !existsSync(join(dirname(url), name)));
  return lacks === undefined ? { available: true, url } : missing(`${lacks} is not beside pytest`);
}

/** Installed by `.ci/programs.sh`. Go is asked for too: what oapi-codegen makes is compiled. */
function findApiGenerators(env: NodeJS.ProcessEnv): Service<"api_generators"> {
  const dir = env["API_GENERATORS"];
  if (!dir) return missing("API_GENERATORS is not set");
  if (!existsSync(join(dir, "complete"))) return missing("the generators in API_GENERATORS are not all installed");
  return findProgram("go", ["/usr/local/go/bin"]) === null
    ? missing("Go is not installed")
    : { available: true, url: dir };
}

function findScanners(env: NodeJS.ProcessEnv): Service<"scanners"> {
  const names = ["bandit", "pip-audit", "detect-secrets"];
  const dir = env["TEST_SCANNER_DIR"] ?? env["SCANNER_DIR"];
  const onPath = findProgram("bandit");
  const dirs = dir ? [join(dir, "bin"), dir] : onPath === null ? [] : [dirname(onPath)];
  const url = dirs.find((candidate) => names.every((name) => existsSync(join(candidate, name))));
  if (url !== undefined) return { available: true, url };
  return missing(
    dir ? `${names.join(", ")} are not all in TEST_SCANNER_DIR` : "no scanners on PATH and TEST_SCANNER_DIR is not set",
  );
}
