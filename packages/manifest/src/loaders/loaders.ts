import { AGENT_LOADERS } from "./agents.ts";
import { FRAMEWORK_LOADERS } from "./frameworks.ts";
import type { Loader } from "./loader.ts";

const LOADERS = { ...AGENT_LOADERS, ...FRAMEWORK_LOADERS };

export type LoaderId = keyof typeof LOADERS;

export const LOADER_IDS = Object.keys(LOADERS) as LoaderId[];

export const loaderOf = (id: LoaderId): Loader => LOADERS[id];

/**
 * The loaders that read this directory of skills without being told, such as `.claude/skills`, in a home or a project: their row has it, or
 * what it lies in.
 */
export const readersOf = (directory: string): LoaderId[] =>
  LOADER_IDS.filter((id) =>
    (loaderOf(id).untold ?? "")
      .split(", ")
      .map((one) => one.replace(/^~\//, ""))
      .some((one) => directory === one || directory.startsWith(`${one}/`)),
  );

/** `Agno, CrewAI and Mastra`; past the first `most` names, how many there are more. */
export function loaderWords(ids: readonly LoaderId[], most = 5): string {
  const labels = ids.map((id) => LOADERS[id].label);
  const shown = labels.length > most + 1 ? [...labels.slice(0, most), `${labels.length - most} more`] : labels;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}
