import type { PackageFile } from "@gaia/archive";
import { countTokens } from "./count-tokens.ts";

/** In tokens of `o200k_base`; estimates for every model but those of that table. */
export interface ContextCost {
  /** How an agent lists the skill. */
  always: number;
  /** The instructions. */
  when_used: number;
  /** The instructions and all text files that they lead to. */
  at_most: number;
}

export interface ContextInput {
  name: string;
  description: string;
  /** Where the instructions are: a path in the package, and where they begin in it, in bytes. */
  instructions: { file: string; bodyStart: number };
  files: readonly PackageFile[];
}

/** No agent reads more than that; what comes after it is not counted. */
const MOST_BYTES = 4 * 1024 * 1024;

const PATH = /[\w.@+-]+(?:\/[\w.@+-]+)*\/?/g;

/** What a skill takes of a model's context. Pure; bounded by what `MOST_BYTES` says and by the number of files. */
export function contextCost({ name, description, instructions, files }: ContextInput): ContextCost {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const manifest = byPath.get(instructions.file);
  const body = manifest === undefined ? "" : (textOf(manifest.bytes.subarray(instructions.bodyStart)) ?? "");
  const used = countTokens(body);
  let most = used;
  let room = MOST_BYTES - body.length;
  for (const text of textsFrom(instructions.file, body, byPath)) {
    if (room <= 0) break;
    most += countTokens(text.slice(0, room));
    room -= text.length;
  }
  return { always: countTokens(`- ${name}: ${description}\n`), when_used: used, at_most: most };
}

/** The texts that a text leads to, those that these lead to, and so on: each once. */
function* textsFrom(path: string, body: string, byPath: ReadonlyMap<string, PackageFile>): Generator<string> {
  const folders = filesOfFolders([...byPath.keys()]);
  const seen = new Set([path]);
  const waiting = [{ path, text: body }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const folder = next.path.slice(0, next.path.lastIndexOf("/") + 1);
    for (const named of new Set(next.text.match(PATH))) {
      const plain = named.replace(/^(?:\.\/)+|\.$/g, "");
      const led = [plain, `${folder}${plain}`].flatMap((one) => (byPath.has(one) ? [one] : (folders.get(one) ?? [])));
      for (const each of led) {
        if (seen.has(each)) continue;
        seen.add(each);
        const text = textOf(byPath.get(each)?.bytes ?? new Uint8Array());
        if (text === null) continue;
        yield text;
        waiting.push({ path: each, text });
      }
    }
  }
}

/** The files that lie in each folder, by its path with a slash at the end. */
function filesOfFolders(paths: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    if (folder === "") continue;
    const inside = folders.get(folder);
    if (inside === undefined) folders.set(folder, [path]);
    else inside.push(path);
  }
  return folders;
}

/** null: it is no text. */
function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
