import type { Permission } from "@gaia/policy";
import { answerTo } from "./permission-table.ts";

const PREFIX = "private-network:";

/** How a lock says that a person lets a host lead to where the public is not. No permission: no manifest can declare it. */
export const nearText = (host: string): string => `${PREFIX}${host}`;

/** The hosts of which a lock says so, in lower case. */
export const nearHosts = (granted: readonly string[]): string[] =>
  granted.filter((text) => text.startsWith(PREFIX)).map((text) => plainHost(text.slice(PREFIX.length)));

/** In lower case, without port, brackets and the dot at the end. */
export const plainHost = (text: string): string =>
  text
    .toLowerCase()
    .replace(/:\d{1,5}$/, (port, at: number) => (text.slice(0, at).includes(":") && !text.startsWith("[") ? port : ""))
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");

/** The names and addresses that permissions open, each once: those that may lead somewhere that is not public. Patterns do not. */
export function wholeHosts(permissions: readonly Permission[]): string[] {
  const patterns = permissions.flatMap((permission) => {
    const answer = answerTo(permission);
    return "refused" in answer ? [] : (answer.hosts ?? []).map(({ pattern }) => pattern);
  });
  return [...new Set(patterns.filter((pattern) => !pattern.startsWith("*")).map(plainHost))];
}
