import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Command, type CommandResult, type Run, sandboxRunner } from "../index.ts";

const workRoot = mkdtempSync(join(tmpdir(), "sandbox-test-"));
const python = ["/usr/bin/python3", "/usr/local/bin/python3"].find((path) => existsSync(path));
const runners: Record<string, Run> = {
  best: await sandboxRunner({ workRoot }),
  unshare: await sandboxRunner({ workRoot, only: "unshare" }),
  none: await sandboxRunner({ workRoot, only: "none" }),
};
const isolated = ["best", "unshare"].filter((name) => runners[name]?.isolation !== "none");

afterAll(() => rmSync(workRoot, { recursive: true, force: true }));

function command(argv: string[], changes: Partial<Command> = {}): Command {
  return {
    argv,
    files: [],
    env: {},
    network: false,
    readable: [],
    cpuMs: 10_000,
    timeoutMs: 10_000,
    maxOutputBytes: 100_000,
    ...changes,
  };
}

async function sh(name: string, script: string, changes: Partial<Command> = {}): Promise<CommandResult> {
  const run = runners[name];
  if (run === undefined) throw new Error(`no runner ${name}`);
  return run(command(["/bin/sh", "-c", script], changes));
}

function file(path: string, text: string): { path: string; bytes: Uint8Array } {
  return { path, bytes: new TextEncoder().encode(text) };
}

/** Processes of this machine whose command line carries the token. */
function processesWith(token: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(token);
      } catch {
        return false;
      }
    });
}

async function until(isTrue: () => boolean, timeoutMs = 10_000): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (!isTrue() && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return isTrue();
}

describe.each(["best", "unshare", "none"])("a command in the %s isolation", (name) => {
  test("finds its files in a private working directory that is gone afterwards", async () => {
    const result = await sh(name, "pwd; cat a/b.txt; stat -c %a a/b.txt a; echo x > new; ls", {
      files: [file("a/b.txt", "inside\n")],
    });
    const [pwd, ...rest] = result.stdout.trim().split("\n");
    expect(result.exitCode).toBe(0);
    expect(rest).toEqual(["inside", "600", "700", "a", "new"]);
    expect(pwd?.startsWith(workRoot)).toBe(true);
    expect(readdirSync(workRoot)).toEqual([]);
  });

  test("sees nothing of the caller's environment, and a closed stdin", async () => {
    process.env["SANDBOX_TEST_SECRET"] = "leaked";
    const result = await sh(name, "env; cat; echo end", { env: { GIVEN: "yes" } });
    delete process.env["SANDBOX_TEST_SECRET"];
    const names = result.stdout
      .split("\n")
      .filter((line) => line.includes("="))
      .map((line) => line.slice(0, line.indexOf("=")))
      .filter((each) => !["PWD", "OLDPWD", "_", "SHLVL"].includes(each));
    expect(names.toSorted()).toEqual(["GIVEN", "HOME", "LANG", "PATH", "TMPDIR"]);
    expect(result.stdout).toContain("end");
  });

  test("is killed at its deadline, and its directory removed", async () => {
    const result = await sh(name, "echo before; chmod 000 ../tmp; sleep 3600; echo after", {
      timeoutMs: 2_000,
    });
    expect(result).toMatchObject({ timedOut: true, exitCode: null, stdout: "before\n" });
    expect(readdirSync(workRoot)).toEqual([]);
  });

  test("is killed when it prints more than it may, on either stream", async () => {
    for (const script of ["yes", "yes >&2"]) {
      const result = await sh(name, script, { maxOutputBytes: 5_000 });
      expect(result).toMatchObject({ truncated: true, timedOut: false });
      expect(result.stdout.length + result.stderr.length).toBe(5_000);
    }
  });

  test("is killed on abort, and not started when aborted before", async () => {
    const run = runners[name];
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 200);
    const killed = await run?.(command(["/bin/sleep", "3600"]), abort.signal);
    expect(killed).toMatchObject({ aborted: true, timedOut: false });
    const never = await run?.(command(["/bin/sh", "-c", "echo ran"]), abort.signal);
    expect(never).toMatchObject({ aborted: true, stdout: "" });
  });

  test("takes its children with it", async () => {
    const token = `86${Math.floor(Math.random() * 1e9)}`;
    const pending = sh(name, `sleep ${token} & sleep ${token} & wait`, { timeoutMs: 3_000 });
    expect(await until(() => processesWith(token).length > 0)).toBe(true);
    expect((await pending).timedOut).toBe(true);
    expect(await until(() => processesWith(token).length === 0)).toBe(true);
  });

  test("may not write a file without end, nor take all memory", async () => {
    const big = await sh(name, "head -c 400000000 /dev/zero > big; wc -c < big");
    expect(Number(big.stdout)).toBeLessThan(150_000_000);
    if (python === undefined) return;
    const hungry = await runners[name]?.(command([python, "-c", "bytearray(3 << 30)"]));
    expect(hungry?.stderr).toContain("MemoryError");
  });

  test("has every limit that the system knows", async () => {
    const asked = "ulimit -c; ulimit -v; ulimit -n; ulimit -t; cat /proc/self/oom_score_adj";
    const { stdout } = await sh(name, asked, { cpuMs: 8_000 });
    expect(stdout).toBe("0\n2097152\n256\n8\n1000\n");
    const processes = await sh(name, "grep 'Max processes' /proc/self/limits");
    const isOwn = runners[name]?.isolation !== "none";
    expect(/\s512\s+512\s/.test(processes.stdout)).toBe(isOwn);
  });

  test("S8 a command ends when its CPU time is over, and that is said; time in which it only waits is none", async () => {
    const busy = await sh(name, "while :; do :; done", { cpuMs: 1_000, timeoutMs: 60_000 });
    expect(busy).toMatchObject({ outOfCpu: true, timedOut: false });
    const waiting = await sh(name, "sleep 2; echo waited", { cpuMs: 1_000 });
    expect(waiting).toMatchObject({ outOfCpu: false, timedOut: false, stdout: "waited\n" });
  });

  test("says by what code a program that is not there ended", async () => {
    const result = await runners[name]?.(command(["/nowhere/program"]));
    expect(result).toMatchObject({ exitCode: 127, timedOut: false });
  });
});

