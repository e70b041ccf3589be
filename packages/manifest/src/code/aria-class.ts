import type { CanonicalSkill, CanonicalTool } from "../model/canonical.ts";
import { quoted } from "../model/report.ts";
import type { Place, Report } from "../model/report.ts";
import { folderName } from "./aria-imports.ts";
import type { PythonClass, PythonFunction, PythonOutline } from "./python-outline.ts";

/** One Python file of a skill. */
export interface AriaModule {
  file: string;
  outline: PythonOutline;
  place: (at: { line: number; column: number }) => Place;
}

interface Checking {
  report: Report;
  skill: Pick<CanonicalSkill, "name" | "tools" | "provenance">;
  /** The folder's name. */
  snake: string;
  modules: AriaModule[];
}

const REQUIRED_METHODS = ["initialize", "health_check"];

/** Aria Skill Standard v2.0, "Required Skill Class Structure" and "Naming Convention". */
export function checkAriaClass(checking: Checking): void {
  const { report, modules, snake, skill } = checking;
  const door = modules.find(({ file }) => file === "__init__.py");
  const registered = modules.flatMap((module) =>
    module.outline.classes.filter((each) => isRegistered(each, module)).map((found) => ({ module, found })),
  );
  const exported = registered.filter(({ module, found }) => module === door || (door && imports(door, found.name)));
  const manifestName = folderName(skill.name.value);
  if (manifestName !== snake) {
    const { file, line, column } = skill.name.origin;
    const message = `The manifest calls the skill ${quoted(skill.name.value)}, its folder is ${quoted(snake)}.`;
    report.note("SK4122", { file, line, column }, message, { fill: namesOf(snake) });
  }
  if (exported.length === 0) {
    const other = registered[0];
    const place = other?.module.place(other.found) ?? { file: "__init__.py", line: null, column: null };
    report.note(
      "SK4121",
      place,
      other
        ? `${quoted(other.found.name)} is registered, and __init__.py does not export it.`
        : "No class with @SkillRegistry.register is found.",
    );
    return;
  }
  for (const { module, found } of exported) checkClass(checking, module, found);
  checkTools(checking, exported);
}

function isRegistered({ decorators, scope }: PythonClass, { outline }: AriaModule): boolean {
  const aliases = outline.imports.flatMap(({ names }) => names?.filter(({ name }) => name === "SkillRegistry") ?? []);
  const callees = new Set(["SkillRegistry", ...aliases.map(({ alias }) => alias)].map((name) => `${name}.register`));
  return (
    scope === null &&
    decorators.some((each) => each !== null && (callees.has(each) || each.endsWith(".SkillRegistry.register")))
  );
}

function imports(door: AriaModule, className: string): boolean {
  return door.outline.imports.some(
    ({ level, module, names }) =>
      (level === 1 || module.startsWith("aria_skills.")) &&
      names?.some(({ name }) => name === className || name === "*"),
  );
}

function checkClass({ report, snake }: Checking, module: AriaModule, found: PythonClass): void {
  const at = module.place(found);
  const expected = snake.replaceAll("_", "").toLowerCase();
  const stem = found.name.slice(0, -"Skill".length);
  // `LLMSkill` and `LlmSkill` are both PascalCase of llm.
  if (!/^[A-Z][A-Za-z0-9]*Skill$/.test(found.name) || !sameWord(stem, found.name, expected)) {
    const message = `The class ${quoted(found.name)} is not named for the folder ${quoted(snake)}.`;
    report.note("SK4122", at, message, { fill: namesOf(snake) });
  }
  const methods = methodsOf(module, found);
  checkNameProperty({ report, snake }, module, found, methods);
  const isBase = found.bases.some((base) => base !== null && /(?:^|\.)BaseSkill$/.test(base));
  if (!isBase) report.note("SK4125", at, `${quoted(found.name)} does not derive from BaseSkill.`);
  for (const method of REQUIRED_METHODS) {
    const own = methods.get(method);
    // Another base class may well bring it.
    const severity = isBase || found.bases.length === 0 ? {} : ({ severity: "warning" } as const);
    if (own === undefined)
      report.note("SK4123", at, `${quoted(found.name)} has no method ${method}.`, { ...severity, fill: { method } });
    else if (!own.isAsync)
      report.note("SK4123", module.place(own), `${method} is not async.`, { severity: "warning", fill: { method } });
  }
}

