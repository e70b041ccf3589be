import { setCalled, shippedBeside } from "../failures/invocation.ts";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { misused } from "../failures/failures.ts";
import { readProxies } from "../transport/proxies.ts";
import { useProxies } from "../transport/send.ts";
import { registryAddress } from "./registry-address.ts";
import { type ChosenRegistry, chooseRegistry, ownerOfToken } from "./which-registry.ts";

/** What the CLI takes from its environment and its flags, read once. The only reader of `process.env`. */
export interface Config {
  /** The registry's address without `/api/v1` and without a slash at the end. */
  registry: string;
  /** How the registry of this run was chosen. */
  chosen: ChosenRegistry;
  /** `GAIA_TOKEN`, or null; null too when it is not known to belong to this registry (`tokenWithheld`). */
  token: string | null;
  /** Why `GAIA_TOKEN` was left out, after its name; null: it was not. */
  tokenWithheld: string | null;
  /** `--otp` or `GAIA_OTP`: a code of the second factor, which goes where the token goes; null: none, or it was sent. */
  otp: { code: string | null };
  /** What this CI job can show who it is with, where it may; null: it is none, or may not. */
  job: JobIdentity | null;
  /** `GAIA_HOME`, absolute. */
  home: string;
  /** The person's home directory: agents look for skills below it. */
  userHome: string;
  /** Where the command was called: what lies in a project is looked for from here. */
  directory: string;
  /** `GAIA_MIN_AGE`: how old a version has to be to be taken unnamed; null: no age. */
  minAge: string | null;
  /** `GAIA_REQUIRE_REVOCATIONS=1`: nothing is taken or run of a registry that does not say now what it took back. */
  requiresRevocations: boolean;
  /** `GAIA_PIP_INDEX`, or pip's own variable: where Python packages are pinned and fetched; null: nothing is pinned (`none`). */
  pipIndex: string | null;
  /** The same of npm (`GAIA_NPM_INDEX`). */
  npmIndex: string | null;
  /** `GAIA_CACHE_MB`, in bytes: how much is kept of what was fetched; 0: nothing. */
  cacheMaxBytes: number;
  /** Colours: on a terminal, as without a variable that says otherwise; never; or always. */
  color: "terminal" | "never" | "always";
  /** Lines that are written over may be shown where there is a terminal. */
  showsProgress: boolean;
  /** The Sigstore instance that signs and those that count; see `sigstore/`. */
  sigstore: SigstoreConfig;
  /** The environment for programs we start: ours, without the token and what an identity is had by. */
  childEnvironment: NodeJS.ProcessEnv;
}

/**
 * `github`: asked of GitHub Actions (`ACTIONS_ID_TOKEN_REQUEST_URL` and `_TOKEN`), for the audience that is wanted. `given`: the job has
 * it, as `GAIA_ID_TOKEN` (GitLab's `id_tokens`).
 */
export type JobIdentity =
  | { kind: "github"; requestUrl: string; requestToken: string }
  | { kind: "given"; token: string };

export interface SigstoreConfig {
  /** `SIGSTORE_TRUSTED_ROOT`: paths of `trusted_root.json`; null: the public instance's, as it is shipped. */
  trustedRootFiles: readonly string[] | null;
  /** Addresses of a company's own services; null: the public instance's, without a timestamp authority. */
  fulcioUrl: string | null;
  rekorUrl: string | null;
  tsaUrl: string | null;
  /** `SIGSTORE_ID_TOKEN`: an OIDC token for the audience `sigstore`; null: none. */
  idToken: string | null;
  /** Where a job of GitHub Actions asks for one; null: it is none. */
  github: Extract<JobIdentity, { kind: "github" }> | null;
}

/**
 * Reads the configuration. `flagRegistry` is `--registry`, `flagOtp` is `--otp`. Throws a usage error for an address or a home that is
 * none.
 */
export function readConfig(
  flagRegistry: string | undefined,
  flagOtp?: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
): Config {
  const homes = homesOf(env);
  const named = { flag: flagRegistry, environment: env["GAIA_REGISTRY"], home: homes.home, shipped: shippedBeside() };
  const chosen = chooseRegistry(named);
  const { registry } = chosen;
  // Under npx nothing of ours is on the PATH: what people can call again is npx.
  const isByNpx = env["npm_command"] === "exec";
  const usual = flagRegistry === undefined ? chosen : chooseRegistry({ ...named, flag: undefined });
  setCalled({
    npxFrom: isByNpx ? (chosen.shipped ?? registry) : null,
    option: usual.registry === registry ? null : registry,
  });
  useProxies(readProxies(env));
  const token = env["GAIA_TOKEN"]?.trim() || null;
  const owner = token === null ? { origin: null, why: "" } : ownerOfToken(chosen);
  const isForeign = token !== null && owner.origin !== new URL(registry).origin;
  const {
    GAIA_TOKEN: _token,
    GAIA_OTP: givenOtp,
    GAIA_ID_TOKEN: idToken,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: requestToken,
    ...childEnvironment
  } = env;
  const otp = (flagOtp ?? givenOtp)?.replaceAll(/\s/g, "") || null;
  if (otp !== null && !/^\d{6}$/.test(otp))
    throw misused("a code of the second factor has six digits (--otp, GAIA_OTP)");
  return {
    registry,
    chosen,
    token: isForeign ? null : token,
    tokenWithheld: isForeign ? owner.why : null,
    otp: { code: otp },
    job: jobOf(idToken, env["ACTIONS_ID_TOKEN_REQUEST_URL"], requestToken),
    ...homes,
    directory: process.cwd(),
    sigstore: sigstoreConfig(env),
    minAge: env["GAIA_MIN_AGE"]?.trim() || null,
    requiresRevocations: isOn(env["GAIA_REQUIRE_REVOCATIONS"]),
    pipIndex: packageIndex(env, ["GAIA_PIP_INDEX", "PIP_INDEX_URL"], "https://pypi.org/simple"),
    npmIndex: packageIndex(
      env,
      ["GAIA_NPM_INDEX", "npm_config_registry", "NPM_CONFIG_REGISTRY"],
      "https://registry.npmjs.org/",
    ),
    cacheMaxBytes: cacheBytes(env["GAIA_CACHE_MB"]),
    color: colorOf(env),
    // A log of a job is no screen, although some give it a terminal.
    showsProgress: !isNotOff(env["CI"]) && env["TERM"] !== "dumb",
    childEnvironment,
  };
}

