import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { service } from "../../../../test/harness/services.ts";
import { PLAIN } from "../../test/plain-confined.ts";
import { sandboxRunner } from "../running/sandbox-runner.ts";
import type { Confine } from "./confined.ts";
import { confinedRunner } from "./confined-runner.ts";

const bubblewrap = await service("bubblewrap");
const python = ["/usr/bin/python3", "/usr/local/bin/python3"].find((path) => existsSync(path)) ?? "python3";

/** Opens each file below /proc and /sys to write, writes nothing, and prints those that were opened. A process's own are left out. */
const OPENED_TO_WRITE = `
import os
opened = []
for root in ("/proc", "/sys"):
    for directory, below, files in os.walk(root):
        below[:] = [one for one in below if directory != "/proc" or not (one.isdigit() or "self" in one)]
        for name in files:
            if name == "sysrq-trigger": continue
            path = os.path.join(directory, name)
            try: os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))
            except OSError: continue
            opened.append(path)
print(os.path.exists("/proc/sys/kernel/core_pattern"), opened[:5])`;

/** Asks for each call with arguments that the kernel itself would refuse, or answer, in another way, and prints which was not EPERM. */
const ASKED = `
import ctypes, mmap, platform, os
libc = ctypes.CDLL(None, use_errno=True)
x64 = platform.machine() == "x86_64"
def errno_of(x64_number, arm64_number, *arguments):
    ctypes.set_errno(0)
    answer = libc.syscall(ctypes.c_long(x64_number if x64 else arm64_number), *arguments)
    return "none" if answer != -1 else os.strerror(ctypes.get_errno())
none = ctypes.c_void_p(0)
asked = {
    "add_key": errno_of(248, 217, b"user", b"a", b"b", 1, -2),
    "request_key": errno_of(249, 218, b"user", b"a", none, 0),
    "keyctl": errno_of(250, 219, 0, -3, 0),
    "bpf": errno_of(321, 280, 99, none, 0),
    "perf_event_open": errno_of(298, 241, none, 0, -1, -1, 0),
    "io_uring_setup": errno_of(425, 425, 1, none),
    "io_uring_enter": errno_of(426, 426, -1, 0, 0, 0, none, 0),
    "io_uring_register": errno_of(427, 427, -1, 0, none, 0),
    "userfaultfd": errno_of(323, 282, 1),
    "AF_VSOCK": errno_of(41, 198, 40, 1, 0),
    "AF_NETLINK": errno_of(41, 198, 16, 3, 0),
    "AF_ALG": errno_of(41, 198, 38, 5, 0),
    "TIOCSTI": errno_of(16, 29, 0, 0x5412, b"x"),
    "setns": errno_of(308, 268, -1, 0),
    "ptrace": errno_of(101, 117, 16, 999999, none, none),
    "process_vm_readv": errno_of(310, 270, 999999, none, 0, none, 0, 0),
    "process_vm_writev": errno_of(311, 271, 999999, none, 0, none, 0, 0),
    "pidfd_getfd": errno_of(438, 438, -1, 0, 0),
    "kcmp": errno_of(312, 272, 999999, 999999, 99, 0, 0),
}
if x64:
    asked["x32"] = errno_of(0x40000000 + 39, 0)
    # mov eax, 20 (getpid); int 0x80; ret
    code = mmap.mmap(-1, 4096, prot=7)
    code.write(bytes.fromhex("b814000000cd80c3"))
    i386 = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()
    asked["i386"] = os.strerror(-i386) if i386 < 0 else "none"
print({name: said for name, said in asked.items() if said != os.strerror(1)})`;

const AT_WORK = `
import asyncio, socket, subprocess, threading
ran = []
threads = [threading.Thread(target=ran.append, args=(n,)) for n in range(3)]
[one.start() for one in threads]; [one.join() for one in threads]
one, other = socket.socketpair(); one.send(b"x"); other.recv(1)
async def work():
    node = "const {Worker}=require('worker_threads'); new Worker('process.exit(0)',{eval:true}).on('exit',()=>console.log('node'))"
    for argv in (["bash", "-c", "x=$(echo bash | cat); echo $x"], ["/run/node", "-e", node]):
        started = await asyncio.create_subprocess_exec(*argv, stdout=subprocess.PIPE)
        print((await started.communicate())[0].decode().strip())
asyncio.run(work())
print(len(ran))`;

