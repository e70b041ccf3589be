import type { Version } from "@gaia/install";
import { openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { t } from "../../terminal/shown-text.ts";

/** Says who sees what was published; nothing where an older registry does not say it. */
export async function sayWhoSees(
  session: Session,
  { visibility, publisher, owner = publisher }: Version,
): Promise<void> {
  if (visibility === undefined) return;
  const who =
    visibility === "public" ? "everybody who reads this registry" : await readersOf(session, owner, visibility);
  session.terminal.line(t`  seen by  ${who} (${visibility})`);
}

/** A personal publisher has no members but its owner: `organisation` and `private` come to the same there. */
async function readersOf(session: Session, owner: string, visibility: "organisation" | "private"): Promise<string> {
  const api = await openRegistry(session);
  const { data } = await api.GET("/publishers/{handle}", { params: { path: { handle: owner } } });
  if (data?.kind === "user") return `${owner} alone, and the registry's admins`;
  if (visibility === "organisation") return `the members of ${owner}, and the registry's admins`;
  return `the owners and admins of ${owner}, its list of readers, and the registry's admins`;
}
