import type { PackageFile } from "@gaia/archive";
import type { CanonicalSkill, CanonicalTool, Json } from "@gaia/manifest";
import { type JsonType, pythonIdentifier, pythonLiteral, pythonString, quoted, typesOf } from "@gaia/manifest/kernel";
import { handlerLines, RUNTIME_LINES, RUNTIME_NAMES } from "./wrapper-runtime.ts";

/** A `tools.py` for a package that had none, and what goes with it. */
export interface Wrapper {
  /** The text of `tools.py`. */
  text: string;
  /** In the order of the manifest. */
  tools: WrappedTool[];
  /** Files that must be renamed first, because the wrapper takes their place. */
  moves: { from: string; to: string }[];
  /** What a human must look at, one sentence each. */
  review: string[];
}

/** `declared` are the names of the manifest, `name` the function's: where they differ, the manifest must follow. */
export interface WrappedTool {
  declared: string;
  name: string;
  parameters: { declared: string; name: string }[];
  handler: string | null;
  runsAs: HandlerKind | null;
}

/** `python` is imported when it is first called; the others run as a process with JSON on their standard input. */
type HandlerKind = "python" | "node" | "shell";

const TOOLS_FILE = "tools.py";
const MOVED_TOOLS_FILE = "openclaw_tools.py";

/**
 * Writes the GAIA `tools.py` of an OpenClaw skill (docs/specification.md §8.2, step 5): one `@tool` function a tool, which delegates to
 * the original handler file. Text only: nothing is run. Deterministic; every name and description is hostile and is written as an escaped
 * literal. Null when the skill declares no tools: then there is nothing to delegate to.
 */
export function wrapOpenClaw(
  skill: Pick<CanonicalSkill, "name" | "version" | "tools">,
  files: readonly PackageFile[],
): Wrapper | null {
  if (skill.tools.length === 0) return null;
  const paths = new Set(files.map(({ path }) => path));
  const review: string[] = [];
  const moves = paths.has(TOOLS_FILE) ? [{ from: TOOLS_FILE, to: MOVED_TOOLS_FILE }] : [];
  if (moves.length > 0)
    review.push(`${TOOLS_FILE} was renamed to ${MOVED_TOOLS_FILE}: look for imports that name the old file.`);
  const taken = new Set<string>();
  const tools: Wrapper["tools"] = [];
  const blocks = skill.tools.map((tool) => {
    const name = pythonIdentifier(tool.name, taken, { fallback: "tool", reserved: RUNTIME_NAMES });
    if (name !== tool.name) review.push(`The tool ${quoted(tool.name)} is called ${name} here: no Python name.`);
    const handler = findHandler(tool, paths, review);
    const parameters = wrappedParameters(tool, review);
    tools.push({
      declared: tool.name,
      name,
      parameters: parameters.map((each) => ({ declared: each.declared, name: each.name })),
      handler: handler?.file ?? null,
      runsAs: handler?.kind ?? null,
    });
    return functionLines(tool, name, parameters, handler);
  });
  const head = [
    `"""Tools of ${docText(skill.name.value)} ${docText(skill.version.value)}, delegating to its OpenClaw handlers. Generated."""`,
    "",
  ];
  const lines = [...head, ...RUNTIME_LINES, ...blocks.flatMap((block) => ["", "", ...block])];
  return { text: `${lines.join("\n")}\n`, tools, moves, review };
}

interface Handler {
  file: string;
  symbol: string | null;
  kind: HandlerKind;
}

const KINDS: [pattern: RegExp, kind: HandlerKind][] = [
  [/\.py$/i, "python"],
  [/\.[cm]?js$/i, "node"],
  [/\.(?:sh|bash)$/i, "shell"],
];

