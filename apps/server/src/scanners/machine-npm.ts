import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { NpmProgram } from "@gaia/registry";
import { runProgram } from "./run-program.ts";

const TIMEOUT_MS = 30_000;

/** npm's settings that say where packages come from and how to get there; credentials are not among them. */
const SETTINGS = ["registry", "cafile", "proxy", "https-proxy", "noproxy", "strict-ssl"];
const VARIABLES = [
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"].flatMap((name) => [name, name.toLowerCase()]),
];
const FILES = new Set(["npm_config_cafile", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"]);

/**
 * The npm of this machine, and what of the machine's own configuration a resolve must honour, for a sandbox that gets nothing
 * else of it. Null when there is no npm, or it does not answer.
 */
export async function machineNpm(): Promise<NpmProgram | null> {
  const node = process.execPath;
  const [script, listing] = await Promise.all(
    [
      // Where the command leads: npm's global root is that of the Node it runs on, which may have no npm.
      ["sh", "-c", 'readlink -f "$(command -v npm)"'] as const,
      ["npm", "config", "list", "--json"] as const,
    ].map(async (argv) => (await answerOf([...argv]))?.trim()),
  );
  if (!script?.endsWith("/npm-cli.js") || !listing || !existsSync(script)) return null;
  const directory = dirname(dirname(script));
  const given = `${JSON.stringify(VARIABLES)}.flatMap((k) => (env[k] ? [[k, env[k]]] : []))`;
  const question = `const { env } = process; JSON.stringify([${given}, ${defaultOf(directory)}])`;
  const [variables, usual] = toPair(await answerOf([node, "-p", question]));
  const settings = toRecord(listing);
  const env: Record<string, string> = {
    ...Object.fromEntries(
      SETTINGS.flatMap((name) => {
        const value = settings[name];
        const isSet = (typeof value === "string" && value !== "") || typeof value === "boolean";
        return isSet ? [[`npm_config_${name.replaceAll("-", "_")}`, String(value)]] : [];
      }),
    ),
    ...Object.fromEntries(variables),
  };
  const named = Object.entries(env).flatMap(([name, value]) => (FILES.has(name) && existsSync(value) ? [value] : []));
  return {
    argv: [node, script],
    readable: [node, dirname(node), directory, ...named],
    env,
    hosts: [usual, env["npm_config_registry"]].flatMap((address) => hostOf(address ?? "")),
  };
}

/** npm's own default, whatever the machine has set: lock files name it. */
function defaultOf(directory: string): string {
  const module = JSON.stringify(join(directory, "node_modules/@npmcli/config/lib/definitions"));
  return `(() => { try { return require(${module}).definitions.registry.default } catch { return null } })()`;
}

async function answerOf(argv: [string, ...string[]]): Promise<string | null> {
  const { exitCode, stdout } = await runProgram({ argv, timeoutMs: TIMEOUT_MS });
  return exitCode === 0 ? stdout : null;
}

function toPair(answer: string | null): [[string, string][], string | null] {
  // What the question above prints.
  return answer === null ? [[], null] : (JSON.parse(answer) as [[string, string][], string | null]);
}

function toRecord(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>; // npm prints an object; its members stay unknown
  } catch {
    return {};
  }
}

function hostOf(address: string): string[] {
  return URL.canParse(address) ? [new URL(address).hostname] : [];
}
