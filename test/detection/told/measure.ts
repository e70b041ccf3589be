import { readSkill, versionDifference } from "@gaia/manifest";
import { tellSkill } from "@gaia/scan/telling";
import { type Grammars, openGrammars } from "@gaia/syntax";
import { type Pair, toldPairs } from "./pairs.ts";

/** What came of the pairs: `missed` and `noisy` by their ids. */
export interface ToldFigures {
  added: number;
  found: number;
  reworded: number;
  silent: number;
  missed: string[];
  noisy: string[];
}

/** Compares each pair as the registry and `update` do. */
export async function measureTold(pairs: readonly Pair[] = toldPairs()): Promise<ToldFigures> {
  const grammars = await openGrammars(1_536);
  const figures: ToldFigures = { added: 0, found: 0, reworded: 0, silent: 0, missed: [], noisy: [] };
  for (const { id, before, after, newly } of pairs) {
    const { newlyTold } = versionDifference(await compared(before, grammars), await compared(after, grammars));
    if (newly === null) {
      figures.reworded += 1;
      if (newlyTold.length === 0) figures.silent += 1;
      else figures.noisy.push(`${id}: ${newlyTold.map(({ text }) => text).join(" | ")}`);
    } else {
      figures.added += 1;
      if (newlyTold.some(({ kind }) => kind === newly)) figures.found += 1;
      else figures.missed.push(`${id}: ${newly}`);
    }
  }
  return figures;
}

async function compared(text: string, grammars: Grammars) {
  const files = [{ path: "SKILL.md", bytes: new Uint8Array(Buffer.from(text)) }];
  const { skill } = readSkill(files, { version: "1.0.0" });
  if (skill === null) throw new Error(`no skill: ${text.slice(0, 200)}`);
  const about = { name: skill.name.value, description: "", publisher: "", links: [], requirements: [] };
  const telling = await tellSkill({ files, nested: [], about }, { grammars, cpuMs: 6_000 });
  return { skill, telling, signers: [] };
}