describe.skipIf(!bubblewrap.available)("what the kernel of the machine obeys (needs bubblewrap)", () => {
  let confine: Confine;
  beforeAll(async () => {
    confine = await confinedRunner();
  });

  test.skipIf(process.getuid?.() !== 0)(
    "H-B1 as root a skill is a user of its own, outside too, and reads what others may",
    async () => {
      const place = await mkdtemp(join(tmpdir(), "own-user-"));
      await chmod(place, 0o777);
      await writeFile(join(place, "of-root"), "root's alone", { mode: 0o600 });
      await writeFile(join(place, "for-all"), "for all", { mode: 0o644 });
      const code = `
import os
print(open("${place}/for-all").read(), os.getresuid(), os.getgroups(), open("/proc/self/uid_map").read().split()[:2])
print([line for line in open("/proc/self/status") if line.startswith(("CapPrm", "CapEff", "CapAmb"))])
open("${place}/made", "w").write("x")
acts = [lambda: open("${place}/of-root"), lambda: os.setuid(0), lambda: os.chown("${place}/made", 0, 0)]
for act in [*acts, lambda: os.unshare(os.CLONE_NEWUSER)]:
    try: act(); print("done")
    except (OSError, AttributeError): print("denied")`;
      const mounts = [{ source: place, target: place, writable: true }];
      const run = await confine({ ...PLAIN, mounts, argv: ["python3", "-I", "-c", code] });
      const none = "0".repeat(16);
      expect(run.stderr).toBe("");
      expect(run.stdout.split("\n")).toEqual([
        "for all (61001, 61001, 61001) [] ['0', '0']",
        `['CapPrm:\\t${none}\\n', 'CapEff:\\t${none}\\n', 'CapAmb:\\t${none}\\n']`,
        "denied",
        "denied",
        "denied",
        "denied",
        "",
      ]);
      expect((await stat(join(place, "made"))).uid).toBe(61_001);
      await rm(place, { recursive: true });
    },
  );

  test("H-B1 a skill opens no file below /proc and /sys to write, root's included", async () => {
    const run = await confine({ ...PLAIN, argv: ["python3", "-I", "-c", OPENED_TO_WRITE] });
    expect(run).toMatchObject({ stderr: "", stdout: "True []\n" });
  });

  test.for([undefined, "unshare"] as const)("H-B1 neither does a scanner (%s)", async (only) => {
    const run = await sandboxRunner({ only });
    const command = { files: [], env: {}, network: false, readable: [], cpuMs: 20_000, timeoutMs: 60_000 };
    const ended = await run({ ...command, argv: [python, "-I", "-c", OPENED_TO_WRITE], maxOutputBytes: 10_000 });
    // Where there are no such namespaces, a scanner runs without, and a warning says so.
    if (ended.isolation === "none") return;
    expect(ended.stdout.endsWith(" []\n"), ended.stdout + ended.stderr).toBe(true);
  });

  test.skipIf(!existsSync("/usr/bin/setpriv"))(
    "H-B1 nor does a scanner make it writable again, or mount another",
    async () => {
      const run = await sandboxRunner({ only: "unshare" });
      const command = { files: [], env: {}, network: false, readable: [], cpuMs: 20_000, timeoutMs: 60_000 };
      const again = `
for place in /proc /proc/sys /sys; do mount -o remount,bind,rw $place 2>/dev/null && echo "$place again"; done
mkdir other && mount -t proc proc other 2>/dev/null && echo "another"
grep -E "^Cap(Prm|Eff|Bnd)" /proc/self/status | tr -d "\\n"`;
      const ended = await run({ ...command, argv: ["/bin/sh", "-c", again], maxOutputBytes: 10_000 });
      if (ended.isolation === "none") return;
      const none = "0".repeat(16);
      expect(ended).toMatchObject({ stderr: "", stdout: `CapPrm:\t${none}CapEff:\t${none}CapBnd:\t${none}` });
    },
  );

  test("H-B2 a skill is denied what speaks with the kernel about keys, programs, rings and namespaces", async () => {
    const run = await confine({ ...PLAIN, argv: ["python3", "-I", "-c", ASKED] });
    expect(run).toMatchObject({ stderr: "", stdout: "{}\n" });
  });

  test("H-B2 so is a scanner", async () => {
    const run = await sandboxRunner();
    const command = { files: [], env: {}, network: false, readable: [], cpuMs: 20_000, timeoutMs: 60_000 };
    const ended = await run({ ...command, argv: [python, "-I", "-c", ASKED], maxOutputBytes: 10_000 });
    expect(ended).toMatchObject({ isolation: "bubblewrap", stderr: "", stdout: "{}\n" });
  });

  test("H-B2 Python, Node and bash have threads, children and sockets as before", async () => {
    const limits = { ...PLAIN.limits, memoryBytes: 512 * 1024 ** 2, processes: 64 };
    const run = await confine({ ...PLAIN, limits, programs: ["bash", "cat"], argv: ["python3", "-I", "-c", AT_WORK] });
    expect(run).toMatchObject({ stderr: "", stdout: "bash\nnode\n3\n" });
  });
});
