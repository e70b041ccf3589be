import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import type { Confine } from "../src/index.ts";
import { ownUser } from "../src/confine/own-user.ts";

/** Gives everything below a path to the user that skills are where root runs the tests, as a person gives them a directory. */
export async function givenToSkills(path: string): Promise<void> {
  const own = ownUser();
  if (own !== null) await promisify(execFile)("chown", ["-Rh", `${own}:${own}`, path]);
}

/** The same of what each command mounts of the tests' own. */
export const givingConfine = (confine: Confine): Confine =>
  Object.assign(
    async (...[command, abort]: Parameters<Confine>) => {
      for (const { source } of command.mounts) if (source.startsWith(tmpdir())) await givenToSkills(source);
      return confine(command, abort);
    },
    { isolation: confine.isolation },
  );
