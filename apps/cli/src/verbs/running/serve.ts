import { join, resolve } from "node:path";
import { InstallError } from "@gaia/install";
import { type HomePaths, kindOf, projectPaths, projectRoot, settleInstalled } from "@gaia/install/installed";
import { consultRevocations } from "@gaia/install/judged";
import { EXIT, type ExitCode, misused } from "../../failures/failures.ts";
import { VERSION } from "../../failures/invocation.ts";
import { installContext } from "../../installing/registry-door.ts";
import { finishEnded } from "../../running/runnable-skill.ts";
import { type Session, sessionAt } from "../../session/session.ts";
import { t, yellow } from "../../terminal/shown-text.ts";
import { toolRunner } from "../../running/tool-runner.ts";
import { readTrustedRoots } from "../../session/trusted-roots.ts";

export interface ServeInput {
  mcp?: boolean | undefined;
  dir?: string | undefined;
  homeOnly?: boolean | undefined;
  offline?: boolean | undefined;
}

/** With a list that is kept for 25 seconds this makes less than a minute from a quarantine to its effect. */
const REFRESH_MS = 30_000;

/**
 * `serve --mcp`: offers installed and enabled skills to an MCP client over standard input and output, until that ends. Standard output is
 * the protocol; everything else goes to standard error.
 */
export async function serve(session: Session, input: ServeInput): Promise<ExitCode> {
  if (input.mcp !== true) throw misused("serve needs to know how: there is --mcp");
  const { terminal, paths } = session;
  if (terminal.json) throw misused("--json is not for serve: its standard output is the protocol");
  await settleInstalled(paths);
  await finishEnded(session);
  const project = input.homeOnly === true ? null : await projectOf(session, input.dir);
  const trustedRoots = await readTrustedRoots(session.config);
  // A program that is asked for its version loads none of this.
  const { serveSkills } = await import("@gaia/mcp-server");
  const serving = serveSkills({
    version: VERSION,
    home: paths,
    project,
    trustedRoots,
    refreshMs: input.offline === true ? null : REFRESH_MS,
    async consult(registry, { isOffline }) {
      const context = await installContext(await sessionAt(session, registry));
      return consultRevocations(context, { isOffline, allowDowngrade: false, now: new Date() });
    },
    // What `./` means to a tool is the project that it is offered for.
    runTool: toolRunner({
      ...session,
      config: { ...session.config, directory: project?.place.root ?? session.config.directory },
    }),
    log(level, text) {
      if (level === "warning") terminal.warn(t`${yellow("warning:")} ${text}`);
      else terminal.note(t`${text}`);
    },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => void serving.stop());
  await serving.ended;
  return EXIT.ok;
}

/** The project whose skills are offered too; null where there is none, as in the home directory itself. */
async function projectOf({ config, paths }: Session, dir: string | undefined): Promise<HomePaths | null> {
  const directory = resolve(config.directory, dir ?? ".");
  if (dir !== undefined && (await kindOf(join(directory, "."))) !== "directory")
    throw misused(`--dir ${dir}: there is no such directory`);
  try {
    return await projectPaths(await projectRoot(directory, paths), paths);
  } catch (error) {
    if (error instanceof InstallError && error.code === "not_a_project") return null;
    throw error;
  }
}
