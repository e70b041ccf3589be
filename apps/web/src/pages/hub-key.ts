import type { WebEnv } from "../../types.d.ts";

/** The key for GAIA's client as its own protocol serves it, base64. Null: there is none, or this reader is not shown it. */
export async function findHubKey({ api }: WebEnv, publicUrl: string): Promise<string | null> {
  const response = await api(new Request(`${publicUrl}/hub/keys/registry.pub`));
  const text = response.status === 200 ? (await response.text()).trim() : "";
  return /^[A-Za-z0-9+/]{43}=$/.test(text) ? text : null;
}
