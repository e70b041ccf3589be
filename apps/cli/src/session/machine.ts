import type { Machine } from "@gaia/install/installed";
import { machineHere } from "@gaia/runner/machine";
import type { Config } from "./config.ts";

/** What a person's own programs have of this machine; `run` looks where its sandbox does. */
export const thisMachine = ({ childEnvironment }: Config): Promise<Machine> =>
  machineHere({ environment: childEnvironment, path: childEnvironment["PATH"] ?? "", asksPython: true });
