import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Catalog, ServedTool } from "../catalog/catalog.ts";
import { advertisedName } from "../catalog/tool-names.ts";
import { isAsJudged } from "../catalog/judged-files.ts";
import type { KeptCatalog } from "../catalog/kept-catalog.ts";
import { findTool } from "@gaia/manifest";
import type { ToolOutcome } from "@gaia/runner";
import type { ServeContext } from "../catalog/context.ts";
import { cleaned } from "./cleaned-text.ts";
import type { Runs } from "./runs.ts";

const MAX_INPUT_CHARACTERS = 1_048_576;
const MAX_OUTPUT_CHARACTERS = 1_048_576;
const PROGRESS_MS = 5_000;

interface Calling {
  context: ServeContext;
  kept: KeptCatalog;
  runs: Runs;
}

/**
 * Runs a tool for a client. What was judged is looked at once more right before; what is not, or no longer, offered is an error that says
 * why. A run that ends badly is a result with `isError`, so that a model can read the reason.
 */
export async function callTool(
  { context, kept, runs }: Calling,
  { name, input }: { name: string; input: Record<string, unknown> },
  ctx: ServerContext,
): Promise<CallToolResult> {
  const served = await ensureOffered(kept, name);
  if (sizeOf(input) > MAX_INPUT_CHARACTERS)
    return refusal("input_too_large", `The arguments are longer than ${MAX_INPUT_CHARACTERS} characters.`);
  const run = runs.begin(served.skill, ctx.mcpReq.signal);
  if (run === null) return refusal("busy", "Too many tools are running. Try again when one has ended.");
  const stop = tellProgress(served, ctx);
  try {
    const { skill, tool } = served;
    const outcome = await context.runTool({ skill: skill.runnable, tool: tool.name, input }, run.signal);
    return run.withdrawn()
      ? refusal("withdrawn", `${skill.runnable.name} was taken away while it ran.`)
      : answerOf(outcome);
  } catch (error) {
    if (run.withdrawn()) return refusal("withdrawn", `${served.skill.runnable.name} was taken away while it ran.`);
    return refusal("failed", error instanceof Error ? error.message : "It could not be run.");
  } finally {
    stop();
    run.end();
  }
}

async function ensureOffered(kept: KeptCatalog, name: string): Promise<ServedTool> {
  const before = toolNamed(await kept.current(), name);
  if (before !== undefined && (await isAsJudged(before.skill))) return before;
  const catalog = before === undefined ? await kept.current() : await kept.reload();
  const served = toolNamed(catalog, name);
  if (served !== undefined && (await isAsJudged(served.skill))) return served;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, whyNot(catalog, name));
}

/** By the name that is advertised, or by that of a tool which differs from it by `-` for `_`. */
function toolNamed({ tools, skills }: Catalog, name: string): ServedTool | undefined {
  const exact = tools.get(name);
  if (exact !== undefined) return exact;
  const skill = skills.find((one) => name.startsWith(`${one.runnable.name}__`));
  const tool = skill && findTool(skill.manifest.tools, name.slice(skill.runnable.name.length + 2));
  return skill && tool && tools.get(advertisedName(skill.runnable.name, tool.name));
}

function whyNot(catalog: Catalog, name: string): string {
  const refused = catalog.refused.find((one) => name.startsWith(`${one.name}__`));
  const shown = JSON.stringify(cleaned(name, 128));
  return refused === undefined
    ? `There is no tool ${shown}`
    : `The tool ${shown} is not offered: ${cleaned(refused.reason, 500)}`;
}

/** A client that is told something goes on waiting. */
function tellProgress({ tool }: ServedTool, ctx: ServerContext): () => void {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  const begun = performance.now();
  const timer = setInterval(() => {
    const progress = Math.round((performance.now() - begun) / 1_000);
    const params = { progressToken, progress, message: `${cleaned(tool.name, 128)} has run for ${progress} s` };
    void ctx.mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  }, PROGRESS_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function answerOf({ ok, output, error, isolation, durationMs }: ToolOutcome): CallToolResult {
  const _meta = { "gaia-skill/isolation": isolation, "gaia-skill/duration-ms": Math.round(durationMs) };
  if (!ok) return { ...refusal(error?.code ?? "failed", sentenceOf(error), error?.permission), _meta };
  const text = typeof output === "string" ? output : textOf(output);
  if (text === null)
    return { ...refusal("invalid_output", "It ran, and its answer cannot be written as JSON."), _meta };
  if (text.length > MAX_OUTPUT_CHARACTERS)
    return {
      ...refusal(
        "output_too_large",
        `It ran, and its answer of ${text.length} characters is longer than ${MAX_OUTPUT_CHARACTERS}.`,
      ),
      _meta,
    };
  const hasOutput = output !== undefined && output !== null;
  return { content: [{ type: "text", text }], ...(hasOutput ? { structuredContent: output } : {}), _meta };
}

function sentenceOf(error: ToolOutcome["error"]): string {
  const message = error?.message ?? "It failed.";
  const missing = error?.permission;
  return missing === undefined || message.includes(missing) ? message : `${message} Missing permission: ${missing}`;
}

function refusal(code: string, message: string, permission?: string): CallToolResult {
  const text = cleaned(message, 4_000);
  return {
    isError: true,
    content: [{ type: "text", text }],
    structuredContent: { error: { code, message: text, ...(permission === undefined ? {} : { permission }) } },
  };
}

/** Null: it is nested too deeply. */
function textOf(output: unknown): string | null {
  try {
    return JSON.stringify(output ?? null);
  } catch {
    return null;
  }
}

const sizeOf = (input: unknown): number => textOf(input)?.length ?? Number.POSITIVE_INFINITY;
