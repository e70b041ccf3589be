import { CODE_ROWS } from "./code-rows.ts";
import { STYLE_ROWS } from "./style-rows.ts";
import { PACKAGE_ROWS } from "./package-rows.ts";

/** How bad a diagnostic is: an error refuses the package. */
export type Severity = "error" | "warning" | "info";

export interface CodeRow {
  title: string;
  /** At publish. A format may raise or lower it where its own specification says so. */
  severity: Severity;
  /** At import, where that differs. */
  atImport?: Severity;
  /** What to do about it; `{…}` is filled in by the one who reports. Null: there is nothing to do. */
  hint: string | null;
}

/**
 * Every code that this room reports; those that other rooms report are in `elsewhere-codes.ts`, what each says is in
 * `diagnostic-meanings.ts`, and docs/diagnostics.md is made from all three. What the archive room refuses has codes of that room, and a
 * diagnostic of the same meaning where there is one: `diagnosticOfArchive`. A new format adds its codes here; a code's meaning never
 * changes.
 */
export const DIAGNOSTIC_CODES = {
  ...CODE_ROWS,
  ...PACKAGE_ROWS,
  ...STYLE_ROWS,
  SK1001: {
    title: "manifest-missing",
    severity: "error",
    hint: "Add a SKILL.md at the root of the package.",
  },
  SK1002: { title: "manifest-conflict", severity: "error", atImport: "warning", hint: "Keep one manifest: SKILL.md." },
  SK1003: { title: "manifest-filename-case", severity: "error", atImport: "warning", hint: "Rename it to SKILL.md." },
  SK1021: {
    title: "manifest-large",
    severity: "warning",
    hint: "Move detail into files of its own.",
  },
  SK1022: { title: "manifest-too-large", severity: "error", hint: "Split it: the limit is {max}." },
  SK2001: { title: "not-utf8", severity: "error", hint: "Save it as UTF-8." },
  SK2002: { title: "bom", severity: "info", hint: "Remove it: some readers refuse the file." },
  SK2003: {
    title: "crlf",
    severity: "info",
    hint: "Use LF: several readers see no front matter in a CRLF file.",
  },
  SK2004: { title: "control-character", severity: "error", hint: "Remove it." },
  SK2005: {
    title: "bidi-or-tag-character",
    severity: "error",
    hint: "Remove it: it hides text from a reviewer of the file.",
  },
  SK2006: { title: "zero-width-character", severity: "warning", hint: "Remove it." },
  SK2010: {
    title: "frontmatter-missing",
    severity: "error",
    atImport: "warning",
    hint: "Start the file with a line `---`, the fields, and another line `---`.",
  },
  SK2011: { title: "frontmatter-not-first", severity: "error", atImport: "warning", hint: "Move it to line 1." },
  SK2012: {
    title: "frontmatter-unclosed",
    severity: "error",
    hint: "Add a line `---` after the last field.",
  },
  SK2013: { title: "yaml-syntax", severity: "error", hint: "Fix this line." },
  SK2014: { title: "yaml-unquoted-colon", severity: "error", hint: "Put the value into quotes." },
  SK2015: { title: "yaml-duplicate-key", severity: "error", hint: "Remove one of the two." },
  SK2016: { title: "frontmatter-not-mapping", severity: "error", hint: "Use `key: value` lines." },
  SK2017: { title: "yaml-tag-or-anchor", severity: "error", hint: "Write the value out in full." },
  SK2018: { title: "yaml-ambiguous-scalar", severity: "info", hint: 'Quote it: "{text}".' },
  SK2019: { title: "yaml-flow-mapping", severity: "info", hint: "Write it in block style, each item on a line." },
  SK2022: {
    title: "yaml-too-complex",
    severity: "error",
    hint: "Keep the front matter small and flat.",
  },
  SK2023: {
    title: "markdown-too-complex",
    severity: "error",
    hint: "Use fewer and flatter lists and quotations; move detail into files of its own.",
  },
  SK2024: {
    title: "yaml-text-cut",
    severity: "warning",
    hint: "Put the value into quotes, with what follows the # or without; a comment may stand on a line of its own.",
  },
  SK2031: { title: "json-syntax", severity: "error", hint: "Fix this line." },
  SK2032: { title: "json-duplicate-key", severity: "error", hint: "Remove one of the two." },
  SK2033: { title: "json-not-object", severity: "error", hint: "Write an object: { … }." },
  SK2034: { title: "json-too-complex", severity: "error", hint: "Keep the manifest small and flat." },
  SK3001: { title: "name-missing", severity: "error", atImport: "warning", hint: "Add `name: my-skill`." },
  SK3002: { title: "name-invalid", severity: "error", atImport: "warning", hint: "Use {suggestion}." },
  SK3003: { title: "name-too-long", severity: "error", atImport: "warning", hint: "Shorten it to 64 characters." },
  SK3004: { title: "name-directory-mismatch", severity: "warning", atImport: "info", hint: "Rename one of them." },
  SK3009: { title: "name-not-portable", severity: "warning", hint: "Use {suggestion}." },
  SK3010: {
    title: "version-missing",
    severity: "error",
    atImport: "info",
    hint: "Add `version: 0.1.0`, or give the version when you publish.",
  },
  SK3011: { title: "version-not-semver", severity: "error", atImport: "warning", hint: "Use {suggestion}." },
  SK3012: { title: "version-not-string", severity: "warning", hint: 'Quote it: "{text}".' },
  SK3013: { title: "version-conflict", severity: "error", atImport: "warning", hint: "Make the two equal." },
  SK3015: { title: "version-sentinel", severity: "error", atImport: "warning", hint: "Use 0.1.0." },
  SK3020: {
    title: "description-missing",
    severity: "error",
    atImport: "warning",
    hint: "Say in one line what the skill does and when to use it.",
  },
  SK3021: {
    title: "description-too-long",
    severity: "error",
    hint: "Move detail into the Markdown body.",
  },
  SK3025: { title: "description-multiline", severity: "info", hint: "Write it on one line." },
  SK3030: {
    title: "license-missing",
    severity: "warning",
    atImport: "info",
    hint: "Add `license:` with an SPDX identifier, e.g. MIT.",
  },
  SK3031: { title: "license-not-spdx", severity: "warning", atImport: "info", hint: "Use {suggestion}." },
  SK3033: {
    title: "author-missing",
    severity: "info",
    hint: "Add `author:` with a publisher's name or handle.",
  },
  SK3040: { title: "unknown-field", severity: "info", hint: null },
  SK3041: { title: "field-type", severity: "error", atImport: "warning", hint: "Write {want}." },
  SK3042: {
    title: "metadata-nested",
    severity: "info",
    hint: "Agent Skills wants text here; an export encodes it as JSON.",
  },
  SK3043: { title: "vendor-namespace-legacy", severity: "warning", atImport: "info", hint: "Rename it to openclaw." },
  SK3044: { title: "vendor-namespace-conflict", severity: "warning", hint: "Keep one." },
  SK3045: { title: "vendor-fields-unwrapped", severity: "warning", hint: "Move them below metadata.openclaw." },
  SK3046: { title: "metadata-json-string", severity: "warning", hint: "Write it as YAML." },
  SK3047: { title: "misspelt-field", severity: "warning", atImport: "info", hint: "Did you mean {meant}?" },
  SK4001: { title: "allowed-tools-form", severity: "info", hint: "Write e.g. `allowed-tools: Read Bash(git:*)`." },
  SK4002: {
    title: "allowed-tools-unrestricted",
    severity: "warning",
    atImport: "info",
    hint: "Narrow it, e.g. Bash(git:*).",
  },
  SK4009: {
    title: "tools-missing",
    severity: "error",
    hint: "Declare at least one tool, with a name, a description and its parameters.",
  },
  SK4011: { title: "tool-missing-name", severity: "error", atImport: "warning", hint: "Add `name:` to it." },
  SK4012: { title: "tool-duplicate", severity: "error", atImport: "warning", hint: "Remove or rename one of them." },
  SK4013: { title: "tool-name-style", severity: "warning", hint: "Use {suggestion}." },
  SK4014: {
    title: "tool-schema-invalid",
    severity: "error",
    atImport: "warning",
    hint: "Write each parameter as `name: {type: string, required: true}`.",
  },
  SK4015: { title: "tool-schema-missing", severity: "warning", hint: "Add `input_schema`." },
  SK4016: { title: "tool-schema-key-legacy", severity: "info", hint: "Rename the key to `input_schema`." },
  SK4020: {
    title: "entrypoint-missing",
    severity: "error",
    atImport: "warning",
    hint: "Add the file, or fix the path.",
  },
  SK4021: { title: "entrypoint-escapes", severity: "error", hint: "Use a path inside the package." },
  SK4022: { title: "keyword-missing", severity: "warning", hint: 'Add "miaos-skill" to keywords.' },
  SK4023: {
    title: "parameters-not-object",
    severity: "error",
    atImport: "warning",
    hint: 'Write a JSON Schema with "type": "object".',
  },
  SK4030: { title: "section-missing", severity: "warning", hint: "Add it." },
  SK4032: { title: "testcase-json", severity: "error", atImport: "warning", hint: "Write complete JSON." },
  SK5001: {
    title: "permissions-undeclared",
    severity: "warning",
    atImport: "info",
    hint:
      "List what the skill needs, or e.g. `- filesystem:none` where it needs nothing. " +
      "Undeclared, the version stays experimental.",
  },
  SK5002: {
    title: "permission-grammar",
    severity: "error",
    atImport: "warning",
    hint: "Write <domain>:<level>[:<scope>], e.g. network:read:*.example.com.",
  },
  SK5003: { title: "permission-unknown", severity: "error", atImport: "warning", hint: "Valid: {list}." },
  SK5004: { title: "permission-contradiction", severity: "error", atImport: "warning", hint: "Remove one of the two." },
  SK5005: { title: "permission-unscoped", severity: "info", hint: "Narrow it, e.g. {suggestion}." },
  SK5009: { title: "permission-coarse", severity: "warning", hint: "Narrow it." },
  SK5010: {
    title: "tier-unearned",
    severity: "info",
    hint: "A tier is earned: sign the version, pass the scan, ask for an audit.",
  },
  SK5012: { title: "permission-duplicate", severity: "info", hint: "Remove one of the two." },
  SK5013: {
    title: "tier-missing",
    severity: "error",
    hint: "Add `security_tier: experimental`.",
  },
  SK6001: {
    title: "range-invalid",
    severity: "error",
    atImport: "warning",
    hint: "Use >=, <=, ==, !=, ~=, ^ with versions, separated by commas.",
  },
  SK6004: {
    title: "dependency-unknown-skill",
    severity: "error",
    atImport: "warning",
    hint: "Add it, or fix the name.",
  },
  SK6005: { title: "dependency-cycle", severity: "error", hint: "Remove it." },
  SK6007: {
    title: "layer-violation",
    severity: "error",
    atImport: "warning",
    hint: "Lower layers must not depend on higher ones.",
  },
  SK6008: { title: "layer-reserved", severity: "error", atImport: "warning", hint: "Use layer 3." },
  SK6009: {
    title: "install-step-shell",
    severity: "warning",
    atImport: "info",
    hint: "Use brew, node, go, uv or download with sha256. It is shown, never executed.",
  },
  SK6010: { title: "requires-config-meaning", severity: "info", hint: null },
  SK7001: { title: "body-empty", severity: "warning", atImport: "warning", hint: "Write the instructions." },
  SK7004: { title: "title-missing", severity: "info", hint: "Add `# Title`." },
  SK9001: { title: "lossy-tool-schema", severity: "info", hint: "Keep schemas flat, or ship the original." },
  SK9002: { title: "lossy-dropped", severity: "info", hint: "Fetch the original package for full fidelity." },
  SK9003: { title: "lossy-encoded", severity: "info", hint: "Importing it again restores it." },
  SK9004: { title: "export-impossible", severity: "error", hint: "Add it, or choose another format." },
  SK9005: { title: "tier-reset", severity: "info", hint: "Earn it again." },
  SK9006: { title: "runtime-not-converted", severity: "info", hint: "Port the code." },
  SK9007: { title: "value-inferred", severity: "info", hint: "Confirm it." },
} as const satisfies Record<string, CodeRow>;

export type DiagnosticCode = keyof typeof DIAGNOSTIC_CODES;
