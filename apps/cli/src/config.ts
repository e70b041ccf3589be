import { calledAs, setFetchedFrom } from "./invocation.ts";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { misused } from "./failures.ts";

/** What the CLI takes from its environment and its flags, read once. The only reader of `process.env`. */
export interface Config {
  /** The registry's address without `/api/v1` and without a slash at the end. */
  registry: string;
  /** `GAIA_TOKEN`, or null; null too when it belongs to another registry (`tokenIsForeign`). */
  token: string | null;
  /** `GAIA_TOKEN` was left out because `--registry` names another origin than `GAIA_REGISTRY`. */
  tokenIsForeign: boolean;
  /** `GAIA_HOME`, absolute. */
  home: string;
  /** The person's home directory: agents look for skills below it. */
  userHome: string;
  /** Where the command was called: what lies in a project is looked for from here. */
  directory: string;
  /** `GAIA_MIN_AGE`: how old a version has to be to be taken unnamed; null: no age. */
  minAge: string | null;
  color: boolean;
  /** The Sigstore instance that signs and those that count; see `sigstore/`. */
  sigstore: SigstoreConfig;
  /** The environment for programs we start: ours, without the token. */
  childEnvironment: NodeJS.ProcessEnv;
}

export interface SigstoreConfig {
  /** `SIGSTORE_TRUSTED_ROOT`: paths of `trusted_root.json`; null: the public instance's, as it is shipped. */
  trustedRootFiles: readonly string[] | null;
  /** Addresses of a company's own services; null: the public instance's, without a timestamp authority. */
  fulcioUrl: string | null;
  rekorUrl: string | null;
  tsaUrl: string | null;
}

const DEFAULT_REGISTRY = "http://127.0.0.1:8080";

/** Reads the configuration. `flagRegistry` is `--registry`. Throws a usage error for an address that is none. */
export function readConfig(flagRegistry: string | undefined, env: NodeJS.ProcessEnv = process.env): Config {
  const named = env["GAIA_REGISTRY"] ? registryAddress(env["GAIA_REGISTRY"], "GAIA_REGISTRY") : null;
  const registry =
    flagRegistry === undefined ? (named ?? DEFAULT_REGISTRY) : registryAddress(flagRegistry, "--registry");
  // Under npx nothing of ours is on the PATH: what people can call again is npx.
  if (env["npm_command"] === "exec") setFetchedFrom(registry);
  const token = env["GAIA_TOKEN"]?.trim() || null;
  const tokenIsForeign = token !== null && named !== null && new URL(named).origin !== new URL(registry).origin;
  const { GAIA_TOKEN: _token, ...childEnvironment } = env;
  return {
    registry,
    token: tokenIsForeign ? null : token,
    tokenIsForeign,
    home: resolve(env["GAIA_HOME"] || join(env["HOME"] || homedir(), ".gaia")),
    userHome: env["HOME"] || homedir(),
    directory: process.cwd(),
    sigstore: sigstoreConfig(env),
    minAge: env["GAIA_MIN_AGE"]?.trim() || null,
    color: !env["NO_COLOR"] && env["TERM"] !== "dumb",
    childEnvironment,
  };
}

/** A registry's address in its one spelling. Refuses what is not http(s), and addresses that carry a password. */
export function registryAddress(text: string, origin: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw misused(`${origin} is not an http or https address: ${text}`);
  if (url.username !== "" || url.password !== "")
    throw misused(`${origin} carries a user name or a password; use \`${calledAs("login")}\` instead`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
}

/** True for addresses that never leave this machine. */
export function isLoopback(registry: string): boolean {
  const host = new URL(registry).hostname;
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

function sigstoreConfig(env: NodeJS.ProcessEnv): SigstoreConfig {
  const given = (name: string): string | null => env[name]?.trim() || null;
  const files = given("SIGSTORE_TRUSTED_ROOT")?.split(",") ?? [];
  const trustedRootFiles = files.map((file) => file.trim()).filter((file) => file !== "");
  return {
    trustedRootFiles: trustedRootFiles.length === 0 ? null : trustedRootFiles,
    fulcioUrl: given("SIGSTORE_FULCIO_URL"),
    rekorUrl: given("SIGSTORE_REKOR_URL"),
    tsaUrl: given("SIGSTORE_TSA_URL"),
  };
}
