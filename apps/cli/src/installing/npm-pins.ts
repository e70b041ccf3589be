import type { ResolveNpmPins } from "@gaia/install";
import type { Config } from "../session/config.ts";

/** Pins by this machine's npm, in the sandbox that tools are run in, upon the index that these are installed from later. */
export const npmPins =
  ({ home, childEnvironment: environment }: Config): ResolveNpmPins =>
  async (packages) => {
    const { confinedRunner } = await import("@gaia/sandbox");
    const { resolveNpm } = await import("@gaia/runner");
    return resolveNpm({ confine: await confinedRunner(), environment, gaiaHome: home }, packages);
  };
