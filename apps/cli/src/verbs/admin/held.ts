import type { components } from "@gaia/client";
import { parseRelease } from "@gaia/install/installed";
import { calledAs } from "../../failures/invocation.ts";
import { given } from "../../session/given.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import { contestEnd } from "../community/contest.ts";
import type { Session } from "../../session/session.ts";
import { bold, dim, red, t, yellow } from "../../terminal/shown-text.ts";

type Held = components["schemas"]["HeldList"]["items"][number];

interface HeldFilters {
  publisher?: string | undefined;
  contested?: boolean | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

const ANSWERS = [
  ["clear", "lets what is held pass"],
  ["release", "ends what a scan withholds"],
  ["uphold-hold", "answers a contest: it stays"],
] as const;

/** `admin held`: what waits for an admin, longest first, one page. */
export async function listHeld(session: Session, filters: HeldFilters): Promise<void> {
  const { terminal } = session;
  const { contested, ...rest } = filters;
  const query = { ...given(rest), ...(contested === true && { contested: "true" as const }) };
  const page = await ensureAnswer((await openRegistry(session)).GET("/admin/held", { params: { query } }));
  terminal.result(page);
  for (const one of page.items) showHeld(session, one);
  if (page.items.length === 0) terminal.note("Nothing is held.");
  else for (const [verb, does] of ANSWERS) terminal.note(dim(t`\`${calledAs(`admin ${verb}`)}\` ${does}`));
  if (page.next_cursor !== null) terminal.note(dim(t`more: --cursor ${page.next_cursor}`));
}

function showHeld({ terminal }: Session, one: Held): void {
  const state = one.state === "quarantined" ? red(one.state) : yellow(one.state);
  terminal.line(t`${bold(`${one.name}@${one.version}`)} by ${one.publisher}, ${state} since ${one.since}`);
  terminal.line(t`  ${one.reason}`);
  if (one.contest) {
    terminal.line(t`  ${bold(`contest ${contestEnd(one.contest.status)}`)}: ${one.contest.reason}`);
    if (one.contest.answer !== null) terminal.line(t`  answered: ${one.contest.answer}`);
  }
  for (const { severity, rule, file, line, message } of one.findings)
    terminal.line(t`  ${file === null ? "" : `${file}:${line ?? ""} `}${severity} ${rule} ${message}`);
}

/** `admin uphold-hold <name@version> --reason`: answers its contest, and the version stays as it is. */
export async function upholdHold(session: Session, input: { release: string; reason: string }): Promise<void> {
  const path = parseRelease(input.release);
  const body = { reason: input.reason };
  const api = await openRegistry(session);
  const contest = await ensureAnswer(
    api.POST("/admin/skills/{name}/{version}/uphold-hold", { params: { path }, body }),
  );
  session.terminal.result(contest);
  session.terminal.line(t`${bold(contest.name)} ${contest.version} stays held: ${contest.answer ?? input.reason}`);
}
