import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Confined, type Network, PROGRAM_DIRECTORIES } from "@gaia/sandbox";
import { type RunContext, RunError } from "../context.ts";
import { NODE, nodeMount } from "../runtimes/node-program.ts";
import { plainHost } from "../permissions/near-hosts.ts";
import type { PackageSource } from "./package-source.ts";

/** Where the packages come to lie while they are installed. */
export const NEW_PACKAGES = "/opt/new";
/** Where the files lie that an installer is told by. */
export const ORDERS = "/opt/orders";

/** A command that installs packages from one index, and what it depends on beside the packages. */
export interface Installer {
  argv: Confined["argv"];
  mounts: Confined["mounts"];
  /** The index: its address may hold a password, and is on no command line. */
  env: Record<string, string>;
  network: Network;
  /** Files of `ORDERS`, by name. */
  orders: Readonly<Record<string, string>>;
  /** Packages made by another interpreter are other packages. */
  madeFor: string;
}

type Context = Pick<RunContext, "environment">;

export const installerOf = (ctx: Context, source: PackageSource): Installer =>
  source.manager === "pip" ? pip(ctx, source) : npm(ctx, source);

/** Wheels alone: building a package would run its code. */
function pip({ environment }: Context, source: PackageSource): Installer {
  const index = given(environment["GAIA_PIP_INDEX"]) ?? (environment["PIP_INDEX_URL"] || "https://pypi.org/simple");
  const options = [
    "--only-binary",
    ":all:",
    "--no-compile",
    "--no-input",
    "--no-cache-dir",
    "--disable-pip-version-check",
    "--quiet",
    `--target=${NEW_PACKAGES}`,
  ];
  const what =
    source.kind === "pinned"
      ? ["--no-deps", "--require-hashes", "-r", `${ORDERS}/requirements.txt`]
      : ["--", ...source.specs];
  return {
    argv: ["python3", "-I", "-m", "pip", "install", ...options, ...what],
    mounts: [],
    env: { PIP_INDEX_URL: index },
    network: networkOf(index, index.startsWith("https://pypi.org/") ? ["files.pythonhosted.org"] : []),
    orders: source.kind === "pinned" ? { "requirements.txt": source.text } : {},
    madeFor: pythonHere(),
  };
}

const QUIET_NPM = [
  // Without scripts: those would run before anybody asked for a tool.
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--no-update-notifier",
  "--loglevel=error",
  "--cache=/tmp/npm",
];

type Npm = Pick<Installer, "mounts" | "env" | "network">;

/** npm, and the index that it asks. */
function npmHere({ environment }: Context): Npm & { start: [string, string] } {
  const index =
    given(environment["GAIA_NPM_INDEX"]) ??
    (environment["npm_config_registry"] || environment["NPM_CONFIG_REGISTRY"] || "https://registry.npmjs.org/");
  return {
    start: [NODE, "/opt/npm/bin/npm-cli.js"],
    mounts: [nodeMount(), { source: npmDirectory(), target: "/opt/npm", writable: false }],
    env: { npm_config_registry: index },
    network: networkOf(index, []),
  };
}

function npm(ctx: Context, source: PackageSource): Installer {
  const { start, ...here } = npmHere(ctx);
  const madeFor = `node ${process.versions.modules}`;
  if (source.kind === "declared") {
    const options = [...QUIET_NPM, "--no-package-lock", `--prefix=${NEW_PACKAGES}`];
    return { ...here, argv: [...start, "install", ...options, "--", ...source.specs], orders: {}, madeFor };
  }
  // `npm ci` wants its files where it installs, and takes what they say or nothing.
  const script = [
    'const { copyFileSync } = require("node:fs");',
    `for (const name of ["package.json", "package-lock.json"]) copyFileSync("${ORDERS}/" + name, "${NEW_PACKAGES}/" + name);`,
    `process.argv.splice(1, 0, "${start[1]}");`,
    `require("${start[1]}");`,
  ].join("\n");
  const lock: { packages: Record<string, { dependencies?: object }> } = JSON.parse(source.text);
  const manifest = { private: true, dependencies: lock.packages[""]?.dependencies ?? {} };
  return {
    ...here,
    argv: [start[0], "-e", script, "--", "ci", ...QUIET_NPM, `--prefix=${NEW_PACKAGES}`],
    orders: { "package.json": JSON.stringify(manifest), "package-lock.json": source.text },
    madeFor,
  };
}

/** What writes a `package-lock.json` for packages into `NEW_PACKAGES`, and installs none. */
export function npmLocker(ctx: Context, specs: readonly string[]): Omit<Installer, "orders" | "madeFor"> {
  const { start, ...here } = npmHere(ctx);
  const options = [
    ...QUIET_NPM,
    "--package-lock-only",
    "--omit-lockfile-registry-resolved",
    `--prefix=${NEW_PACKAGES}`,
  ];
  return { ...here, argv: [...start, "install", ...options, "--", ...specs] };
}

/** `none` is for installs that pin nothing. */
const given = (text: string | undefined): string | null =>
  text === undefined || text === "" || text === "none" ? null : text;

function networkOf(index: string, more: readonly string[]): Network {
  const url = URL.canParse(index) ? new URL(index) : null;
  if (url === null) throw new RunError("requirement_missing", "The address of the package index is none.");
  const { hostname, port } = url;
  return {
    hosts: [port === "" ? hostname : `${hostname}:${port}`, ...more],
    methods: "read",
    near: [plainHost(hostname)],
  };
}

function pythonHere(): string {
  const found = PROGRAM_DIRECTORIES.map((place) => join(place, "python3")).find((path) => existsSync(path));
  return found === undefined ? "python3" : realpathSync(found);
}

/** npm's own directory: beside this Node, or the system's. */
function npmDirectory(): string {
  const beside = join(dirname(dirname(process.execPath)), "lib/node_modules/npm");
  if (existsSync(join(beside, "bin/npm-cli.js"))) return beside;
  const found = PROGRAM_DIRECTORIES.map((place) => join(place, "npm")).find((path) => existsSync(path));
  const root = found === undefined ? "" : dirname(dirname(realpathSync(found)));
  if (existsSync(join(root, "bin/npm-cli.js"))) return root;
  throw new RunError("requirement_missing", "It needs packages of npm, and npm is not on this machine.");
}
