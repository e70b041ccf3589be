/** What stands at the head of SKILL.md. */
export interface Front {
  format: "agent-skills" | "openclaw" | "gaia";
  name: string;
  description: string;
  homepage: string | null;
  author: string | null;
  /** One more key of the metadata, with a text of any length. */
  extra: { key: string; text: string } | null;
}

export function writeFrontMatter(front: Front): string {
  const lines = [`name: ${front.name}`, `description: ${toScalar(front.description, "  ")}`];
  if (front.format === "agent-skills") lines.push("license: MIT", ...metadata(front, []));
  if (front.format === "openclaw")
    lines.push("version: 1.0.2", ...metadata(front, ["  openclaw:", "    requires:", "      bins: [git]"]));
  if (front.format === "gaia")
    lines.push(
      "version: 0.3.0",
      "license: MIT",
      ...metadata(front, ["  gaia:", "    security_tier: experimental", "    permissions:", "      - filesystem:read"]),
    );
  return `---\n${lines.join("\n")}\n---\n\n`;
}

function metadata(front: Front, inner: string[]): string[] {
  const own = [
    ...(front.author === null ? [] : [`  author: ${front.author}`]),
    ...(front.homepage === null ? [] : [`  homepage: ${front.homepage}`]),
    ...(front.extra === null ? [] : [`  ${front.extra.key}: ${toScalar(front.extra.text, "    ")}`]),
    ...inner,
  ];
  return own.length === 0 ? [] : ["metadata:", ...own];
}

function toScalar(text: string, indent: string): string {
  if (/^[\w .,'()-]+$/.test(text)) return text;
  if (!text.includes("\n") && text.length < 300) return JSON.stringify(text);
  return `|-\n${text
    .split("\n")
    .map((line) => indent + line)
    .join("\n")}`;
}