/** A folder such as `pipeline_skill` may leave its own last word to the suffix. */
function sameWord(stem: string, whole: string, expected: string): boolean {
  return stem.toLowerCase() === expected || whole.toLowerCase() === expected;
}

function checkNameProperty(
  { report, snake }: Pick<Checking, "report" | "snake">,
  module: AriaModule,
  found: PythonClass,
  methods: Map<string, PythonFunction>,
): void {
  const property = methods.get("name");
  const literal = property?.returnsText ?? found.attributes["name"] ?? null;
  const place = module.place(property ?? found);
  const fill = namesOf(snake);
  if (literal === null)
    report.note("SK4122", place, `${quoted(found.name)} has no .name that returns a plain text.`, { fill });
  else if (literal !== snake)
    report.note("SK4122", place, `.name is ${quoted(literal)}, the folder is ${quoted(snake)}.`, { fill });
  if (property !== undefined && !property.decorators.some((each) => each !== null && /(?:^|_|\.)property$/.test(each)))
    report.note("SK4122", place, "name is a method, not a property.", { fill, hint: "Put @property above it." });
}

function methodsOf(module: AriaModule, { name }: PythonClass): Map<string, PythonFunction> {
  const own = module.outline.functions.filter(({ scope }) => scope?.kind === "class" && scope.path === name);
  return new Map(own.map((method) => [method.name, method]));
}

function checkTools(
  { report, skill, modules }: Checking,
  exported: { module: AriaModule; found: PythonClass }[],
): void {
  const methods = new Map(exported.flatMap(({ module, found }) => [...methodsOf(module, found)]));
  const elsewhere = new Set(modules.flatMap(({ outline }) => outline.functions.map(({ name }) => name)));
  const [first] = exported;
  const inherits = first?.found.bases.some((base) => base === null || !/(?:^|\.)BaseSkill$/.test(base)) ?? false;
  for (const tool of skill.tools) {
    const method = methods.get(tool.name);
    if (method === undefined) {
      const message = `The declared tool ${quoted(tool.name)} is no method of ${quoted(first?.found.name ?? "")}.`;
      // A base class or a mixin may hold it: then this is a doubt, no proof.
      const severity = inherits || elsewhere.has(tool.name) ? ({ severity: "warning" } as const) : {};
      const { file, line, column } = tool.origin;
      report.note("SK4017", { file, line, column }, message, severity);
    } else checkMethodParameters(report, tool, method, exported);
  }
}

function checkMethodParameters(
  report: Report,
  tool: CanonicalTool,
  method: PythonFunction,
  exported: { module: AriaModule }[],
): void {
  const properties = tool.parametersRaw === null ? null : tool.inputSchema["properties"];
  if (typeof properties !== "object" || properties === null || Array.isArray(properties)) return;
  const place = exported[0]?.module.place(method) ?? { file: "__init__.py", line: null, column: null };
  const isOpen = method.parameters.some(({ kind }) => kind === "**kwargs");
  const names = new Set(method.parameters.map(({ name }) => name));
  for (const name of Object.keys(properties)) {
    if (isOpen || names.has(name)) continue;
    const message = `${tool.name}: the method has no parameter ${quoted(name)}.`;
    report.note("SK4019", place, message, { severity: "warning" });
  }
  for (const { name, kind, default: value } of method.parameters.slice(1)) {
    if (kind.startsWith("*") || value !== null || Object.hasOwn(properties, name)) continue;
    const message = `${tool.name}: the manifest does not declare the parameter ${quoted(name)}, which the method needs.`;
    report.note("SK4019", place, message, { severity: "warning" });
  }
}

function namesOf(snake: string): { snake: string; pascal: string } {
  const words = snake.split("_").filter((word) => word !== "");
  return { snake, pascal: `${words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join("")}Skill` };
}