function findHandler(tool: CanonicalTool, paths: ReadonlySet<string>, review: string[]): Handler | null {
  const { implementation } = tool;
  if (implementation === null) {
    review.push(`The tool ${quoted(tool.name)} names no handler: its function raises NotImplementedError.`);
    return null;
  }
  const path = implementation.file.replace(/^(?:\.\/){1,20}/, "");
  const kind = KINDS.find(([pattern]) => pattern.test(path))?.[1];
  // Only a file that is in the package, by its exact path: nothing climbs out, nothing is looked up on the PATH.
  if (!paths.has(path)) {
    review.push(`The handler ${quoted(implementation.file)} of ${quoted(tool.name)} is not in the package.`);
    return null;
  }
  if (kind === undefined) {
    review.push(
      `The handler ${quoted(path)} of ${quoted(tool.name)} is neither Python, JavaScript nor a shell script.`,
    );
    return null;
  }
  if (kind !== "python") review.push(`${quoted(tool.name)} runs ${quoted(path)} as a process: it needs shell:execute.`);
  return { file: path === TOOLS_FILE ? MOVED_TOOLS_FILE : path, symbol: implementation.symbol, kind };
}

interface WrappedParameter {
  declared: string;
  name: string;
  required: boolean;
  signature: string;
}

function functionLines(
  tool: CanonicalTool,
  name: string,
  parameters: WrappedParameter[],
  handler: Handler | null,
): string[] {
  const signature = parameters.map((each) => each.signature).join(", ");
  const description = tool.description.trim() === "" ? `The tool ${tool.name}.` : tool.description;
  const needed = parameters.filter(({ required }) => required);
  const optional = parameters.filter(({ required }) => !required);
  return [
    tool.atomic ? "@tool(atomic=True)" : "@tool",
    `def ${name}(${signature}) -> ${returnType(tool)}:`,
    `    ${pythonString(description)}`,
    `    arguments = {${needed.map((each) => `${pythonString(each.declared)}: ${each.name}`).join(", ")}}`,
    ...optional.flatMap((each) => [
      `    if ${each.name} is not None:`,
      `        arguments[${pythonString(each.declared)}] = ${each.name}`,
    ]),
    ...handlerLines(tool.name, handler),
  ];
}

const ANNOTATIONS: { [type in JsonType]: string } = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  array: "list",
  object: "dict",
  null: "None",
};

/** What a function's own lines use: a parameter of that name would hide it. */
const LOCAL_NAMES: ReadonlySet<string> = new Set("arguments _call_python _call_process NotImplementedError".split(" "));

/** Required ones first, as Python wants it. */
function wrappedParameters(tool: CanonicalTool, review: string[]): WrappedParameter[] {
  const { properties, required } = tool.inputSchema;
  if (typeof properties !== "object" || properties === null || Array.isArray(properties)) return [];
  const needed = new Set(Array.isArray(required) ? required : []);
  const taken = new Set<string>();
  const parameters = Object.entries(properties).map(([declared, schema]): WrappedParameter => {
    const name = pythonIdentifier(declared, taken, { fallback: "value", reserved: LOCAL_NAMES });
    if (name !== declared)
      review.push(`The parameter ${quoted(declared)} of ${quoted(tool.name)} is called ${name} in the function.`);
    const given = typeof schema === "object" && schema !== null && !Array.isArray(schema) ? schema : {};
    const annotation = annotationOf(given["type"]);
    const isRequired = needed.has(declared);
    return {
      declared,
      name,
      required: isRequired,
      signature: signatureOf(name, annotation, isRequired, given["default"]),
    };
  });
  return [...parameters.filter((each) => each.required), ...parameters.filter((each) => !each.required)];
}

function annotationOf(type: Json | undefined): string {
  const [first, ...more] = [...typesOf(type)].filter((each) => each !== "null");
  return first === undefined || more.length > 0 ? "Any" : ANNOTATIONS[first];
}

function signatureOf(name: string, annotation: string, isRequired: boolean, given: Json | undefined): string {
  if (isRequired) return `${name}: ${annotation}`;
  // A list or a mapping as a default would be shared between calls.
  const isPlain = given !== undefined && given !== null && typeof given !== "object";
  const literal = isPlain ? pythonLiteral(given) : null;
  if (literal !== null) return `${name}: ${annotation} = ${literal}`;
  return `${name}: ${annotation === "Any" ? "Any" : `Optional[${annotation}]`} = None`;
}

function returnType({ outputSchema }: CanonicalTool): string {
  const annotation = annotationOf(outputSchema?.["type"]);
  return annotation === "None" ? "Any" : annotation;
}

/** Inside a docstring of ours: what could end it, or hide in it, is left out. */
function docText(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9 ._+-]/g, "").slice(0, 80);
}
