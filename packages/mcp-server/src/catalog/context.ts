import type { HomePaths } from "@gaia/install/installed";
import type { Consulted } from "@gaia/install/judged";
import type { RunnableSkill, ToolOutcome } from "@gaia/runner";

/** What a server of skills is given: places to look in, a way to run tools, and whom to tell. It opens nothing else. */
export interface ServeContext {
  /** SemVer of the program that serves. */
  version: string;
  home: HomePaths;
  /** The project whose skills are offered too; null: none. Its `place.root` is where it lies. */
  project: HomePaths | null;
  /** Texts of `trusted_root.json` for Sigstore signatures; undefined: the public instance's. */
  trustedRoots: readonly string[] | undefined;
  /** What is known of a registry's revocations: as kept, or asked for unless offline. May throw for a list that does not hold. */
  consult(registry: string, how: { isOffline: boolean }): Promise<Consulted>;
  /** Null: registries are never asked; only the lists that are kept count. */
  refreshMs: number | null;
  runTool(input: { skill: RunnableSkill; tool: string; input: unknown }, abort: AbortSignal): Promise<ToolOutcome>;
  /** One line for whoever watches the server. May hold what a skill or a registry says. */
  log(level: "info" | "warning", text: string): void;
}
