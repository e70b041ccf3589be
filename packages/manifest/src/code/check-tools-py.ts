import type { PackageFile } from "@gaia/archive";
import type { CanonicalSkill, CanonicalTool } from "../model/canonical.ts";
import { newReport, quoted } from "../model/report.ts";
import type { Diagnostic, Mode } from "../model/report.ts";
import { allowedBy, typeText } from "./json-types.ts";
import type { Allowed } from "./json-types.ts";
import type { Parsers } from "./parsers.ts";
import type { PythonFunction, PythonOutline } from "./python-outline.ts";
import { readPython } from "./python-source.ts";
import { toolFunctions } from "./tool-decorator.ts";
import type { ToolFunction } from "./tool-decorator.ts";
import { compareSignature, typesOf } from "./tool-signature.ts";
import type { Comparing } from "./tool-signature.ts";

const TOOLS_FILE = "tools.py";

/**
 * Compares the tools that a manifest declares with `tools.py` (docs/specification.md §5.4), by parsing it, never by importing it: every
 * declared tool is a `@tool` function at the top level, its parameters and types agree, it has a docstring and returns what JSON can
 * hold; and no `@tool` function is left undeclared. Never throws. Nothing is said of a skill without declared tools and without
 * `tools.py`.
 */
export function checkToolsPy(
  parsers: Parsers,
  skill: Pick<CanonicalSkill, "tools" | "kind" | "provenance">,
  files: readonly PackageFile[],
  options: { mode?: Mode | undefined } = {},
): Diagnostic[] {
  const report = newReport(options.mode);
  const file = files.find(({ path }) => path === TOOLS_FILE);
  if (file === undefined) {
    reportNoFile(skill, report);
    return report.diagnostics;
  }
  const read = readPython(parsers, file, report);
  if (read === null) return report.diagnostics;
  const { outline, place } = read;
  const comparing: Comparing = { parsers, report, place, ownClasses: ownClasses(outline) };
  const tools = toolFunctions(outline);
  const used = new Set<PythonFunction>();
  for (const declared of skill.tools) {
    const found = tools.get(declared.name.normalize("NFKC"));
    if (found === undefined) reportMissing(comparing, declared, outline);
    else {
      used.add(found.definition);
      checkTool(comparing, declared, found);
    }
  }
  for (const { name, definition, decoration } of tools.values()) {
    if (used.has(definition) || decoration === "foreign") continue;
    used.add(definition);
    const message = `${TOOLS_FILE} defines the tool ${quoted(name)}, which the manifest does not declare.`;
    report.note("SK4018", place(definition), message);
  }
  return report.diagnostics;
}

function reportNoFile(
  { tools, kind, provenance }: Pick<CanonicalSkill, "tools" | "kind" | "provenance">,
  report: ReturnType<typeof newReport>,
): void {
  const first = tools[0];
  // An MCP skill's tools come from its server.
  if (first === undefined || kind === "mcp") return;
  const names = tools.slice(0, 5).map(({ name }) => name);
  const listed = `${names.join(", ")}${tools.length > 5 ? ", …" : ""}`;
  // A warning, not an error: docs/decisions/008.
  const message = `The package has no ${TOOLS_FILE} with ${listed}: GAIA does not load it like this.`;
  const { line, column } = first.origin;
  report.note("SK4104", { file: provenance.manifestFile, line, column }, message);
}

function reportMissing({ report, place }: Comparing, { name }: CanonicalTool, outline: PythonOutline): void {
  const same = outline.functions.filter((each) => each.name === name.normalize("NFKC"));
  const topLevel = same.findLast(({ scope }) => scope === null);
  const nested = same[0];
  if (topLevel !== undefined)
    report.note("SK4017", place(topLevel), `${quoted(name)} is not decorated with @tool.`, {
      hint: "Put @tool above it.",
    });
  else if (nested?.scope)
    report.note(
      "SK4017",
      place(nested),
      `${quoted(name)} is defined inside ${quoted(nested.scope.path)}, where loading ${TOOLS_FILE} does not find it.`,
      { hint: "Move it to the top level." },
    );
  else
    report.note(
      "SK4017",
      { file: TOOLS_FILE, line: null, column: null },
      `The declared tool ${quoted(name)} is not found in ${TOOLS_FILE}.`,
    );
}

function checkTool(comparing: Comparing, declared: CanonicalTool, { definition, decoration }: ToolFunction): void {
  const { report, place } = comparing;
  const { name } = declared;
  if (decoration === "foreign")
    report.note("SK4108", place(definition), `${name}: this @tool is not imported from GAIA.`);
  if (!definition.hasDocstring) report.note("SK4105", place(definition), `${name} has no docstring.`);
  if (definition.isAsync) report.note("SK4109", place(definition), `${name} is async: calling it gives a coroutine.`);
  compareSignature(comparing, declared, definition);
  checkReturn(comparing, declared, definition);
}

function checkReturn(
  { report, place, parsers, ownClasses }: Comparing,
  tool: CanonicalTool,
  definition: PythonFunction,
): void {
  const { name } = tool;
  if (definition.isGenerator) {
    report.note("SK4107", place(definition), `${name} yields: a generator is no JSON.`);
    return;
  }
  if (definition.returns === null) {
    const suggestion = `def ${name}(…) -> dict`;
    report.note("SK4106", place(definition), `${name} does not say what it returns.`, { fill: { suggestion } });
    return;
  }
  const allowed = allowedBy(definition.returns, parsers, ownClasses);
  if (allowed.kind === "never") {
    report.note("SK4107", place(definition), `${name} returns ${quoted(allowed.culprit)}, which JSON cannot hold.`);
    return;
  }
  const wanted = typesOf(tool.outputSchema?.["type"]);
  if (allowed.kind !== "types" || wanted.size === 0) return;
  if ([...allowed.types].some((type) => wanted.has(type))) return;
  const message = `${name} returns ${typeText(wanted)} in the manifest and ${typeText(allowed.types)} in the code.`;
  report.note("SK4019", place(definition), message, { severity: "warning" });
}

/** Classes of the module that are dictionaries or strings at run time: TypedDict and enumerations of strings. */
function ownClasses({ classes }: PythonOutline): Map<string, Allowed> {
  const known = new Map<string, Allowed>();
  for (const { name, bases, scope } of classes) {
    if (scope !== null) continue;
    const allows = (base: string): boolean => bases.some((each) => each === base || each?.endsWith(`.${base}`));
    const type = allows("TypedDict") ? "object" : allows("str") || allows("StrEnum") ? "string" : null;
    known.set(name, type === null ? { kind: "unknown" } : { kind: "types", types: new Set([type] as const) });
  }
  return known;
}
