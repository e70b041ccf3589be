import { mkdir, readFile, rm, symlink } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWith } from "../../../test/harness/describe-with.ts";
import { type RunnableSkill, runTool, type ToolOutcome } from "../src/index.ts";
import { type RunPlace, runPlace } from "./run-context.ts";

let place: RunPlace;
const act = (skill: RunnableSkill, what: string, where: string): Promise<ToolOutcome> =>
  runTool(place.ctx, { skill, tool: "act", input: { what, where } });

beforeAll(async () => {
  place = await runPlace();
});
afterAll(() => place.remove());

await describeWith("bubblewrap", "links lead no tool to what nobody is given", () => {
  test("a link with the name of a repository's settings mounts nothing of the outside", async () => {
    const writer = await place.toolSkill("writer", ["filesystem:write:./**"]);
    const link = join(place.dir, "person/project/.idea");
    // What a tool itself may make in its first call: the parents of the mount are empty directories inside.
    await symlink("..", link);
    const { ok, error } = await act(writer, "read", join(place.dir, "person/.ssh/id_ed25519"));
    expect({ ok, code: error?.code }).toEqual({ ok: false, code: "permission_refused" });
    await rm(link);
    expect(await act(writer, "read", "a.txt")).toMatchObject({ output: { text: "of the project" } });
  });

  test("secrets that lie elsewhere in the home, behind a link, stay secret", async () => {
    await place.layDown("person/dotfiles", { "aws/credentials": "a cloud's key", npmrc: "a token", vimrc: "a vimrc" });
    await symlink("dotfiles/aws", join(place.dir, "person/.aws"));
    await symlink(join(place.dir, "person/dotfiles/npmrc"), join(place.dir, "person/.npmrc"));
    const reader = await place.toolSkill("reader", ["filesystem:read:~/**"]);
    expect(await act(reader, "read", "~/dotfiles/vimrc")).toMatchObject({ output: { text: "a vimrc" } });
    for (const where of ["~/.aws/credentials", "~/dotfiles/aws/credentials", "~/.npmrc", "~/dotfiles/npmrc"])
      expect(await act(reader, "read", where), where).toMatchObject({ ok: false, output: null });
    const narrow = await place.toolSkill("narrow", ["filesystem:read:~/dotfiles/aws"]);
    expect((await act(narrow, "read", "~/dotfiles/vimrc")).error?.code).toBe("permission_refused");
  });

  test("what is never given is not in what is given around it", async () => {
    const reader = await place.toolSkill("of-system", ["filesystem:read:/etc"]);
    expect(await act(reader, "read", "/etc/passwd")).toMatchObject({ ok: true });
    expect(JSON.stringify(await act(reader, "read", "/etc/shadow"))).not.toContain("root:");
  });

  test("what starts of itself in a home is not written", async () => {
    await place.layDown("person", { ".bashrc": "# mine" });
    await mkdir(join(place.dir, "person/.local/share"), { recursive: true });
    for (const scope of ["~/.bashrc", "~/.config/autostart", "~/.config", "~/.local/share/**", "~/.claude"]) {
      const writer = await place.toolSkill("starts", [`filesystem:write:${scope}`]);
      expect((await act(writer, "write", "~/.bashrc")).error?.code, scope).toBe("permission_refused");
    }
    expect(await readFile(join(place.dir, "person/.bashrc"), "utf8")).toBe("# mine");
    expect(existsSync(join(place.dir, "person/.config/autostart"))).toBe(false);
    const own = await place.toolSkill("own", ["filesystem:write:~/.config/its-own/"]);
    expect(await act(own, "write", "~/.config/its-own/settings")).toMatchObject({ ok: true });
  });
});
