import { noRequirements } from "../model/blank-skill.ts";
import type { CanonicalRequirements, Sourced } from "../model/canonical.ts";
import {
  declaredAt,
  describe,
  openFields,
  readBoolean,
  readList,
  readMap,
  readText,
  readTexts,
  refuse,
} from "../model/field-reader.ts";
import type { Field, Fields, Reading } from "../model/field-reader.ts";
import { quoted } from "../model/report.ts";
import { isSkillName } from "../model/skill-name.ts";
import { isRange } from "@gaia/resolver";

const LIMITS = { packages: 256, packageSpec: 500, env: 128, skills: 64, hardware: 32 };

const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

/** Spec §2.1 `requirements` and §10.3: optional, each member checked for its type. `skillName` may not require itself. */
export function readRequirements(reading: Reading, parent: Fields, skillName: string | null): CanonicalRequirements {
  const requires = noRequirements();
  const field = parent.take("requirements");
  const map = field && readMap(reading, field);
  if (field === null || map === null) return requires;
  const fields = openFields(reading, map, field);
  const text = (name: string): Sourced<string> | null => {
    const member = fields.take(name);
    return member && readText(reading, member);
  };
  requires.model = text("model");
  requires.context = text("context");
  requires.python = text("python");
  requires.packages = [
    ...readPackages(reading, fields.take("dependencies"), "pip"),
    ...readPackages(reading, fields.take("node_dependencies"), "npm"),
  ];
  requires.env = readEnv(reading, fields.take("env_vars"));
  requires.hardware = readHardware(reading, fields.take("hardware"));
  requires.skills = readSkills(reading, fields.take("skills"), skillName);
  fields.close();
  return requires;
}

function readPackages(
  reading: Reading,
  field: Field | null,
  manager: "pip" | "npm",
): CanonicalRequirements["packages"] {
  const { packages: maxItems, packageSpec: maxLength } = LIMITS;
  const rules = { maxItems, maxLength, want: `a ${manager} requirement` };
  const specs = readTexts(reading, field, rules);
  return specs.map(({ value: spec, origin }) => ({
    manager,
    spec,
    bins: [],
    label: null,
    sha256: null,
    raw: null,
    origin,
  }));
}

function readEnv(reading: Reading, field: Field | null): CanonicalRequirements["env"] {
  const items = field && readList(reading, field, LIMITS.env);
  return (items ?? []).flatMap((item) => {
    const want = "the name of an environment variable";
    const name = readText(reading, item, { want });
    if (name === null) return [];
    if (ENV_NAME.test(name.value))
      return { name: name.value, required: true, primary: false, description: null, origin: name.origin };
    return refuse(reading, item, want, quoted(name.value), "Write e.g. MY_API_KEY.") ?? [];
  });
}

function readHardware(reading: Reading, field: Field | null): CanonicalRequirements["hardware"] {
  // Without a prototype: its keys are the author's.
  const hardware = Object.create(null) as CanonicalRequirements["hardware"];
  const map = field && readMap(reading, field);
  if (field === null || map === null) return hardware;
  if (map.entries.size > LIMITS.hardware)
    refuse(reading, field, `at most ${LIMITS.hardware} hints`, `${map.entries.size}`);
  for (const [hint, entry] of [...map.entries].slice(0, LIMITS.hardware)) {
    const path = `${field.path}.${hint.slice(0, 64)}`;
    const member = { path, pointer: `${field.pointer}/${hint}`, ...entry };
    const text = readText(reading, member);
    if (text === null) continue;
    if (hint === "npu" && !["required", "optional", "none"].includes(text.value))
      refuse(reading, member, "required, optional or none", quoted(text.value));
    hardware[hint] = text;
  }
  return hardware;
}

/**
 * The skills that are needed, each with its range (docs/specification.md §10.3, §9.1). `skillName`: whoever needs them; null: no skill.
 */
export function readSkills(
  reading: Reading,
  field: Field | null,
  skillName: string | null,
): CanonicalRequirements["skills"] {
  const items = (field && readList(reading, field, LIMITS.skills)) ?? [];
  return items.flatMap((item) => readSkill(reading, item, skillName) ?? []);
}

function readSkill(
  reading: Reading,
  item: Field,
  skillName: string | null,
): CanonicalRequirements["skills"][number] | null {
  const { report } = reading;
  if (item.value.kind !== "map") {
    const hint = '- name: auth-helpers\n  version: ">=1.0.0"';
    return refuse(reading, item, "a mapping with name and version", describe(item.value), hint);
  }
  const fields = openFields(reading, item.value, item);
  const name = readSkillName(reading, item, fields);
  const version = fields.take("version");
  const range = version === null ? null : readText(reading, version, { maxLength: 256 });
  const required = fields.take("required");
  const optional = required !== null && readBoolean(reading, required) === false;
  fields.close();
  if (range !== null && !isRange(range.value))
    report.note("SK6001", range.origin, `${quoted(range.value)} is not a version range.`);
  const origin = declaredAt(reading, item.value.at);
  if (name !== null && name === skillName) report.note("SK6005", origin, `The skill ${quoted(name)} requires itself.`);
  return name === null ? null : { name, range: range?.value ?? "*", optional, origin };
}

function readSkillName(reading: Reading, item: Field, fields: Fields): string | null {
  const want = "the name of a skill";
  const field = fields.take("name");
  if (field === null) return refuse(reading, { ...item, path: `${item.path}.name` }, want, "nothing");
  const name = readText(reading, field, { want });
  if (name === null || isSkillName(name.value)) return name?.value ?? null;
  return refuse(reading, field, want, quoted(name.value));
}
