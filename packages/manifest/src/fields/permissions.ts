import { TIERS, type Tier } from "@gaia/policy";
import type { CanonicalSkill, DeclaredPermission, Permission, Sourced } from "../model/canonical.ts";
import { codePoints, declaredAt, describe, readList, readText, refuse } from "../model/field-reader.ts";
import type { Field, Fields, Reading } from "../model/field-reader.ts";
import { parsePermission, permissionText } from "../model/permission.ts";
import { quoted } from "../model/report.ts";
import { takeRequired } from "./identity.ts";

const MAX_PERMISSIONS = 256;

/** Spec §3: a list that must be there; an empty list declares that nothing is needed. Null when nothing was declared. */
export function readPermissions(reading: Reading, fields: Fields): CanonicalSkill["permissions"]["declared"] {
  const field = takeRequired(reading, fields, "permissions", "SK5001");
  return field && readPermissionList(reading, field);
}

/** A list of permissions, which may be empty. Null when it is no list. */
export function readPermissionList(reading: Reading, field: Field): DeclaredPermission[] | null {
  const items = readList(reading, field, MAX_PERMISSIONS);
  if (items === null) return null;
  const declared: DeclaredPermission[] = [];
  for (const item of items) {
    const permission = readPermission(reading, item);
    if (permission !== null && !isDuplicate(reading, declared, permission)) declared.push(permission);
  }
  noteContradictions(reading, declared);
  for (const permission of declared) noteUnscoped(reading, permission);
  return declared;
}

function readPermission(reading: Reading, item: Field): DeclaredPermission | null {
  const { value: tree } = item;
  const { report, source } = reading;
  if (tree.kind === "map") {
    const message = `${item.path} is a mapping, not a permission.`;
    const hint = "Remove the space after the colon: `- network:read`.";
    report.note("SK5002", source.placeAt(tree.at), message, { hint });
    return null;
  }
  if (tree.kind === "list") return refuse(reading, item, "a permission", describe(tree));
  const read = parsePermission(tree.text);
  if ("permission" in read) return { ...read.permission, origin: declaredAt(reading, tree.at) };
  const code = read.problem === "grammar" ? "SK5002" : "SK5003";
  report.note(code, source.placeAt(tree.at), read.message, { hint: read.hint });
  return null;
}

function isDuplicate({ report }: Reading, earlier: DeclaredPermission[], permission: DeclaredPermission): boolean {
  const text = permissionText(permission);
  if (!earlier.some((one) => permissionText(one) === text)) return false;
  report.note("SK5012", permission.origin, `${quoted(text)} is declared twice.`);
  return true;
}

function noteContradictions({ report }: Reading, declared: DeclaredPermission[]): void {
  for (const none of declared) {
    if (none.level !== "none") continue;
    const other = declared.find((one) => one.domain === none.domain && one.level !== "none");
    if (other === undefined) continue;
    const later = (other.origin.line ?? 0) > (none.origin.line ?? 0) ? other : none;
    const pair = `${quoted(permissionText(none))} and ${quoted(permissionText(other))}`;
    report.note("SK5004", later.origin, `${pair} contradict each other.`);
  }
}

const EXAMPLE_SCOPES: Partial<Record<Permission["domain"], string>> = {
  filesystem: "./output/**",
  network: "*.example.com",
  shell: "git,npm",
  env: "MY_API_KEY",
  mcp: "my-server",
  database: "./data.sqlite",
};

function noteUnscoped({ report }: Reading, permission: DeclaredPermission): void {
  const example = EXAMPLE_SCOPES[permission.domain];
  if (permission.level === "none" || permission.scope !== null || example === undefined) return;
  const text = permissionText(permission);
  report.note("SK5005", permission.origin, `${quoted(text)} grants the whole domain.`, {
    fill: { suggestion: `${text}:${example}` },
  });
}

/** Spec §2.2: required; a claim, recorded and never believed, so a high claim is no error. */
export function readClaimedTier(reading: Reading, fields: Fields): Sourced<Tier> | null {
  const field = takeRequired(reading, fields, "security_tier", "SK5013");
  return field && readTier(reading, field);
}

export function readTier(reading: Reading, field: Field): Sourced<Tier> | null {
  const text = readText(reading, field);
  if (text === null) return null;
  const tier = TIERS.find((one) => one === text.value);
  if (tier === undefined) {
    const found = codePoints(text.value) > 60 ? "something else" : quoted(text.value);
    return refuse(reading, field, "experimental, community or verified", found);
  }
  if (tier !== "experimental") {
    const message = `The manifest claims the tier ${tier}. The claim is recorded; every version starts as experimental.`;
    reading.report.note("SK5010", text.origin, message);
  }
  return { value: tier, origin: text.origin };
}
