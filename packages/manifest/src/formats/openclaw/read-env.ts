import type { SkillParts } from "../../model/blank-skill.ts";
import type { RequiredEnv } from "../../model/canonical.ts";
import { declaredAt } from "../../model/field-reader.ts";
import type { Field, Fields, Reading } from "../../model/field-reader.ts";
import { toJson } from "../../model/yaml-json.ts";
import type { Tree } from "../../model/yaml-tree.ts";
import { takeLine, takeWords } from "../skill-file/loose-fields.ts";

const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

/**
 * Environment variables: `envVars` (or `env`) with their details first, then the names of `requires.env`, then `primaryEnv`; each name
 * once. A list with anything else in it is left as an extension.
 */
export function readEnv(reading: Reading, fields: Fields, needs: Fields | null, { requires }: SkillParts): void {
  const { env } = requires;
  const add = (one: RequiredEnv) => {
    const known = env.find(({ name }) => name === one.name);
    if (known === undefined) env.push(one);
    else known.required ||= one.required;
  };
  for (const name of ["envVars", "env"]) {
    const detailed = detailedEnv(reading, fields.peek(name));
    if (detailed === null) continue;
    fields.take(name);
    detailed.forEach(add);
  }
  const plain = needs?.peek("env")?.value;
  const names = plain?.kind === "list" ? plain.items : plain === undefined ? [] : [plain];
  const isPlain = names.every((one) => one.kind === "scalar" && one.text.split(",").every((part) => isName(part)));
  if (needs !== null && isPlain)
    for (const { value, origin } of takeWords(reading, needs, "env"))
      add({ name: value, required: true, primary: false, description: null, origin });
  const key = fields.peek("primaryEnv")?.value;
  if (key?.kind !== "scalar" || !isName(key.text)) return;
  const primary = takeLine(reading, fields, "primaryEnv");
  if (primary === null) return;
  add({ name: primary.value, required: true, primary: true, description: null, origin: primary.origin });
  for (const one of env) one.primary = one.name === primary.value;
}

function isName(text: string): boolean {
  return ENV_NAME.test(text.trim());
}

const MAX_VARIABLES = 128;

function detailedEnv(reading: Reading, field: Field | null): RequiredEnv[] | null {
  if (field?.value.kind !== "list" || field.value.items.length > MAX_VARIABLES) return null;
  const found = field.value.items.map((item) => variable(reading, item));
  const good = found.filter((one) => one !== null);
  return good.length === found.length ? good : null;
}

/** Null for what has more to it than a name, whether it is required, and a description. */
function variable(reading: Reading, item: Tree): RequiredEnv | null {
  const origin = declaredAt(reading, item.at);
  if (item.kind === "scalar")
    return isName(item.text)
      ? { name: item.text.trim(), required: true, primary: false, description: null, origin }
      : null;
  if (item.kind !== "map") return null;
  const { name, key, required, description, ...rest } = toJson(item).value as Record<string, unknown>;
  const given = name ?? key;
  const isText = description === undefined || typeof description === "string";
  const isFlag = required === undefined || typeof required === "boolean";
  if (typeof given !== "string" || !isName(given) || !isText || !isFlag || Object.keys(rest).length > 0) return null;
  return { name: given, required: required ?? true, primary: false, description: description ?? null, origin };
}
