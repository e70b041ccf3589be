import { readdir } from "node:fs/promises";

/** What a rule must find at its severity or a higher one, and what it must not find at its severity. */
export interface RuleExamples {
  positive: readonly string[];
  negative: readonly string[];
}

/** The examples of all rules, by the rule's id: those of `<behaviour>/<topic>.examples.ts` beside this file. Throws for an id that two name. */
export async function readRuleExamples(): Promise<Map<string, RuleExamples>> {
  const here = new URL("./", import.meta.url);
  const names = (await readdir(here, { recursive: true })).filter((name) => name.endsWith(".examples.ts")).toSorted();
  const all = new Map<string, RuleExamples>();
  for (const name of names) {
    const { EXAMPLES }: { EXAMPLES: Record<string, RuleExamples> } = await import(new URL(name, here).href);
    for (const [id, examples] of Object.entries(EXAMPLES)) {
      if (all.has(id)) throw new Error(`${id} has examples twice: in ${name}, and before`);
      all.set(id, examples);
    }
  }
  return all;
}
