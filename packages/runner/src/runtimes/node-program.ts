import type { Mount } from "@gaia/sandbox";

/** The Node that runs this process runs a skill's code, too. */
export const NODE = "/opt/node/node";
export const nodeMount = (): Mount => ({ source: process.execPath, target: NODE, writable: false });
