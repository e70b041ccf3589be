import type { ServeContext } from "@gaia/mcp-server";
import { runContext } from "./runnable-skill.ts";
import type { Session } from "../session/session.ts";

/** Runs tools of skills that whoever serves has judged, in the sandbox; both are loaded and tried with the first call. */
export function toolRunner(session: Session): ServeContext["runTool"] {
  let tried: ReturnType<typeof runContext> | null = null;
  return async (call, abort) => {
    const { runTool } = await import("@gaia/runner");
    tried ??= runContext(session);
    return runTool(await tried, call, abort);
  };
}
