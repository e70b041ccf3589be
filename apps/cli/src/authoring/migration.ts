import type { PackageFile } from "@gaia/archive";
import { migrateFiles } from "@gaia/authoring";
import { type CanonicalSkill, type Diagnostic, permissionText, type SourceFormat } from "@gaia/manifest";
import type { AuthorSkill } from "./author-skill.ts";
import type { ProblemError } from "../failures/failures.ts";
import { judgeSkill, type TargetFormat } from "./judged-skill.ts";

export interface MigrationOptions {
  /** Of several the first that can hold the skill. */
  to: TargetFormat | readonly [TargetFormat, ...TargetFormat[]];
  from?: TargetFormat | undefined;
  version?: string | undefined;
  /** Judge the result by the rules of its readers too. */
  validate?: boolean | undefined;
}

/** One skill's way from a format to another. */
export interface Migration {
  /** As it was given. */
  path: string;
  from: SourceFormat | null;
  to: SourceFormat;
  name: string | null;
  version: string | null;
  /** The package in the new format; null when it could not be made. */
  files: PackageFile[] | null;
  /** Why it could not be made, or what the result's readers refuse. */
  problems: ProblemError[];
  /** What the new format cannot hold (SK9xxx). */
  losses: Diagnostic[];
  /** What a human must look at, one sentence each. */
  review: string[];
}

/** A value that the writer had to find itself: no loss, and a human's to confirm. */
const INFERRED = "SK9007";

export const isMigrated = ({ files, problems }: Migration): boolean =>
  files !== null && !problems.some(({ severity }) => severity === "error");

/** Spec §8.2 for one skill. Reads nothing and writes nothing. */
export async function migrateSkill(source: AuthorSkill, options: MigrationOptions): Promise<Migration> {
  const { version } = options;
  const { skill, format, to, files, diagnostics, losses, review } = migrateFiles(source.files, {
    ...options,
    folder: source.folder ?? undefined,
  });
  const base = {
    path: source.path,
    from: format,
    to,
    name: skill?.name.value ?? null,
    version: skill?.version.value ?? null,
  };
  const errors = [...source.errors, ...diagnostics.filter(({ severity }) => severity === "error")];
  if (skill === null || files === null || errors.length > 0)
    return { ...base, files: null, problems: errors, losses: [], review: [] };
  const result = {
    path: source.path,
    root: source.root,
    folder: skill.name.value,
    files,
    errors: [],
    notes: [],
    leavingOut: null,
  };
  const judged = options.validate === true ? await judgeSkill(result, { target: to, version }) : null;
  const problems = judged?.diagnostics.filter(({ severity }) => severity !== "info") ?? [];
  const inferred = losses.filter(({ code }) => code === INFERRED);
  return {
    ...base,
    files,
    losses: losses.filter(({ code }) => code !== INFERRED),
    review: [...new Set([...inferred.map(sentence), ...reviewOf(skill, diagnostics), ...review])],
    problems,
  };
}

/** What was not in the author's words: everything inferred or filled in, and what the reading warned of. */
function reviewOf(skill: CanonicalSkill, diagnostics: readonly Diagnostic[]): string[] {
  const review: string[] = [];
  const inferred = (field: string, { value, origin }: CanonicalSkill["name"]) => {
    if (origin.how === "inferred" || origin.how === "default")
      review.push(`${field} "${value}" was not declared: confirm it.`);
  };
  inferred("The name", skill.name);
  inferred("The description", skill.description);
  if (skill.version.origin.how !== "declared")
    review.push("No version is declared: give it one before it is published.");
  if (skill.license === null) review.push("No license is declared, and none was invented: add one.");
  if (skill.permissions.declared === null) review.push(...permissionReview(skill));
  const tier = skill.trust.claimedTier?.value ?? null;
  if (tier !== null && tier !== "experimental")
    review.push(`The tier ${tier} is not taken over: trust is earned again, from experimental.`);
  review.push(...diagnostics.filter(({ severity }) => severity !== "info").map(sentence));
  return review;
}

const sentence = ({ code, message, hint }: Diagnostic): string =>
  `${code} ${message}${hint === null ? "" : ` ${hint}`}`;

function permissionReview({ permissions }: CanonicalSkill): string[] {
  const head = "The source declares no permissions: that says nothing about what it does.";
  return [
    head,
    ...permissions.inferred.map((permission) => {
      const places = permission.evidence.map(({ file, line }) => (line === null ? file : `${file}:${line}`));
      const seen = [...new Set(places)].slice(0, 3);
      const from = seen.length === 0 ? "" : ` from ${seen.join(", ")}`;
      return `The permission ${permissionText(permission)} was inferred${from}: confirm or narrow it.`;
    }),
  ];
}
