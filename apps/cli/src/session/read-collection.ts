import type { components } from "@gaia/client";
import { ensureHandle, ensureSkillName } from "@gaia/install/installed";
import { CliError, EXIT, misused } from "../failures/failures.ts";
import { ensureAnswer, ensureAnswered, openRegistry } from "./registry.ts";
import type { Session } from "./session.ts";

type Collection = components["schemas"]["Collection"];

/** The address of a collection, as `PUBLISHER/NAME`. Throws a usage error for any other text. */
export function collectionAt(text: string): { handle: string; collection: string } {
  const [handle = "", collection, more] = text.split("/");
  if (collection === undefined || more !== undefined)
    throw misused(`"${text}" is not a collection`, "write it as PUBLISHER/NAME");
  return { handle: ensureHandle(handle), collection: ensureSkillName(collection) };
}

/** What is in a collection, as this caller is shown it. Throws exit 3 where there is none for them. */
export async function readCollection(session: Session, at: string): Promise<Collection> {
  const path = collectionAt(at);
  const api = await openRegistry(session);
  return ensureAnswer(api.GET("/collections/{handle}/{collection}", { params: { path } }));
}

/** As it is now, with the tag by which a change of it is recognised; null: it is not there for this caller. */
export async function findCollection(
  session: Session,
  path: ReturnType<typeof collectionAt>,
): Promise<{ view: Collection; etag: string } | null> {
  const api = await openRegistry(session);
  try {
    const asked = api.GET("/collections/{handle}/{collection}", { params: { path } });
    const { data: view, response } = await ensureAnswered(asked);
    return { view, etag: response.headers.get("etag") ?? "*" };
  } catch (thrown) {
    if (thrown instanceof CliError && thrown.exitCode === EXIT.notFound) return null;
    throw thrown;
  }
}
