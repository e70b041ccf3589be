import type { SkillParts } from "../../model/blank-skill.ts";
import type { CanonicalSkill, Json, Origin, RequiredEnv } from "../../model/canonical.ts";
import { parseTool } from "../allowed-tools.ts";
import { implementation, list, sourced, withoutOrigin, words } from "./canonical-field.ts";
import type { CanonicalField } from "./canonical-field.ts";
import { count, flag, isMapping, json, listOf, maybe, oneOf, record, text } from "./shapes.ts";

const plainEnv = record<Omit<RequiredEnv, "origin">>({
  name: text,
  required: flag,
  primary: flag,
  description: maybe(text),
});

/** Packages of pip and npm stand in GAIA's own fields and are there already. */
function appended(field: CanonicalField): CanonicalField {
  return {
    ...field,
    read: (value, parts, origin) => {
      const before = [...parts.requires.packages];
      const isRead = field.read(value, parts, origin);
      if (isRead) parts.requires.packages.unshift(...before);
      return isRead;
    },
  };
}

/** In the order in which they are written. */
const CANONICAL_FIELDS = {
  aliases: words((parts) => parts.aliases),
  authors: list(
    text,
    (parts) => parts.authors,
    ({ name }) => name,
    (name, origin) => ({ name, origin }),
  ),
  homepage: sourced(
    text,
    ({ links }) => links.homepage,
    ({ links }, value) => (links.homepage = value),
  ),
  repository: sourced(
    text,
    ({ links }) => links.repository,
    ({ links }, value) => (links.repository = value),
  ),
  registry: sourced(
    text,
    ({ links }) => links.registry,
    ({ links }, value) => (links.registry = value),
  ),
  tags: words((parts) => parts.discovery.tags),
  category: sourced(
    text,
    ({ discovery }) => discovery.category,
    ({ discovery }, value) => (discovery.category = value),
  ),
  triggers: words((parts) => parts.discovery.triggers),
  icon: sourced(
    text,
    ({ discovery }) => discovery.icon,
    ({ discovery }, value) => (discovery.icon = value),
  ),
  status: sourced(
    oneOf("active", "stub", "experimental", "deprecated"),
    ({ discovery }) => discovery.status,
    ({ discovery }, value) => (discovery.status = value),
  ),
  layer: sourced(
    oneOf(0, 1, 2, 3, 4),
    ({ discovery }) => discovery.layer,
    ({ discovery }, value) => (discovery.layer = value),
  ),
  focusAffinity: words((parts) => parts.discovery.focusAffinity),
  complexity: sourced(
    oneOf("low", "medium", "high"),
    ({ discovery }) => discovery.complexity,
    ({ discovery }, value) => (discovery.complexity = value),
  ),
  user: sourced(
    flag,
    ({ invocation }) => invocation.user,
    ({ invocation }, value) => (invocation.user = value),
  ),
  model: sourced(
    flag,
    ({ invocation }) => invocation.model,
    ({ invocation }, value) => (invocation.model = value),
  ),
  always: sourced(
    flag,
    ({ invocation }) => invocation.always,
    ({ invocation }, value) => (invocation.always = value),
  ),
  argumentHint: sourced(
    text,
    ({ invocation }) => invocation.argumentHint,
    ({ invocation }, value) => (invocation.argumentHint = value),
  ),
  dispatchTool: sourced(
    text,
    ({ invocation }) => invocation.dispatchTool,
    ({ invocation }, value) => (invocation.dispatchTool = value),
  ),
  allowedTools: list(
    text,
    (parts) => parts.allowedTools,
    ({ raw }) => raw,
    (raw, origin) => ({ ...parseTool(raw), origin }),
  ),
  compatibility: sourced(
    text,
    ({ requires }) => requires.text,
    ({ requires }, value) => (requires.text = value),
  ),
  node: sourced(
    text,
    ({ requires }) => requires.node,
    ({ requires }, value) => (requires.node = value),
  ),
  env: list(
    plainEnv,
    ({ requires }) => requires.env,
    withoutOrigin,
    (plain, origin) => ({ ...plain, origin }),
  ),
  bins: words(({ requires }) => requires.bins.all),
  anyBins: list(
    listOf(text),
    ({ requires }) => requires.bins.anyOf,
    (group) => group.map(({ value }) => value),
    (group, origin) => group.map((value) => ({ value, origin })),
  ),
  hostConfig: words(({ requires }) => requires.hostConfig),
  os: list(
    oneOf("darwin", "linux", "win32"),
    ({ requires }) => requires.os,
    ({ value }) => value,
    (value, origin) => ({ value, origin }),
  ),
  packages: appended(
    list(
      record({
        manager: text,
        spec: text,
        bins: listOf(text),
        label: maybe(text),
        sha256: maybe(text),
        raw: maybe(json),
      }),
      ({ requires }) => requires.packages,
      withoutOrigin,
      (plain, origin) => ({ ...plain, origin }),
    ),
  ),
  runtime: {
    write: ({ runtime }) =>
      runtime === null
        ? undefined
        : { ...runtime, entry: runtime.entry.value, timeoutMs: runtime.timeoutMs?.value ?? null },
    read: (value, parts, origin) => {
      const plain = record({
        type: oneOf("python-module", "node-subprocess", "inline-ts", "command-template", "mcp"),
        entry: text,
        timeoutMs: maybe(count),
        io: maybe(oneOf("json-line-stdio", "function")),
      })(value);
      if (plain === undefined) return false;
      const timeoutMs = plain.timeoutMs === null ? null : { value: plain.timeoutMs, origin };
      parts.runtime = { ...plain, entry: { value: plain.entry, origin }, timeoutMs };
      return true;
    },
  },
  orchestration: {
    write: ({ orchestration }) =>
      orchestration && { ...orchestration, implementation: { ...orchestration.implementation } },
    read: (value, parts) => {
      const plain = record({ inputSchema: maybe(mapping), implementation })(value);
      if (plain !== undefined) parts.orchestration = plain;
      return plain !== undefined;
    },
  },
  tests: list(
    record({ name: text, input: json, expected: json }),
    (parts) => parts.tests,
    withoutOrigin,
    (plain, origin) => ({ ...plain, origin }),
  ),
  rateLimit: {
    write: ({ rateLimit }) => (rateLimit === null ? undefined : { perMinute: rateLimit.perMinute.value }),
    read: (value, parts, origin) => {
      const plain = record({ perMinute: count })(value);
      if (plain !== undefined) parts.rateLimit = { perMinute: { value: plain.perMinute, origin } };
      return plain !== undefined;
    },
  },
  implementations: {
    write: ({ tools }) => {
      const known = tools.filter((tool) => tool.implementation !== null);
      if (known.length === 0) return undefined;
      return known.map((tool) => ({ tool: tool.name, ...tool.implementation }) as { [key: string]: Json });
    },
    read: (value, parts) => {
      const plain = listOf(record({ tool: text, at: () => null }))(value);
      if (plain === undefined || !Array.isArray(value)) return false;
      for (const [index, { tool: name }] of plain.entries()) {
        const tool = parts.tools.find((one) => one.name === name);
        const found = implementation(value[index]);
        if (tool !== undefined && found !== undefined) tool.implementation = found;
      }
      return true;
    },
  },
  extensions: {
    write: ({ extensions }) => {
      const plain = Object.create(null) as { [pointer: string]: Json };
      for (const [pointer, { value }] of Object.entries(extensions)) plain[pointer] = value;
      return Object.keys(plain).length === 0 ? undefined : plain;
    },
    read: (value, parts, origin) => {
      if (!isMapping(value)) return false;
      for (const [pointer, kept] of Object.entries(value))
        // A pointer begins with "/" or names a file, so that none can name the prototype.
        if (/^(?:[^#]{1,240}#)?\//.test(pointer)) parts.extensions[pointer] ??= { value: kept, origin };
      return true;
    },
  },
} satisfies Record<string, CanonicalField>;

export type CanonicalFieldName = keyof typeof CANONICAL_FIELDS;

const FIELDS: Record<string, CanonicalField> = CANONICAL_FIELDS;

function mapping(value: Json | undefined) {
  return isMapping(value) ? value : undefined;
}

/** The fields of a skill that `natively` does not name, as plain data. Null when there is nothing to say. */
export function writeCanonicalFields(
  skill: CanonicalSkill,
  natively: readonly CanonicalFieldName[],
): { [key: string]: Json } | null {
  const fields: { [key: string]: Json } = {};
  for (const [name, field] of Object.entries(FIELDS)) {
    if (natively.some((one) => one === name)) continue;
    const value = field.write(skill);
    if (value !== undefined && value !== null) fields[name] = value;
  }
  return Object.keys(fields).length === 0 ? null : fields;
}

/** Puts them back. Gives what could not be: unknown names, values of a wrong shape. */
export function readCanonicalFields(value: Json, parts: SkillParts, origin: Origin): [name: string, value: Json][] {
  if (!isMapping(value)) return [["", value]];
  return Object.entries(value).filter(([name, member]) => {
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    return field === undefined || !field.read(member, parts, origin);
  });
}
