import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SourceFormat } from "@gaia/manifest";
import type { SampleFiles } from "../harness/samples.ts";

/** A skill of the demo: its files are in `skills/NAME`, what a later version changes or adds is in `versions/NAME/VERSION`. */
export interface SampleSkill {
  name: string;
  publisher: string;
  format: SourceFormat;
  /** Oldest first. */
  versions: readonly string[];
  /** Downloads a day, five weeks ago and yesterday. */
  use: readonly [number, number];
}

const skill = (
  name: string,
  publisher: string,
  format: SourceFormat,
  versions: readonly string[],
  use: readonly [number, number],
): SampleSkill => ({ name, publisher, format, versions, use });

/** The thirty skills. A publisher with several members is an organisation. */
export const SAMPLE_SKILLS: readonly SampleSkill[] = [
  skill("release-notes", "ada", "gaia", ["1.0.0", "1.1.0", "1.2.0"], [38, 64]),
  skill("sql-migration-review", "harbour", "gaia", ["1.0.0", "1.0.1", "1.0.2"], [22, 41]),
  skill("licence-check", "bruno", "gaia", ["1.0.0", "2.0.0"], [26, 30]),
  skill("incident-timeline", "harbour", "gaia", ["1.0.0"], [12, 27]),
  skill("log-summary", "harbour", "gaia-0.1", ["0.3.0", "0.4.0"], [9, 31]),
  skill("incident-report", "harbour", "gaia", ["0.2.0"], [5, 18]),
  skill("release-checklist", "ada", "gaia", ["1.0.0"], [14, 16]),
  skill("openapi-reader", "bruno", "openclaw", ["1.0.0"], [18, 22]),
  skill("accessibility-review", "chen", "agent-skills", ["1.0.0", "1.1.0"], [16, 33]),
  skill("csv-profile", "bruno", "gaia", ["0.2.0", "0.3.0"], [11, 12]),
  skill("contrast-ratio", "chen", "miaos", ["1.0.0", "1.1.0"], [7, 9]),
  skill("meeting-brief", "dara", "agent-skills", ["1.0.0"], [20, 24]),
  skill("plain-english", "ada", "agent-skills", ["1.0.0"], [31, 35]),
  skill("code-review-notes", "ada", "agent-skills", ["0.3.0"], [13, 19]),
  skill("threat-model", "chen", "agent-skills", ["0.2.0"], [4, 17]),
  skill("data-dictionary", "bruno", "agent-skills", ["0.1.0"], [3, 5]),
  skill("runbook-review", "harbour", "agent-skills", ["1.0.0"], [6, 8]),
  skill("changelog-writer", "ada", "agent-skills", ["0.9.0"], [15, 4]),
  skill("git-bisect-guide", "chen", "openclaw", ["0.3.0"], [6, 7]),
  skill("image-alt-text", "chen", "openclaw", ["1.0.0"], [8, 11]),
  skill("text-statistics", "dara", "openclaw-draft", ["0.4.0"], [5, 5]),
  skill("duration-sum", "dara", "openclaw-draft", ["1.0.0"], [2, 3]),
  skill("goal-notes", "dara", "aria-2", ["2.0.0"], [4, 6]),
  skill("focus-plan", "dara", "aria-2", ["1.2.0"], [3, 9]),
  skill("reading-time", "dara", "skill-md", ["1.0.0"], [7, 6]),
  skill("weekly-summary", "dara", "skill-md", ["0.2.0"], [9, 10]),
  skill("working-days", "chen", "miaos", ["0.3.0"], [2, 4]),
  skill("cron-explain", "bruno", "gaia-0.1", ["1.0.0"], [5, 8]),
  skill("branch-tidy", "bruno", "gaia", ["0.1.0"], [0, 0]),
  skill("mailbox-sorter", "eve", "agent-skills", ["1.0.0"], [0, 0]),
];

/** The files of one version: those of the skill, and over them what each version up to this one changed. */
export async function filesOf({ name, versions }: SampleSkill, version: string): Promise<SampleFiles> {
  const later = versions.slice(1, versions.indexOf(version) + 1).map((each) => `versions/${name}/${each}`);
  const layers = await Promise.all([`skills/${name}`, ...later].map((folder) => readFolder(folder)));
  return Object.assign({}, ...layers);
}

async function readFolder(folder: string): Promise<SampleFiles> {
  const dir = join(import.meta.dirname, folder);
  const files = (await readdir(dir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const read = files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    return [path.slice(dir.length + 1).replaceAll("\\", "/"), await readFile(path, "utf8")] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** What publishing needs beside the package: the publisher, and a version where the format has none. */
export const queryOf = ({ publisher, format }: SampleSkill, version: string): string =>
  `?${new URLSearchParams({ publisher, ...(format === "agent-skills" ? { version } : {}) })}`;
