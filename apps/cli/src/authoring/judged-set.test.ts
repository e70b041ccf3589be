import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readSkillSet, skillPathsIn } from "./judged-set.ts";

test("what validate and scan judge of a folder is what publish sends of it", async () => {
  const root = await mkdtemp(join(tmpdir(), "gaia-set-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const skill = async (folder: string) => {
    await mkdir(join(root, folder), { recursive: true });
    await writeFile(join(root, folder, "SKILL.md"), `---\nname: ${folder}\ndescription: It is one.\n---\n`);
  };
  for (const folder of ["one", "two"]) await skill(folder);
  const judged = async (path: string) => (await readSkillSet([path])).map(({ path: of }) => of);
  expect(await judged(root)).toEqual([join(root, "one"), join(root, "two")]);
  expect(await judged(root)).toEqual(await skillPathsIn(root));
  // A manifest that is a link is the folder's own, and no reason to look below it.
  await symlink(join(root, "one", "SKILL.md"), join(root, "SKILL.md"));
  expect(await skillPathsIn(root)).toEqual([root]);
  expect(await judged(root)).toEqual([root]);
});
