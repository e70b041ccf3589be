import type { Version } from "@gaia/install";
import { openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, t } from "../../terminal/shown-text.ts";

/** Says who sees what was published; nothing where an older registry does not say it. What is staged they see once it is approved. */
export async function sayWhoSees(session: Session, version: Version, isStaged: boolean): Promise<void> {
  const who = await whoSees(session, version);
  const until = isStaged ? "its publisher and the registry's admins; once it is approved, by " : "";
  if (who !== null) session.terminal.line(t`  seen by  ${until}${who}`);
}

/** The same of several: once where it is the same of all, else of each by its name. */
export async function sayWhoSeesEach(session: Session, versions: readonly Version[]): Promise<void> {
  // Of one publisher and visibility the registry is asked once.
  const asked = new Map<string, string | null>();
  const told: { name: string; who: string }[] = [];
  for (const version of versions) {
    const { name, visibility, publisher, owner = publisher } = version;
    const key = `${owner} ${visibility}`;
    if (!asked.has(key)) asked.set(key, await whoSees(session, version));
    const who = asked.get(key) ?? null;
    if (who !== null) told.push({ name, who });
  }
  const [first] = told;
  if (first === undefined) return;
  if (told.every(({ who }) => who === first.who)) session.terminal.line(t`  seen by  ${first.who}`);
  else for (const { name, who } of told) session.terminal.line(t`  ${bold(name)} is seen by ${who}`);
}

async function whoSees(
  session: Session,
  { visibility, publisher, owner = publisher }: Version,
): Promise<string | null> {
  if (visibility === undefined) return null;
  const who =
    visibility === "public" ? "everybody who reads this registry" : await readersOf(session, owner, visibility);
  return `${who} (${visibility})`;
}

/** A personal publisher has no members but its owner: `organisation` and `private` come to the same there. */
async function readersOf(session: Session, owner: string, visibility: "organisation" | "private"): Promise<string> {
  const api = await openRegistry(session);
  const { data } = await api.GET("/publishers/{handle}", { params: { path: { handle: owner } } });
  if (data?.kind === "user") return `${owner} alone, and the registry's admins`;
  if (visibility === "organisation") return `the members of ${owner}, and the registry's admins`;
  return `the owners and admins of ${owner}, its list of readers, and the registry's admins`;
}
