import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** A workspace with its sources. */
export interface Room {
  name: string;
  dir: string;
  dependencies: string[];
}

/** The folders of rooms: those of the workspaces in package.json. */
const TOPS = ["packages", "packages/protocols", "apps"];

export const rooms: Room[] = TOPS.flatMap((top) =>
  readdirSync(top)
    .filter((folder) => existsSync(join(top, folder, "package.json")))
    .map((folder) => {
      const dir = join(top, folder);
      const manifest = JSON.parse(readFileSync(join(dir, "package.json"), "utf8"));
      const name = roomNameOf(manifest.name) ?? folder;
      return { name, dir, dependencies: Object.keys({ ...manifest.dependencies }) };
    }),
);

/** `edge` of `@gaia/edge/…`; null for what is no room. */
export function roomNameOf(specifier: string): string | null {
  return /^@gaia\/([^/]+)/.exec(specifier)?.[1] ?? null;
}

interface Import {
  file: string;
  from: string;
  typeOnly: boolean;
  dynamic: boolean;
}

/** Every source file but tests and declarations. */
export const sources = rooms.flatMap((room) => filesBelow(join(room.dir, "src")).map((file) => ({ room, file })));
export const imports: (Import & { room: Room })[] = sources.flatMap(({ room, file }) =>
  importsOf(file).map((found) => ({ ...found, room })),
);

function filesBelow(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name);
    if (statSync(path).isDirectory()) return filesBelow(path);
    return /\.tsx?$/.test(name) && !/\.(test|d)\.ts$/.test(name) ? [path] : [];
  });
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const found: Import[] = [];
  for (const match of text.matchAll(/^\s*(?:import|export)\s+(type\s+)?([^"';]*?\s*from\s*)?"([^"]+)"/gm)) {
    const names = /\{([^}]*)\}/.exec(match[2] ?? "")?.[1];
    const everyNameIsType =
      names !== undefined &&
      names
        .split(",")
        .map((name) => name.trim())
        .filter(Boolean)
        .every((name) => name.startsWith("type "));
    found.push({ file, from: match[3] ?? "", typeOnly: match[1] !== undefined || everyNameIsType, dynamic: false });
  }
  for (const match of text.matchAll(/\bimport\(\s*"([^"]+)"\s*\)/g)) {
    found.push({ file, from: match[1] ?? "", typeOnly: false, dynamic: true });
  }
  return found;
}
