import { describe, expect, test } from "vitest";
import { answerOf } from "../../test/bpf.ts";
import { callFilter } from "./call-filter.ts";

const ALLOWED = 0x7fff0000;
const EPERM = 0x50001;
const ENOSYS = 0x50026;

/** By asm/unistd.h of both. */
const NUMBERS = {
  x64: {
    add_key: 248,
    request_key: 249,
    keyctl: 250,
    bpf: 321,
    perf_event_open: 298,
    userfaultfd: 323,
    unshare: 272,
    setns: 308,
    ptrace: 101,
    process_vm_readv: 310,
    process_vm_writev: 311,
    kcmp: 312,
    pidfd_getfd: 438,
  },
  arm64: {
    add_key: 217,
    request_key: 218,
    keyctl: 219,
    bpf: 280,
    perf_event_open: 241,
    userfaultfd: 282,
    unshare: 97,
    setns: 268,
    ptrace: 117,
    process_vm_readv: 270,
    process_vm_writev: 271,
    kcmp: 272,
    pidfd_getfd: 438,
  },
};
const ARGUMENTS = {
  x64: { arch: 0xc000003e, socket: 41, socketpair: 53, ioctl: 16, clone: 56, read: 0, openat: 257 },
  arm64: { arch: 0xc00000b7, socket: 198, socketpair: 199, ioctl: 29, clone: 220, read: 63, openat: 56 },
};

describe.each(["x64", "arm64"] as const)("the filter of calls for %s", (processor) => {
  const filter = callFilter(processor) ?? Buffer.alloc(0);
  const { arch, ...calls } = ARGUMENTS[processor];
  const ask = (number: number, args: number[] = [], convention = arch) =>
    answerOf(filter, { number, arch: convention, args });

  test.each(
    Object.entries({ ...NUMBERS[processor], io_uring_setup: 425, io_uring_enter: 426, io_uring_register: 427 }),
  )("H-B2 %s is denied", (_name, number) => expect(ask(number)).toBe(EPERM));

  test("H-B2 sockets are of three families, whatever the upper half of the argument says", () => {
    for (const call of [calls.socket, calls.socketpair]) {
      for (const family of [1, 2, 10, 1 + 2 ** 32]) expect(ask(call, [family]), String(family)).toBe(ALLOWED);
      // AF_NETLINK, AF_PACKET, AF_ALG, AF_VSOCK, and one that is none.
      for (const family of [16, 17, 38, 40, 0, 999, 40 + 2 ** 32])
        expect(ask(call, [family]), String(family)).toBe(EPERM);
    }
  });

  test("H-B2 nobody types into a terminal, and other ioctls go on", () => {
    for (const typing of [0x5412, 0x541c, 0x5412 + 2 ** 32]) expect(ask(calls.ioctl, [0, typing])).toBe(EPERM);
    expect(ask(calls.ioctl, [0, 0x5401])).toBe(ALLOWED);
  });

  test("H-B2 processes and threads are made, namespaces are not", () => {
    const [THREAD, FORK] = [0x3d0f00, 0x1200011];
    for (const flags of [THREAD, FORK]) expect(ask(calls.clone, [flags])).toBe(ALLOWED);
    for (const bit of [17, 25, 26, 27, 28, 29, 30])
      expect(ask(calls.clone, [(FORK | (1 << bit)) >>> 0]), `bit ${bit}`).toBe(EPERM);
    // Its flags lie in memory, where no filter looks: glibc goes on with clone.
    expect(ask(435)).toBe(ENOSYS);
  });

  test("H-B2 another convention of the same machine is denied, call by call", () => {
    for (const other of [0x40000003, 0x40000028, 0xc000003e, 0xc00000b7].filter((one) => one !== arch))
      for (const number of [0, 1, 3, calls.read]) expect(ask(number, [], other)).toBe(EPERM);
    // x32 has the processor's convention, and a bit in its numbers.
    if (processor === "x64") for (const number of [0, 41, 520]) expect(ask(0x40000000 + number)).toBe(EPERM);
  });

  test("what computes, reads and writes goes on", () => {
    for (const number of [calls.read, calls.openat]) expect(ask(number)).toBe(ALLOWED);
  });
});

test("no filter is made up for a processor whose numbers nobody looked up", () => {
  expect(callFilter("riscv64")).toBeNull();
});
