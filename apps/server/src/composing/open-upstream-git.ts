import { getCACertificates } from "node:tls";
import type { confinedRunner, sandboxRunner } from "@gaia/sandbox";
import type { UpstreamGit } from "../outside/upstream-git.ts";

interface Sandbox {
  confinedRunner: typeof confinedRunner;
  sandboxRunner: typeof sandboxRunner;
}

/** Repositories for mirrors. Nothing of it is loaded, and no git looked for, before one is asked. */
export function openUpstreamGit(loadSandbox: () => Promise<Sandbox>): UpstreamGit {
  let opened: Promise<UpstreamGit> | null = null;
  const open = async (): Promise<UpstreamGit> => {
    opened ??= import("../outside/upstream-git.ts").then(({ upstreamGit }) =>
      upstreamGit({
        async findRunners() {
          const sandbox = await loadSandbox();
          return { confine: await sandbox.confinedRunner(), run: await sandbox.sandboxRunner() };
        },
        // As this process does, so that an operator names a company's own once.
        authorities: () => getCACertificates("default").join("\n"),
      }),
    );
    return opened;
  };
  return {
    door(opening) {
      const door = async () => (await open()).door(opening);
      return {
        resolve: async (address) => (await door()).resolve(address),
        folders: async (address, commit) => (await door()).folders(address, commit),
        tree: async (address, at) => (await door()).tree(address, at),
        read: async (address, at) => (await door()).read(address, at),
      };
    },
    async close() {
      if (opened !== null) await (await opened).close();
    },
  };
}
