import type { components } from "@gaia/client";
import { misused } from "../../failures/failures.ts";
import { given } from "../../session/given.ts";
import { calledAs } from "../../failures/invocation.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, green, type Shown, t, yellow } from "../../terminal/shown-text.ts";

type Rescan = components["schemas"]["Rescan"];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface RescanFilters {
  status?: Rescan["status"] | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** `admin rescans list`: newest first, one page. */
export async function listRescans(session: Session, filters: RescanFilters): Promise<void> {
  const { terminal } = session;
  const query = given(filters);
  const page = await ensureAnswer((await openRegistry(session)).GET("/admin/rescans", { params: { query } }));
  terminal.result(page);
  for (const row of columns(page.items.map(cellsOf))) terminal.line(row);
  if (page.items.length === 0) terminal.note("No re-scan.");
  if (page.items.some(({ status }) => status === "paused"))
    terminal.note(
      t`A paused one waits for you: \`${calledAs("admin rescans resume")}\` applies it, \`cancel\` drops it`,
    );
  if (page.next_cursor !== null) terminal.note(dim(t`older ones: --cursor ${page.next_cursor}`));
}

/** `admin rescans start --reason`: has published versions looked at again, all or those of one skill. */
export async function startRescan(
  session: Session,
  input: { reason: string; skill?: string | undefined; scanner?: string[] | undefined },
): Promise<void> {
  const { reason, skill, scanner } = input;
  const body = { reason, ...(skill !== undefined && { skill }), ...(scanner !== undefined && { scanners: scanner }) };
  show(session, await ensureAnswer((await openRegistry(session)).POST("/admin/rescans", { body })));
}

/** `admin rescans resume|cancel <id> --reason`: decides one that has paused, or ends one that runs. */
export async function decideRescan(
  session: Session,
  input: { decision: "resume" | "cancel"; id: string; reason: string },
): Promise<void> {
  const { decision, id, reason } = input;
  if (!UUID.test(id)) throw misused(`"${id}" is not the id of a re-scan`, `see \`${calledAs("admin rescans list")}\``);
  const api = await openRegistry(session);
  const options = { params: { path: { id } }, body: { reason } };
  show(
    session,
    await ensureAnswer(
      decision === "resume"
        ? api.POST("/admin/rescans/{id}/resume", options)
        : api.POST("/admin/rescans/{id}/cancel", options),
    ),
  );
}

function show({ terminal }: Session, rescan: Rescan): void {
  terminal.result(rescan);
  for (const row of columns([cellsOf(rescan)])) terminal.line(row);
}

const cellsOf = (one: Rescan): (string | Shown)[] => [
  bold(one.id),
  one.status === "paused" ? yellow(one.status) : one.status === "completed" ? green(one.status) : one.status,
  one.cause,
  `${one.done} of ${one.total} done, ${one.worsened} worse, ${one.improved} better, ${one.held} held`,
  dim(one.detail),
];
