import { RunError } from "../context.ts";
import { hasFile, type LoadedSkill } from "../loaded-skill.ts";
import { ariaRuntime } from "../runtimes/aria.ts";
import { miaosRuntime } from "../runtimes/miaos.ts";
import { openclawRuntime } from "../runtimes/openclaw.ts";
import { pythonRuntime } from "../runtimes/python.ts";
import type { Runtime } from "../runtimes/runtime.ts";
import { skillMdRuntime } from "../runtimes/skill-md.ts";

/** What runs the tools of a skill; null for one that has none, as most that are instructions. */
export function findRuntime(loaded: LoadedSkill): Runtime | null {
  const { manifest } = loaded;
  if (manifest.runtime?.type === "node-subprocess") return miaosRuntime;
  if (manifest.runtime?.type === "python-module") return ariaRuntime;
  const codes = [...manifest.tools.map(({ implementation }) => implementation), manifest.orchestration?.implementation];
  const inText = ["typescript", "javascript"];
  if (codes.some((code) => code?.range && inText.includes(code.language))) return skillMdRuntime;
  if (manifest.tools.length === 0) return null;
  if (hasFile(loaded, "tools.py")) return pythonRuntime;
  return codes.some((code) => code?.language === "python") ? openclawRuntime : null;
}

/** @throws RunError `not_runnable` */
export function ensureRuntime(loaded: LoadedSkill): Runtime {
  const runtime = findRuntime(loaded);
  if (runtime !== null) return runtime;
  const { tools } = loaded.manifest;
  const why =
    tools.length === 0
      ? "has no tools: it is instructions"
      : "declares tools, and has no code of them that is run here";
  throw new RunError("not_runnable", `${loaded.skill.name} ${why}.`);
}
