import { runProgram } from "./run-program.ts";
import { ScannersNotReady } from "./scanners-not-ready.ts";

const CANDIDATES = [
  "python3",
  "python3.13",
  "python3.12",
  "python3.11",
  "python3.10",
  "python3.14",
  "python",
  "/usr/bin/python3",
];

/** Prints [major, minor, path, can it make an environment with pip]. */
const QUESTION = [
  "import sys, json, importlib.util as u",
  "print(json.dumps([*sys.version_info[:2], sys.executable, bool(u.find_spec('ensurepip') and u.find_spec('venv'))]))",
].join("\n");

interface Python {
  path: string;
  major: number;
  minor: number;
  makesEnvironments: boolean;
}

/**
 * The first Python of this machine that is 3.10 or newer and can make a virtual environment with pip.
 * Throws `ScannersNotReady` with the words of what to install.
 */
export async function findPython(candidates: readonly string[] = CANDIDATES): Promise<string> {
  const seen: Python[] = [];
  for (const candidate of candidates) {
    const python = await askPython(candidate);
    if (python === null) continue;
    if (isNewEnough(python) && python.makesEnvironments) return python.path;
    seen.push(python);
  }
  throw new ScannersNotReady("python_missing", whatToInstall(seen));
}

function isNewEnough({ major, minor }: Python): boolean {
  return major === 3 && minor >= 10;
}

async function askPython(candidate: string): Promise<Python | null> {
  const { exitCode, stdout } = await runProgram({
    argv: [candidate, "-I", "-c", QUESTION],
    timeoutMs: 20_000,
  });
  if (exitCode !== 0) return null;
  try {
    const [major, minor, path, makesEnvironments] = JSON.parse(stdout) as unknown[];
    if (typeof major !== "number" || typeof minor !== "number" || typeof path !== "string") {
      return null;
    }
    return { major, minor, path, makesEnvironments: makesEnvironments === true };
  } catch {
    return null;
  }
}

function whatToInstall(seen: Python[]): string {
  const usable = seen.find(isNewEnough);
  if (usable !== undefined) {
    const version = `${usable.major}.${usable.minor}`;
    return (
      `Python ${version} at ${usable.path} cannot make virtual environments, because it lacks ensurepip. ` +
      `Debian and Ubuntu: apt-get install python${version}-venv`
    );
  }
  const old = seen[0];
  const found = old === undefined ? "none was found" : `found ${old.major}.${old.minor} at ${old.path}`;
  return (
    `Python 3.10 or newer is needed (${found}). Debian and Ubuntu: apt-get install python3 python3-venv; ` +
    "or set SCANNER_DIR to a ready-made environment"
  );
}
