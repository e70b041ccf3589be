import { findTool } from "@gaia/manifest";
import { randomBytes } from "node:crypto";
import { isRecord } from "@gaia/install/installed";
import { type ConfinedResult, type Limits, SandboxError, WORK } from "@gaia/sandbox";
import { ensureRuntime, findRuntime } from "./choose-runtime.ts";
import { type RunContext, RunError, type RunnableSkill, type RunnableTool, type ToolOutcome } from "../context.ts";
import { deniedAct } from "./denied-act.ts";
import { DRIVERS, withRunFiles } from "../drivers/driver-files.ts";
import { packageMounts } from "../environments/package-mounts.ts";
import { packageSource } from "../environments/package-source.ts";
import { inputProblem } from "./input-problem.ts";
import { type LoadedSkill, loadSkill } from "../loaded-skill.ts";
import { type Allowances, allowancesFor } from "../permissions/allowances.ts";
import { madeRule } from "../permissions/closed-entries.ts";
import { effectivePermissions } from "../permissions/effective.ts";
import { nearHosts, plainHost } from "../permissions/near-hosts.ts";
import { GUARDED_NAMES } from "../permissions/guarded-names.ts";
import type { Reply } from "../reply.ts";
import { ensureRequirements } from "./requirements.ts";
import { readOnly, type Runtime } from "../runtimes/runtime.ts";

export interface ToolCall {
  skill: RunnableSkill;
  tool: string;
  input: unknown;
  /** Permissions that whoever calls gives for this call alone. */
  added?: readonly string[] | undefined;
  /** Hosts that whoever calls lets lead to where the public is not, for this call alone. */
  near?: readonly string[] | undefined;
}

const MIB = 1024 ** 2;

/** What a call may spend. docs/running.md says these. */
export const RUN_LIMITS: Limits = {
  cpuMs: 60_000,
  timeoutMs: 120_000,
  memoryBytes: 1024 * MIB,
  processes: 128,
  diskBytes: 256 * MIB,
  outputBytes: 8 * MIB,
  networkBytes: 256 * MIB,
};

/** The tools of a skill that can be run here; none for a skill that is instructions. @throws RunError `not_runnable` */
export async function listTools(_ctx: RunContext, skill: RunnableSkill): Promise<RunnableTool[]> {
  const loaded = await loadSkill(skill);
  return findRuntime(loaded)?.tools(loaded) ?? [];
}

/**
 * Runs one tool of a skill, confined to its permissions (specification, §3.2, §4.3, §5). Whoever calls has verified the skill's files. What
 * keeps it from success is in the outcome, and nothing is thrown for it; a tool that it does not have is `unknown_tool`.
 */
export async function runTool(ctx: RunContext, call: ToolCall, abort?: AbortSignal): Promise<ToolOutcome> {
  const startedAt = performance.now();
  const ended = (rest: Pick<ToolOutcome, "ok" | "output" | "error">): ToolOutcome => ({
    ...rest,
    isolation: ctx.confine.isolation,
    durationMs: Math.round(performance.now() - startedAt),
  });
  try {
    return ended(await runLoaded(ctx, call, abort));
  } catch (error) {
    const known = toRunError(error);
    if (known === null) throw error;
    const { code, message, permission } = known;
    return ended({ ok: false, output: null, error: { code, message, ...(permission === null ? {} : { permission }) } });
  }
}

function toRunError(error: unknown): RunError | null {
  if (error instanceof RunError) return error;
  if (!(error instanceof SandboxError)) return null;
  if (error.code === "guarded_link" || error.code === "too_large")
    return new RunError("permission_refused", `What it may write is not given: ${error.message}.`);
  if (error.code === "no_isolation")
    return new RunError("no_isolation", "This machine has no sandbox: nothing is run.");
  return new RunError("requirement_missing", `It cannot be started: ${error.message}.`);
}

type Ended = Pick<ToolOutcome, "ok" | "output" | "error">;

