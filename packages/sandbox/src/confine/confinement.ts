import { lstatSync } from "node:fs";
import { basename } from "node:path";
import { PROGRAM_DIRECTORIES, SandboxError } from "../command.ts";
import { type Confined, type Mount, WORK } from "./confined.ts";
import { EXPECTED, LAUNCHER, PROXY_SOCKET } from "./inner-launcher.ts";
import { programMounts } from "./program-mounts.ts";
import { libraryMounts, wholeSystemMounts } from "./system-mounts.ts";

const NODE = "/run/node";
const RLIMITS = "/run/prlimit";
/** In which Python's processes speak to each other. */
const SHARED_MEMORY_BYTES = 16 * 1024 * 1024;
/** Nobody's, inside and out. */
const NOBODY = "65534";
const OPEN_FILES = 512;

interface Surroundings {
  /** The proxy's socket, outside. */
  socketPath: string;
  /** A file with what mounts have to be, outside. */
  expectedPath: string;
  /** This process's Node, which runs the launcher. */
  node: string;
  /** Where util-linux has prlimit; null: limits of each process are left out. */
  prlimit: string | null;
  /** Memory is bounded for all processes together already. */
  hasControlGroup: boolean;
}

/** The program and arguments that run a command confined. @throws SandboxError `no_program`, `path_escapes` */
export function confine(command: Confined, around: Surroundings): string[] {
  const { diskBytes } = command.limits;
  const memory = (path: string, sizeBytes: number) => ["--size", String(sizeBytes), "--tmpfs", path];
  const readOnly = (path: string, as: string) => ["--ro-bind", path, as];
  const arguments_: readonly string[][] = [
    ["bwrap", "--unshare-all", "--unshare-user", "--disable-userns", "--uid", NOBODY, "--gid", NOBODY],
    ["--cap-drop", "ALL", "--die-with-parent", "--new-session", "--clearenv"],
    command.programs === "all" ? wholeSystemMounts() : [...libraryMounts(), ...namedPrograms(command)],
    ["--proc", "/proc", "--dev", "/dev"],
    memory("/dev/shm", SHARED_MEMORY_BYTES),
    ["--remount-ro", "/dev"],
    memory("/tmp", diskBytes),
    memory(WORK, diskBytes),
    command.mounts.flatMap(mount),
    // What is guarded is mounted before what is hidden: it shows nothing of that again.
    ["--args", String(ARGUMENTS_FD)],
    command.hidden.flatMap((path) => hide(command, ensurePath(path))),
    readOnly(around.socketPath, PROXY_SOCKET),
    readOnly(around.expectedPath, EXPECTED),
    readOnly(around.node, NODE),
    around.prlimit === null ? [] : readOnly(around.prlimit, RLIMITS),
    ["--remount-ro", "/", "--chdir", ensurePath(command.directory)],
    ["--"],
    around.prlimit === null ? [] : limited(command, around),
    [NODE, "--v8-pool-size=1", "-e", LAUNCHER, "--", ...command.argv],
  ];
  return arguments_.flat();
}

/** `EXPECTED`'s content. Of two at one place the later is what is there. */
export const expectedMounts = ({ mounts }: Pick<Confined, "mounts">): string =>
  JSON.stringify([...new Map(mounts.map((one) => [one.target, one.identity] as const))].filter(([, one]) => one));

const mount = ({ source, target, writable }: Mount): string[] => [
  writable ? "--bind" : "--ro-bind",
  ensurePath(source),
  ensurePath(target),
];

/** Something that is there becomes empty; what is not there stays so. */
function hide({ mounts }: Confined, path: string): string[] {
  const mount = mounts.findLast(({ target }) => path === target || path.startsWith(`${target}/`));
  if (mount === undefined) return [];
  const status = lstatSync(mount.source + path.slice(mount.target.length), { throwIfNoEntry: false });
  if (status === undefined || status.isSymbolicLink()) return [];
  return status.isDirectory() ? ["--perms", "0000", "--tmpfs", path] : ["--ro-bind", "/dev/null", path];
}

function namedPrograms({ argv: [program], programs }: Confined): string[] {
  const names = new Set(programs === "all" ? [] : programs);
  // One of a mount's is there already.
  if (!program.startsWith("/") || program.startsWith("/usr/")) names.add(program);
  return [...names].flatMap(programMounts);
}

/** Where bubblewrap reads more arguments, each ended by NUL: a command line can be read by everybody on the machine. */
export const ARGUMENTS_FD = 9;

/** The arguments that nobody else is to read, the values of granted variables, and those that may be many. */
export const moreArguments = (command: Confined, guards: readonly Mount[]): string =>
  [
    ...guards.flatMap(mount),
    ...Object.entries(environmentOf(command)).flatMap(([name, value]) => [
      "--setenv",
      name,
      value.replaceAll("\0", ""),
    ]),
  ]
    .map((argument) => `${argument}\0`)
    .join("");

function environmentOf({ env }: Confined): Record<string, string> {
  return { PATH: PROGRAM_DIRECTORIES.join(":"), HOME: WORK, LANG: "C.UTF-8", TMPDIR: "/tmp", ...env };
}

/** V8 reserves far more addresses than it uses. */
const RESERVES_BYTES = 64 * 1024 ** 3;

function limited(command: Confined, { hasControlGroup }: Surroundings): string[] {
  const { cpuMs, memoryBytes, processes, diskBytes } = command.limits;
  const cpuSeconds = Math.max(1, Math.ceil(cpuMs / 1000));
  const isNode = basename(command.argv[0]) === "node";
  return [
    RLIMITS,
    "--core=0",
    `--cpu=${cpuSeconds}:${cpuSeconds + 1}`,
    `--fsize=${diskBytes}`,
    `--nofile=${OPEN_FILES}`,
    `--nproc=${processes}`,
    // The launcher is Node, too, and is under it.
    ...(hasControlGroup ? [] : [`--as=${isNode ? RESERVES_BYTES : RESERVES_BYTES + memoryBytes}`]),
    "--",
  ];
}

function ensurePath(path: string): string {
  if (path.startsWith("/") && !path.includes("\0") && !path.split("/").includes("..")) return path;
  throw new SandboxError("path_escapes", `not an absolute path: ${path}`);
}
