import { existsSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "./run-program.ts";

/** What this machine says about its package index and its way to the network, as variables for a closed environment. */
export interface MachineNetwork {
  env: Record<string, string>;
  /** Files and directories that the variables name: certificates, local wheels. */
  readable: string[];
}

/** The settings of pip that say where packages come from; nothing that changes what is installed. */
const PIP_SETTINGS = new Set([
  "index-url",
  "extra-index-url",
  "trusted-host",
  "cert",
  "client-cert",
  "proxy",
  "find-links",
  "no-index",
]);

const VARIABLES = [
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "REQUESTS_CA_BUNDLE",
  "CURL_CA_BUNDLE",
  ...["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => [name, name.toLowerCase()]),
];

const FILE_VARIABLES = new Set([
  "PIP_CERT",
  "PIP_CLIENT_CERT",
  "PIP_FIND_LINKS",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "REQUESTS_CA_BUNDLE",
  "CURL_CA_BUNDLE",
]);

/**
 * Asks the machine's pip and Python (they inherit this process's environment) what a resolve must honour, so that the
 * sandbox can get exactly that and nothing else of the environment. A pip that does not answer gives an empty set.
 */
export async function machineNetwork(binDir: string): Promise<MachineNetwork> {
  const python = join(binDir, "python3");
  const question = `import json, os; print(json.dumps({k: os.environ[k] for k in ${JSON.stringify(VARIABLES)} if k in os.environ}))`;
  const [config, variables] = await Promise.all([
    runProgram({
      argv: [python, "-I", "-m", "pip", "config", "list"],
      timeoutMs: 30_000,
    }),
    runProgram({ argv: [python, "-I", "-c", question], timeoutMs: 30_000 }),
  ]);
  const env: Record<string, string> = {
    // Read by pip in place of every configuration file: what is below is all there is.
    PIP_CONFIG_FILE: "/dev/null",
    ...pipVariables(config.exitCode === 0 ? config.stdout : ""),
    ...(variables.exitCode === 0 ? (JSON.parse(variables.stdout) as Record<string, string>) : {}),
  };
  const readable = Object.entries(env)
    .filter(([name]) => FILE_VARIABLES.has(name))
    .flatMap(([, value]) => value.split(" "))
    .filter((path) => path.startsWith("/") && existsSync(path));
  return { env, readable: [...new Set(readable)] };
}

/**
 * `pip config list` -> PIP_* variables. A line is `section.name='value'`, the value as Python writes a string; sections
 * that are closer to the command win: global, then install, then the environment.
 */
export function pipVariables(listing: string): Record<string, string> {
  const ranks = ["global", "install", ":env:"];
  const found = new Map<string, { rank: number; value: string }>();
  for (const line of listing.split("\n")) {
    const match = /^([a-z:]+)\.([a-z-]+)=(.*)$/.exec(line.trim());
    const [, section = "", name = "", quoted = ""] = match ?? [];
    const rank = ranks.indexOf(section);
    if (rank < 0 || !PIP_SETTINGS.has(name) || (found.get(name)?.rank ?? -1) > rank) continue;
    found.set(name, { rank, value: fromPythonString(quoted) });
  }
  return Object.fromEntries(
    [...found]
      .filter(([, { value }]) => value !== "")
      .map(([name, { value }]) => [`PIP_${name.toUpperCase().replaceAll("-", "_")}`, value]),
  );
}

function fromPythonString(quoted: string): string {
  const inner = /^(['"])(.*)\1$/.exec(quoted)?.[2] ?? quoted;
  return inner
    .replaceAll(/\\(.)/g, (_, next: string) => (next === "n" ? " " : next))
    .replaceAll(/\s+/g, " ")
    .trim();
}
