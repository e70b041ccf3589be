import { endianness } from "node:os";

/** What a filter knows of one kind of processor: its call convention (linux/audit.h) and the numbers of calls in it (asm/unistd.h). */
interface Convention {
  auditArch: number;
  /** Calls from this number on belong to another convention on the same processor: x32. Null: there is none. */
  otherFrom: number | null;
  denied: readonly number[];
  socket: number;
  socketpair: number;
  ioctl: number;
  clone: number;
  clone3: number;
}

/** io_uring's three, in every convention. */
const IO_URING = [425, 426, 427];
/** pidfd_getfd, in every convention. */
const PIDFD_GETFD = 438;
const CLONE3 = 435;

const CONVENTIONS: Readonly<Record<string, Convention>> = {
  x64: {
    auditArch: 0xc000003e,
    otherFrom: 0x40000000,
    // add_key, request_key, keyctl · bpf · perf_event_open · userfaultfd · unshare, setns
    // ptrace, process_vm_readv, process_vm_writev, kcmp
    denied: [248, 249, 250, 321, 298, 323, 272, 308, 101, 310, 311, 312, PIDFD_GETFD, ...IO_URING],
    socket: 41,
    socketpair: 53,
    ioctl: 16,
    clone: 56,
    clone3: CLONE3,
  },
  arm64: {
    auditArch: 0xc00000b7,
    otherFrom: null,
    denied: [217, 218, 219, 280, 241, 282, 97, 268, 117, 270, 271, 272, PIDFD_GETFD, ...IO_URING],
    socket: 198,
    socketpair: 199,
    ioctl: 29,
    clone: 220,
    clone3: CLONE3,
  },
};

/** AF_UNIX, AF_INET, AF_INET6: AF_NETLINK, AF_VSOCK and every other family speak with the kernel or with what is around the machine. */
const FAMILIES = [1, 2, 10];
/** TIOCSTI and TIOCLINUX type into the terminal of the person outside. */
const TYPING = [0x5412, 0x541c];
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const NEW_NAMESPACES = 0x7e020000;

const ALLOW = 0x7fff0000;
const DENY = 0x00050000 | 1; // SECCOMP_RET_ERRNO, EPERM
/** ENOSYS: who asks so falls back on a call whose arguments can be looked at. */
const UNKNOWN = 0x00050000 | 38;

/**
 * struct seccomp_data: number, convention, instruction pointer, six arguments. Only the lower half of an argument counts in these calls.
 */
const NUMBER_AT = 0;
const ARCH_AT = 4;
const argumentAt = (index: number): number => 16 + 8 * index;

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, value: number];

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const answer = (value: number): Instruction => [0x06, 0, 0, value];
/** Answers where the loaded value is `value`, is not less (`from`), or has one of its bits (`anyOf`); else it goes on behind. */
const when = (value: number, then: number): Instruction[] => [[0x15, 0, 1, value], answer(then)];
const whenFrom = (value: number, then: number): Instruction[] => [[0x35, 0, 1, value], answer(then)];
const whenAnyOf = (bits: number, then: number): Instruction[] => [[0x45, 0, 1, bits], answer(then)];
/** What is asked of one call alone. It ends with an answer. */
const inCall = (number: number, block: readonly Instruction[]): Instruction[] => [
  [0x15, 0, block.length, number],
  ...block,
];

/**
 * A seccomp filter as classic BPF (linux/filter.h, `struct sock_filter[]`), as bubblewrap's `--seccomp` takes it: what nobody needs who
 * computes, reads and writes is denied with EPERM, because the kernel's keys, its own programs, and new namespaces lie behind it, and
 * other processes of the same user: who steers bubblewrap's first process outlives the run. Every other call convention of the machine is
 * denied as a whole.
 *
 * `processor` is a `process.arch`; null: no filter is written for it. Pure.
 */
export function callFilter(processor: string): Buffer | null {
  const convention = CONVENTIONS[processor];
  if (convention === undefined || endianness() !== "LE") return null;
  const { auditArch, otherFrom, denied, socket, socketpair, ioctl, clone, clone3 } = convention;
  const families = [load(argumentAt(0)), ...FAMILIES.flatMap((one) => when(one, ALLOW)), answer(DENY)];
  return encoded([
    load(ARCH_AT),
    [0x15, 1, 0, auditArch],
    answer(DENY),
    load(NUMBER_AT),
    ...(otherFrom === null ? [] : whenFrom(otherFrom, DENY)),
    ...denied.flatMap((number) => when(number, DENY)),
    ...when(clone3, UNKNOWN),
    ...inCall(socket, families),
    ...inCall(socketpair, families),
    ...inCall(ioctl, [load(argumentAt(1)), ...TYPING.flatMap((one) => when(one, DENY)), answer(ALLOW)]),
    ...inCall(clone, [load(argumentAt(0)), ...whenAnyOf(NEW_NAMESPACES, DENY), answer(ALLOW)]),
    answer(ALLOW),
  ]);
}

/** 8 bytes each: code, two jumps, value. */
function encoded(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [at, [code, jumpTrue, jumpFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, at * 8);
    bytes.writeUInt8(jumpTrue, at * 8 + 2);
    bytes.writeUInt8(jumpFalse, at * 8 + 3);
    bytes.writeUInt32LE(value, at * 8 + 4);
  }
  return bytes;
}
