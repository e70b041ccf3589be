import type { components } from "@gaia/client";
import type { Version } from "@gaia/install";
import { isSkillName } from "@gaia/install/installed";
import type { FoundPlugin } from "../../authoring/found-plugin.ts";
import { refused } from "../../failures/failures.ts";
import { findCollection } from "../../session/read-collection.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { t } from "../../terminal/shown-text.ts";

type Collection = components["schemas"]["Collection"];

/** docs/protocol.md. */
const LIMITS = { skills: 50, title: 120 };

/**
 * Puts the skills of a plugin into the collection of its name, before what else is in that. Only skills of one publisher, whose the
 * collection is: another's of the same name is that publisher's to change. What has no room in it is said by name. Null: there is
 * nothing to put. Throws exit 4 for a name that no collection can have, and what the registry refuses.
 */
export async function keepTogether(
  session: Session,
  { plugin, versions }: { plugin: FoundPlugin; versions: readonly Version[] },
): Promise<Collection | null> {
  const [first] = versions;
  if (first === undefined) return null;
  const handle = ownerOf(first);
  const own = versions.filter((version) => ownerOf(version) === handle);
  const name = plugin.name ?? "";
  if (!isSkillName(name))
    throw refused(
      "no_collection_name",
      `${name === "" ? "The plugin has no name" : `${name} can be no collection's name`}.`,
    );
  const path = { handle, collection: name };
  const before = await findCollection(session, path);
  const names = own.map((version) => version.name);
  const all = [...new Set([...names, ...(before?.view.skills ?? [])])];
  const skills = all.slice(0, LIMITS.skills);
  const isPublic = own.every(({ visibility = "public" }) => visibility === "public");
  const title = before?.view.title ?? (plugin.title ?? name).slice(0, LIMITS.title).trim();
  const api = await openRegistry(session);
  const put = await ensureAnswer(
    api.PUT("/collections/{handle}/{collection}", {
      params: { path },
      // Of one that is there, a person said who sees it.
      body: { title, skills, ...(before === null && { visibility: isPublic ? "public" : "organisation" }) },
      headers: before === null ? {} : { "if-match": before.etag },
    }),
  );
  const over = all.slice(LIMITS.skills);
  if (over.length > 0)
    session.terminal.warn(t`A collection has ${LIMITS.skills} skills at most: ${name} is without ${over.join(", ")}`);
  return put;
}

const ownerOf = ({ owner, publisher }: Version): string => owner ?? publisher;
