import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { expect } from "vitest";
import { account, inspected, publish } from "./api.ts";
import { startTestRegistry, type TestRegistry } from "./registry.ts";
import { sampleZip } from "./samples.ts";

const PROTOCOL = new URL("../../docs/protocol.md", import.meta.url);
const DOCUMENT = new URL("../../docs/openapi.json", import.meta.url);

/** A folder with openapi.json in it, in which generators and what they made are run with the programs of `install_api_generators`. */
export interface Workshop {
  dir: string;
  write(file: string, content: string | Uint8Array): Promise<void>;
  /** Runs a program, and gives what it printed, on either stream; throws with that when it fails. */
  run(program: string, args: readonly string[], env?: Record<string, string>): Promise<string>;
  /** Runs the command that docs/protocol.md gives for a generator and what it makes, and gives what it printed. */
  generate(generator: string, made: string): Promise<string>;
}

/** Works in a new folder, which is removed afterwards. `tools`: the directory of `install_api_generators`. */
export async function inWorkshop(tools: string, work: (workshop: Workshop) => Promise<void>): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), "api-generators-"));
  await writeFile(join(dir, "openapi.json"), await readFile(DOCUMENT));
  const paths = [join(tools, "venv/bin"), join(tools, "node_modules/.bin"), join(tools, "go"), process.env["PATH"]];
  const base = { ...process.env, PATH: paths.join(delimiter), GOPROXY: "off", GOFLAGS: "-mod=mod" };
  const run: Workshop["run"] = (program, args, env) =>
    new Promise((resolve, reject) => {
      const child = spawn(program, args, {
        cwd: dir,
        env: { ...base, ...env },
        stdio: ["ignore", "pipe", "pipe"],
        timeout: 240_000,
      });
      let printed = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (printed += part));
      child.on("error", reject);
      child.on("close", (code, signal) =>
        code === 0
          ? resolve(printed)
          : reject(new Error(`${program} ${args.join(" ")} ended with ${code ?? signal}:\n${printed}`)),
      );
    });
  const workshop: Workshop = {
    dir,
    write: (file, content) => writeFile(join(dir, file), content),
    run,
    async generate(generator, made) {
      const [program = "", ...args] = (await commandOf(tools, generator, made)).split(" ");
      return run(program, args);
    },
  };
  try {
    await work(workshop);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** The command in the row of docs/protocol.md, *Generated clients*, that names both. Throws when another version is installed. */
async function commandOf(tools: string, generator: string, made: string): Promise<string> {
  const rows = (await readFile(PROTOCOL, "utf8")).split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  const row = rows.find(([, name, , what]) => name === generator && what === made);
  const [, , version = "", , command = ""] = row ?? [];
  if (command === "") throw new Error(`docs/protocol.md has no row for ${generator}, ${made}`);
  if (!basename(tools).split("-").includes(version))
    throw new Error(`docs/protocol.md speaks of ${generator} ${version}, and ${basename(tools)} is installed`);
  return command.replaceAll("`", "");
}

export interface Stocked {
  registry: TestRegistry;
  token: string;
  /** Where the API is. */
  api: string;
  /** A file outside of any client: a package that is not published yet. */
  packageOf(name: string): Uint8Array;
}

/** A registry with one skill, `web-search` 1.0.0 by ada, and a token of hers. */
export async function stockedRegistry(): Promise<Stocked> {
  const registry = await startTestRegistry({ withoutScanners: true });
  const token = await account(registry.url, registry.adminToken, "ada");
  const answer = await publish(registry.url, token, sampleZip({ name: "web-search" }));
  if (answer.status !== 201) throw new Error(`web-search: ${answer.status}`);
  await inspected(registry.url, "web-search", "1.0.0", token);
  return { registry, token, api: `${registry.url}/api/v1`, packageOf: (name) => sampleZip({ name }) };
}

/** What each client is to say, as JSON on its last line: what it listed, found, was shown, downloaded and published. */
export interface Said {
  listed: string[];
  found: string[];
  shown: string;
  sha256: string;
  published: string;
}

/** What is right, of a client that publishes `name`. */
export async function expectedOf({ api }: Stocked, name: string): Promise<Said> {
  const archive = await (await fetch(`${api}/skills/web-search/1.0.0/download`)).arrayBuffer();
  return {
    // What other clients of the same file published is there too.
    listed: expect.arrayContaining(["web-search"]),
    found: expect.arrayContaining(["web-search"]),
    shown: "web-search 1.0.0 null",
    sha256: createHash("sha256").update(new Uint8Array(archive)).digest("hex"),
    published: `${name} 1.0.0`,
  };
}

export const lastLine = (printed: string): Said => JSON.parse(printed.trim().split("\n").at(-1) ?? "");
