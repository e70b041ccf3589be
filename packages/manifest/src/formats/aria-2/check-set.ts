import type { CanonicalSkill } from "../../model/canonical.ts";
import { newReport, quoted } from "../../model/report.ts";
import type { Diagnostic, Mode, Place, Report } from "../../model/report.ts";

/** A skill of a directory of skills. `folder` is what diagnostics put before the file. */
export interface AriaMember {
  folder: string;
  skill: Pick<CanonicalSkill, "name" | "requires">;
}

interface Edge {
  to: string;
  place: Place;
}

/**
 * The rules of Aria's standard v2 between skills, as their manifests declare them: what a skill depends on is among them and does not lead
 * back to it. Layers, declared and imported, are `checkAriaLayers`'s. Linear in skills and dependencies.
 */
export function checkAriaSet(members: readonly AriaMember[], options: { mode?: Mode | undefined } = {}): Diagnostic[] {
  const report = newReport(options.mode);
  const edges = new Map<string, Edge[]>();
  for (const { folder, skill } of members) {
    const own = skill.requires.skills.map(({ name, origin }) => {
      return { to: name, place: { ...origin, file: `${folder}/${origin.file}` } };
    });
    edges.set(skill.name.value, own);
  }
  for (const [name, own] of edges) {
    for (const { to, place } of own) {
      const message = `${quoted(name)} depends on ${quoted(to)}, which is not among these skills.`;
      if (!edges.has(to)) report.note("SK6004", place, message);
    }
  }
  reportCycles(edges, report);
  return report.diagnostics;
}

/** Reports each cycle once, where depth-first search closes it. Keeps its own stack: a chain may be long. */
function reportCycles(edges: ReadonlyMap<string, Edge[]>, report: Report): void {
  const done = new Set<string>();
  for (const start of edges.keys()) {
    const path: { name: string; next: number }[] = [{ name: start, next: 0 }];
    const onPath = new Map([[start, 0]]);
    while (!done.has(start)) {
      const top = path.at(-1);
      if (top === undefined) break;
      const edge = edges.get(top.name)?.[top.next++];
      if (edge === undefined) {
        done.add(top.name);
        onPath.delete(top.name);
        path.pop();
        continue;
      }
      const closes = onPath.get(edge.to);
      if (closes !== undefined) {
        const names = path.slice(closes).map(({ name }) => name);
        const shown = names.length > 12 ? [...names.slice(0, 12), "…"] : names;
        report.note("SK6005", edge.place, `Dependency cycle: ${[...shown, edge.to].join(" -> ")}.`);
      } else if (edges.has(edge.to) && !done.has(edge.to)) {
        onPath.set(edge.to, path.length);
        path.push({ name: edge.to, next: 0 });
      }
    }
  }
}
