import type { Run } from "@gaia/sandbox";
import { GitSourceError } from "./git-source-error.ts";
import { objectId, type ObjectType } from "./object-id.ts";
import { emptyRepository, ENVIRONMENT, gitWith, type ObjectFormat } from "./settings.ts";

/** Objects of one directory, by their ids. */
export interface ObjectReader {
  readonly format: ObjectFormat;
  /** Type and size of each that is there. An id may be a beginning of one (`4` digits or more), or have `^{commit}` behind it. */
  find(names: readonly string[]): Promise<Map<string, { id: string; type: ObjectType; sizeBytes: number }>>;
  /**
   * The bytes of each that is there; each was hashed, and is what its id says.
   * @throws GitSourceError `too_large` where all of them are more than `maxBytes`; `unsound`
   */
  read(ids: readonly string[], maxBytes: number): Promise<Map<string, { type: ObjectType; bytes: Uint8Array }>>;
}

const CPU_MS = 60_000;
const TIMEOUT_MS = 120_000;
/** Of a line `<id> <type> <size>`, and the end of each object. */
const LINE_BYTES = 128;
const MOST_IDS = 200_000;

/** The repository that git is told to be in, from the working directory of the sandbox. */
const OWN = "repository";

/**
 * Reads objects out of an object directory (`…/.git/objects`) by `git cat-file`, in the scanners' confinement, without a network and
 * without any setting that lies beside them.
 */
export function objectReader({
  run,
  objects,
  format,
  abort,
}: {
  run: Run;
  objects: string;
  format: ObjectFormat;
  abort?: AbortSignal | undefined;
}): ObjectReader {
  const files = emptyRepository(format).map(({ path, text }) => ({
    path: `${OWN}/${path}`,
    bytes: new TextEncoder().encode(text),
  }));
  const catFile = async (kind: string, names: readonly string[], maxOutputBytes: number): Promise<Buffer> => {
    if (names.length > MOST_IDS) throw new GitSourceError("too_large", `more than ${MOST_IDS} objects at once`);
    const result = await run(
      {
        argv: gitWith(`--git-dir=${OWN}`, "cat-file", kind),
        files,
        env: { ...ENVIRONMENT, GIT_OBJECT_DIRECTORY: objects },
        stdin: names.map((name) => `${name}\n`).join(""),
        network: false,
        readable: [objects],
        cpuMs: CPU_MS,
        timeoutMs: TIMEOUT_MS,
        maxOutputBytes,
      },
      abort,
    );
    if (result.truncated) throw new GitSourceError("too_large", "what is to be read is larger than it may be");
    if (result.timedOut || result.outOfCpu)
      throw new GitSourceError("too_large", "this repository takes too long to read");
    if (result.exitCode !== 0)
      throw new GitSourceError("unsound", `git cannot read this repository: ${lastLine(result.stderr)}`);
    return Buffer.from(result.stdoutBytes ?? []);
  };
  return {
    format,
    async find(names) {
      const found: Awaited<ReturnType<ObjectReader["find"]>> = new Map();
      if (names.length === 0) return found;
      const lines = (await catFile("--batch-check", names.map(ensurePlain), names.length * LINE_BYTES * 4))
        .toString("latin1")
        .split("\n");
      for (const [index, name] of names.entries()) {
        const head = readHead(lines[index] ?? "");
        if (head !== null) found.set(name, head);
      }
      return found;
    },
    async read(ids, maxBytes) {
      const unique = [...new Set(ids)];
      if (unique.length === 0) return new Map();
      const printed = await catFile("--batch", unique.map(ensurePlain), maxBytes + unique.length * LINE_BYTES);
      return readBatch(printed, unique, format);
    },
  };
}

/** What git reads as one name a line, and as nothing else. */
function ensurePlain(name: string): string {
  if (/^[0-9a-f]{4,64}(?:\^\{commit\})?$/.test(name)) return name;
  throw new GitSourceError("no_commit", "a commit is named by hexadecimal digits, four or more");
}

const lastLine = (text: string): string => text.trim().split("\n").at(-1)?.slice(0, 200) ?? "";

function readHead(line: string): { id: string; type: ObjectType; sizeBytes: number } | null {
  const [, id, type, size] = /^([0-9a-f]{40,64}) (commit|tree|blob|tag) (\d{1,15})$/.exec(line) ?? [];
  // The pattern has named the types.
  return id === undefined ? null : { id, type: type as ObjectType, sizeBytes: Number(size) };
}

/** `<id> <type> <size>\n<bytes>\n` for each, in the order of the questions; `<name> missing\n` for what is not there. */
function readBatch(printed: Buffer, ids: readonly string[], format: ObjectFormat) {
  const found = new Map<string, { type: ObjectType; bytes: Uint8Array }>();
  let at = 0;
  for (const id of ids) {
    const end = printed.indexOf(0x0a, at);
    if (end < 0) throw new GitSourceError("unsound", "git ended before its answer");
    const head = readHead(printed.toString("latin1", at, end));
    at = end + 1;
    if (head === null) continue;
    const bytes = printed.subarray(at, at + head.sizeBytes);
    at += head.sizeBytes + 1;
    if (head.id !== id || bytes.length !== head.sizeBytes || objectId(head.type, bytes, format) !== id)
      throw new GitSourceError("unsound", `object ${id} of this repository is not what its id says`);
    found.set(id, { type: head.type, bytes });
  }
  return found;
}
