import { type TextFile, inPieces } from "@gaia/reading";

/** Builds and watchers as every project has them: a script of the project's own by its name, a compiler, a server for its pages. */
const ORDINARY = inPieces(
  "",
  String.raw`^(?:(?:npm|pnpm|yarn|bun|deno)(?: run| task)? [\w:.-]{1,40}|(?:npx |pnpm |yarn )?(?:tsc|vite|vitest|jest|eslint|webpack|`,
  String.raw`rollup|tailwindcss|sass)(?: (?:-w|--watch|watch|dev|build|run))*|make(?: [\w-]{1,30})?|cargo (?:check|watch|build|test)|`,
  String.raw`go (?:build|vet|test)(?: \.\/\.\.\.)?|(?:mvn|gradle|\.\/gradlew) [\w:-]{1,30}|docker compose up(?: -d)?|jekyll serve|`,
  String.raw`hugo server|mkdocs serve|uv sync|poetry install|bundle install)$`,
);

/** Whether every task that starts when a folder is opened is a build or a watcher, which its project's files say. */
export function areOrdinaryTasks(file: TextFile): boolean {
  let tasks: unknown;
  try {
    const parsed: unknown = JSON.parse(file.text.replaceAll(/^\s*\/\/[^\n]*$/gm, "").replaceAll(/,(\s*[}\]])/g, "$1"));
    const held = isRecord(parsed) ? parsed["tasks"] : null;
    // A workspace's file has them one level below.
    tasks = isRecord(held) ? held["tasks"] : held;
  } catch {
    return false;
  }
  if (!Array.isArray(tasks)) return false;
  return tasks.every((task: unknown) => {
    if (!isRecord(task) || !isRecord(task["runOptions"]) || task["runOptions"]["runOn"] !== "folderOpen") return true;
    // A command for one system alone would be another one there.
    if ("windows" in task || "linux" in task || "osx" in task) return false;
    const script = task["script"] ?? task["task"] ?? task["tsconfig"];
    if (/^(?:npm|gulp|grunt|typescript)$/.test(String(task["type"])))
      return typeof script === "string" && /^[\w:./-]{1,60}$/.test(script) && !/^(?:pre|post)?install$/.test(script);
    const words = [task["command"], ...(Array.isArray(task["args"]) ? task["args"] : [])];
    return words.every((word) => typeof word === "string") && ORDINARY.test(words.join(" "));
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
