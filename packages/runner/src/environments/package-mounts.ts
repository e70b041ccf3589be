import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type ConfinedResult,
  type Denial,
  giveToSkill,
  type Limits,
  type Mount,
  NO_GUARDS,
  showToSkill,
  WORK,
} from "@gaia/sandbox";
import { type RunContext, RunError } from "../context.ts";
import { NODE_PACKAGES, PYTHON_PACKAGES, readOnly } from "../runtimes/runtime.ts";
import { installerWords } from "./installer-words.ts";
import { type Installer, installerOf, NEW_PACKAGES, npmLocker, ORDERS } from "./installers.ts";
import type { PackageSource } from "./package-source.ts";

const GIB = 1024 ** 3;
/** What an installation may spend. */
const INSTALL_LIMITS: Limits = {
  cpuMs: 300_000,
  timeoutMs: 600_000,
  memoryBytes: 2 * GIB,
  processes: 256,
  diskBytes: 2 * GIB,
  outputBytes: 1024 ** 2,
  networkBytes: 2 * GIB,
};

/**
 * Packages as a read-only mount: from the environment of exactly these, below `GAIA_HOME`, which is made inside the sandbox when it is
 * first needed; the index is all the network that it has. Nothing for no packages. @throws RunError `requirement_missing`, `aborted`
 */
export async function packageMounts(
  ctx: RunContext,
  source: PackageSource | null,
  abort?: AbortSignal,
  target = source?.manager === "npm" ? NODE_PACKAGES : PYTHON_PACKAGES,
): Promise<Mount[]> {
  if (source === null) return [];
  const { manager } = source;
  const installer = installerOf(ctx, source);
  const { madeFor, argv, env, orders } = installer;
  const key = createHash("sha256")
    .update(JSON.stringify([madeFor, argv, env, orders]))
    .digest("hex");
  const place = join(ctx.gaiaHome, "environments", `${manager}-${key.slice(0, 32)}`);
  if (!existsSync(place))
    await withFresh(ctx, async (fresh) => {
      const packages = await install(ctx, installer, { manager, fresh }, abort);
      await settle(packages, place);
    });
  return [readOnly(manager === "pip" ? place : join(place, "node_modules"), target)];
}

/**
 * What npm would take for packages, as its lock file says it: resolved inside the sandbox, where nothing of a package runs and no address
 * but the index's is asked. A text says why there is none.
 */
export async function resolveNpm(
  ctx: Pick<RunContext, "confine" | "environment" | "gaiaHome">,
  specs: readonly string[],
): Promise<{ lock: string } | { why: string }> {
  if (ctx.confine.isolation === "none") return { why: "npm is asked in a sandbox or not at all, and there is none" };
  try {
    return await withFresh(ctx, async (fresh) => {
      const locker = { ...npmLocker(ctx, specs), orders: {} };
      const packages = await install(ctx, locker, { manager: "npm", fresh });
      return { lock: await readFile(join(packages, "package-lock.json"), "utf8") };
    });
  } catch (error) {
    if (error instanceof RunError) return { why: error.message };
    throw error;
  }
}

async function withFresh<T>(
  { gaiaHome }: Pick<RunContext, "gaiaHome">,
  use: (fresh: string) => Promise<T>,
): Promise<T> {
  const fresh = join(gaiaHome, "environments", `.new-${randomBytes(8).toString("hex")}`);
  await mkdir(fresh, { recursive: true, mode: 0o700 });
  try {
    return await use(fresh);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Gives the directory in which the packages lie. */
async function install(
  { confine }: Pick<RunContext, "confine">,
  { argv, mounts, env, network, orders }: Omit<Installer, "madeFor">,
  { manager, fresh }: { manager: string; fresh: string },
  abort?: AbortSignal,
): Promise<string> {
  const [packages, ordered] = [join(fresh, "packages"), join(fresh, "orders")];
  for (const directory of [packages, ordered]) await mkdir(directory);
  for (const [name, text] of Object.entries(orders)) await writeFile(join(ordered, name), text);
  giveToSkill(packages);
  showToSkill(ordered);
  const result = await confine(
    {
      argv,
      stdin: "",
      mounts: [...mounts, readOnly(ordered, ORDERS), { source: packages, target: NEW_PACKAGES, writable: true }],
      guarded: NO_GUARDS,
      hidden: [],
      directory: WORK,
      env,
      network,
      programs: [],
      limits: INSTALL_LIMITS,
    },
    abort,
  );
  if (result.aborted) throw new RunError("aborted", "It was ended while its packages were installed.");
  if (result.exitCode !== 0 || result.denials.some(({ kind }) => kind === "unended"))
    throw new RunError("requirement_missing", whyNot(result, manager));
  return packages;
}

function whyNot({ stderr, denials }: ConfinedResult, manager: string): string {
  const why = installerWords(stderr);
  const denied = denials.map(wordOf).join(", ");
  return `Its packages could not be installed with ${manager}: ${why}${denied === "" ? "" : ` (stopped: ${denied})`}`;
}

function wordOf(denial: Denial): string {
  switch (denial.kind) {
    case "network":
      return denial.host;
    case "limit":
      return denial.what;
    case "guarded":
      return denial.path;
    case "unended":
      return "it does not end";
  }
}

/** Another process may have made the same one meanwhile. */
async function settle(fresh: string, place: string): Promise<void> {
  await chmod(fresh, 0o755);
  await rename(fresh, place).catch((error: unknown) => {
    if (!existsSync(place)) throw error;
  });
}
