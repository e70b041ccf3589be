import { confinedRunner } from "../src/index.ts";
import { givingConfine } from "./given-to-skills.ts";
import { PLAIN } from "./plain-confined.ts";

// Runs, marked in a directory, what makes a dotted entry and a repository's hook in another one, until somebody kills this process.

const [marks = "", place = ""] = process.argv.slice(2);
const confine = givingConfine(await confinedRunner({ marks }));
await confine({
  ...PLAIN,
  argv: ["python3", "-I", "-c", `import os, time\nos.chdir("${place}")\nos.mkdir(".kiro")\ntime.sleep(25)`],
  mounts: [{ source: place, target: place, writable: true }],
  guarded: { names: [".git"], made: { anywhere: /^\./, atRoot: /^[A-Z]+\.md$/, named: [] } },
});
