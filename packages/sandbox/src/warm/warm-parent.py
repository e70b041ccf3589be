"""Loads a program once, and runs it in a fork of its own for each job.

Three kinds of processes, none of which becomes another:

- the parent (`serve`) imports, and forks. It reads names of jobs, and nothing of a job beside.
- a keeper for each job (`keep`) asks outside what to run, makes the namespaces, and ends them. It never opens what was to be read.
- in them the first process (`first`) closes everything, gives up all rights and waits for the program (`Program`), which is the only one
  that reads a package.

One file, though it is past 300 lines: it is handed to Python as one program, and what is confined has no place
to import the rest from.

Told by arguments: a JSON object `{modules, root, own, empty, calls, sharesNetwork}`. Whoever started it wrote all of it.
"""

import atexit
import base64
import ctypes
import gc
import importlib
import json
import os
import pkgutil
import resource
import runpy
import select
import signal
import socket
import sys
import threading
import traceback

LIBC = ctypes.CDLL(None, use_errno=True)

NEW_USER, NEW_MOUNTS, NEW_PIDS = 0x10000000, 0x00020000, 0x20000000
NEW_NETWORK, NEW_IPC, NEW_NAMES, NEW_GROUPS = 0x40000000, 0x08000000, 0x04000000, 0x02000000

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 1, 2, 4, 8, 32, 4096, 16384, 1 << 18

PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 22, 24, 38
SECCOMP_MODE_FILTER = 2
CAPABILITY_VERSION_3 = 0x20080522

JOB_LETTERS = frozenset("0123456789abcdef")


# So many calls lie below a program here more than below one that is started afresh: a file that is nested too deeply is so in both.
DEEPER = 4


def main():
    setup = json.loads(sys.argv[1])
    for name in setup["modules"]:
        for each in named(name):
            importlib.import_module(each)
    gc.collect()
    gc.freeze()
    job = serve(setup)
    if job is None:
        os._exit(0)
    run(job)


def named(name):
    """`package.*` is every module in it."""
    if not name.endswith(".*"):
        return [name]
    package = importlib.import_module(name[:-2])
    return sorted(f"{name[:-2]}.{each.name}" for each in pkgutil.iter_modules(package.__path__))


def serve(setup):
    """Forks for each line, until there are none. Only the program of a job comes back, with what it is asked."""
    say(f"ready {resident_kib()}")
    unread = b""
    while True:
        more = os.read(0, 4096)
        if more == b"":
            return None
        *lines, unread = (unread + more).split(b"\n")
        for line in lines:
            job = line.decode("ascii")
            if len(job) != 32 or not JOB_LETTERS.issuperset(job):
                return None
            if os.fork() == 0:
                return kept(job, setup)
            say(f"forked {resident_kib()}")
            bury()


def bury():
    """Nobody asks how a keeper ended, since it says so itself; what it took counts with its parent once that has waited."""
    try:
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    except ChildProcessError:
        pass


def say(words):
    os.write(1, words.encode("ascii") + b"\n")


def resident_kib():
    """0: nobody says so here. (What `getrusage` tells begins with the process that this one was started by.)"""
    try:
        with open("/proc/self/statm", "rb") as sizes:
            return int(sizes.read().split()[1]) * resource.getpagesize() // 1024
    except OSError:
        return 0


def kept(job, setup):
    """The keeper, which ends here; in the program of the job, what it is asked."""
    try:
        return keep(job, setup)
    except BaseException:
        os._exit(1)


