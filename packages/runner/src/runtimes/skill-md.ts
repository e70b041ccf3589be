import type { Implementation } from "@gaia/manifest";
import { RunError } from "../context.ts";
import { DRIVERS } from "../drivers/driver-files.ts";
import type { LoadedSkill } from "../loaded-skill.ts";
import { readReply } from "../reply.ts";
import { NODE, nodeMount } from "./node-program.ts";
import { declaredTools, readOnly, type Runtime, SKILL } from "./runtime.ts";

/** The name under which a skill's workflow is called, where no tool has it. */
const WORKFLOW = "orchestration";

/** Implementations in the Markdown itself: `async (params, context)` of a tool, `async (tools, params, context)` of the workflow. */
export const skillMdRuntime: Runtime = {
  name: "skill-md",
  packages: "npm",
  tools: (loaded) => [
    ...declaredTools(loaded).filter(({ name }) => implementationOf(loaded, name) !== null),
    ...(hasWorkflow(loaded)
      ? [
          {
            name: WORKFLOW,
            description: `The workflow of ${loaded.manifest.displayName.value} over its tools.`,
            inputSchema: loaded.manifest.orchestration?.inputSchema ?? { type: "object" },
          },
        ]
      : []),
  ],
  start: async (_ctx, { loaded, tool, input, mark, copyOf }) => {
    const isWorkflow = tool === WORKFLOW && hasWorkflow(loaded);
    const own = loaded.manifest.tools.map(({ name }) => name).filter((name) => implementationOf(loaded, name) !== null);
    const names = isWorkflow ? [WORKFLOW, ...own] : [tool];
    const functions = names.map((name) => [name, codeOf(loaded, implementationOf(loaded, name))] as const);
    const order = {
      mark,
      tool,
      isWorkflow,
      input,
      tools: names.filter((name) => name !== WORKFLOW || !isWorkflow),
      helpers: helpersOf(loaded),
      functions: Object.fromEntries(functions),
      extension: isTyped(loaded) ? "mts" : "mjs",
      skill: { name: loaded.skill.name, version: loaded.skill.version },
    };
    return {
      argv: [NODE, "--disable-warning=ExperimentalWarning", `${DRIVERS}/driver.mjs`],
      stdin: JSON.stringify(order),
      mounts: [nodeMount(), readOnly(copyOf(loaded), SKILL)],
      read: ({ stdout }) => readReply(stdout, mark),
    };
  },
};

const hasWorkflow = ({ manifest }: LoadedSkill): boolean =>
  manifest.orchestration !== null && !manifest.tools.some(({ name }) => name === WORKFLOW);

function implementationOf(loaded: LoadedSkill, name: string): Implementation | null {
  const { tools, orchestration } = loaded.manifest;
  if (name === WORKFLOW && hasWorkflow(loaded)) return orchestration?.implementation ?? null;
  const found = tools.find((tool) => tool.name === name)?.implementation ?? null;
  return found?.range === null ? null : found;
}

/** Node strips the types itself, from 22.18 on. */
function isTyped(loaded: LoadedSkill): boolean {
  const languages = loaded.manifest.tools.map(({ implementation }) => implementation?.language);
  const typed = [...languages, loaded.manifest.orchestration?.implementation.language].includes("typescript");
  if (typed && !process.features.typescript)
    throw new RunError(
      "requirement_missing",
      `It is TypeScript, and Node ${process.versions.node} runs none: Node 22.18 does.`,
    );
  return typed;
}

function codeOf({ files, skill }: LoadedSkill, implementation: Implementation | null): string {
  const file = files.find(({ path }) => path === implementation?.file);
  const range = implementation?.range;
  if (file === undefined || !range)
    throw new RunError("not_runnable", `${skill.name} has no implementation of that tool.`);
  return new TextDecoder().decode(file.bytes.subarray(range[0], range[1]));
}

/** The blocks of code below "Helper Functions". */
function helpersOf({ files, manifest }: LoadedSkill): string[] {
  const { sections = {}, file } = manifest.instructions;
  const section = Object.entries(sections).find(([heading]) => heading.toLowerCase() === "helper functions")?.[1];
  const bytes = files.find(({ path }) => path === file)?.bytes;
  if (section === undefined || bytes === undefined) return [];
  const text = new TextDecoder().decode(bytes.subarray(section.start, section.end));
  return [...text.matchAll(/^(`{3,}|~{3,})[^\n]*\n(.*?)^\1[ \t]*$/gms)].map(([, , code = ""]) => code);
}
