import { lstatSync, readlinkSync } from "node:fs";
import type { Isolation } from "../command.ts";
import { CALLS_FD } from "../confine/confinement.ts";
import type { WorkDirectory } from "../work-directory.ts";

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
  /** The filter of its system calls, for bubblewrap; null: this processor has none. */
  callsFile: string | null;
}

/** The program and arguments that run `argv` within limits, in what `wrapping` isolates. */
export function wrap(wrapping: Wrapping, command: Wrapped): string[] {
  const limited = withLimits(command, wrapping.isolation);
  switch (wrapping.isolation) {
    case "bubblewrap":
      return [...givenUpFirst(command.callsFile), ...bubblewrap(wrapping, command), "--", ...limited];
    case "unshare":
      return [...givenUpFirst(), ...unshare(command.network), "--", ...limited];
    case "none":
      return [...givenUpFirst(), ...limited];
  }
}

/**
 * When the machine runs out of memory, the scanner goes first, not the registry or its database. Said outside, since a container's
 * /proc is read-only, and handed down.
 */
function givenUpFirst(callsFile: string | null = null): string[] {
  const opens = callsFile === null ? [] : [`exec ${CALLS_FD}< "$1" || exit 126`, "shift"];
  const script = ["{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null", ...opens, 'exec "$@"'].join("\n");
  return ["/bin/sh", "-c", script, "sh", ...(callsFile === null ? [] : [callsFile])];
}

const ADDRESS_SPACE_KIB = 2 * 1024 * 1024;
/** Blocks of 512 bytes in a POSIX shell: 64 MiB a file (a shell that counts in KiB makes it 128). */
const FILE_BLOCKS = 131_072;
const OPEN_FILES = 256;
const PROCESSES = 512;

/** /proc, /sys and what is mounted below them, in the command's own namespace of mounts. */
const KERNEL_READ_ONLY =
  'while read -r _ at _; do case "$at" in /proc|/proc/*|/sys|/sys/*) mount -o remount,bind,ro "$at";; esac; done < /proc/mounts';

/**
 * Who keeps the rights of the namespace makes /proc writable again, or mounts another one. Where util-linux has no setpriv, a command is as
 * good as root in there.
 */
const WITHOUT_RIGHTS =
  "$(command -v setpriv > /dev/null && echo setpriv --bounding-set=-all --inh-caps=-all --no-new-privs --)";

/**
 * The limits are set by the shell that becomes the command. One the system does not know is passed over.
 * The number of processes counts per user and namespace, so it is set only where the namespace is the command's own:
 * elsewhere it would count everything else this user runs. (Linux does not hold it against root: there a fork bomb lasts
 * until the deadline, when the namespace ends with all that is in it.)
 */
function withLimits(command: Wrapped, isolation: Isolation): string[] {
  const cpuSeconds = Math.max(1, Math.ceil(command.cpuMs / 1000));
  const lines = [
    // Root writes the machine's own /proc/sys, whatever namespaces it is in.
    ...(isolation === "unshare" ? [KERNEL_READ_ONLY] : []),
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
  const start = isolation === "unshare" ? `${WITHOUT_RIGHTS} "$@"\nexit $?` : 'exec "$@"';
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

/**
 * The program and arguments that run the parent of warm programs: where a command is, but for the filter of calls, which it puts on what it
 * forks, since it makes namespaces for them. It has no bound of CPU time, because it lives on; what it forks has one each.
 * `root` is where it and Node meet, `places` are empty directories that it mounts others on.
 */
export function wrapParent(
  wrapping: Wrapping,
  parent: { argv: string[]; network: boolean; bind: string[]; root: string; places: string[] },
): string[] {
  const directory = { root: parent.root, work: parent.root };
  const inside = { ...parent, directory, callsFile: null };
  const made = parent.places.flatMap((place) => ["--dir", place]);
  const limits = `ulimit -c 0\nulimit -v ${ADDRESS_SPACE_KIB}\nulimit -n ${OPEN_FILES}\nexec "$@"`;
  const limited = ["/bin/sh", "-c", limits, "sh", ...parent.argv];
  return [...givenUpFirst(), ...bubblewrap(wrapping, inside, { made, closed: ["/dev"] }), "--", ...limited];
}

type Inside = Pick<Wrapped, "network" | "bind" | "callsFile"> & { directory: Pick<WorkDirectory, "root" | "work"> };

function bubblewrap(
  wrapping: Wrapping,
  command: Inside,
  more: { made: string[]; closed: string[] } = { made: [], closed: [] },
): string[] {
  const readOnly = (path: string): string[] => ["--ro-bind-try", path, path];
  return [
    "bwrap",
    "--unshare-all",
    ...(command.network ? ["--share-net"] : []),
    "--die-with-parent",
    "--new-session",
    "--cap-drop",
    "ALL",
    ...(command.callsFile === null ? [] : ["--seccomp", String(CALLS_FD)]),
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
    ...more.made,
    // Writable are the command's own directory and /dev/shm, which Python's processes need to speak to each other.
    // A container's root is the machine's where root started it, so nothing of /proc may be written: it is the machine's kernel that obeys.
    ...["/", "/tmp", ...more.closed, ...(wrapping.proc ? ["/proc"] : [])].flatMap((path) => ["--remount-ro", path]),
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
  return [
    "unshare",
    "--user",
    "--map-root-user",
    "--mount",
    "--pid",
    "--fork",
    "--kill-child",
    ...(network ? [] : ["--net"]),
  ];
}
