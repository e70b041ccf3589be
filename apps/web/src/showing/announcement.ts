import type { RegistryClient } from "@gaia/client";
import { findData } from "../registry-api.ts";

/** What the registry says on top of every page; null: nothing, to strangers in a closed registry, or it cannot be read now. */
export async function findAnnouncement(api: RegistryClient): Promise<string | null> {
  // A page is not kept from anybody because of it.
  const said = await findData(api.GET("/announcement")).catch(() => null);
  return said?.text ?? null;
}