async function runLoaded(ctx: RunContext, call: ToolCall, abort: AbortSignal | undefined): Promise<Ended> {
  const { skill, input } = call;
  const loaded = await loadSkill(skill);
  const runtime = ensureRuntime(loaded);
  const declared = findTool(runtime.tools(loaded), call.tool);
  if (declared === undefined) throw new RunError("unknown_tool", `${skill.name} has no tool ${call.tool}.`);
  const tool = declared.name;
  if (!isRecord(input)) throw new RunError("invalid_input", `${tool} takes a JSON object.`);
  const problem = inputProblem(declared.inputSchema, input);
  if (problem !== null) throw new RunError("invalid_input", `${tool}: ${problem}`);
  if (ctx.confine.isolation === "none")
    throw new RunError(
      "no_isolation",
      `${skill.name} is run in a sandbox or not at all, and this machine has none (bubblewrap).`,
    );
  await ensureRequirements(loaded.manifest, ctx);
  const source = packageSource(loaded, runtime.packages);
  const allowed = allowancesOf(ctx, loaded, runtime, call);
  return withRunFiles(async ({ drivers, copyOf }) => {
    const mark = `\u0001${randomBytes(16).toString("hex")} `;
    const start = await runtime.start(ctx, { loaded, tool, input, mark, copyOf });
    const packages = await packageMounts(ctx, source, abort);
    const result = await ctx.confine(
      {
        argv: start.argv,
        stdin: start.stdin,
        mounts: [...allowed.mounts, ...packages, readOnly(drivers, DRIVERS), ...start.mounts],
        guarded: { names: GUARDED_NAMES, made: madeRule(allowed.named) },
        hidden: allowed.hidden,
        directory: allowed.directory ?? WORK,
        env: allowed.env,
        network: allowed.network,
        programs: allowed.programs,
        limits: limitsOf(loaded),
      },
      abort,
    );
    return toEnded(ctx, loaded, allowed, { result, reply: start.read(result) });
  });
}

/** What a skill's code may here. @throws RunError `permission_refused` */
export function allowancesOf(
  ctx: RunContext,
  loaded: LoadedSkill,
  runtime: Runtime,
  { added, near = [] }: Pick<ToolCall, "added" | "near">,
): Allowances {
  const { manifest, skill } = loaded;
  const permissions = effectivePermissions(manifest, skill, added);
  const own = {
    declaredEnv: manifest.requires.env.map(({ name }) => name),
    near: [...nearHosts(skill.granted), ...near.map(plainHost)],
  };
  const isReadOnly = runtime.isReadOnly?.(loaded) ?? false;
  const writes = permissions.filter(({ level }) => level === "write");
  return allowancesFor(ctx, isReadOnly ? permissions.filter((one) => !writes.includes(one)) : permissions, own);
}

function limitsOf({ manifest }: LoadedSkill): Limits {
  const own = manifest.runtime?.timeoutMs?.value;
  const timeoutMs = own === undefined ? RUN_LIMITS.timeoutMs : Math.min(Math.max(own, 1_000), 600_000);
  return { ...RUN_LIMITS, timeoutMs };
}

interface Said {
  result: ConfinedResult;
  reply: Reply | null;
}

function toEnded(ctx: RunContext, { skill }: LoadedSkill, allowed: Allowances, { result, reply: given }: Said): Ended {
  const isRefused = result.denials.some(({ kind }) => kind === "guarded" || kind === "unended");
  if (given?.ok === true && !isRefused) return { ok: true, output: given.output, error: null };
  if (result.aborted) throw new RunError("aborted", "The caller ended it.");
  const reply = given?.ok === true ? null : given;
  const act = deniedAct(ctx, result, reply, allowed);
  const own =
    given?.ok === true ? "it answered" : (reply?.message ?? `it ended without an answer${lastLine(result.stderr)}`);
  const code = act?.code ?? reply?.code ?? "tool_failed";
  const message = act === null ? own : `${skill.name}: ${act.sentence}${missing(act.permission)} (${own})`;
  const permission = act?.permission ?? null;
  const error = { code, message, ...(permission === null ? {} : { permission }) };
  return { ok: false, output: reply?.output ?? null, error };
}

const missing = (permission: string | null): string =>
  permission === null ? "" : `; missing permission ${permission}`;

const lastLine = (stderr: string): string => {
  const line = stderr.trim().split("\n").at(-1) ?? "";
  return line === "" ? "" : `: ${line.slice(0, 500)}`;
};
