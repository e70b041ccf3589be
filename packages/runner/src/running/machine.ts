import { execFile } from "node:child_process";
import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { Machine } from "@gaia/install/installed";

interface Looking {
  /** The variables that count. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Where programs are looked for, as a PATH. */
  path: string;
  /** Python is started for its version, and nothing else is; false: it is not asked for. */
  asksPython: boolean;
}

/** This machine, as far as what a skill needs of it goes: at an install, and before a tool is run. */
export async function machineHere({ environment, path, asksPython }: Looking): Promise<Machine> {
  return {
    python: asksPython ? await pythonVersion(path) : null,
    node: process.versions.node,
    os: process.platform,
    hasVariable: (name) => Boolean(environment[name]),
    hasProgram: (name) => /^[\w.+-]{1,64}$/.test(name) && findProgram(name, path) !== null,
    hasDevice: (kind) => (process.platform === "linux" ? DEVICES[kind].some(hasEntry) : null),
  };
}

const DEVICES: Record<"npu" | "gpu", readonly (readonly [directory: string, name: RegExp])[]> = {
  npu: [["/dev/accel", /^accel\d+$/]],
  gpu: [
    ["/dev/dri", /^renderD\d+$/],
    ["/dev", /^(?:nvidia\d+|kfd)$/],
  ],
};

function hasEntry([directory, name]: readonly [string, RegExp]): boolean {
  try {
    return readdirSync(directory).some((one) => name.test(one));
  } catch {
    return false;
  }
}

const pythonVersion = (path: string): Promise<string | null> =>
  new Promise((resolve) => {
    const asked = ["-I", "-c", "import sys; print('.'.join(map(str, sys.version_info[:3])))"];
    const python = findProgram("python3", path);
    if (python === null) return resolve(null);
    execFile(python, asked, { env: { PATH: path }, timeout: 10_000 }, (error, printed) => {
      const version = printed.trim();
      resolve(error === null && /^\d+\.\d+\.\d+$/.test(version) ? version : null);
    });
  });

/** As a shell finds it: a file that may be run, in a directory with an absolute path. */
function findProgram(name: string, path: string): string | null {
  const suffixes = process.platform === "win32" ? [".exe", ".cmd", ".bat", ""] : [""];
  const places = path.split(delimiter).filter((directory) => isAbsolute(directory));
  const all = places.flatMap((directory) => suffixes.map((suffix) => join(directory, name + suffix)));
  return all.find(isProgram) ?? null;
}

function isProgram(place: string): boolean {
  try {
    accessSync(place, constants.X_OK);
    return statSync(place).isFile();
  } catch {
    return false;
  }
}
