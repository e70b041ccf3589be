import type { ConfinedResult } from "@gaia/sandbox";
import { RunError } from "../context.ts";
import { type Cause, parseJson, type Reply } from "../reply.ts";
import { NODE, nodeMount } from "./node-program.ts";
import { declaredTools, readOnly, type Runtime, SKILL } from "./runtime.ts";

/** `node <packageRoot>/<entryPoint>`: the arguments as one JSON line in, the result as one JSON line out (MiaOS, "Execution contract"). */
export const miaosRuntime: Runtime = {
  name: "miaos",
  packages: "npm",
  tools: declaredTools,
  start: async (_ctx, { loaded, input, copyOf }) => {
    const entry = loaded.manifest.runtime?.entry.value.replace(/^\.\//, "");
    if (entry === undefined) throw new RunError("not_runnable", `${loaded.skill.name} has no entry point.`);
    return {
      argv: [NODE, `${SKILL}/${entry}`],
      stdin: `${JSON.stringify(input)}\n`,
      mounts: [nodeMount(), readOnly(copyOf(loaded), SKILL)],
      read: readResult,
    };
  },
};

/** One line is read; a result that its author spread over several is taken as well. Another exit code than 0 is a failure with a result. */
function readResult({ stdout, stderr, exitCode }: ConfinedResult): Reply {
  const [first = ""] = stdout.trimStart().split("\n");
  const output = parseJson(first) ?? parseJson(stdout);
  if (exitCode === 0 && output !== undefined) return { ok: true, output };
  const message = exitCode === 0 ? "it gave no line of JSON" : `it ended with code ${exitCode ?? "none"}`;
  return {
    ok: false,
    code: exitCode === 0 ? "invalid_output" : "tool_failed",
    message: `${message}${lastWords(stderr)}`,
    causes: causesIn(stderr),
    missedVariables: [],
    output: output ?? null,
  };
}

/** Standard error is for people: here it says why, and is no part of the result. */
const lastWords = (stderr: string): string => {
  const line = stderr.split("\n").find((one) => /^(?:\w*Error|Uncaught)\b/.test(one.trim()));
  return line === undefined ? "" : `: ${line.trim().slice(0, 500)}`;
};

function causesIn(stderr: string): Cause[] {
  const text = stderr.slice(-64_000);
  const blank = { type: "Error", errno: null, module: null };
  const files = text.matchAll(/\b(ENOENT|EACCES|EROFS|EPERM): [^\n,]{0,100}, (\w{1,20}) '([^'\n]{1,4096})'/g);
  const programs = text.matchAll(/\bspawn(?:Sync)? (\S{1,200}) (ENOENT|EACCES)\b/g);
  return [
    ...[...files].map(([message, code = "", call = "", path = ""]) => ({
      ...blank,
      message,
      code,
      path,
      isProgram: false,
      isWritten: code === "EROFS" || /^(?:mkdir|unlink|rename|rmdir|copyfile|truncate|chmod|symlink)$/.test(call),
    })),
    ...[...programs].map(([message, path = "", code = ""]) => ({
      ...blank,
      message,
      code,
      path,
      isProgram: true,
      isWritten: false,
    })),
  ].slice(0, 8);
}
