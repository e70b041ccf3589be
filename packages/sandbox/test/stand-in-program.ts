import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "../src/index.ts";

/** A Python of its own that has the module `stand_in` (`stand-in-program.py`) and those of `more`, as a scanner's environment has its. */
interface StandIn {
  directory: string;
  /** `python3 -m stand_in …`, as scanners are started. */
  asks(words: string[], changes?: Partial<Command>): Command;
  /** Puts a module there. */
  install(module: string, code: string): void;
}

/** What was loaded tells when: the same for all forks of one parent. */
const LOADED = "import os\nLOADED = os.urandom(8).hex()\n";

/** For suites that are skipped where there is no Python: what stands in them outside of tests is run all the same. */
export const NO_STAND_IN: Omit<StandIn, "directory"> = { asks: noPython, install: noPython };

function noPython(): never {
  throw new Error("there is no Python here");
}

/** Null: there is no Python here. */
export function standIn(): StandIn | null {
  const python = "/usr/bin/python3";
  let version = "";
  try {
    version = execFileSync(python, ["-I", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"], {
      encoding: "utf8",
    }).trim();
  } catch {
    return null;
  }
  const directory = mkdtempSync(join(tmpdir(), "stand-in-"));
  const modules = join(directory, "lib", `python${version}`, "site-packages");
  mkdirSync(modules, { recursive: true });
  mkdirSync(join(directory, "bin"));
  symlinkSync(python, join(directory, "bin", "python3"));
  writeFileSync(join(directory, "pyvenv.cfg"), "home = /usr/bin\n");
  const install = (module: string, code: string): void => writeFileSync(join(modules, `${module}.py`), code);
  install("stand_in", readFileSync(fileURLToPath(new URL("stand-in-program.py", import.meta.url)), "utf8"));
  install("stand_in_loaded", LOADED);
  return {
    directory,
    install,
    asks: (words, changes = {}) => ({
      argv: [join(directory, "bin", "python3"), "-I", "-X", "utf8", "-m", "stand_in", ...words],
      files: [],
      env: {},
      network: false,
      readable: [directory],
      cpuMs: 20_000,
      timeoutMs: 20_000,
      maxOutputBytes: 100_000,
      ...changes,
    }),
  };
}
