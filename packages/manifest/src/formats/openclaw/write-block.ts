import type { CanonicalSkill, Json, RequiredPackage } from "../../model/canonical.ts";
import type { CanonicalFieldName } from "../canonical/canonical-fields.ts";
import { mapping } from "../yaml-text.ts";
import type { Mapping } from "../yaml-text.ts";
import { OPENCLAW_NAMES } from "./read-block.ts";

interface Written {
  name: string;
  block: Mapping;
  natively: CanonicalFieldName[];
}

/** What OpenClaw has fields for, as its block. `name` is the namespace that the skill came with, else `openclaw`. */
export function openClawBlock(
  skill: CanonicalSkill,
  { withPlainPackages, withEnv }: { withPlainPackages: boolean; withEnv: boolean },
): Written {
  const { requires, discovery, invocation } = skill;
  const block = mapping();
  const needs = mapping();
  const natively: CanonicalFieldName[] = ["bins", "hostConfig", "os", "always", "packages"];
  const put = (into: Mapping, key: string, values: Json[]) => {
    if (values.length > 0) into[key] = values;
  };
  if (withEnv) putEnv(skill, block, needs, natively);
  put(
    needs,
    "bins",
    requires.bins.all.map(({ value }) => value),
  );
  const [any = [], ...more] = requires.bins.anyOf;
  if (more.length === 0) {
    natively.push("anyBins");
    put(
      needs,
      "anyBins",
      any.map(({ value }) => value),
    );
  }
  put(
    needs,
    "config",
    requires.hostConfig.map(({ value }) => value),
  );
  if (Object.keys(needs).length > 0) block["requires"] = needs;
  if (discovery.icon === null || discovery.icon.value.length <= 64) {
    natively.push("icon");
    if (discovery.icon !== null) block["emoji"] = discovery.icon.value;
  }
  if (invocation.always !== null) block["always"] = invocation.always.value;
  put(
    block,
    "os",
    requires.os.map(({ value }) => value),
  );
  const packages = requires.packages.filter((one) => withPlainPackages || !isPlain(one));
  put(block, "install", packages.map(stepOf));
  return { name: namespaceOf(skill), block, natively };
}

function isPlain({ manager, raw, spec }: RequiredPackage): boolean {
  return raw === null && spec !== "" && (manager === "pip" || manager === "npm");
}

function putEnv({ requires }: CanonicalSkill, block: Mapping, needs: Mapping, natively: CanonicalFieldName[]): void {
  natively.push("env");
  const { env, tools } = requires;
  if (tools.length > 0) needs["tools"] = tools.map(({ value }) => value);
  const primary = env.find((one) => one.primary);
  if (primary !== undefined) block["primaryEnv"] = primary.name;
  const names = env.filter(({ required }) => required).map(({ name }) => name);
  if (names.length > 0) needs["env"] = names;
  if (env.every(({ required, description }) => required && description === null)) return;
  block["envVars"] = env.map(({ name, required, description }) => ({
    name,
    required,
    ...(description === null ? {} : { description }),
  }));
}

/** An install step as it was, or one that OpenClaw's own parser takes. */
function stepOf({ raw, manager, spec, bins, label, sha256 }: RequiredPackage): Json {
  if (raw !== null) return raw;
  const [kind, field] = STEP_FIELDS.get(manager) ?? [manager, "package"];
  return {
    kind,
    [field]: spec,
    ...(bins.length > 0 ? { bins } : {}),
    ...(label === null ? {} : { label }),
    ...(sha256 === null ? {} : { sha256 }),
  };
}

const STEP_FIELDS = new Map([
  ["pip", ["uv", "package"]],
  ["npm", ["node", "package"]],
  ["brew", ["brew", "formula"]],
  ["go", ["go", "module"]],
  ["download", ["download", "url"]],
] as const) as ReadonlyMap<string, readonly [string, string]>;

/** Several namespaces may be there; the first in OpenClaw's order was read, and only those after it are kept whole. */
function namespaceOf({ extensions, provenance }: CanonicalSkill): string {
  if (provenance.format !== "openclaw" && provenance.format !== "gaia") return "openclaw";
  const pointers = Object.keys(extensions);
  const inside = OPENCLAW_NAMES.find((name) => pointers.some((one) => one.startsWith(`/metadata/${name}/`)));
  if (inside !== undefined) return inside;
  const whole = OPENCLAW_NAMES.find((name) => pointers.includes(`/metadata/${name}`));
  return whole === undefined ? "openclaw" : (OPENCLAW_NAMES.find((name) => name !== whole) ?? "openclaw");
}
