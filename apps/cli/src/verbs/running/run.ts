import { parsePermission } from "@gaia/manifest";
import { listTools, type RunnableSkill, runTool } from "@gaia/runner";
import { EXIT, type ExitCode, misused, notFound } from "../../failures/failures.ts";
import { inPlace, type PlaceOption } from "../../session/place.ts";
import { ensureRunnable, runContext } from "../../running/runnable-skill.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, red, t } from "../../terminal/shown-text.ts";

export interface RunInput extends PlaceOption {
  target: string;
  /** Without it, its tools are shown. */
  tool: string | undefined;
  /** JSON, `-` for standard input; without it `{}`. */
  input: string | undefined;
  allow?: string[] | undefined;
  allowPrivate?: string[] | undefined;
  /** Its registry is not asked what it took back. */
  offline?: boolean | undefined;
}

/**
 * `run <name|dir> [tool] [json]`: one tool of a skill, in the sandbox; without a tool, which there are. Exit 4:
 * refused or failed; 3: there is none; 5: changed files.
 */
export async function run(session: Session, input: RunInput): Promise<ExitCode> {
  const { terminal } = session;
  const value = await readInput(input.input);
  for (const text of input.allow ?? []) {
    const parsed = parsePermission(text);
    if ("problem" in parsed) throw misused(`--allow ${text}: ${parsed.message}`, parsed.hint);
  }
  const odd = (input.allowPrivate ?? []).find((host) => !HOST.test(host));
  if (odd !== undefined)
    throw misused(`--allow-private ${odd}: that is no host`, "a name or an address, as intranet.example");
  const placed = await inPlace(session, input);
  const skill = await ensureRunnable(placed, input.target, input.offline ?? false);
  const { tool } = input;
  if (tool === undefined) return showTools(placed, skill);
  const ended = new AbortController();
  const onSignal = (): void => ended.abort();
  process.once("SIGINT", onSignal);
  process.once("SIGTERM", onSignal);
  try {
    const ctx = await runContext(placed, input.offline);
    const call = { skill, tool, input: value, added: input.allow, near: input.allowPrivate };
    const outcome = await runTool(ctx, call, ended.signal);
    const { ok, output, error, isolation, durationMs } = outcome;
    if (error?.code === "unknown_tool") throw notFound(error.message, toolsHint(await listTools(ctx, skill)));
    const { name, version } = skill;
    terminal.result({ name, version, tool, ok, output, error, isolation, duration_ms: durationMs });
    // A line each: within a line nothing of a skill begins another.
    if (output !== null || ok) for (const line of JSON.stringify(output, null, 2).split("\n")) terminal.line(line);
    if (error !== null && !terminal.json) terminal.warn(t`${red("error:")} ${error.message}`);
    return ok ? EXIT.ok : EXIT.refused;
  } finally {
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
  }
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?\.?|\[?[0-9a-f:.]+\]?)$/i;

const toolsHint = (tools: readonly { name: string }[]): string =>
  tools.length === 0 ? "it has no tools" : `it has ${tools.map(({ name }) => name).join(", ")}`;

async function showTools(session: Session, skill: RunnableSkill): Promise<ExitCode> {
  const { terminal } = session;
  const tools = await listTools(await runContext(session), skill);
  const { name, version } = skill;
  terminal.result({
    name,
    version,
    tools: tools.map(({ name: tool, description, inputSchema }) => ({
      name: tool,
      description,
      input_schema: inputSchema,
    })),
  });
  if (tools.length === 0) terminal.note(t`${name} ${version} has no tools: its instructions are for a reader.`);
  for (const row of columns(tools.map((one) => [bold(one.name), dim(one.description)]))) terminal.line(row);
  return EXIT.ok;
}

const MAX_INPUT_BYTES = 8 * 1024 ** 2;

async function readInput(text: string | undefined): Promise<unknown> {
  const source = text === "-" ? await readStandardInput() : (text ?? "{}");
  try {
    return JSON.parse(source);
  } catch (error) {
    throw misused(`the input is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of process.stdin) {
    chunks.push(Buffer.from(chunk));
    sizeBytes += Buffer.byteLength(chunk);
    if (sizeBytes > MAX_INPUT_BYTES) throw misused(`the input is longer than ${MAX_INPUT_BYTES} bytes`);
  }
  return Buffer.concat(chunks).toString("utf8");
}
