import type { SkillParts } from "../../model/blank-skill.ts";
import type { CanonicalRequirements, Discovery } from "../../model/canonical.ts";
import { declaredAt, describe, readList, readText, refuse } from "../../model/field-reader.ts";
import type { Field, Fields, Reading } from "../../model/field-reader.ts";
import { quoted } from "../../model/report.ts";
import type { Report } from "../../model/report.ts";

const MAX_DEPENDENCIES = 128;

/** The skill that layer 1 is reserved for, by its canonical name. */
export const GATEWAY = "api-client";

/** Standard v2: a required key that is missing. */
export function refuseMissing(reading: Reading, name: string, want: string): null {
  const at = reading.startAt;
  const value = { kind: "scalar", at, text: "", value: null, plain: true } as const;
  return refuse(reading, { path: name, pointer: `/${name}`, keyAt: at, value }, want, "nothing");
}

/** Standard v2, "Layer Assignment Guide": an integer from 0 to 4. */
export function readLayer(reading: Reading, fields: Fields): Discovery["layer"] {
  const want = "a layer, a whole number from 0 to 4";
  const field = fields.take("layer");
  if (field === null) return refuseMissing(reading, "layer", want);
  const { value: tree } = field;
  const layer = tree.kind === "scalar" ? ([0, 1, 2, 3, 4] as const).find((one) => one === tree.value) : undefined;
  if (layer === undefined) return refuse(reading, field, want, describe(tree));
  return { value: layer, origin: declaredAt(reading, tree.at) };
}

/** Directory names of other skills, as canonical names: `session_manager` -> `session-manager`. */
export function readDependencies(
  reading: Reading,
  fields: Fields,
  skillName: string | null,
): CanonicalRequirements["skills"] {
  const field = fields.take("dependencies");
  if (field === null) {
    refuseMissing(reading, "dependencies", "a list of skills, which may be empty");
    return [];
  }
  const seen = new Set<string>();
  return (readList(reading, field, MAX_DEPENDENCIES) ?? []).flatMap((item) => {
    const name = readDependency(reading, item);
    if (name === null || seen.has(name)) return [];
    seen.add(name);
    const origin = declaredAt(reading, item.value.at);
    if (name === skillName) reading.report.note("SK6005", origin, "The skill depends on itself.");
    return [{ name, range: "*", optional: false, origin }];
  });
}

function readDependency(reading: Reading, item: Field): string | null {
  const want = "the directory name of a skill, e.g. api_client";
  const text = readText(reading, item, { maxLength: 64, want });
  if (text === null) return null;
  const name = text.value.replaceAll("_", "-");
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) ? name : refuse(reading, item, want, quoted(text.value));
}

/** What a skill's layer says about the skill alone: layer 0 has no dependencies, layer 1 is api_client and api_client is layer 1. */
export function checkOwnLayer(
  { name, parts }: { name: string; parts: Pick<SkillParts, "discovery" | "requires"> },
  report: Report,
): void {
  const { layer } = parts.discovery;
  if (layer === null) return;
  const first = parts.requires.skills[0];
  if (layer.value === 0 && first !== undefined)
    report.note("SK6007", first.origin, `A layer 0 skill has no dependencies, found ${quoted(first.name)}.`);
  const isGateway = name === GATEWAY;
  if (layer.value === 1 && !isGateway)
    report.note("SK6008", layer.origin, "Layer 1 is reserved for api_client, the only gateway to the database.");
  if (layer.value !== 1 && isGateway)
    report.note("SK6008", layer.origin, `api_client belongs to layer 1, found ${layer.value}.`, {
      hint: "Use layer 1.",
    });
}
