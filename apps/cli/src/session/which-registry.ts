import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "@gaia/install/installed";
import { misused } from "../failures/failures.ts";
import { registryAddress } from "./registry-address.ts";

const DEFAULT_REGISTRY = "http://127.0.0.1:8080";

/** Where names of registries are looked for, in this order; what stands first counts. */
interface Named {
  /** `--registry`. */
  flag: string | undefined;
  /** `GAIA_REGISTRY`; empty is unset. */
  environment: string | undefined;
  /** `GAIA_HOME`, where `config set registry` and `login` write. */
  home: string;
  /** The file that a registry puts into the package that it serves; null: this program came another way. */
  shipped: URL | null;
}

/** The registry that is asked, what named it, and what was named beside it. */
export interface ChosenRegistry {
  registry: string;
  from: "option" | "environment" | "config" | "package" | "login" | "default";
  /** What stays from one command to the next: `GAIA_REGISTRY`, else `config set registry`. */
  standing: { registry: string; by: string } | null;
  /** The registry that served this program; null: it does not say. */
  shipped: string | null;
  /** Origins with a stored login, looked up only where nothing else named a registry. */
  logins: readonly string[];
}

/**
 * Which registry this run asks: `--registry`, `GAIA_REGISTRY`, `config set registry`, the registry that served this program, the only
 * one logged in to, this machine's. Nothing of the directory it is called in has a say. Throws a usage error for what is no address.
 */
export function chooseRegistry(named: Named): ChosenRegistry {
  const ofEnvironment = named.environment ? registryAddress(named.environment, "GAIA_REGISTRY") : null;
  const ofConfig = ofEnvironment === null ? readConfigured(configFile(named.home)) : null;
  const standing =
    ofEnvironment !== null
      ? { registry: ofEnvironment, by: "GAIA_REGISTRY" }
      : ofConfig !== null
        ? { registry: ofConfig, by: "`config set registry`" }
        : null;
  const logins: string[] = [];
  const shipped = named.shipped === null ? null : readShipped(named.shipped);
  const chosen = (from: ChosenRegistry["from"], registry: string) => ({ registry, from, standing, shipped, logins });
  if (named.flag !== undefined) return chosen("option", registryAddress(named.flag, "--registry"));
  if (ofEnvironment !== null) return chosen("environment", ofEnvironment);
  if (ofConfig !== null) return chosen("config", ofConfig);
  if (shipped !== null) return chosen("package", shipped);
  logins.push(...readLogins(join(named.home, "credentials.json")));
  const [only, ...others] = logins;
  return only !== undefined && others.length === 0 ? chosen("login", only) : chosen("default", DEFAULT_REGISTRY);
}

/**
 * Whose `GAIA_TOKEN` is. It belongs to the registry that stands beside it (the environment's, else the configured one), and else to the
 * one that was named for this run or served this program. That there is one login does not make the token that login's.
 */
export function ownerOfToken({ registry, from, standing }: ChosenRegistry): { origin: string | null; why: string } {
  if (standing !== null) {
    const why = `it belongs to ${standing.registry} (${standing.by}); if it is this registry's, set GAIA_REGISTRY to its address`;
    return { origin: new URL(standing.registry).origin, why };
  }
  // Where nobody says whose it is it is this machine's, as before anybody logged in.
  const unnamed = from === "login" ? DEFAULT_REGISTRY : registry;
  const why = "nothing says that it is this registry's; if it is, set GAIA_REGISTRY to its address";
  return { origin: new URL(unnamed).origin, why };
}

/** Where `config set registry` writes. */
export const configFile = (home: string): string => join(home, "config.json");

function readConfigured(path: string): string | null {
  const text = findText(path);
  if (text === null) return null;
  const value = toRecord(text)?.["registry"];
  if (value === undefined && toRecord(text) !== null) return null;
  if (typeof value === "string") return registryAddress(value, `"registry" in ${path}`);
  throw misused(`${path} is damaged: it names no registry`, "move it away, then set the registry anew");
}

/** The registry wrote it; a package that was changed may hold anything. */
function readShipped(file: URL): string | null {
  const text = findText(file);
  if (text === null) return null;
  const value = toRecord(text)?.["registry"];
  if (typeof value === "string") return registryAddress(value, "registry.json of this program");
  throw misused("registry.json of this program is damaged", "install the program again from its registry");
}

/** A damaged file is told by whatever needs a token; it names no registry. */
function readLogins(path: string): string[] {
  const registries = toRecord(findText(path) ?? "")?.["registries"];
  if (!isRecord(registries)) return [];
  return Object.keys(registries).filter(
    (origin) => /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin,
  );
}

function findText(path: string | URL): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}

function toRecord(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
