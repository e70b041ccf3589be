import type { ConfinedResult, Mount } from "@gaia/sandbox";
import type { RunContext, RunnableTool } from "../context.ts";
import type { RunFiles } from "../drivers/driver-files.ts";
import type { LoadedSkill } from "../loaded-skill.ts";
import type { Reply } from "../reply.ts";

/** One call of one tool. */
export interface Call {
  loaded: LoadedSkill;
  tool: string;
  input: Record<string, unknown>;
  /** Random, new for each call: what an answer begins with. */
  mark: string;
  copyOf: RunFiles["copyOf"];
}

/** What is started inside for a call, and how its end is read. */
export interface Start {
  argv: [string, ...string[]];
  stdin: string;
  /** The skill's own files, and what it depends on; all of it read-only. */
  mounts: Mount[];
  /** Null: it said nothing that can be read. */
  read(result: ConfinedResult): Reply | null;
}

/** How the tools of one kind of skill are run. */
export interface Runtime {
  name: "python" | "miaos" | "aria" | "skill-md" | "openclaw";
  /** Which packages a run needs, of the manifest's. */
  packages: "pip" | "npm";
  /** Whether it may write where its permissions say so. */
  isReadOnly?(loaded: LoadedSkill): boolean;
  tools(loaded: LoadedSkill): RunnableTool[];
  /** @throws RunError */
  start(ctx: RunContext, call: Call): Promise<Start>;
}

/** Where a skill's directory stands inside. */
export const SKILL = "/skill";
/** Where what pip installed stands inside. */
export const PYTHON_PACKAGES = "/opt/packages";
/** Where pytest stands inside, beside what the skill itself needs. */
export const PYTEST_PACKAGES = "/opt/pytest";
/** npm's packages stand where Node looks last. */
export const NODE_PACKAGES = "/node_modules";

export const declaredTools = ({ manifest }: LoadedSkill): RunnableTool[] =>
  manifest.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));

export const readOnly = (source: string, target: string): Mount => ({ source, target, writable: false });
