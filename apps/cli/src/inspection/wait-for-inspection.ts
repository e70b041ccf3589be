import { calledAs } from "../failures/invocation.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { CliError, EXIT } from "../failures/failures.ts";
import type { Version } from "@gaia/install";
import { findInstallation } from "./scanner-installation.ts";
import { ensureAnswer, openRegistry } from "../session/registry.ts";
import type { Session } from "../session/session.ts";
import { t } from "../terminal/shown-text.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** Where progress is not seen: a line so often, so that a log tells waiting from hanging. */
const TELL_EVERY_MS = 15_000;
const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

const isInspected = (version: Version): boolean => version.status !== "received" && version.status !== "inspecting";

/** A signed version that is clean becomes community a moment after its inspection, if nothing stands in the way. */
const risesNow = ({ status, verdict, security_tier: tier, signatures }: Version): boolean =>
  status === "published" &&
  verdict === "ALLOW" &&
  tier === "experimental" &&
  signatures.some((signature) => signature.status === "valid");
/** So long it is waited for. */
const RISE_MS = 3_000;

/** Which scanners are at work, or what else is done, in words. */
function atWork({ status, progress }: Version): string {
  if (status === "received") return "it waits for its turn";
  if (!progress) return "it has begun";
  const running = progress.scanners.filter((scanner) => scanner.status === "running").map(({ name }) => name);
  return progress.note ?? (running.length > 0 ? `${running.join(", ")} at work` : "it comes to its end");
}

/** Asks for a version with growing pauses until its inspection has ended. An unreachable registry is asked again until the time is over. */
export async function waitForInspection(session: Session, first: Version, timeoutMs: number): Promise<Version> {
  const { terminal } = session;
  if (isInspected(first)) return first;
  const api = await openRegistry(session);
  const path = { name: first.name, version: first.version };
  const startedAt = Date.now();
  let latest = first;
  let installing: string | null = null;
  let inspectedAt: number | null = null;
  const says = () => {
    const seconds = Math.floor((Date.now() - startedAt) / 1_000);
    return installing === null
      ? t`the registry is inspecting ${path.name} ${path.version}, ${seconds} s: ${atWork(latest)}`
      : t`the registry is installing its scanners first, ${seconds} s: ${installing}`;
  };
  const spinner = terminal.showsProgress
    ? setInterval(() => terminal.progress(t`${FRAMES[Math.floor(Date.now() / 100) % FRAMES.length]} ${says()}`), 100)
    : setInterval(() => terminal.note(says()), TELL_EVERY_MS);
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
      if (isInspected(version)) {
        inspectedAt ??= Date.now();
        if (isLate || !risesNow(version) || Date.now() - inspectedAt > RISE_MS) return version;
      }
      latest = version;
      const before: string | null = installing;
      installing = await findInstallation(session.config.registry);
      if (installing !== null && before === null)
        terminal.note(t`The registry is installing its scanners; the inspection of ${path.name} waits for them`);
      if (isLate)
        throw new CliError(
          EXIT.unexpected,
          "still_inspecting",
          `${path.name} ${path.version} is published and still being inspected after ${Math.round(timeoutMs / 1_000)} s`,
          {
            hint: `nothing is lost; look again with \`${calledAs(`info ${path.name}@${path.version}`)}\``,
          },
        );
    }
  } finally {
    clearInterval(spinner);
    terminal.progress(null);
  }
}
