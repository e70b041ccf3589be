import type { RegistryClient } from "@gaia/client";
import { type Answer, isProblem } from "../registry-api.ts";
import { isSkillName, isVersionText } from "../skill-address.ts";

/** So many are cleared by one form. */
const MOST = 60;

interface Cleared {
  cleared: number;
  /** `name@version` of each that was not cleared. */
  left: string[];
}

/**
 * Clears several versions, each by the inspection that the admin saw, as if each had been cleared alone. What changed since is left out.
 * @param input.alike `name@version@inspection`, separated by blanks
 */
export async function clearAlike(
  api: RegistryClient,
  { alike, reason }: { alike: string; reason: string },
): Promise<Answer<Cleared>> {
  const left: string[] = [];
  let cleared = 0;
  for (const one of alike.split(" ").slice(0, MOST)) {
    const [name = "", version = "", inspection = ""] = one.split("@");
    if (!isSkillName(name) || !isVersionText(version)) continue;
    const told = await api.POST("/admin/skills/{name}/{version}/clear", {
      params: { path: { name, version } },
      body: { reason, inspection_id: inspection },
    });
    if (told.response.ok) cleared += 1;
    // Who is signed out, may not, or has to show the second factor is told so; nothing was cleared then.
    else if (cleared === 0 && left.length === 0 && isRefusal(told.response.status, told.error))
      return { error: told.error, response: told.response };
    else left.push(`${name}@${version}`);
  }
  return { data: { cleared, left }, response: new Response(null, { status: 200 }) };
}

const isRefusal = (status: number, error: unknown): boolean =>
  status === 401 || status === 429 || (isProblem(error) && error.code === "second_factor_required");
