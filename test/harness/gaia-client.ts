import { spawn } from "node:child_process";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { SampleFiles } from "./samples.ts";

/** The releases of GAIA's client that `.ci/programs.sh` installs. */
export const GAIA_RELEASES = ["0.23.0", "0.25.1"];

/** What a run of the client said, both streams together, and its exit code. */
interface Ran {
  code: number;
  said: string;
}

export interface GaiaClient {
  /** Its home; its skills lie in `.gaia/skills`. */
  home: string;
  skill(args: readonly string[], environment?: Record<string, string>): Promise<Ran>;
  /** Writes a skill for it to publish. @returns its directory */
  write(name: string, files: SampleFiles): Promise<string>;
}

/** GAIA's own client of this release, as its user starts it, in a home of its own. `url`: of the service `gaia_clients`. */
export async function gaiaClient(url: string, release: string, hub: string): Promise<GaiaClient> {
  const home = await mkdtemp(join(tmpdir(), "gaia-client-"));
  const program = join(url, release, "bin/gaia");
  return {
    home,
    skill: (args, environment = {}) =>
      new Promise((resolve, reject) => {
        const env = { PATH: process.env["PATH"] ?? "", HOME: home, GAIA_HUB_URL: hub, NO_COLOR: "1", ...environment };
        const child = spawn(program, ["skill", ...args], {
          env,
          cwd: home,
          stdio: ["ignore", "pipe", "pipe"],
          timeout: 120_000,
        });
        let said = "";
        for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
        child.on("error", reject);
        child.on("close", (code) => resolve({ code: code ?? -1, said }));
      }),
    async write(name, files) {
      const dir = join(home, "work", name);
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(dir, path)), { recursive: true });
        await writeFile(join(dir, path), content);
      }
      return dir;
    },
  };
}
