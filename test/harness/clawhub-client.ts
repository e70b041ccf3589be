import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { SampleFiles } from "./samples.ts";

/** How a run of the client ended, and all that it wrote. */
interface ClientRun {
  code: number;
  out: string;
}

/** The clawhub client of one version, at home in a fresh directory. */
export interface ClawhubClient {
  home: string;
  /** Where it installs into: `skills/<slug>`. */
  workdir: string;
  run(args: readonly string[], env?: Record<string, string>): Promise<ClientRun>;
  /** Starts it, and waits until it says something; `ended` is how it ends. */
  begin(args: readonly string[], pattern: RegExp): Promise<{ said: string[]; ended: Promise<ClientRun> }>;
  /** Signs in, and so writes the token into the client's own file. */
  login(token: string): Promise<ClientRun>;
  /** A folder with these files, beside the working directory. */
  folder(name: string, files: SampleFiles): Promise<string>;
  close(): Promise<void>;
}

const RUN_TIMEOUT_MS = 90_000;

/** `clients`: where `install_clawhub` put them; `site`: the origin of a registry, which the client discovers it by. */
export async function clawhubClient(clients: string, input: { version: string; site: string }): Promise<ClawhubClient> {
  const home = await mkdtemp(join(tmpdir(), "clawhub-"));
  const workdir = join(home, "work");
  await mkdir(workdir);
  const program = join(clients, input.version, "node_modules/clawhub/bin/clawdhub.js");
  const { PATH = "" } = process.env;
  const own = {
    PATH,
    HOME: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    CLAWHUB_SITE: input.site,
    CLAWHUB_WORKDIR: workdir,
    CLAWHUB_DISABLE_TELEMETRY: "1",
    NO_COLOR: "1",
    LANG: "en_US.UTF-8",
  };
  const run: ClawhubClient["run"] = (args, env = {}) =>
    new Promise((resolve) => {
      const options = { cwd: workdir, env: { ...own, ...env }, timeout: RUN_TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 };
      const child = execFile(process.execPath, [program, "--no-input", ...args], options, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
        resolve({ code, out: `${stdout}${stderr}` });
      });
      child.stdin?.end();
    });
  const begin: ClawhubClient["begin"] = (args, pattern) =>
    new Promise((resolve, reject) => {
      const { promise: ended, resolve: end } = Promise.withResolvers<ClientRun>();
      // Without a PATH it finds no program that opens a browser.
      const options = { cwd: workdir, env: { ...own, PATH: "/nowhere" }, timeout: RUN_TIMEOUT_MS };
      const child = spawn(process.execPath, [program, ...args], options);
      let out = "";
      const hear = (part: Buffer): void => {
        out += part.toString("utf8");
        const said = pattern.exec(out);
        if (said) resolve({ said: [...said], ended });
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      child.once("close", (code) => {
        end({ code: code ?? -1, out });
        reject(new Error(`it never said ${pattern}: ${out}`));
      });
    });
  return {
    home,
    workdir,
    run,
    begin,
    login: (token) => run(["login", "--token", token]),
    async folder(name, files) {
      const dir = join(home, "own", name);
      for (const [path, content] of Object.entries(files)) {
        const file = join(dir, path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, content);
      }
      return dir;
    },
    close: () => rm(home, { recursive: true, force: true }),
  };
}
