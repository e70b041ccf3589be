import type { CodeUnit } from "./code/code-unit.ts";

/** Marks the files that a command starts which nobody asks for: `"postinstall": "node setup.js"` starts `setup.js`. */
export function triggeredUnits(units: CodeUnit[]): CodeUnit[] {
  const started = new Map<string, string>();
  for (const { trigger, text, path } of units) {
    if (trigger === undefined || text.length > 4_000) continue;
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    for (const word of text.split(/[\s"'=;&|()]+/, 100)) {
      if (/\.\w{1,5}$/.test(word)) started.set(folder + word.replace(/^(?:\.\/)+/, ""), trigger);
    }
  }
  if (started.size === 0) return units;
  return units.map((unit) => {
    const trigger = unit.from === "file" && unit.trigger === undefined ? started.get(unit.path) : undefined;
    return trigger === undefined ? unit : { ...unit, trigger };
  });
}
