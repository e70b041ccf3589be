import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@gaia/install/installed";
import type { CanonicalSkill } from "@gaia/manifest";
import type { RunnableTool } from "../context.ts";

type Case = CanonicalSkill["tests"][number];

/**
 * The tool that a declared case is about: the one that its title names, else the workflow, else the only one whose parameters its input
 * fits; null when that is nobody's or several's. Pure.
 */
export function toolOfCase(
  tools: readonly RunnableTool[],
  { name, input }: Pick<Case, "name" | "input">,
): string | null {
  const words = (text: string): string =>
    ` ${text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, " ")
      .trim()} `;
  const named = tools.filter((tool) => words(name).includes(words(tool.name)));
  const [only, second] = named;
  if (only !== undefined && second === undefined) return only.name;
  const workflow = tools.find((tool) => tool.name === "orchestration");
  if (workflow !== undefined && fits(workflow, input)) return workflow.name;
  const fitting = tools.length === 1 ? tools : tools.filter((tool) => fits(tool, input));
  return fitting.length === 1 ? (fitting[0]?.name ?? null) : null;
}

function fits({ inputSchema }: RunnableTool, input: unknown): boolean {
  const { properties, required } = { properties: {}, required: [], ...inputSchema } as Record<string, unknown>;
  if (!isRecord(input) || !isRecord(properties)) return false;
  const needed = Array.isArray(required) ? required : [];
  return (
    needed.every((one) => Object.hasOwn(input, String(one))) &&
    Object.keys(input).every((one) => Object.hasOwn(properties, one))
  );
}

/**
 * Where an output differs from what a case expects, as a path; null when it does not. An object has at least the keys that are expected;
 * everything else is equal. Pure.
 */
export function differenceOf(expected: unknown, output: unknown, path = "output"): string | null {
  if (!isRecord(expected))
    return isDeepStrictEqual(expected, output) ? null : `${path} is ${shown(output)}, not ${shown(expected)}`;
  if (!isRecord(output)) return `${path} is ${shown(output)}, not an object`;
  for (const [key, value] of Object.entries(expected)) {
    if (!Object.hasOwn(output, key)) return `${path}.${key} is missing`;
    const found = differenceOf(value, output[key], `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? "nothing").slice(0, 200);
