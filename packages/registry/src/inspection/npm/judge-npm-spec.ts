import { isPackageName } from "@gaia/catalog";
import { hasHidden } from "@gaia/text";
import npa from "npm-package-arg";

/** What a requirement for npm asks for, decided without npm: only `package` ever reaches it. */
export type JudgedNpmSpec =
  | { kind: "package"; name: string; range: string; exactVersion: string | null }
  /** A directory beside the one that asks, by its path or its name; the reader knows whether it is in the package. */
  | { kind: "local"; path: string | null; why: string }
  | { kind: "refused"; rule: "remote-source" | "local-path" | "alias" | "unreadable"; why: string };

const MAX_CHARACTERS = 500;
/**
 * Judges one requirement: `name@range` as npm's command line has it, or a member of package.json's dependencies. Nothing but
 * the configured registry decides what a name means; whatever names another place is refused. Pure, bounded.
 */
export function judgeNpmSpec(input: { text: string } | { name: string; spec: string }): JudgedNpmSpec {
  const text = "text" in input ? input.text.trim() : input.spec.trim();
  const isOption = "text" in input && text.startsWith("-");
  if (isOption || text.length > MAX_CHARACTERS || hasHidden(text, { asName: true }))
    return refused("unreadable", "it cannot be read");
  const spec = "text" in input ? text.slice(text.indexOf("@", 1) + 1) : text;
  const local = /^(?:link|portal|file|workspace):(.{0,300})$/i.exec(spec);
  if (local !== null) return judgeLocal(spec, local[1] ?? "");
  if (/^npm:/i.test(spec)) return refused("alias", "it installs a package under another one's name");
  let read: ReturnType<typeof npa>;
  try {
    read = "text" in input ? npa(text) : npa.resolve(input.name, text);
  } catch {
    return refused("unreadable", "npm knows no such way to name a package");
  }
  switch (read.type) {
    case "git":
    case "remote":
      return refused("remote-source", "it would fetch code from an address outside the registry of npm");
    case "file":
    case "directory":
      return judgeLocal(spec, spec);
    case "alias":
      return refused("alias", "it installs a package under another one's name");
    case "version":
    case "range":
    case "tag":
      break;
    default:
      return refused("unreadable", "npm knows no such way to name a package");
  }
  // Its types promise a name or null.
  const name: unknown = read.name;
  if (typeof name !== "string" || !isPackageName("npm", name)) return refused("unreadable", "it names no package");
  const range = read.fetchSpec ?? "*";
  return {
    kind: "package",
    name,
    range: range === "" ? "*" : range,
    exactVersion: read.type === "version" ? range : null,
  };
}

function judgeLocal(spec: string, path: string): JudgedNpmSpec {
  const why = "it would install a directory of the machine that installs it";
  if (/^workspace:/i.test(spec)) return { kind: "local", path: null, why };
  if (/^(?:[~/\\]|[a-z]:|file:)/i.test(path) || /\.(?:tgz|tar|tar\.gz)$/i.test(path)) return refused("local-path", why);
  return { kind: "local", path, why };
}

function refused(rule: Extract<JudgedNpmSpec, { kind: "refused" }>["rule"], why: string): JudgedNpmSpec {
  return { kind: "refused", rule, why };
}