def keep(job, setup):
    nothing = os.open("/dev/null", os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.close(nothing)
    control = connected(job, "control", setup)
    asked = json.loads(one_line(control))
    # As numbers: an object would close them once more when it goes.
    out, err = connected(job, "stdout", setup).detach(), connected(job, "stderr", setup).detach()
    try:
        network = 0 if setup["sharesNetwork"] else NEW_NETWORK
        namespaces = NEW_USER | NEW_MOUNTS | NEW_PIDS | NEW_IPC | NEW_NAMES | NEW_GROUPS | network
        ok(LIBC.unshare(namespaces), "namespaces")
        confined_in, confined_out = os.pipe()
        child = os.fork()
    except OSError as problem:
        failed(control, problem)
    if child == 0:
        control.close()
        os.close(confined_in)
        return first(job, asked, setup, out, err, confined_out)
    for each in (out, err, confined_out):
        os.close(each)
    watch(control, confined_in, child)


def failed(control, problem):
    control.sendall(f"failed {problem.filename or 'fork'} {problem.errno}\n".encode())
    os._exit(1)


def connected(job, stream, setup):
    door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    door.connect(f"{setup['root']}/door")
    door.sendall(f"{job} {stream}\n".encode("ascii"))
    return door


def one_line(door):
    unread = b""
    while not unread.endswith(b"\n"):
        more = door.recv(65536)
        if more == b"":
            os._exit(1)
        unread += more
    return unread


def watch(control, confined_in, child):
    """Until the first process has ended, and with it all that was started in there; whoever asked may end it by leaving."""
    ended = os.pidfd_open(child)
    waiting = select.poll()
    for each in (control.fileno(), confined_in, ended):
        waiting.register(each, select.POLLIN)
    while True:
        ready = {each for each, _ in waiting.poll()}
        if confined_in in ready:
            waiting.unregister(confined_in)
            told = os.read(confined_in, 1000)
            if told != b"":
                control.sendall(told)
        if ended in ready:
            break
        if control.fileno() in ready:
            os.kill(child, signal.SIGKILL)
            break
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status):
        control.sendall(f"ended {os.WEXITSTATUS(status)}\n".encode())
    os._exit(0)


def first(job, asked, setup, out, err, confined_out):
    """The first process of the namespaces: with it everything in them ends. Comes back in the program alone."""
    try:
        ok(LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0), "pdeathsig")
        os.setsid()
        arrange(job, setup)
        os.dup2(out, 1)
        os.dup2(err, 2)
        os.dup2(confined_out, 3)
        confined_out = 3
        os.closerange(4, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
        os.chdir(f"{setup['own']}/work")
        limit(asked["cpuSeconds"])
        give_up_rights(setup["calls"])
    except BaseException as problem:
        where = getattr(problem, "filename", None) or type(problem).__name__
        os.write(confined_out, f"failed {where} {getattr(problem, 'errno', None) or 0}\n".encode())
        os._exit(1)
    os.write(confined_out, b"confined\n")
    os.close(confined_out)
    child = os.fork()
    if child == 0:
        return asked
    os.close(1)
    os.close(2)
    ended = status = 0
    while ended != child:
        ended, status = os.waitpid(-1, 0)
    os._exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))


def arrange(job, setup):
    """Its own directory at `own`; what others of this parent have, and the kernel's own files, are covered."""
    root, own, empty = setup["root"], setup["own"], setup["empty"]
    mount(None, "/", MS_REC | MS_PRIVATE)
    mount(f"{root}/jobs/{job}", own, MS_BIND)
    mount(f"{own}/shm", "/dev/shm", MS_BIND)
    for place in filter(os.path.isdir, (root, "/proc", "/dev/pts")):
        mount(empty, place, MS_BIND)
        mount(None, place, MS_BIND | MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV)


def mount(source, target, flags):
    ok(LIBC.mount(source and source.encode(), target.encode(), None, ctypes.c_ulong(flags), None), f"mount:{target}")


def limit(cpu_seconds):
    """As the shell sets them for a program that is started afresh (`withLimits` of `running/isolation.ts`)."""
    for what, value in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_AS, 2 * 1024**3),
        (resource.RLIMIT_FSIZE, 64 * 1024**2),
        (resource.RLIMIT_NOFILE, 256),
        (resource.RLIMIT_NPROC, 512),
    ):
        resource.setrlimit(what, (value, value))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))


class Instructions(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


def give_up_rights(calls):
    for capability in range(64):
        if LIBC.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0:
            break
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    ok(LIBC.capset(header, (ctypes.c_uint32 * 6)()), "capset")
    ok(LIBC.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")
    if calls is None:
        return
    code = base64.b64decode(calls)
    ok(LIBC.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(Instructions(len(code) // 8, code)), 0, 0), "seccomp")


def ok(answer, what):
    if answer != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), what)


def run(asked):
    """As `python3 -m module arguments` does, but that nobody takes apart at its end what ends with the process."""
    os.environ.clear()
    os.environ.update(asked["env"])
    module, *arguments = asked["argv"]
    sys.argv = [module, *arguments]
    sys.setrecursionlimit(sys.getrecursionlimit() + DEEPER)
    code = 1
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        code = 0
    except SystemExit as end:
        code = exit_code(end.code)
    except BaseException:
        traceback.print_exc()
    try:
        threading._shutdown()
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        # What the interpreter says of an output that nobody takes.
        code = 120
    os._exit(code)


def exit_code(value):
    if value is None:
        return 0
    if isinstance(value, int):
        return value & 0xFF
    print(value, file=sys.stderr)
    return 1


main()
