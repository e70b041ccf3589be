import type { PythonFunction, PythonImport, PythonOutline } from "./python-outline.ts";

/** What a decorator is to us: GAIA's `@tool`, something else that calls itself `tool`, or neither. */
type DecoratorKind = "gaia" | "foreign" | "none";

/** Spec §5.3: where GAIA keeps its decorator. */
const GAIA_TOOL = /^gaia(?:\.[\w.]+)?\.tool$/;

/**
 * Tells the `@tool` functions of a module from the others, through its imports: `from gaia.agents.base.tools import tool [as x]`,
 * `from gaia.agents.base import tools`, `import gaia.agents.base.tools [as x]`, `import *`, and `name = tool(function)`.
 */
function toolDecorators(outline: PythonOutline): (decorator: string | null) => DecoratorKind {
  const targets = new Map<string, string[]>();
  let anyStar = false;
  for (const each of outline.imports) {
    for (const [name, target] of bindingsOf(each))
      targets.set(name, [...(targets.get(name) ?? []), target].slice(0, 20));
    anyStar ||= each.level === 0 && /^gaia(?:\.|$)/.test(each.module) && each.names?.[0]?.name === "*";
  }
  return (decorator) => {
    if (decorator === null) return "none";
    const [first = "", ...rest] = decorator.split(".");
    const candidates = [decorator, ...(targets.get(first) ?? []).map((target) => [target, ...rest].join("."))];
    if (candidates.some((candidate) => GAIA_TOOL.test(candidate) && (targets.has(first) || first === "gaia")))
      return "gaia";
    if (decorator === "tool" && anyStar) return "gaia";
    return candidates.some((candidate) => /(?:^|\.)tool$/.test(candidate)) ? "foreign" : "none";
  };
}

function bindingsOf({ module, names, alias, level }: PythonImport): [name: string, target: string][] {
  const prefix = `${".".repeat(level)}${module}`;
  if (names !== null) return names.map((each) => [each.alias, `${prefix}.${each.name}`]);
  if (alias !== null) return [[alias, prefix]];
  const first = prefix.split(".")[0] ?? "";
  return [[first, first]];
}

/** A function that GAIA registers, as a decorator or a call made it one. */
export interface ToolFunction {
  name: string;
  definition: PythonFunction;
  decoration: Exclude<DecoratorKind, "none">;
}

/** Top-level tools by name; of two with one name Python keeps the later. */
export function toolFunctions(outline: PythonOutline): Map<string, ToolFunction> {
  const kindOf = toolDecorators(outline);
  const strongest = (decorators: (string | null)[]): DecoratorKind => {
    const kinds = decorators.map(kindOf);
    return kinds.includes("gaia") ? "gaia" : kinds.includes("foreign") ? "foreign" : "none";
  };
  const topLevel = new Map<string, PythonFunction>();
  const tools = new Map<string, ToolFunction>();
  for (const definition of outline.functions) {
    if (definition.scope !== null) continue;
    const { name } = definition;
    topLevel.set(name, definition);
    const decoration = strongest(definition.decorators);
    if (decoration === "none") tools.delete(name);
    else tools.set(name, { name, definition, decoration });
  }
  for (const { name, callee, argument } of outline.bindings) {
    const decoration = kindOf(callee);
    const definition = topLevel.get(argument);
    // The registry knows the function by its own name.
    if (decoration === "none" || definition === undefined) continue;
    tools.set(definition.name, { name: definition.name, definition, decoration });
    if (!topLevel.has(name)) tools.set(name, { name, definition, decoration });
  }
  return tools;
}
