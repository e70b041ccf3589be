import { createHash } from "node:crypto";

/**
 * Some clients and models take no name but these, and put `mcp__<server>__` before it, which has to fit into 64 characters too
 * (docs/specification.md §5.2 has `<skill>/<tool>`, which none of them takes).
 */
const PLAIN = /^[A-Za-z0-9_-]+$/;
export const LONGEST_NAME = 48;
const DIGEST = /__[0-9a-f]{12}$/;

export const qualifiedName = (skill: string, tool: string): string => `${skill}/${tool}`;

/**
 * The name that clients are told for a tool: `<skill>__<tool>`. Where that is too long, has other characters or looks like the second
 * form, it is shortened and ends with `__` and 12 hexadecimal digits of the SHA-256 of the qualified name. It depends on nothing else
 * that is installed. As no skill's name has an underscore, two tools share a name only where two digests agree.
 */
export function advertisedName(skill: string, tool: string): string {
  const plain = `${skill}__${tool}`;
  if (plain.length <= LONGEST_NAME && PLAIN.test(plain) && !DIGEST.test(plain)) return plain;
  const digest = createHash("sha256").update(qualifiedName(skill, tool)).digest("hex").slice(0, 12);
  const room = LONGEST_NAME - digest.length - 2;
  return `${plain.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, room)}__${digest}`;
}
