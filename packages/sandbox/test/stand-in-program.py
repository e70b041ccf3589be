"""Stands for a scanner that a hostile package took over: `python3 -m stand_in ACT`. It is run inside sandboxes alone."""

import ctypes
import json
import os
import signal
import socket
import stat
import sys
import threading
import time

import stand_in_loaded

LIBC = ctypes.CDLL(None, use_errno=True)
KEY = 0x67616961
IPC_CREAT = 0o1000
NAME = "left-behind"


def places():
    """Every directory that is seen from here, but for the machine's own programs."""
    found = []
    waiting = ["/"]
    while waiting:
        place = waiting.pop()
        found.append(place)
        try:
            entries = sorted(os.scandir(place), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            if entry.is_dir(follow_symlinks=False) and entry.path not in ("/usr", "/lib", "/nix", "/root", "/opt"):
                waiting.append(entry.path)
    return found


def leave():
    """Whatever the next one could find: files, memory, a process, what other processes of this machine may be asked."""
    wrote = []
    for place in places():
        try:
            with open(os.path.join(place, NAME), "w") as file:
                file.write("of the one before")
            wrote.append(place)
        except OSError:
            pass
    os.environ["LEFT_BEHIND"] = "1"
    json.left_behind = stand_in_loaded.left_behind = sys.left_behind = True
    LIBC.shmget(KEY, 4096, IPC_CREAT | 0o666)
    named = socket.socket(socket.AF_UNIX)
    named.bind("\0" + NAME)
    named.listen()
    for _ in range(2):
        if os.fork() == 0:
            os.setsid()
            for number in range(1, 65):
                try:
                    signal.signal(number, signal.SIG_IGN)
                except (OSError, ValueError):
                    pass
            while True:
                # Whoever is started meanwhile, or already runs, in the hope that it is not this one's namespace alone.
                for pid in range(1, 300):
                    if pid != os.getpid() and pid != os.getppid():
                        try:
                            os.kill(pid, signal.SIGKILL if pid > 2 else 0)
                        except OSError:
                            pass
                time.sleep(0.01)
    for pid in (1, os.getppid()):
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
    return sorted(wrote)


def look():
    """What can be seen and done from here that is not the program's own."""
    files = []
    for place in places():
        if os.path.exists(os.path.join(place, NAME)):
            files.append(place)
    held = [number for number in range(256) if kind(number) is not None]
    named = socket.socket(socket.AF_UNIX)
    return {
        "files": files,
        "environment": sorted(os.environ.items()),
        "modules": [hasattr(each, "left_behind") for each in (json, stand_in_loaded, sys)],
        "memory": LIBC.shmget(KEY, 4096, 0) != -1,
        "socket": named.connect_ex("\0" + NAME) == 0,
        "processes": [pid for pid in range(1, 2000) if exists(pid)],
        "open": held,
        "outputs": [kind(0), kind(1) == kind(2)],
        "directories": [os.getcwd(), *sorted(os.listdir(".")), *sorted(os.listdir("..")), *sorted(os.listdir("/"))],
        "shared": sorted(os.listdir("/dev/shm")),
        "kernel": os.listdir("/proc") if os.path.isdir("/proc") else [],
        "rights": rights(),
        "terminals": terminals(),
        "threads": threading.active_count(),
        "argv": sys.argv[1:],
    }


def exists(pid):
    try:
        os.kill(pid, 0)
        return True
    except ProcessLookupError:
        return False
    except PermissionError:
        return True


def kind(number):
    try:
        return stat.S_IFMT(os.fstat(number).st_mode)
    except OSError:
        return None


def rights():
    """What may not be done any more: another namespace, a mount, a debugger, more rights."""
    refused = {}
    for name, call in {
        "unshare": lambda: LIBC.unshare(0x10000000),
        "setns": lambda: LIBC.setns(0, 0),
        "umount": lambda: LIBC.umount2(b"/proc", 2),
        "mount": lambda: LIBC.mount(b"none", b"/job/work", b"tmpfs", ctypes.c_ulong(0), None),
        "ptrace": lambda: LIBC.ptrace(16, os.getppid(), None, None),
        "keyctl": lambda: LIBC.syscall(250, 0, -3, 1),
        "bounding": lambda: LIBC.prctl(23, 21, 0, 0, 0) - 1,
        "new rights": lambda: LIBC.prctl(39, 0, 0, 0, 0) - 2,
    }.items():
        refused[name] = call() != 0
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    sets = (ctypes.c_uint32 * 6)()
    LIBC.capget(header, sets)
    return [refused, list(sets)]


def terminals():
    """Others' of the same user could be written to by their numbers."""
    try:
        return os.openpty() and True
    except OSError:
        return False


def deeper(calls):
    try:
        return deeper(calls + 1)
    except RecursionError:
        return calls


def act(what, rest):
    if what == "depth":
        return {"calls": deeper(0)}
    if what == "look":
        return {"loaded": stand_in_loaded.LOADED, **look()}
    if what == "leave":
        return {"loaded": stand_in_loaded.LOADED, "wrote": leave()}
    if what == "loaded":
        return {"loaded": stand_in_loaded.LOADED}
    if what == "leave-and-stay":
        print(json.dumps({"wrote": leave()}), flush=True)
        time.sleep(float(rest[0]))
        return None
    if what == "reach":
        return {"reached": socket.socket().connect_ex(("127.0.0.1", int(rest[0]))) == 0}
    if what == "sleep":
        time.sleep(float(rest[0]))
        return {"slept": True}
    if what == "memory":
        bytearray(3 << 30)
    if what == "compute":
        while True:
            pass
    if what == "print":
        while True:
            print("x" * 100_000)
    if what == "file":
        with open("big", "wb") as file:
            while True:
                file.write(bytes(1 << 20))
    if what == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if what == "exit":
        sys.exit(int(rest[0]))
    if what == "bomb":
        # More than there may be; not so many that whoever runs this beside other tests hears of it.
        for _ in range(700):
            if os.fork() == 0:
                time.sleep(60)
    return None


if __name__ == "__main__":
    print(json.dumps(act(sys.argv[1], sys.argv[2:])))
