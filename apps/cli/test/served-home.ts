import { existsSync } from "node:fs";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { digestOfFiles, homePaths, LOCAL_FOLDERS, readLocalFiles, setLocalEnabled } from "@gaia/install/installed";
import { type CliHome, cliHome } from "./cli-process.ts";
import { type FakeRegistry, startFakeRegistry } from "./fake-registry.ts";
import { manifestText, serveRelease } from "./fake-release.ts";
import { connectMcp, type McpSession } from "./mcp-client.ts";

/** A home with two installed skills, a repository beside it, and servers over them. */
export interface ServedHome {
  home: CliHome;
  /** A repository without skills. */
  project: string;
  placeOf(skill: string): string;
  connected(options?: Parameters<typeof connectMcp>[1]): Promise<McpSession>;
  /** Writes a skill of the repository's own, as files by path. */
  writeLocal(name: string, files: Record<string, string>): Promise<void>;
  /** What `enable NAME --local` does, without a process of its own. */
  enableLocal(name: string): Promise<void>;
  remove(): Promise<void>;
}

/** Makes such homes; both skills are installed once. */
export interface ServedHomes {
  fake: FakeRegistry;
  fresh(): Promise<ServedHome>;
  close(): Promise<void>;
}

export async function servedHomes(): Promise<ServedHomes> {
  const fake = await startFakeRegistry();
  const template = await cliHome(fake.url);
  for (const name of ["calm", "web-search"]) await serveRelease(fake, { name, tier: "experimental" });
  const run = await template.run(["install", "calm", "web-search", "--allow-experimental"]);
  if (run.code !== 0) throw new Error(`they could not be installed: ${run.stderr}`);
  return {
    fake,
    async fresh() {
      const home = await cliHome(fake.url);
      await cp(join(template.dir, "home"), join(home.dir, "home"), { recursive: true });
      return servedHome(home);
    },
    async close() {
      await template.remove();
      await fake.close();
    },
  };
}

async function servedHome(home: CliHome): Promise<ServedHome> {
  const sessions: McpSession[] = [];
  const project = join(home.dir, "work");
  await mkdir(join(project, ".git"), { recursive: true });
  return {
    home,
    project,
    placeOf: (skill) => join(home.dir, "home", "skills", skill),
    async connected(options) {
      const session = await connectMcp(home, options);
      sessions.push(session);
      return session;
    },
    async writeLocal(name, files) {
      for (const [path, text] of Object.entries(files)) {
        const place = join(project, "skills", name, path);
        await mkdir(dirname(place), { recursive: true });
        await writeFile(place, text);
      }
    },
    async enableLocal(name) {
      // The repository's own folder, or where `install --project` put it.
      const places = LOCAL_FOLDERS.map((folder) => join(project, folder, name));
      const place = places.find((one) => existsSync(one));
      if (place === undefined) throw new Error(`the repository has no skill ${name}`);
      const { files } = await readLocalFiles(place);
      const enabled = { digest: digestOfFiles(files), permissions: [], pins: null };
      await setLocalEnabled(homePaths(join(home.dir, "home"), home.dir), { root: project, name, enabled });
    },
    async remove() {
      for (const session of sessions) await session.close();
      await rm(home.dir, { recursive: true, force: true });
    },
  };
}

/** The names that a client is told of, in order. */
export const toolNames = async ({ client }: McpSession): Promise<string[]> =>
  (await client.listTools()).tools.map(({ name }) => name);

export const localFiles = (name: string): Record<string, string> => ({
  "SKILL.md": manifestText({ name, version: "1.0.0" }),
  "tools.py": "def greet(name): ...\n",
});
