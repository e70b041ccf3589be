import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { confinedRunner } from "@gaia/sandbox";
import { givenToSkills } from "../../sandbox/test/given-to-skills.ts";
import type { RunContext, RunnableSkill } from "../src/index.ts";
import { TOOLS, toolManifest } from "./sample-tools.ts";

/** A machine of one person: a home, a project that the calls come from, and skills. */
export interface RunPlace {
  dir: string;
  ctx: RunContext;
  /** Writes files below the place. */
  layDown(directory: string, files: Record<string, string>): Promise<string>;
  /** A skill that was installed, all that it declares granted. */
  skill(name: string, files: Record<string, string>, more?: Partial<RunnableSkill>): Promise<RunnableSkill>;
  /** One with the tools of `TOOLS`. */
  toolSkill(name: string, permissions: string[], requirements?: string): Promise<RunnableSkill>;
  remove(): Promise<void>;
}

/** Makes a fresh one with the real sandbox. `more` is laid over its context. */
export async function runPlace(more: Partial<RunContext> = {}): Promise<RunPlace> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), "runner-test-")));
  const installed = new Map<string, RunnableSkill>();
  const ctx: RunContext = {
    confine: await confinedRunner(),
    userHome: join(dir, "person"),
    gaiaHome: join(dir, "person/.gaia"),
    directory: join(dir, "person/project"),
    environment: { PATH: "/usr/bin", A_SECRET: "kept", GAIA_REGISTRY: "http://127.0.0.1:1" },
    findSkill: async (name) => installed.get(name) ?? null,
    ...more,
  };
  const layDown: RunPlace["layDown"] = async (directory, files) => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(dir, directory, path)), { recursive: true });
      await writeFile(join(dir, directory, path), text);
    }
    await givenToSkills(dir);
    return join(dir, directory);
  };
  await layDown("person", { ".ssh/id_ed25519": "a key", ".netrc": "a password", "notes/list.txt": "bread" });
  await layDown("person", { ".gaia/credentials.json": "a token", "project/a.txt": "of the project" });
  const skill: RunPlace["skill"] = async (name, files, fields = {}) => {
    const directory = await layDown(`person/.gaia/skills/${name}`, files);
    const made: RunnableSkill = {
      name,
      version: "1.0.0",
      directory,
      tier: "experimental",
      granted: [],
      digests: null,
      pins: null,
      ...fields,
    };
    installed.set(name, made);
    return made;
  };
  return {
    dir,
    ctx,
    layDown,
    skill,
    toolSkill: (name, permissions, requirements) => {
      const files = {
        "SKILL.md": toolManifest(name, permissions, requirements),
        "tools.py": TOOLS,
        "lib/word.txt": "word",
      };
      return skill(name, files, { granted: [...permissions, "private-network:127.0.0.1"] });
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
