import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { rooms } from "./harness/read-rooms.ts";

/**
 * The code blocks of the rooms' READMEs are compiled against the rooms as they are: what was renamed, or takes something else by now, is
 * found here and not by a reader. A block has the names of its room's doors without importing them, and the names below, which its reader has.
 */
const READERS_OWN: Record<string, string> = {
  archive: "bytes",
  authoring: "files folder",
  db: "config id cache",
  decisions: "tx now fields skillId versionId statements audit",
  "git-source": "run confine",
  install: "context roots allowed",
  bundle: "index envelope read out source",
  log:
    "store lastTree at fields origin signer nowSeconds post keys oldSize index leaf text witnessStore findLogKeys signers now " +
    "body read newTree",
  manifest: "files refused",
  mirror: "fetch",
  "mcp-server": "version home project trustedRoots refreshMs consult runTool log",
  policy: "permissions scanners findings standing",
  queue: "inspect ctx log inspectionId",
  resolver: "versions",
  runner: "userHome gaiaHome directory environment findSkill name version tier granted digests pins abort",
  sandbox: "bytes revision code cpuMs timeoutMs memoryBytes processes diskBytes outputBytes networkBytes",
  scan: "files run environment",
  search: "database",
  storage: "hex bytes key",
  syntax: "text count",
  text: "name description row reason text",
  trust:
    "armored laterCopy sumsBytes armoredSignature receivedAt received bundleJson trustedRootJson files signature signers at " +
    "packageFiles asAbove sha256 decision",
  web: "request app log",
};

/** Kept between runs with what the compiler knows of the rooms: a second run takes a few seconds. */
const FOLDER = resolve("node_modules/.cache/readme-blocks");

const BLOCK = /^```ts\n(.*?)^```$/gms;

/** Each block as a module, by its file's name. */
const modules = new Map(
  rooms.flatMap((room) => {
    const text = readText(join(room.dir, "README.md"));
    const blocks = [...text.matchAll(BLOCK)].map((match) => match[1] ?? "");
    return blocks.map((block, at) => [`${room.name}.${at + 1}.mts`, moduleOf(room, block)] as const);
  }),
);

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function moduleOf({ name, dir }: { name: string; dir: string }, block: string): string {
  const imported = [...block.matchAll(/import\s[^;]*;/g)].map(([statement]) => statement).join("\n");
  const isFree = (one: string) => new RegExp(`\\b${one}\\b`).test(block) && !new RegExp(`\\b${one}\\b`).test(imported);
  const seen = new Set<string>();
  const doors = doorsOf(name, dir).flatMap(([specifier, names]) => {
    const wanted = names.filter((one) => isFree(one) && !seen.has(one));
    for (const one of wanted) seen.add(one);
    return wanted.length === 0 ? [] : [`import { ${wanted.join(", ")} } from "${specifier}";`];
  });
  const own = (READERS_OWN[name] ?? "").split(" ").filter((one) => one !== "" && isFree(one) && !seen.has(one));
  return [...doors, ...own.map((one) => `declare const ${one}: any;`), block, "export {};"].join("\n");
}

/** The doors of a room: what is imported, and the names it gives out. */
function doorsOf(name: string, dir: string): [specifier: string, names: string[]][] {
  const { exports = {} } = JSON.parse(readFileSync(join(dir, "package.json"), "utf8")) as {
    exports?: Record<string, string>;
  };
  return Object.entries(exports).flatMap(([path, target]) => {
    if (typeof target !== "string" || !target.endsWith(".ts")) return [];
    const text = readFileSync(join(dir, target), "utf8");
    const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gms)].flatMap((match) =>
      (match[1] ?? "").split(","),
    );
    const named = listed.map(
      (one) =>
        one
          .replace(/^\s*type\s/, "")
          .split(" as ")
          .at(-1)
          ?.trim() ?? "",
    );
    const declared = [...text.matchAll(/^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm)];
    const names = [...named, ...declared.map((match) => match[1] ?? "")].filter((one) => /^\w+$/.test(one));
    return [[`@gaia/${name}${path.slice(1)}`, names] as const];
  });
}

test("the code blocks of the rooms' READMEs compile", { timeout: 120_000 }, () => {
  expect(modules.size).toBeGreaterThan(20);
  mkdirSync(FOLDER, { recursive: true });
  for (const [file, text] of modules) {
    // The folder may be linked from another checkout's: its file is left as it is.
    rmSync(join(FOLDER, file), { force: true });
    writeFileSync(join(FOLDER, file), text);
  }
  const base = JSON.parse(readFileSync("tsconfig.json", "utf8")) as { compilerOptions: object };
  const compilerOptions = {
    ...base.compilerOptions,
    // A block leaves out what its reader sees: types of its own values, and what becomes of a result.
    noImplicitAny: false,
    noUnusedLocals: false,
    noUnusedParameters: false,
    verbatimModuleSyntax: false,
    incremental: true,
    tsBuildInfoFile: join(FOLDER, "known.tsbuildinfo"),
  };
  writeFileSync(join(FOLDER, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [...modules.keys()] }));
  const { stdout } = spawnSync("npx", ["tsc", "-p", FOLDER], { encoding: "utf8" });
  const ours = stdout.split("\n").filter((line) => /^\S*readme-blocks\//.test(line));
  expect(ours.map((line) => line.replace(/^.*readme-blocks\//, ""))).toEqual([]);
});