/** A home that is not where its owner thinks would have credentials written into whatever directory a command is called in. */
function homesOf(env: NodeJS.ProcessEnv): Pick<Config, "home" | "userHome"> {
  const userHome = env["HOME"] ?? homedir();
  if (!isAbsolute(userHome))
    throw misused(
      userHome.trim() === "" ? "HOME is empty" : `HOME is no absolute path: ${userHome}`,
      "set it to your home directory; without it, the system's list of users says where that is",
    );
  const given = env["GAIA_HOME"] || join(userHome, ".gaia");
  if (given.startsWith("~"))
    throw misused(
      `GAIA_HOME begins with ~, which no shell has replaced by a home directory: ${given}`,
      "write the whole path, or $HOME in its place",
    );
  return { home: resolve(given), userHome };
}

function jobOf(
  token: string | undefined,
  requestUrl: string | undefined,
  requestToken: string | undefined,
): JobIdentity | null {
  if (token?.trim()) return { kind: "given", token: token.trim() };
  return requestUrl && requestToken ? { kind: "github", requestUrl, requestToken } : null;
}

function isOn(text: string | undefined): boolean {
  const word = text?.trim() ?? "";
  if (word === "" || word === "0" || word === "false") return false;
  if (word === "1" || word === "true") return true;
  throw misused(`GAIA_REQUIRE_REVOCATIONS is 1 or 0, not ${word}`);
}

/** Of the variables that are set the first: ours, then the package manager's own, whose address may hold a password. */
function packageIndex(
  env: NodeJS.ProcessEnv,
  [ours, ...theirs]: [string, ...string[]],
  otherwise: string,
): string | null {
  const own = env[ours]?.trim() || null;
  if (own === "none") return null;
  if (own !== null) return registryAddress(own, ours);
  return theirs.map((name) => env[name]?.trim() || null).find((one) => one !== null) ?? otherwise;
}

const isNotOff = (value: string | undefined): boolean => value !== undefined && !["", "0", "false"].includes(value);

/** https://no-color.org comes first, then FORCE_COLOR as Node.js has it: `0` and `false` are none. */
function colorOf(env: NodeJS.ProcessEnv): Config["color"] {
  if (env["NO_COLOR"]) return "never";
  if (env["FORCE_COLOR"] !== undefined) return isNotOff(env["FORCE_COLOR"] || "1") ? "always" : "never";
  return env["TERM"] === "dumb" ? "never" : "terminal";
}

const DEFAULT_CACHE_MB = 512;

function cacheBytes(text: string | undefined): number {
  const megabytes = text === undefined || text.trim() === "" ? DEFAULT_CACHE_MB : Number(text);
  if (!Number.isFinite(megabytes) || megabytes < 0 || megabytes > 1e6)
    throw misused(`GAIA_CACHE_MB is no number of megabytes: ${text}`, "0 keeps nothing");
  return Math.floor(megabytes * 1024 * 1024);
}

function sigstoreConfig(env: NodeJS.ProcessEnv): SigstoreConfig {
  const given = (name: string): string | null => env[name]?.trim() || null;
  const job = jobOf(undefined, env["ACTIONS_ID_TOKEN_REQUEST_URL"], env["ACTIONS_ID_TOKEN_REQUEST_TOKEN"]);
  const files = given("SIGSTORE_TRUSTED_ROOT")?.split(",") ?? [];
  const trustedRootFiles = files.map((file) => file.trim()).filter((file) => file !== "");
  return {
    trustedRootFiles: trustedRootFiles.length === 0 ? null : trustedRootFiles,
    fulcioUrl: given("SIGSTORE_FULCIO_URL"),
    rekorUrl: given("SIGSTORE_REKOR_URL"),
    tsaUrl: given("SIGSTORE_TSA_URL"),
    idToken: given("SIGSTORE_ID_TOKEN"),
    github: job?.kind === "github" ? job : null,
  };
}
