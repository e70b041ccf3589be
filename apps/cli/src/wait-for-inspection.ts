import { setTimeout as sleep } from "node:timers/promises";
import { CliError, EXIT } from "./failures.ts";
import type { Version } from "./fetched-release.ts";
import { ensureAnswer, openRegistry } from "./registry.ts";
import type { Session } from "./session.ts";
import { t } from "./shown-text.ts";

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

const isInspected = (version: Version): boolean => version.status !== "received" && version.status !== "inspecting";

/** Asks for a version with growing pauses until its inspection has ended. An unreachable registry is asked again until the time is over. */
export async function waitForInspection(session: Session, first: Version, timeoutMs: number): Promise<Version> {
  const { terminal } = session;
  if (isInspected(first)) return first;
  const api = await openRegistry(session);
  const path = { name: first.name, version: first.version };
  const startedAt = Date.now();
  const spinner = setInterval(() => {
    const seconds = Math.floor((Date.now() - startedAt) / 1_000);
    terminal.progress(
      t`${FRAMES[Math.floor(Date.now() / 100) % FRAMES.length]} the registry is inspecting ${path.name} ${path.version}, ${seconds} s`,
    );
  }, 100);
  try {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5)) {
      await sleep(pauseMs);
      const isLate = Date.now() - startedAt > timeoutMs;
      const version = await ensureAnswer(api.GET("/skills/{name}/{version}", { params: { path } })).catch(
        (error: unknown) => {
          if (error instanceof CliError && error.exitCode === EXIT.unreachable && !isLate) return first;
          throw error;
        },
      );
      if (isInspected(version)) return version;
      if (isLate)
        throw new CliError(
          EXIT.unexpected,
          "still_inspecting",
          `${path.name} ${path.version} is published and still being inspected after ${Math.round(timeoutMs / 1_000)} s`,
          {
            hint: `nothing is lost; look again with \`gaia skill info ${path.name}@${path.version}\``,
          },
        );
    }
  } finally {
    clearInterval(spinner);
    terminal.progress(null);
  }
}
