import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CommandResult } from "@gaia/findings";
import { sourceDigests } from "@gaia/findings";
import type { PackageFile } from "@gaia/archive";
import type { Scanning } from "@gaia/registry";
import { scannerRevision } from "../../apps/server/src/scanners/index.ts";

const CACHE = fileURLToPath(new URL("../../node_modules/.cache/recorded-scans", import.meta.url));

/** Whatever looks at a package, by its sources: recordings of another state of them are not replayed. */
const sources = (): string => (known ??= JSON.stringify(sourceDigests()));
let known: string | undefined;

/**
 * Lets `scanning` look at each package once for this machine and say of equal ones what was recorded then: what the real scanners and
 * analysers said, for suites to which scanning is not the subject. Packages are equal that differ in their own name and version alone.
 * Replayed is what ended well; what needs the network is never recorded.
 */
export function recordScans(scanning: Scanning): void {
  const { run, analyse, countContext } = scanning;
  scanning.countContext = async (input, abort) => {
    const { files, ...about } = input;
    return recorded(
      keyOf(["context", about], files),
      () => countContext(input, abort),
      (cost) => cost !== null,
    );
  };
  scanning.run = async (command, abort) => {
    if (command.network) return run(command, abort);
    const { binDir } = await scanning.scanners();
    const revision = (await scannerRevision(binDir)) ?? binDir;
    const argv = command.argv.map((word) => word.replace(binDir, ""));
    const key = keyOf(["run", revision, argv, command.env], command.files);
    return recorded(key, () => run(command, abort), isWhole);
  };
  scanning.analyse = async (input, abort) => {
    const { files, about } = input;
    const { name, publisher: _, ...rest } = about;
    const key = keyOf(["analyse", rest, input.limits], files, name);
    return recorded(
      key,
      () => analyse(input, abort),
      ({ scanners }) => scanners.every(({ status }) => status === "completed"),
    );
  };
}

/**
 * Lets Bandit and detect-secrets of `scanning` end at once, with nothing found: for suites that never look at what an inspection says, and
 * whose skills are listed and installed as most are. Where there are Python requirements pip-audit is unscanned, for a reason that no
 * other attempt helps, and so the version is held. Our own analysers look as ever. An inspection of a skill that `whenReleased` holds
 * waits for that, so that a suite may have decided before it does.
 */
export function fakeQuietScanners(scanning: Scanning, whenReleased: (name: string) => Promise<void> | undefined): void {
  recordScans(scanning);
  const { analyse } = scanning;
  scanning.scanners = async () => ({ binDir: "/nonexistent", readable: [] });
  scanning.run = async ({ argv, files }) => {
    const report = quietReport(argv.join(" "), files);
    return report === null ? UNSCANNED : { ...UNSCANNED, outOfCpu: false, exitCode: 0, stdout: JSON.stringify(report) };
  };
  scanning.analyse = async (input, abort) => {
    await whenReleased(input.about.name);
    return analyse(input, abort);
  };
}

/** As each of them prints it; null: pip's and pip-audit's. */
function quietReport(command: string, files: readonly PackageFile[]): object | null {
  if (command.includes(" -c ")) return { python: "3", bandit: "0", "detect-secrets": "0", "pip-audit": "0", pip: "0" };
  const metrics = Object.fromEntries(files.map(({ path }) => [`./${path}`, {}]));
  if (command.includes("-m bandit ")) return { results: [], errors: [], metrics };
  return command.includes("-m detect_secrets ") ? { results: {} } : null;
}

const UNSCANNED: CommandResult = {
  exitCode: null,
  signal: null,
  stdout: "",
  stderr: "",
  timedOut: false,
  outOfCpu: true,
  truncated: false,
  durationMs: 0,
};

const isWhole = ({ exitCode, timedOut, outOfCpu, truncated, aborted }: CommandResult): boolean =>
  exitCode !== null && !timedOut && !outOfCpu && !truncated && aborted !== true;

async function recorded<Said>(key: string, look: () => Promise<Said>, keeps: (said: Said) => boolean): Promise<Said> {
  const path = join(CACHE, `${key}.json`);
  const before = await readFile(path, "utf8").catch(() => null);
  // Written below, by the same code.
  if (before !== null) return JSON.parse(before) as Said;
  const said = await look();
  if (!keeps(said)) return said;
  await mkdir(CACHE, { recursive: true });
  // Of its own: several that look at equal packages write at once.
  const own = `${path}.${randomUUID()}`;
  await writeFile(own, JSON.stringify(said));
  await rename(own, path);
  return said;
}

/** The files as they are but for the skill's own name and version. */
function keyOf(asked: unknown[], files: readonly PackageFile[], name = fieldOf(files, "name")): string {
  const hash = createHash("sha256").update(JSON.stringify([sources(), ...asked]));
  const version = fieldOf(files, "version");
  for (const { path, bytes } of files) {
    let text = Buffer.from(bytes).toString("latin1");
    if (name !== null && name.length > 2) text = text.replaceAll(name, "\0name");
    if (version !== null) text = text.replaceAll(version, "\0version");
    hash.update(JSON.stringify([path, text]));
  }
  return hash.digest("hex");
}

/** What the front matter of one of them says. */
function fieldOf(files: readonly PackageFile[], field: string): string | null {
  const line = new RegExp(`^${field}: *["']?([\\w.+-]{3,64})["']?\\r?$`, "m");
  for (const { bytes } of files) {
    const found = line.exec(Buffer.from(bytes.subarray(0, 4096)).toString("latin1"))?.[1];
    if (found !== undefined) return found;
  }
  return null;
}
