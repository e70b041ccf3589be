import type { SkillParts } from "../../model/blank-skill.ts";
import type { Json, RequiredPackage } from "../../model/canonical.ts";
import { declaredAt, describe, readJson, refuse } from "../../model/field-reader.ts";
import type { Fields, Reading } from "../../model/field-reader.ts";

/** What the registry calls the managers that OpenClaw has other names for. */
const MANAGERS = new Map([
  ["uv", "pip"],
  ["pip", "pip"],
  ["pipx", "pip"],
  ["node", "npm"],
  ["npm", "npm"],
]);

/** Kinds that run whatever they say. They are shown to people, never executed. */
const COMMAND_KINDS = ["shell", "script", "manual", "command"];

const MAX_STEPS = 64;

/** `install`: one step each, kept whole in `raw`. */
export function readInstall(reading: Reading, fields: Fields, { requires }: SkillParts): void {
  const field = fields.peek("install");
  if (field?.value.kind !== "list") return;
  const { items } = field.value;
  if (items.length > MAX_STEPS) {
    refuse(reading, field, `a list of at most ${MAX_STEPS}`, `${items.length}`);
    return;
  }
  if (!items.every((item) => item.kind === "map")) return;
  fields.take("install");
  for (const [index, value] of items.entries()) {
    const step = { path: `${field.path}[${index}]`, pointer: `${field.pointer}/${index}`, keyAt: value.at, value };
    const origin = declaredAt(reading, value.at);
    const raw = readJson(reading, step) as { [key: string]: Json };
    const kind = kindOf(raw);
    if (COMMAND_KINDS.includes(kind)) {
      const message = `The install step ${kind} runs ${describe(value)} on the host.`;
      reading.report.note("SK6009", origin, message);
    }
    requires.packages.push({ ...packageOf(kind, raw), raw, origin });
  }
}

function kindOf(raw: { [key: string]: Json }): string {
  const kind = raw["kind"] ?? raw["type"];
  return typeof kind === "string" && /^[A-Za-z][A-Za-z0-9_-]{0,31}$/.test(kind) ? kind.toLowerCase() : "unknown";
}

function packageOf(kind: string, raw: { [key: string]: Json }): Omit<RequiredPackage, "origin" | "raw"> {
  const text = (...names: string[]) =>
    names.map((name) => raw[name]).find((one) => typeof one === "string" && one !== "");
  const spec = text("package", "formula", "cask", "module", "url", "name", "command", "run", "script", "id");
  const { bins } = raw;
  const sha256 = text("sha256");
  return {
    manager: MANAGERS.get(kind) ?? kind,
    spec: typeof spec === "string" ? spec.slice(0, 500) : "",
    bins: Array.isArray(bins) ? bins.filter((bin) => typeof bin === "string").slice(0, 64) : [],
    label: (text("label") as string | undefined) ?? null,
    sha256: typeof sha256 === "string" && /^[0-9a-f]{64}$/i.test(sha256) ? sha256.toLowerCase() : null,
  };
}
