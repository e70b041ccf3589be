import type { Telling, Told } from "@gaia/findings";
import type { CanonicalRequirements, CanonicalSkill } from "../model/canonical.ts";
import { permissionText } from "../model/permission.ts";
import { newlyTold } from "./newly-told.ts";

/** One of two versions of a skill: what its files say, and whose keys or identities signed it. */
export interface ComparedVersion {
  skill: CanonicalSkill;
  telling: Telling;
  signers: readonly string[];
}

interface Changed {
  added: string[];
  dropped: string[];
}

/** What a version asks for, offers and tells beyond another one. */
export interface VersionDifference {
  permissions: Changed;
  /** `changed`: of the same name, with other parameters. */
  tools: Changed & { changed: string[] };
  requirements: Changed;
  signers: Changed;
  /** What weighs most first; `leftOut`: how many more there are. */
  newlyTold: Told[];
  leftOut: number;
  /** Files of the newer version that may tell more than was read. */
  unread: string[];
}

/**
 * What the newer of two versions asks for, offers and tells that the older did not: for a page, for whoever updates, for whoever audits.
 * Pure: it opens no file, and both versions were read by the same code.
 */
export function versionDifference(before: ComparedVersion, after: ComparedVersion): VersionDifference {
  const { told, leftOut } = newlyTold(before.telling, after.telling);
  const toolsOf = ({ skill }: ComparedVersion) =>
    new Map(
      skill.tools.map(({ name, inputSchema, outputSchema }) => [name, JSON.stringify([inputSchema, outputSchema])]),
    );
  const [older, newer] = [toolsOf(before), toolsOf(after)];
  const changed = [...newer].flatMap(([name, shape]) => (older.has(name) && older.get(name) !== shape ? [name] : []));
  return {
    permissions: changedIn(permissionsOf(before.skill), permissionsOf(after.skill)),
    tools: { ...changedIn([...older.keys()], [...newer.keys()]), changed },
    requirements: changedIn(requirementsOf(before.skill.requires), requirementsOf(after.skill.requires)),
    signers: changedIn(before.signers, after.signers),
    newlyTold: told,
    leftOut,
    unread: [...after.telling.unread],
  };
}

function changedIn(before: readonly string[], after: readonly string[]): Changed {
  const [older, newer] = [new Set(before), new Set(after)];
  return {
    added: [...newer].filter((each) => !older.has(each)),
    dropped: [...older].filter((each) => !newer.has(each)),
  };
}

/** What is declared and grants anything. */
const permissionsOf = (skill: CanonicalSkill): string[] =>
  (skill.permissions.declared ?? []).filter(({ level }) => level !== "none").map(permissionText);

/** Each requirement in words that are the same where it is the same. */
function requirementsOf(requires: CanonicalRequirements): string[] {
  const { env, python, node, model, context, packages, skills, tools, bins, hostConfig, os } = requires;
  const said = (what: string, one: { value: string } | null): string[] =>
    one === null ? [] : [`${what} ${one.value}`];
  return [
    ...env.map(({ name, required }) => `environment variable ${name}${required ? "" : " (optional)"}`),
    ...said("Python", python),
    ...said("Node", node),
    ...said("model", model),
    ...said("context", context),
    ...packages.map(({ manager, spec }) => `${manager} package ${spec}`),
    ...skills.map(({ name, range }) => `skill ${name} ${range}`),
    ...tools.map(({ value }) => `tool ${value}`),
    ...bins.all.map(({ value }) => `program ${value}`),
    ...bins.anyOf.map((any) => `one of the programs ${any.map(({ value }) => value).join(", ")}`),
    ...hostConfig.map(({ value }) => `configuration ${value}`),
    ...os.map(({ value }) => `system ${value}`),
  ];
}
