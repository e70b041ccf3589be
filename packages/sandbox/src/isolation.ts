import { lstatSync, readlinkSync } from "node:fs";
import type { Isolation } from "./command.ts";
import type { WorkDirectory } from "./work-directory.ts";

/** One way of keeping a command in. Probed in this order; the first that runs on this machine is used. */
export interface Wrapping {
  isolation: Isolation;
  /** A container may forbid mounting /proc; the rest of the isolation stays. */
  proc: boolean;
}

export const WRAPPINGS: readonly Wrapping[] = [
  { isolation: "bubblewrap", proc: true },
  { isolation: "bubblewrap", proc: false },
  { isolation: "unshare", proc: false },
];

export const NO_WRAPPING: Wrapping = { isolation: "none", proc: false };

interface Wrapped {
  argv: string[];
  network: boolean;
  /** Absolute paths, from `pathsToBind`. */
  bind: string[];
  directory: WorkDirectory;
  cpuMs: number;
}

/** The program and arguments that run `argv` within limits, in what `wrapping` isolates. */
export function wrap(wrapping: Wrapping, command: Wrapped): string[] {
  const limited = withLimits(command, wrapping.isolation);
  switch (wrapping.isolation) {
    case "bubblewrap":
      return [...bubblewrap(wrapping, command), "--", ...limited];
    case "unshare":
      return [...unshare(command.network), "--", ...limited];
    case "none":
      return limited;
  }
}

const ADDRESS_SPACE_KIB = 2 * 1024 * 1024;
/** Blocks of 512 bytes in a POSIX shell: 64 MiB a file (a shell that counts in KiB makes it 128). */
const FILE_BLOCKS = 131_072;
const OPEN_FILES = 256;
const PROCESSES = 512;

/**
 * The limits are set by the shell that becomes the command. One the system does not know is passed over.
 * The number of processes counts per user and namespace, so it is set only where the namespace is the command's own:
 * elsewhere it would count everything else this user runs. (Linux does not hold it against root: there a fork bomb lasts
 * until the deadline, when the namespace ends with all that is in it.)
 */
function withLimits(command: Wrapped, isolation: Isolation): string[] {
  const cpuSeconds = Math.max(1, Math.ceil(command.cpuMs / 1000));
  const lines = [
    // When the machine runs out of memory, the scanner goes first, not the registry or its database.
    "{ echo 1000 > /proc/self/oom_score_adj; }",
    "ulimit -c 0",
    `ulimit -v ${ADDRESS_SPACE_KIB}`,
    `ulimit -f ${FILE_BLOCKS}`,
    `ulimit -n ${OPEN_FILES}`,
    // The soft limit is a signal that says what it was; the hard one, a second later, kills without a word.
    `ulimit -S -t ${cpuSeconds}`,
    `ulimit -H -t ${cpuSeconds + 1}`,
    ...(isolation !== "none" ? [`ulimit -u ${PROCESSES}`, `ulimit -p ${PROCESSES}`] : []),
  ].map((line) => `${line} 2>/dev/null || :`);
  // The first process of a namespace does not hear the signal of the soft limit, so there the shell stays, and passes its code on.
  const start = isolation === "unshare" ? '"$@"\nexit $?' : 'exec "$@"';
  return ["/bin/sh", "-c", `${lines.join("\n")}\n${start}`, "sh", ...command.argv];
}

/** What a dynamically linked program needs, and no more of /etc than that. */
const SYSTEM_FILES = ["/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/alternatives", "/etc/localtime"];
const NETWORK_FILES = [
  "/etc/resolv.conf",
  "/etc/hosts",
  "/etc/host.conf",
  "/etc/gai.conf",
  "/etc/nsswitch.conf",
  "/etc/services",
  "/etc/ssl",
  "/etc/pki",
  "/etc/ca-certificates",
  "/etc/pip.conf",
];

function bubblewrap(wrapping: Wrapping, command: Wrapped): string[] {
  const readOnly = (path: string): string[] => ["--ro-bind-try", path, path];
  return [
    "bwrap",
    "--unshare-all",
    ...(command.network ? ["--share-net"] : []),
    "--die-with-parent",
    "--new-session",
    "--cap-drop",
    "ALL",
    ...["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store"].flatMap(systemDirectory),
    ...SYSTEM_FILES.flatMap(readOnly),
    ...(command.network ? NETWORK_FILES.flatMap(readOnly) : []),
    ...(wrapping.proc ? ["--proc", "/proc"] : []),
    "--dev",
    "/dev",
    "--tmpfs",
    "/tmp",
    ...command.bind.flatMap(readOnly),
    "--bind",
    command.directory.root,
    command.directory.root,
    // Writable are the command's own directory and /dev/shm, which Python's processes need to speak to each other.
    ...["/", "/tmp"].flatMap((path) => ["--remount-ro", path]),
    "--chdir",
    command.directory.work,
  ];
}

/** /bin is a link to usr/bin on merged systems and a directory on others. */
function systemDirectory(path: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isSymbolicLink()) return ["--symlink", readlinkSync(path), path];
  return ["--ro-bind", path, path];
}

/** No network and no process that outlives the command; the file system stays as the user sees it. */
function unshare(network: boolean): string[] {
  return ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child", ...(network ? [] : ["--net"])];
}