test.for(["../out", "/abs", "a/../../out", "a//b", "", ".", "a\\..\\b", "a\0b"])(
  "A1 a file named %j is refused before anything runs",
  async (path) => {
    await expect(sh("none", "echo ran", { files: [file(path, "x")] })).rejects.toMatchObject({
      code: "path_escapes",
    });
    expect(readdirSync(workRoot)).toEqual([]);
  },
);

test("A9 A11 two files of one name, or a file below a file, are refused", async () => {
  for (const files of [
    [file("a", "1"), file("a", "2")],
    [file("a", "1"), file("a/b", "2")],
    [file("a/b", "1"), file("a", "2")],
  ]) {
    await expect(sh("none", "echo ran", { files })).rejects.toMatchObject({ code: "path_conflict" });
  }
  expect(readdirSync(workRoot)).toEqual([]);
});

test("a command without a program is refused", async () => {
  await expect(runners["none"]?.(command([]))).rejects.toMatchObject({ code: "empty_command" });
});

describe.skipIf(python === undefined)("network (skipped without a python3 in /usr)", () => {
  let server: Server;
  let url: string;
  let requests = 0;

  beforeAll(async () => {
    server = createServer((_, response) => {
      requests += 1;
      response.end("reached");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => server.close());

  const fetchIt = "import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1], timeout=3).read())";

  test.for(isolated)("%s: network false reaches nothing, not even loopback", async (name) => {
    const before = requests;
    const result = await runners[name]?.(command([python ?? "", "-c", fetchIt, url]));
    expect(result?.exitCode).toBe(1);
    expect(result?.stderr).toMatch(/Network is unreachable|Connection refused|Cannot assign/);
    expect(requests).toBe(before);
  });

  test.for(["best", "unshare", "none"])("%s: network true reaches a server on loopback", async (name) => {
    const result = await runners[name]?.(command([python ?? "", "-c", fetchIt, url], { network: true }));
    expect(result?.stdout).toBe("b'reached'\n");
  });
});

const escapee = `
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execv("/bin/sleep", ["sleep", sys.argv[1]])
    os._exit(0)
if sys.argv[2] == "stay":
    time.sleep(60)
else:
    time.sleep(2)
`;

describe.skipIf(python === undefined || isolated.length === 0)(
  "S8 a grandchild in a session of its own (skipped without python3, or where the machine forbids namespaces)",
  () => {
    test.for(isolated.flatMap((name) => ["stay", "leave"].map((how) => [name, how] as const)))(
      "%s, %s: dies with the command",
      async ([name, how]) => {
        const token = `87${Math.floor(Math.random() * 1e9)}`;
        const pending = runners[name]?.(
          command([python ?? "", "-c", escapee, token, how], { timeoutMs: how === "stay" ? 4_000 : 15_000 }),
        );
        expect(await until(() => processesWith(`sleep\0${token}`).length > 0)).toBe(true);
        expect((await pending)?.timedOut).toBe(how === "stay");
        expect(await until(() => processesWith(token).length === 0)).toBe(true);
      },
    );
  },
);

describe.skipIf(runners["best"]?.isolation !== "bubblewrap")(
  "bubblewrap (skipped where bwrap is missing or not allowed to make namespaces)",
  () => {
    test("the machine's files are neither readable nor writable, but for what is named", async () => {
      const outside = mkdtempSync(join(tmpdir(), "sandbox-outside-"));
      try {
        const script = `ls /etc/passwd /home /var ${outside}; echo x > ${outside}/new; echo x > /usr/new; echo x > /new; ls / | tr '\\n' ' '`;
        const hidden = await sh("best", script);
        expect(hidden.stdout).not.toMatch(/passwd|\b(root|home|var|new)\b/);
        const shown = await sh("best", `ls -d ${outside}; echo x > ${outside}/new`, {
          readable: [outside],
        });
        expect(shown.stdout).toBe(`${outside}\n`);
        expect(shown.stderr).toContain("Read-only file system");
        expect(existsSync(join(outside, "new"))).toBe(false);
      } finally {
        rmSync(outside, { recursive: true });
      }
    });

    test("it writes into its own directory alone, also where that lies in the directory for temporary files", async () => {
      const script =
        'for d in / /tmp /usr /proc; do echo x > "$d/new" && echo "wrote $d"; done; echo x > ../tmp/new && echo own';
      const { stdout } = await sh("best", script);
      expect(stdout).toBe("own\n");
    });

    test("it sees only its own processes, without any capability", async () => {
      const result = await sh("best", "ls /proc | grep -c '^[0-9]'; grep CapEff /proc/self/status");
      expect(Number(result.stdout.split("\n")[0])).toBeLessThan(8);
      expect(result.stdout).toContain("0000000000000000");
    });

    test("S8 a fork bomb ends at its deadline", async () => {
      const token = `88${Math.floor(Math.random() * 1e9)}`;
      const result = await sh("best", `f() { sleep ${token} & f & }; f; sleep 60`, {
        timeoutMs: 1_500,
        maxOutputBytes: 10_000_000,
      });
      expect(result.timedOut).toBe(true);
      expect(await until(() => processesWith(token).length === 0)).toBe(true);
    });
  },
);
