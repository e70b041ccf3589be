import type { components } from "@gaia/client";
import { calledAs } from "../../failures/invocation.ts";
import { given } from "../../session/given.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, dim, red, t, yellow } from "../../terminal/shown-text.ts";

type Held = components["schemas"]["HeldList"]["items"][number];

interface HeldFilters {
  publisher?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** `admin held`: what waits for an admin, longest first, one page. */
export async function listHeld(session: Session, filters: HeldFilters): Promise<void> {
  const { terminal } = session;
  const query = given(filters);
  const page = await ensureAnswer((await openRegistry(session)).GET("/admin/held", { params: { query } }));
  terminal.result(page);
  for (const one of page.items) showHeld(session, one);
  if (page.items.length === 0) terminal.note("Nothing is held.");
  else
    terminal.note(
      dim(t`\`${calledAs("admin clear")}\` lets what is held pass, \`admin release\` ends what a scan withholds`),
    );
  if (page.next_cursor !== null) terminal.note(dim(t`more: --cursor ${page.next_cursor}`));
}

function showHeld({ terminal }: Session, one: Held): void {
  const state = one.state === "quarantined" ? red(one.state) : yellow(one.state);
  terminal.line(t`${bold(`${one.name}@${one.version}`)} by ${one.publisher}, ${state} since ${one.since}`);
  terminal.line(t`  ${one.reason}`);
  for (const { severity, rule, file, line, message } of one.findings)
    terminal.line(t`  ${file === null ? "" : `${file}:${line ?? ""} `}${severity} ${rule} ${message}`);
}
