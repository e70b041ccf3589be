import { parseSpec } from "@gaia/install";
import { isVersion } from "@gaia/install/installed";
import type { components } from "@gaia/client";
import { misused } from "../../failures/failures.ts";
import { calledAs } from "../../failures/invocation.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, t } from "../../terminal/shown-text.ts";

type Kind = components["schemas"]["OwnReport"]["kind"];

/** `report [name[@version]] --kind KIND --text TEXT`: opens a case; without a name, the cases that this account opened. */
export async function report(
  session: Session,
  input: { spec?: string | undefined; kind?: Kind | undefined; text?: string | undefined },
): Promise<void> {
  const { spec, kind, text } = input;
  if (spec === undefined) {
    if (kind !== undefined || text !== undefined) throw misused("name the skill that is reported");
    return ownReports(session);
  }
  const { name, range } = parseSpec(spec);
  if (range !== null && !isVersion(range)) throw misused(`"${range}" is not an exact version`);
  if (kind === undefined || text === undefined) throw misused("a report says --kind and --text");
  const body = { kind, text, ...(range !== null && { version: range }) };
  const call = (await openRegistry(session)).POST("/skills/{name}/reports", { params: { path: { name } }, body });
  const filed = await ensureAnswer(call);
  session.terminal.result(filed);
  session.terminal.line(
    t`Case ${filed.id}: an admin looks at ${bold(name)}, and \`${calledAs("notices")}\` tells what was decided`,
  );
}

async function ownReports(session: Session): Promise<void> {
  const { terminal } = session;
  const page = await ensureAnswer((await openRegistry(session)).GET("/reports", { params: { query: { limit: 100 } } }));
  terminal.result(page);
  const rows = page.items.map((one) => [
    dim(one.id),
    one.status,
    one.kind,
    bold(one.version === null ? one.name : `${one.name}@${one.version}`),
    one.reason ?? "",
  ]);
  for (const row of columns(rows)) terminal.line(row);
  if (page.items.length === 0) terminal.note("You reported nothing.");
}

/** `appeal <case id> --text`: the publisher's word against an upheld report. */
export async function appeal(session: Session, input: { id: string; text: string }): Promise<void> {
  const path = { id: ensureCaseId(input.id) };
  const call = (await openRegistry(session)).POST("/reports/{id}/appeal", {
    params: { path },
    body: { text: input.text },
  });
  session.terminal.result(await ensureAnswer(call));
  session.terminal.line(`Filed: another admin decides, and \`${calledAs("notices")}\` tells`);
}

export function ensureCaseId(id: string): string {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return id;
  throw misused(`"${id}" is not the id of a case`);
}
