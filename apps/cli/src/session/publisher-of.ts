import { misused } from "../failures/failures.ts";
import { ensureHandle } from "@gaia/install/installed";
import { ensureAnswer, openRegistry } from "./registry.ts";
import type { Session } from "./session.ts";

/** The publisher to act for: the one named, else the account's only one, else the one with the account's own handle. */
export async function publisherOf(session: Session, named: string | undefined): Promise<string> {
  if (named !== undefined) return ensureHandle(named);
  const who = await ensureAnswer((await openRegistry(session)).GET("/whoami"));
  const [only] = who.publishers;
  const chosen = who.publishers.length === 1 ? only : who.publishers.find((handle) => handle === who.handle);
  if (chosen !== undefined) return ensureHandle(chosen);
  throw misused(
    "It is not clear for which publisher",
    `name one with --publisher: ${who.publishers.join(", ") || "the account has none"}`,
  );
}
