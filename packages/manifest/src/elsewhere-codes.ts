import { DIAGNOSTIC_CODES } from "./model/diagnostic-codes.ts";
import type { CodeRow } from "./model/diagnostic-codes.ts";
import type { TakenApart } from "./plugins/take-apart.ts";
import { type Diagnostic, quoted } from "./model/report.ts";

/** Who says a thing that this room cannot know, and under which codes of its own. */
interface Elsewhere extends CodeRow {
  by: string;
  as: readonly string[];
}

/**
 * Codes of the catalogue that are not this room's to report: what only the container, the registry's rows, the inspection or the author's
 * disk knows. Their numbers stay taken.
 */
export const ELSEWHERE_CODES = {
  SK1005: {
    title: "manifest-symlink",
    severity: "error",
    hint: "Replace the link with the file.",
    by: "the command line (a folder); the archive reader (an upload)",
    as: ["link"],
  },
  SK1006: {
    title: "path-traversal",
    severity: "error",
    hint: "Repack with relative paths.",
    by: "the archive reader",
    as: ["path_traversal", "path_absolute", "path_backslash"],
  },
  SK1007: {
    title: "symlink",
    severity: "error",
    hint: "Ship regular files only.",
    by: "the command line (a folder); the archive reader (an upload)",
    as: ["link"],
  },
  SK1008: {
    title: "special-file",
    severity: "error",
    hint: "Remove it.",
    by: "the command line (a folder); the archive reader (an upload)",
    as: ["special_file"],
  },
  SK1015: {
    title: "archive-bomb",
    severity: "error",
    hint: "Repack it, without archives that hold archives.",
    by: "the archive reader",
    as: ["compression_ratio", "zip_overlap"],
  },
  SK1020: { title: "executable-bit", severity: "info", hint: null, by: "the command line (a folder)", as: [] },
  SK1024: {
    title: "ignored-by-git",
    severity: "info",
    hint: "Name it in a .skillignore, or in a .gitignore of the skill.",
    by: "the command line (a folder)",
    as: [],
  },
  SK1025: {
    title: "system-file-ignored",
    severity: "info",
    hint: null,
    by: "the command line (a folder); the registry, at publish",
    as: [],
  },
  SK1026: {
    title: "plugin",
    severity: "error",
    hint: "Publish it with `gaia-skill publish DIR`: that publishes each of its skills, and leaves the rest out.",
    by: "the registry, at publish",
    as: [],
  },
  SK3007: {
    title: "name-taken",
    severity: "error",
    hint: "Pick another name.",
    by: "the registry, at publish; the command line, over several skills",
    as: ["name_taken"],
  },
  SK3008: {
    title: "name-confusable",
    severity: "warning",
    hint: "Rename it, if people may take one for the other.",
    by: "not checked yet: it needs the names of a registry",
    as: [],
  },
  SK3014: {
    title: "version-exists",
    severity: "error",
    hint: "Raise the version.",
    by: "the registry, at publish",
    as: ["version_exists"],
  },
  SK3016: {
    title: "version-bump-too-small",
    severity: "warning",
    hint: "Raise the major version.",
    by: "the inspection, which holds the version for review",
    as: ["versions/…"],
  },
  SK5006: {
    title: "permission-over-ceiling",
    severity: "warning",
    hint: "It is asked for at install.",
    by:
      "not checked: no tier refuses a permission (docs/specification.md §3.3); what a tier does not grant by itself, " +
      "an install asks for",
    as: [],
  },
  SK5007: {
    title: "permission-undeclared-use",
    severity: "warning",
    hint: "Declare it, or remove the call.",
    by: "the inspection",
    as: ["permissions/…"],
  },
  SK5008: {
    title: "permission-unused",
    severity: "info",
    hint: "Remove it.",
    by: "the inspection",
    as: ["permissions/…"],
  },
  SK5011: {
    title: "signature-invalid",
    severity: "error",
    hint: "Sign again after the last change.",
    by: "the registry, when a signature is sent; `gaia-skill verify`",
    as: ["signature_invalid"],
  },
  SK5014: {
    title: "directory-signature",
    severity: "error",
    hint: "Sign the folder again, or leave the signature out.",
    by: "the command line; the registry, at publish",
    as: ["signatures/directory-invalid"],
  },
  SK6006: {
    title: "dependency-conflict",
    severity: "error",
    hint: "Relax one of the ranges.",
    by: "the resolver, at install",
    as: [],
  },
} as const satisfies Record<string, Elsewhere>;

