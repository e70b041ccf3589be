import type { CanonicalSkill, InferredPermission, Origin, Permission } from "../model/canonical.ts";
import { declaredAt, describe, refuse } from "../model/field-reader.ts";
import type { Field, Reading } from "../model/field-reader.ts";
import { parsePermission, permissionText } from "../model/permission.ts";

type AllowedTool = CanonicalSkill["allowedTools"][number];

const MAX_TOOLS = 256;

/** `allowed-tools`: text separated by spaces or commas, or a list. A specifier in parentheses may hold both: `Bash(git add:*, ls)`. */
export function readAllowedTools(reading: Reading, field: Field): AllowedTool[] {
  const { value: tree } = field;
  if (tree.kind === "map") {
    refuse(reading, field, "text separated by spaces", describe(tree));
    return [];
  }
  const scalars = tree.kind === "scalar" ? [tree] : tree.items;
  const tools: AllowedTool[] = [];
  for (const item of scalars) {
    if (item.kind !== "scalar") {
      refuse(reading, { ...field, value: item }, "a list of texts", describe(item));
      continue;
    }
    const origin = declaredAt(reading, item.at);
    const words = tree.kind === "scalar" ? splitTools(item.text) : [item.text.trim()];
    tools.push(...words.filter((word) => word !== "").map((raw) => ({ ...parseTool(raw), origin })));
  }
  if (tools.length > MAX_TOOLS) refuse(reading, field, `at most ${MAX_TOOLS} tools`, `${tools.length}`);
  noteForm(reading, field, tree.kind === "list");
  for (const { raw, tool, specifier, origin } of tools.slice(0, MAX_TOOLS))
    if ((tool === "Bash" || tool === "*") && (specifier === null || specifier === "*"))
      reading.report.note("SK4002", origin, `allowed-tools grants ${raw} without a limit.`);
  return tools.slice(0, MAX_TOOLS);
}

function noteForm(reading: Reading, field: Field, isList: boolean): void {
  const { value: tree } = field;
  const hasCommas = tree.kind === "scalar" && splitTools(tree.text).join(" ") !== tree.text.trim().replace(/\s+/g, " ");
  if (!isList && !hasCommas) return;
  const message = `allowed-tools is ${isList ? "a list" : "separated by commas"}; the standard has text separated by spaces.`;
  reading.report.note("SK4001", reading.source.placeAt(tree.at), message);
}

/** The words of `allowed-tools`, split at spaces and commas outside parentheses. Linear. */
export function splitTools(text: string): string[] {
  const words: string[] = [];
  let word = "";
  let depth = 0;
  for (const char of text) {
    if (depth === 0 && /[\s,]/.test(char)) {
      if (word !== "") words.push(word);
      word = "";
      continue;
    }
    if (char === "(") depth++;
    if (char === ")" && depth > 0) depth--;
    word += char;
  }
  if (word !== "") words.push(word);
  return words;
}

export function parseTool(raw: string): Omit<AllowedTool, "origin"> {
  const open = raw.indexOf("(");
  if (open < 1 || !raw.endsWith(")")) return { raw, tool: raw, specifier: null };
  return { raw, tool: raw.slice(0, open).trim(), specifier: raw.slice(open + 1, -1) };
}

const FILE_READERS = ["Read", "Glob", "Grep", "LS", "NotebookRead"];
const FILE_WRITERS = ["Write", "Edit", "MultiEdit", "NotebookEdit"];

/** What an allowed tool lets a skill do, in the registry's permissions. Tools of unknown meaning suggest nothing. */
export function permissionsOfTools(tools: readonly AllowedTool[]): InferredPermission[] {
  return mergeInferred(
    tools.flatMap((tool) => permissionOfTool(tool).map((permission) => ({ ...permission, evidence: [tool.origin] }))),
  );
}

function permissionOfTool({ tool, specifier }: AllowedTool): Permission[] {
  const path = specifier === null || specifier === "*" ? null : specifier;
  if (FILE_READERS.includes(tool)) return scoped("filesystem", "read", path);
  if (FILE_WRITERS.includes(tool)) return scoped("filesystem", "write", path);
  if (tool === "Bash") return scoped("shell", "execute", commandsOf(path));
  if (tool === "WebSearch") return scoped("network", "read", null);
  if (tool === "WebFetch") return scoped("network", "read", path?.replace(/^domain:/, "") ?? null);
  const server = /^mcp__([A-Za-z0-9_-]{1,64}?)(?:__|$)/.exec(tool)?.[1];
  return server === undefined ? [] : scoped("mcp", "connect", server);
}

/** `git add:*` is the program git; several are separated by commas. Null where one of them is anything. */
function commandsOf(specifier: string | null): string | null {
  if (specifier === null) return null;
  const words = specifier.split(",").map((part) => /^[^\s:*]{1,64}/.exec(part.trim())?.[0] ?? null);
  return words.includes(null) ? null : [...new Set(words)].join(",");
}

function scoped(domain: Permission["domain"], level: Permission["level"], scope: string | null): Permission[] {
  const wide = { domain, level, scope: null };
  if (scope === null) return [wide];
  // A scope that is none of ours widens the permission; it never hides it.
  const read = parsePermission(permissionText({ ...wide, scope }));
  return ["permission" in read ? read.permission : wide];
}

/** One entry per permission, with all its evidence. */
export function mergeInferred(permissions: readonly InferredPermission[]): InferredPermission[] {
  const merged = new Map<string, InferredPermission>();
  for (const permission of permissions) {
    const key = permissionText(permission);
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { ...permission, evidence: [...permission.evidence] });
    else known.evidence.push(...permission.evidence);
  }
  return [...merged.values()];
}

/** A permission somebody needs in order to use what is at `origin`. */
export function inferredPermission(
  domain: Permission["domain"],
  level: Permission["level"],
  scope: string | null,
  origin: Origin,
): InferredPermission {
  const [permission] = scoped(domain, level, scope);
  return { ...(permission ?? { domain, level, scope: null }), evidence: [origin] };
}
