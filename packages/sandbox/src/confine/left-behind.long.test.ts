import { existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { PLAIN } from "../../test/plain-confined.ts";
import { service } from "../../../../test/harness/services.ts";
import { givingConfine } from "../../test/given-to-skills.ts";
import { confinedRunner } from "./confined-runner.ts";
import { watchWritable } from "./writable-watch.ts";

const bubblewrap = await service("bubblewrap");

/** Children with closed streams that hear of the end of their parent, and make entries until they are ended. */
const MADE_AT_THE_END = `
import os
r, w = os.pipe()
for k in range(25):
    if os.fork() == 0:
        os.setsid(); os.close(w)
        n = os.open("/dev/null", os.O_RDWR)
        for fd in (0, 1, 2): os.dup2(n, fd)
        os.read(r, 1)
        for j in range(1000000):
            os.mkdir(f".made-{k}-{j}"); os.rmdir(f".made-{k}-{j}")
os._exit(0)`;

test.skipIf(!bubblewrap.available)(
  "H-B5 what is made while a command ends is put aside, too (needs bubblewrap)",
  async () => {
    const confine = givingConfine(await confinedRunner());
    for (let round = 0; round < 25; round += 1) {
      const place = mkdtempSync(join(tmpdir(), "ending-"));
      onTestFinished(() => rmSync(place, { recursive: true }));
      const { denials } = await confine({
        ...PLAIN,
        argv: ["python3", "-I", "-c", `import os\nos.chdir("${place}")${MADE_AT_THE_END}`],
        mounts: [{ source: place, target: place, writable: true }],
        guarded: { names: [".git"], made: { anywhere: /^\./, atRoot: /^$/, named: [] } },
      });
      const left = readdirSync(place);
      expect(left.filter((name) => !name.includes(".made-inside-"))).toEqual([]);
      expect(denials.length).toBeGreaterThanOrEqual(left.length);
    }
  },
);

test("nothing guarded is hidden behind more files than are looked at while a command runs", async () => {
  const place = mkdtempSync(join(tmpdir(), "many-"));
  onTestFinished(() => rmSync(place, { recursive: true }));
  for (const name of ["one", "other"]) mkdirSync(join(place, name));
  const mounts = [{ source: place, target: place, writable: true }];
  const watch = await watchWritable({
    mounts,
    guarded: { names: [".vscode"], made: null },
    hidden: [],
    limits: PLAIN.limits,
  });
  // Whichever of the two is looked into first.
  const [one = "", other = ""] = readdirSync(place);
  for (const name of [one, other]) mkdirSync(join(place, name, ".vscode"));
  // As many links as a file may have.
  for (let at = 0; at < 201_000; at += 1) {
    const file = join(place, other, String(at - (at % 60_000)));
    if (at % 60_000 === 0) writeFileSync(file, "");
    else linkSync(file, join(place, other, String(at)));
  }
  expect(await watch.end()).toHaveLength(2);
  for (const name of [one, other]) expect(existsSync(join(place, name, ".vscode"))).toBe(false);
});
