import type { components } from "@gaia/client";
import type { MirrorOutcome } from "@gaia/policy";
import { misused } from "../../failures/failures.ts";
import { calledAs } from "../../failures/invocation.ts";
import { given } from "../../session/given.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, green, red, type Shown, t, yellow } from "../../terminal/shown-text.ts";

type Mirror = components["schemas"]["Mirror"];
type Item = components["schemas"]["MirrorItem"];

interface Page {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** `admin mirrors list`: newest first, one page. */
export async function listMirrors(session: Session, page: Page): Promise<void> {
  const { terminal } = session;
  const found = await ensureAnswer(
    (await openRegistry(session)).GET("/admin/mirrors", { params: { query: given(page) } }),
  );
  terminal.result(found);
  for (const row of columns(found.items.map(cellsOf))) terminal.line(row);
  if (found.items.length === 0) terminal.note("No mirror.");
  if (found.next_cursor !== null) terminal.note(dim(t`older ones: --cursor ${found.next_cursor}`));
}

/** `admin mirrors show <id>`: how far it is, and a page of what its upstream listed, each with its reason. */
export async function showMirror(
  session: Session,
  { id, ...asked }: Page & { id: string; outcome?: MirrorOutcome | undefined },
): Promise<void> {
  ensureId(id);
  const { terminal } = session;
  const params = { path: { id }, query: given(asked) };
  const found = await ensureAnswer((await openRegistry(session)).GET("/admin/mirrors/{id}", { params }));
  terminal.result(found);
  showRow(session, found);
  for (const row of columns(found.items.map(itemCells))) terminal.line(row);
  if (found.next_cursor !== null) terminal.note(dim(t`more: --cursor ${found.next_cursor}`));
}

/** `admin mirrors run|stop <id>`. */
export async function steerMirror(session: Session, { id, step }: { id: string; step: "run" | "stop" }): Promise<void> {
  ensureId(id);
  const api = await openRegistry(session);
  const options = { params: { path: { id } } };
  const call =
    step === "run" ? api.POST("/admin/mirrors/{id}/run", options) : api.POST("/admin/mirrors/{id}/stop", options);
  const mirror = await ensureAnswer(call);
  session.terminal.result(mirror);
  showRow(session, mirror);
}

export function showRow({ terminal }: Session, mirror: Mirror): void {
  for (const row of columns([cellsOf(mirror)])) terminal.line(row);
  if (mirror.reason !== null) terminal.note(t`${mirror.reason}`);
}

function ensureId(id: string): void {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
    throw misused(`"${id}" is not the id of a mirror`, `see \`${calledAs("admin mirrors list")}\``);
}

const stateOf = ({ state }: Mirror): string | Shown =>
  state === "failed" ? red(state) : state === "done" ? green(state) : yellow(state);

function cellsOf(mirror: Mirror): (string | Shown)[] {
  const { published, staged, there, waiting, refused, left_out: leftOut } = mirror.counts;
  const taken = `${published} published, ${staged} staged, ${there} there, ${waiting} waiting`;
  return [
    bold(mirror.id),
    stateOf(mirror),
    t`${mirror.address} as ${mirror.publisher}`,
    `${taken}, ${refused} refused, ${leftOut} left out`,
  ];
}

const itemCells = ({ outcome, name, version, skill, skill_version: number, reason }: Item): (string | Shown)[] => [
  outcome,
  t`${name} ${version ?? ""}`,
  skill === null ? "" : t`${skill} ${number ?? ""}`,
  dim(t`${reason ?? ""}`),
];
