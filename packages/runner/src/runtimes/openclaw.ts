import { RunError } from "../context.ts";
import { pythonStart } from "./python-start.ts";
import { declaredTools, readOnly, type Runtime, SKILL } from "./runtime.ts";

/** Handlers of `actions` in Python (specification, §8): run as they are, and always as experimental. */
export const openclawRuntime: Runtime = {
  name: "openclaw",
  packages: "pip",
  tools: declaredTools,
  start: async (_ctx, call) => {
    const { manifest } = call.loaded;
    const handler = manifest.tools.find(({ name }) => name === call.tool)?.implementation;
    if (handler === undefined || handler === null)
      throw new RunError("not_runnable", `${call.tool} names no handler that is in the package.`);
    if (handler.language !== "python")
      throw new RunError(
        "not_runnable",
        `${handler.file} is ${handler.language}: only Python handlers are run as they are; migrate the skill first.`,
      );
    const order = { kind: "handler", root: SKILL, file: handler.file, symbol: handler.symbol } as const;
    return pythonStart(call, order, [readOnly(call.copyOf(call.loaded), SKILL)]);
  },
};
