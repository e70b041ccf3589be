import { pythonStart } from "./python-start.ts";
import { declaredTools, readOnly, type Runtime, SKILL } from "./runtime.ts";

/** `tools.py` with functions under `@tool` (specification, §5). */
export const pythonRuntime: Runtime = {
  name: "python",
  packages: "pip",
  tools: declaredTools,
  start: async (_ctx, call) =>
    pythonStart(call, { kind: "tools", root: SKILL }, [readOnly(call.copyOf(call.loaded), SKILL)]),
};
