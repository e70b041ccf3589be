/** Standard v2, "Focus Affinity Mapping". */
export const ARIA_FOCUSES: readonly string[] = [
  "orchestrator",
  "devsecops",
  "data",
  "trader",
  "creative",
  "social",
  "journalist",
];

const PREFIX = "aria-";

/** `aria-session-manager` and `aria-session_manager` -> `session-manager`; null for what is no Aria name. */
export function skillNameOfAria(name: string): string | null {
  const bare = name.startsWith(PREFIX) ? name.slice(PREFIX.length).replaceAll("_", "-") : "";
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(bare) && bare.length <= 64 ? bare : null;
}

/** `session-manager` -> `session_manager`: the directory, and what `.name` returns. */
export function ariaDirectory(skillName: string): string {
  return skillName.replaceAll("-", "_");
}
