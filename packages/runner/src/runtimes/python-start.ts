import { DRIVERS } from "../drivers/driver-files.ts";
import { readReply } from "../reply.ts";
import { type Call, PYTHON_PACKAGES, type Start } from "./runtime.ts";

/** What python-driver.py is told besides the call. */
interface Order {
  kind: "tools" | "aria" | "handler";
  /** The directory that its imports start from. */
  root: string;
  file?: string | undefined;
  symbol?: string | null | undefined;
  package?: string | undefined;
  dependencies?: readonly string[] | undefined;
}

/** Starts the driver: isolated from the environment, without bytecode, in UTF-8. */
export function pythonStart(call: Call, order: Order, mounts: Start["mounts"]): Start {
  const { manifest } = call.loaded;
  const tools = manifest.tools.map(({ name, inputSchema }) => ({ name, inputSchema }));
  const stdin = JSON.stringify({
    ...order,
    tools,
    tool: call.tool,
    input: call.input,
    mark: call.mark,
    paths: [PYTHON_PACKAGES, `${DRIVERS}/shim`],
  });
  return {
    argv: ["python3", "-I", "-B", "-X", "utf8", `${DRIVERS}/driver.py`],
    stdin,
    mounts,
    read: ({ stdout }) => readReply(stdout, call.mark),
  };
}
