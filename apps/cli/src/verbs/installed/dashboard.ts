import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { dashboardServer } from "../../dashboard/dashboard-server.ts";
import { dashboardPage } from "../../dashboard/dashboard-page.ts";
import { machineSkills } from "../../dashboard/machine-skills.ts";
import { newerVersions } from "./newer-versions.ts";
import { openBrowser } from "../../dashboard/open-browser.ts";
import { readSiteStyle } from "../../dashboard/site-style.ts";
import { switchSkill } from "./switch-skill.ts";
import { refused } from "../../failures/failures.ts";
import type { Session } from "../../session/session.ts";
import { untilStopped } from "../../session/until-stopped.ts";
import { bold, t } from "../../terminal/shown-text.ts";

export interface DashboardInput {
  port: number;
  /** False with `--no-open`. */
  open: boolean;
  /** Minutes without a request, after which it ends. */
  idle: number;
}

/**
 * `dashboard`: a page on loopback with the skills of this machine, for one browser. Ends with Ctrl-C, and after a time without use. Under
 * `--json` no browser is opened: what it prints is the address.
 */
export async function dashboard(session: Session, input: DashboardInput): Promise<void> {
  const { terminal, config } = session;
  const newer = newerVersions(session);
  const { server, token } = dashboardServer({
    style: readSiteStyle(),
    page: async (at) =>
      dashboardPage({ ...at, machine: await machineSkills(session), newer: await newer(), idleMinutes: input.idle }),
    turn: (wanted) => switchSkill(session, wanted),
  });
  server.listen({ host: "127.0.0.1", port: input.port });
  await once(server, "listening").catch((error: unknown) => {
    throw refused(
      "port_taken",
      `No page can be opened at port ${input.port}: ${(error as NodeJS.ErrnoException).code}`,
      "leave out --port",
    );
  });
  const isIdle = idleAfter(server, input.idle * 60_000);
  const { port } = server.address() as AddressInfo; // what a TCP server has
  const url = `http://127.0.0.1:${port}/?token=${token}`;
  terminal.result({ url });
  terminal.line(t`${bold(url)}`);
  terminal.note(t`This address opens once. Ctrl-C ends the dashboard, and so do ${input.idle} minutes without use.`);
  if (input.open && !terminal.json) openBrowser(url, config.childEnvironment);
  await Promise.race([untilStopped(), isIdle]);
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}

/** Resolves when nobody asked the server anything for so long. */
function idleAfter(server: ReturnType<typeof dashboardServer>["server"], idleMs: number): Promise<void> {
  return new Promise((idle) => {
    const clock = setTimeout(idle, idleMs);
    server.on("request", () => clock.refresh());
    server.on("close", () => clearTimeout(clock));
  });
}
