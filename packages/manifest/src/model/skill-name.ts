/** What a registry accepts as a skill's name; formats may allow less. */
const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

export const NAME_MAX_LENGTH = 64;

export function isSkillName(text: string): boolean {
  return NAME.test(text);
}

const RESERVED_PREFIXES = ["amd-", "gaia-", "mcp-"] as const;

/** Spec §2.3: the reserved prefix that a name carries. Who may use it is the registry's to decide. */
export function reservedPrefix(name: string): (typeof RESERVED_PREFIXES)[number] | null {
  return RESERVED_PREFIXES.find((prefix) => name.startsWith(prefix)) ?? null;
}

/** The formats whose readers refuse a name that the registry accepts, with the reason. */
export function refusingReaders(name: string): { readers: string; reason: string }[] {
  const refusals: { readers: string; reason: string }[] = [];
  if (/^[0-9]/.test(name)) refusals.push({ readers: "GAIA 0.1", reason: "it begins with a digit" });
  if (name.endsWith("-")) refusals.push({ readers: "Agent Skills", reason: "it ends with a hyphen" });
  if (name.includes("--")) refusals.push({ readers: "Agent Skills", reason: "it has two hyphens in a row" });
  return refusals;
}

/** The nearest name that every reader accepts: ASCII lower case, single hyphens, a letter first. */
export function suggestName(text: string): string {
  const words = text
    .slice(0, 200)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  const joined = words
    .join("-")
    .slice(0, NAME_MAX_LENGTH - 6)
    .replace(/-$/, "");
  if (joined === "") return "my-skill";
  return /^[a-z]/.test(joined) ? joined : `skill-${joined}`;
}

/** `web-search` -> `Web Search`, for a skill without a heading. */
export function titleFromName(name: string): string {
  const words = name.split("-").filter((word) => word !== "");
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(" ");
}
