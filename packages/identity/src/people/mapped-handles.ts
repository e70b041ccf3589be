import { publishers } from "@gaia/db";
import { and, eq, inArray } from "drizzle-orm";
import type { IdentityProvider, PeopleSettings } from "./settings.ts";

/** Handles of the organisations in which groups give roles, each once. Whoever has one is given the people of these groups. */
export const mappedHandles = (providers: readonly Pick<IdentityProvider, "groups">[]): string[] => [
  ...new Set(providers.flatMap(({ groups }) => groups.map(({ publisher }) => publisher))),
];

/** Warns of each mapped handle that no organisation has: its groups give nothing. */
export async function warnOfUnmade({
  db,
  providers,
  warn,
}: Pick<PeopleSettings, "db" | "providers" | "warn">): Promise<void> {
  const mapped = mappedHandles(providers);
  if (mapped.length === 0) return;
  const isMade = and(inArray(publishers.handle, mapped), eq(publishers.kind, "organisation"));
  const made = await db.select({ handle: publishers.handle }).from(publishers).where(isMade);
  for (const publisher of mapped.filter((handle) => made.every((one) => one.handle !== handle))) {
    warn("mapped_publisher_missing", { publisher, reason: "OIDC_GROUP_MAP names it and it is no organisation here." });
  }
}