/** What the archive reader calls a thing that this room has a code for too. Everything else it says concerns the container alone. */
const ARCHIVE_CODES: Record<string, string> = {
  path_traversal: "SK1006",
  path_absolute: "SK1006",
  path_backslash: "SK1006",
  link: "SK1007",
  special_file: "SK1008",
  path_encoding: "SK1009",
  path_characters: "SK1009",
  path_not_normal: "SK1009",
  path_unportable: "SK1009",
  path_too_long: "SK1009",
  path_too_deep: "SK1009",
  path_collision: "SK1011",
  path_conflict: "SK1011",
  path_reserved: "SK1023",
  too_many_files: "SK1012",
  packed_too_large: "SK1013",
  unpacked_too_large: "SK1013",
  compression_ratio: "SK1015",
  zip_overlap: "SK1015",
};

/** The diagnostic that a code of the archive reader stands for, and what to do about it; null where there is none. */
export function diagnosticOfArchive(archiveCode: string): { code: string; hint: string | null } | null {
  const code = Object.hasOwn(ARCHIVE_CODES, archiveCode) ? ARCHIVE_CODES[archiveCode] : undefined;
  const rows: Record<string, CodeRow> = { ...DIAGNOSTIC_CODES, ...ELSEWHERE_CODES };
  return code === undefined ? null : { code, hint: rows[code]?.hint ?? null };
}

/** SK5014, of a signature that a package brings over its own directory: why it can never hold for these files, and how to mend that. */
export const directorySignatureDiagnostic = (of: {
  signatureFile: string;
  reason: string;
  hint: string;
}): Diagnostic => ({
  code: "SK5014",
  title: ELSEWHERE_CODES.SK5014.title,
  severity: "error",
  message: `The signature ${of.signatureFile} does not hold for this directory: ${of.reason}`,
  hint: of.hint,
  file: of.signatureFile,
  line: null,
  column: null,
});

/** SK1025, of the files of a system (`isSystemJunk`) that were found and are no part of the skill; none where there were none. */
export function ignoredFilesDiagnostics(ignored: readonly string[]): Diagnostic[] {
  const [first, second] = ignored;
  if (first === undefined) return [];
  const more = ignored.length - 1;
  const others = second === undefined ? "" : more === 1 ? ` and ${quoted(second)}` : ` and ${more} more such files`;
  const are = second === undefined ? "is ignored: the system made it" : "are ignored: the system made them";
  return [
    {
      code: "SK1025",
      title: ELSEWHERE_CODES.SK1025.title,
      severity: "info",
      message: `${quoted(first)}${others} ${are}, and no part of the skill.`,
      hint: null,
      file: first,
      line: null,
      column: null,
    },
  ];
}

/**
 * SK1026, of a package that is a plugin (decision 036): what is in it that a registry of skills serves, and what it does not; or why that
 * is not clear.
 */
export function pluginDiagnostic({
  skills,
  leftOut,
  unread,
}: {
  skills: readonly unknown[];
} & Pick<TakenApart, "leftOut" | "unread">): Diagnostic {
  const { title, severity, hint } = ELSEWHERE_CODES.SK1026;
  const place = { code: "SK1026", title, severity, file: "plugin.json", line: null, column: null } as const;
  if (unread !== null) {
    const message = `The package is a plugin, and what of it is a hook is not clear: ${unread}. No hook is served.`;
    return {
      ...place,
      message,
      hint: "Write the manifest as plain JSON that says where its hooks are, or leave it out.",
    };
  }
  const has = skills.length === 1 ? "one skill" : skills.length === 0 ? "no skill" : `${skills.length} skills`;
  const hooks = leftOut.find(({ kind }) => kind === "hook")?.count ?? 0;
  const beside = hooks === 0 ? "" : ` and ${hooks} ${hooks === 1 ? "hook" : "hooks"}, and no hook is served`;
  return { ...place, message: `The package is a plugin with ${has}${beside}: a version is one skill.`, hint };
}

/** The codes of the archive reader that stand for a diagnostic. */
export function archiveCodesOf(code: string): string[] {
  return Object.keys(ARCHIVE_CODES).filter((one) => ARCHIVE_CODES[one] === code);
}
