import { AGENT_LOADERS } from "./agents.ts";
import { FRAMEWORK_LOADERS } from "./frameworks.ts";
import type { Loader } from "./loader.ts";

const LOADERS = { ...AGENT_LOADERS, ...FRAMEWORK_LOADERS };

export type LoaderId = keyof typeof LOADERS;

export const LOADER_IDS = Object.keys(LOADERS) as LoaderId[];

export const loaderOf = (id: LoaderId): Loader => LOADERS[id];

/** `Agno, CrewAI and Mastra`; past the first `most` names, how many there are more. */
export function loaderWords(ids: readonly LoaderId[], most = 5): string {
  const labels = ids.map((id) => LOADERS[id].label);
  const shown = labels.length > most + 1 ? [...labels.slice(0, most), `${labels.length - most} more`] : labels;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}
