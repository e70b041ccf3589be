import { basename } from "node:path";
import { PROGRAM_DIRECTORIES } from "../command.ts";
import { type Confined, type Mount, WORK } from "./confined.ts";
import { EXPECTED, launcher, PROXY_SOCKET } from "./inner-launcher.ts";
import { ensurePath, isIn, placements, withParents } from "./placements.ts";
import { type ProgramMount, programMounts } from "./program-mounts.ts";
import { libraryMounts, wholeSystemMounts } from "./system-mounts.ts";

const NODE = "/run/node";
const RLIMITS = "/run/prlimit";
/** In which Python's processes speak to each other. */
const SHARED_MEMORY_BYTES = 16 * 1024 * 1024;
/** Nobody's, inside and out. */
const NOBODY = "65534";
const OPEN_FILES = 512;

/** In a user namespace with one user, who is the caller outside. */
const AS_CALLER = "--unshare-all --unshare-user --disable-userns --cap-drop ALL"
  .split(" ")
  .concat("--uid", NOBODY, "--gid", NOBODY);
/**
 * In a user namespace of root's nobody would be anybody but root outside: there is none, and the launcher becomes another user. That no
 * further namespaces are made is the filter of calls alone.
 */
const AS_OWN_USER = [
  "--unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try --cap-drop ALL",
  // Until then it looks at mounts that may be closed to root without the third.
  "--cap-add CAP_SETUID --cap-add CAP_SETGID --cap-add CAP_DAC_READ_SEARCH",
].flatMap((text) => text.split(" "));

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
  /** Whom the launcher becomes; null: it stays who it is. */
  ownUser: number | null;
}

/** The program and arguments that run a command confined. @throws SandboxError `no_program`, `path_escapes` */
export function confine(command: Confined, around: Surroundings): string[] {
  const { diskBytes } = command.limits;
  const { ownUser } = around;
  // In memory only root would write, where it is root that starts this.
  const perms = ownUser === null ? [] : ["--perms", "0777"];
  const memory = (path: string, sizeBytes: number) => [...perms, "--size", String(sizeBytes), "--tmpfs", path];
  const readOnly = (path: string, as: string) => ["--ro-bind", path, as];
  const bubblewraps = [
    ["bwrap", ...(ownUser === null ? AS_CALLER : AS_OWN_USER)],
    ["--die-with-parent", "--new-session", "--clearenv", "--seccomp", String(CALLS_FD), "--info-fd", String(INFO_FD)],
    command.programs === "all" ? wholeSystemMounts() : [...libraryMounts(), ...namedPrograms(command).system],
    ["--proc", "/proc", "--dev", "/dev"],
    memory("/dev/shm", SHARED_MEMORY_BYTES),
    // Who is root outside writes the machine's own /proc/sys from inside, and its kernel obeys.
    ["--remount-ro", "/dev", "--remount-ro", "/proc"],
    memory("/tmp", diskBytes),
    memory(WORK, diskBytes),
    ["--args", String(ARGUMENTS_FD)],
    readOnly(around.socketPath, PROXY_SOCKET),
    readOnly(around.expectedPath, EXPECTED),
    readOnly(around.node, NODE),
    around.prlimit === null ? [] : readOnly(around.prlimit, RLIMITS),
    ["--remount-ro", "/", "--chdir", ensurePath(command.directory)],
    ["--"],
  ].flat();
  const started = [
    ...(around.prlimit === null ? [] : limited(command, around)),
    NODE,
    "--v8-pool-size=1",
    "-e",
    launcher(ownUser),
    "--",
    ...command.argv,
  ];
  // Only what stands before the program is bubblewrap's.
  return [...(ownUser === null ? bubblewraps : withParents(bubblewraps, new Set())), ...started];
}

/** `EXPECTED`'s content. Of two at one place the later is what is there. */
export const expectedMounts = ({ mounts }: Pick<Confined, "mounts">): string =>
  JSON.stringify(
    // Where single entries are shown, something else stands in the place of their directory.
    [...new Map(mounts.map((one) => [one.target, one.entries ? undefined : one.identity] as const))].filter(
      ([, one]) => one,
    ),
  );

/** Arguments for the programs of a command: those in the places of its mounts are made after these. */
function namedPrograms({ argv: [program], programs, mounts }: Confined): { system: string[]; placed: ProgramMount[] } {
  const names = new Set(programs === "all" ? [] : programs);
  // One of a mount's is there already.
  if (!program.startsWith("/") || program.startsWith("/usr/")) names.add(program);
  const all = [...names].flatMap(programMounts);
  const isPlaced = ({ path }: ProgramMount): boolean => mounts.some(({ target }) => isIn(path, target));
  return { system: all.filter((one) => !isPlaced(one)).flatMap((one) => one.argv), placed: all.filter(isPlaced) };
}

/** Where bubblewrap reads more arguments, each ended by NUL: a command line can be read by everybody on the machine. */
export const ARGUMENTS_FD = 9;
/** Where it reads the filter of calls. */
export const CALLS_FD = 8;
/** Where it writes which process is the first of the namespace that it made. */
export const INFO_FD = 7;

/**
 * The arguments that nobody else is to read, the values of granted variables, and those that may be many. @throws SandboxError as
 * `confine`
 */
export const moreArguments = (command: Confined, guards: readonly Mount[], ownUser: number | null): string =>
  [
    ...placed(command, guards, ownUser),
    ...Object.entries(environmentOf(command)).flatMap(([name, value]) => [
      "--setenv",
      name,
      value.replaceAll("\0", ""),
    ]),
  ]
    .map((argument) => `${argument}\0`)
    .join("");

function placed(command: Confined, guards: readonly Mount[], ownUser: number | null): string[] {
  const argv = placements(command, { guards, programs: namedPrograms(command).placed });
  return ownUser === null ? argv : withParents(argv, new Set());
}

function environmentOf({ env }: Confined): Record<string, string> {
  return { PATH: PROGRAM_DIRECTORIES.join(":"), HOME: WORK, LANG: "C.UTF-8", TMPDIR: "/tmp", ...env };
}

/** V8 reserves far more addresses than it uses. */
const RESERVES_BYTES = 64 * 1024 ** 3;

function limited(command: Confined, { hasControlGroup, ownUser }: Surroundings): string[] {
  const { cpuMs, memoryBytes, processes, diskBytes } = command.limits;
  const cpuSeconds = Math.max(1, Math.ceil(cpuMs / 1000));
  const isNode = basename(command.argv[0]) === "node";
  return [
    RLIMITS,
    "--core=0",
    `--cpu=${cpuSeconds}:${cpuSeconds + 1}`,
    `--fsize=${diskBytes}`,
    `--nofile=${OPEN_FILES}`,
    // Of a user that other skills are, too, it would count theirs.
    ...(ownUser === null ? [`--nproc=${processes}`] : []),
    // The launcher is Node, too, and is under it.
    ...(hasControlGroup ? [] : [`--as=${isNode ? RESERVES_BYTES : RESERVES_BYTES + memoryBytes}`]),
    "--",
  ];
}
