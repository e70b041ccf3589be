import type { PackageFile } from "@gaia/archive";
import type { PackagePins } from "@gaia/install/installed";
import type { Tier } from "@gaia/policy";
import type { Confine, Isolation } from "@gaia/sandbox";

/** A skill as whoever calls knows it: verified by them, its permissions agreed to by somebody. */
export interface RunnableSkill {
  name: string;
  version: string;
  /** Absolute: where its files lie. */
  directory: string;
  tier: Tier;
  /** The permissions that a person agreed to, of the lock. */
  granted: readonly string[];
  /**
   * What was judged: SHA-256 (hex) by path of everything that lies there. What is run is a copy of exactly these bytes. Null: nobody judged
   * it, as an author's own directory.
   */
  digests: ReadonlyMap<string, string> | null;
  /** What its packages were pinned to when it was installed: it gets no others. Null: it was not installed, and goes by its manifest. */
  pins: PackagePins | null;
  /** What of an author's directory is the skill, where the author's rules leave something out. Without it all that lies there is. */
  files?: readonly PackageFile[] | undefined;
}

export interface RunnableTool {
  name: string;
  description: string;
  /** A JSON Schema of the object that it takes. */
  inputSchema: object;
}

/** How a call ended. `output` is JSON data, null where there is none. */
export interface ToolOutcome {
  ok: boolean;
  output: unknown;
  /** `code` is stable; `permission` is the one that is missing, as a manifest spells it. */
  error: { code: string; message: string; permission?: string } | null;
  isolation: Isolation;
  durationMs: number;
}

/** What the runner is given by the program that it is part of. Nothing else reaches it. */
export interface RunContext {
  confine: Confine;
  /** The person's home directory, absolute: `~` in scopes. */
  userHome: string;
  /** `GAIA_HOME`, absolute: never shown to a skill, but for its `data`. */
  gaiaHome: string;
  /** Where the caller stands, absolute: `./` in scopes. */
  directory: string;
  /** The caller's environment: what a skill may read of it is handed on. */
  environment: Readonly<Record<string, string | undefined>>;
  /** An installed skill that another one depends on, verified; null when there is none. */
  findSkill(name: string): Promise<RunnableSkill | null>;
}

/** The closed list of reasons for which no tool was run, or none came to its end. */
export type RunErrorCode =
  | "unknown_tool"
  | "not_runnable"
  | "changed"
  | "no_isolation"
  | "permission_refused"
  | "requirement_missing"
  | "invalid_input"
  | "invalid_tools"
  | "invalid_output"
  | "permission_denied"
  | "limit_exceeded"
  | "aborted"
  | "tool_failed";

/** Why a run did not succeed. `permission`: the one that is missing or cannot be given. */
export class RunError extends Error {
  override readonly name = "RunError";
  readonly code: RunErrorCode;
  readonly permission: string | null;
  /** What to do about it. */
  readonly hint: string | null;

  constructor(code: RunErrorCode, message: string, permission: string | null = null, hint: string | null = null) {
    super(message);
    this.code = code;
    this.permission = permission;
    this.hint = hint;
  }
}
