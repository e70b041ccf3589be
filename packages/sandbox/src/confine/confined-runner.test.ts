import { mkdtemp, mkdir, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { service } from "../../../../test/harness/services.ts";
import { givingConfine } from "../../test/given-to-skills.ts";
import { PLAIN } from "../../test/plain-confined.ts";
import type { Confine, Confined, ConfinedResult } from "./confined.ts";
import { confinedRunner } from "./confined-runner.ts";
import { ownUser } from "./own-user.ts";
import { makeControlGroup } from "./control-group.ts";

const MIB = 1024 ** 2;
const bubblewrap = await service("bubblewrap");
const hasGroups = await (async () => {
  const group = makeControlGroup({ memoryBytes: 64 * MIB, processes: 8 });
  await group?.remove();
  return group !== null;
})();

describe.skipIf(!bubblewrap.available)("a confined command (needs bubblewrap)", () => {
  let confine: Confine;
  let home: string;
  let server: Server;
  let port: number;
  beforeAll(async () => {
    confine = givingConfine(await confinedRunner());
    home = await realpath(await mkdtemp(join(tmpdir(), "confined-home-")));
    await mkdir(join(home, ".ssh"));
    await mkdir(join(home, "out"));
    await writeFile(join(home, ".ssh", "id_ed25519"), "a private key");
    await writeFile(join(home, "notes.txt"), "a note");
    server = createServer((request, response) => {
      request.resume().once("end", () => response.end(`${request.method} ${request.headers.host}`));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(async () => {
    server.close();
    await rm(home, { recursive: true });
  });

  const run = (argv: [string, ...string[]], wanted: Partial<Confined> = {}): Promise<ConfinedResult> =>
    confine({ ...PLAIN, argv, ...wanted, limits: { ...PLAIN.limits, ...wanted.limits } });
  const python = (code: string, wanted: Partial<Confined> = {}) => run(["python3", "-I", "-c", code], wanted);
  const limits = (some: Partial<Confined["limits"]>) => ({ limits: some as Confined["limits"] });

  test("runs, reads what it is given, writes into a directory of its own, and leaves nothing of it", async () => {
    const code =
      'import os,sys; open("x", "w").write(sys.stdin.read()); print(open("x").read(), os.getcwd(), os.getuid())';
    // Of its own: others make such directories at the same time.
    process.env["TMPDIR"] = await mkdtemp(join(home, "tmp-"));
    expect(await python(code, { stdin: "hello" })).toMatchObject({
      exitCode: 0,
      stdout: `hello /work ${ownUser() ?? 65_534}\n`,
      denials: [],
      isolation: "bubblewrap",
    });
    const left = await readdir(tmpdir());
    delete process.env["TMPDIR"];
    expect(left).toEqual([]);
  });

  test("has no environment of its caller's", async () => {
    process.env["CONFINED_TEST_SECRET"] = "hunter2";
    const { stdout } = await python("import os; print(sorted(os.environ))", { env: { GIVEN: "yes" } });
    delete process.env["CONFINED_TEST_SECRET"];
    expect(stdout).toContain("'GIVEN'");
    expect(stdout).not.toContain("SECRET");
  });

  test("keeps the values of its variables off every command line", async () => {
    const running = python("import time; time.sleep(2)", { env: { GIVEN: "a value of the test alone" } });
    const commandLines = async (): Promise<string[]> =>
      Promise.all(
        (await readdir("/proc"))
          .filter((name) => /^\d+$/.test(name))
          .map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")),
      );
    let lines: string[] = [];
    const isThere = async (): Promise<boolean> => {
      lines = await commandLines();
      return lines.some((line) => line.startsWith("python3") && line.includes("time.sleep(2)"));
    };
    await expect.poll(isThere, { timeout: 20_000 }).toBe(true);
    expect(lines.filter((line) => line.includes("a value of the test alone"))).toEqual([]);
    expect(await running).toMatchObject({ exitCode: 0 });
  });

  test("sees no file of this machine but those that are mounted, and of these not what is hidden", async () => {
    const read = (path: string) => `print(open(${JSON.stringify(path)}).read())`;
    expect((await python(read(join(home, "notes.txt")))).stderr).toContain("FileNotFoundError");
    const mounts = [{ source: home, target: home, writable: false }];
    expect((await python(read(join(home, "notes.txt")), { mounts })).stdout).toBe("a note\n");
    const hidden = [join(home, ".ssh"), join(home, "not-there")];
    const tried = await python(read(join(home, ".ssh", "id_ed25519")), { mounts, hidden });
    expect(tried.stderr).toMatch(/PermissionError|FileNotFoundError/);
    const lists = await python(
      'import os; print(os.path.exists("/root"), os.path.exists("/home"), os.listdir("/etc"))',
    );
    expect(lists.stdout).toMatch(/^False False /);
    expect(lists.stdout).not.toContain("passwd");
  });

  test("writes into what is mounted to be written alone", async () => {
    const out = join(home, "out");
    const mounts = [
      { source: home, target: home, writable: false },
      { source: out, target: out, writable: true },
    ];
    expect((await python(`open("${out}/a", "w").write("x")`, { mounts })).exitCode).toBe(0);
    expect((await python(`open("${home}/a", "w").write("x")`, { mounts })).stderr).toContain("Read-only file system");
    for (const path of ["/x", "/usr/x", "/dev/x", "/run/x"]) {
      expect((await python(`open("${path}", "w")`)).exitCode, path).toBe(1);
    }
  });

  test("starts the programs that are granted, and those that these need, and no others", async () => {
    const start = (program: string) =>
      `import subprocess; print(subprocess.run(["${program}", "--version"], capture_output=True).stdout)`;
    expect((await python(start("git"))).stderr).toContain(
      "FileNotFoundError: [Errno 2] No such file or directory: 'git'",
    );
    expect((await python(start("/usr/lib/git-core/git"))).stderr).toContain("FileNotFoundError");
    expect((await python(start("sh"))).stderr).toContain("FileNotFoundError");
    expect((await python(start("git"), { programs: ["git"] })).stdout).toContain("git version");
    expect((await python(start("sh"), { programs: ["git"] })).stderr).toContain("FileNotFoundError");
    expect((await python(start("tar"), { programs: "all" })).stdout).toContain("tar");
    await expect(python("0", { programs: ["no-such-program-4711"] })).rejects.toMatchObject({ code: "no_program" });
  });

  test("makes no namespaces, and gets no rights", async () => {
    const code = `
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
print([libc.unshare(flag) for flag in (0x10000000, 0x00020000)], libc.setuid(0))`;
    expect((await python(code)).stdout).toBe("[-1, -1] -1\n");
  });

  test("S8 ends with its limits, and says which: time, CPU time, output, disk", async () => {
    const what = async (code: string, some: Partial<Confined["limits"]>) => (await python(code, limits(some))).denials;
    expect(await what("import time; time.sleep(60)", { timeoutMs: 1_500 })).toEqual([{ kind: "limit", what: "time" }]);
    expect(await what("while True: pass", { cpuMs: 1_000 })).toEqual([{ kind: "limit", what: "cpu" }]);
    expect(await what("while True: print('x' * 1000)", {})).toEqual([{ kind: "limit", what: "output" }]);
    const fill = (path: string) => `
f = open("${path}", "wb", buffering=0)
while True: f.write(b"x" * 100000)`;
    for (const path of ["/work/x", "/tmp/x"]) {
      expect(await what(fill(path), {}), path).toEqual([{ kind: "limit", what: "disk" }]);
    }
    const many = 'import os\nfor n in range(100): open(f"/work/{n}", "wb").write(b"x" * 100000)';
    expect(await what(many, {})).toEqual([{ kind: "limit", what: "disk" }]);
  });

  test("S8 fills no disk of this machine where it may write", async () => {
    const out = join(home, "out");
    const code = `
n = 0
while True:
    open(f"${out}/{n}", "wb").write(b"x" * 1000000)
    n += 1`;
    const mounts = [{ source: out, target: out, writable: true }];
    expect((await python(code, { mounts })).denials).toEqual([{ kind: "limit", what: "disk" }]);
  });

  test.skipIf(!hasGroups)("S8 fills no disk with files that have no name (needs control groups)", async () => {
    const out = join(home, "out");
    const code = `
import os, time
kept = []
for n in range(40):
    f = open(f"${out}/unlinked-{n}", "wb", buffering=0)
    os.unlink(f.name)
    f.write(b"x" * 1000000)
    kept.append(f)
time.sleep(20)`;
    const mounts = [{ source: out, target: out, writable: true }];
    expect((await python(code, { mounts })).denials).toEqual([{ kind: "limit", what: "disk" }]);
  });

  const BIG = "x = []\nwhile True: x.append(bytearray(1000000))";
  /** So many of them, and each of them waits: what they are counted by is no matter of time. */
  const FORKS = (count: number): string => `
import os, time
for n in range(${count}):
    try:
        if os.fork() == 0: time.sleep(25)
    except OSError: pass
time.sleep(25)`;

  test.skipIf(!hasGroups)(
    "S8 ends when it takes too much memory, or forks too much (needs control groups)",
    async () => {
      expect((await python(BIG)).denials).toEqual([{ kind: "limit", what: "memory" }]);
      const bomb = await python(FORKS(60).replaceAll("sleep(25)", "sleep(0.5)"));
      expect(bomb.denials).toContainEqual({ kind: "limit", what: "processes" });
    },
  );

  test("S8 as root, too, where nobody may make control groups: it is ended for what all its processes are and hold", async () => {
    const without = await confinedRunner({ makeGroup: () => null });
    const ran = (code: string) =>
      without({ ...PLAIN, argv: ["python3", "-I", "-c", code], limits: { ...PLAIN.limits, processes: 32 } });
    const bomb = await ran(FORKS(80));
    // Of a user who is not root Linux itself lets none be made beyond that.
    if (process.getuid?.() === 0) expect(bomb.denials).toEqual([{ kind: "limit", what: "processes" }]);
    const [each, together] = ["40000000", "x = bytearray(size); time.sleep(25)"];
    const many = `import os, time\nsize = ${each}\nfor n in range(8):\n    if os.fork() == 0:\n        ${together}\ntime.sleep(25)`;
    expect((await ran(many)).denials).toEqual([{ kind: "limit", what: "memory" }]);
  });

  describe("and the network", () => {
    const fetchIt = (url: string, more = "") => `
import urllib.request as r
try: print(r.urlopen(r.Request("${url}"${more}), timeout=5).read().decode())
except Exception as e: print("no:", e)`;
    const grant = (...hosts: string[]) => ({
      network: { hosts, methods: "all" as const, near: ["127.0.0.1", "localhost"] },
    });

    test("Q3 reaches hosts that are granted by name, and says of others which was tried", async () => {
      const here = `http://127.0.0.1:${port}/`;
      expect((await python(fetchIt(here), grant(`127.0.0.1:${port}`))).stdout).toBe(`GET 127.0.0.1:${port}\n`);
      const refused = await python(fetchIt(here), grant("api.example.com"));
      expect(refused.stdout).toContain("no: HTTP Error 403");
      expect(refused.denials).toEqual([{ kind: "network", host: "127.0.0.1", port, method: "GET" }]);
      const none = await python(fetchIt("https://evil.example/x"));
      expect(none.denials).toEqual([{ kind: "network", host: "evil.example", port: 443, method: null }]);
    });

    test("Q3 plain HTTP asks the host that was granted, whatever its Host header says", async () => {
      const fronted = fetchIt(`http://127.0.0.1:${port}/`, ', headers={"Host": "not-granted.example"}');
      expect((await python(fronted, grant(`127.0.0.1:${port}`))).stdout).toBe(`GET 127.0.0.1:${port}\n`);
    });

    test("Q3 every public address is none of this machine's, however it is written", async () => {
      for (const host of [
        "127.0.0.1",
        "localhost",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "0.0.0.0",
        "2130706433",
        "169.254.169.254",
      ]) {
        const { denials, stdout } = await python(fetchIt(`http://${host}:${port}/`), grant("*"));
        expect(denials.length, `${host}: ${stdout}`).toBe(1);
      }
    });

    test("a granted host that has no address is said to have none, and nothing is missing", async () => {
      const { stdout, denials } = await python(fetchIt("http://api.nowhere.invalid/"), grant("api.nowhere.invalid"));
      expect(stdout).toContain("no: HTTP Error 502");
      expect(denials).toEqual([]);
    });

    test("reading is no writing", async () => {
      const network = { hosts: [`127.0.0.1:${port}`], methods: "read" as const, near: ["127.0.0.1"] };
      expect((await python(fetchIt(`http://127.0.0.1:${port}/`), { network })).stdout).toContain("GET");
      const post = await python(fetchIt(`http://127.0.0.1:${port}/`, ', data=b"x"'), { network });
      expect(post.denials).toEqual([{ kind: "network", host: "127.0.0.1", port, method: "POST" }]);
    });

    test("is no more than the proxy: nothing goes around it", async () => {
      const code = `
import socket
for address in (("127.0.0.1", ${port}), ("1.1.1.1", 53)):
    try: socket.create_connection(address, 2); print("out")
    except OSError as e: print("no")`;
      expect((await python(code, grant("*"))).stdout).toBe("no\nno\n");
    });

    test("Node's own fetch goes through it, and what it moves is bounded", async () => {
      const code = `fetch("http://127.0.0.1:${port}/").then((r) => r.text()).then(console.log)`;
      const got = await run([process.execPath, "-e", code], {
        ...grant(`127.0.0.1:${port}`),
        mounts: [{ source: process.execPath, target: process.execPath, writable: false }],
      });
      expect(got).toMatchObject({ stdout: `GET 127.0.0.1:${port}\n` });
      const much = await python(
        fetchIt(`http://127.0.0.1:${port}/`, ', data=b"x" * 200000'),
        grant(`127.0.0.1:${port}`),
      );
      expect(much.denials).toContainEqual({ kind: "limit", what: "network" });
    });
  });

  test("an abort ends it", async () => {
    const abort = new AbortController();
    const running = confine({ ...PLAIN, argv: ["python3", "-c", "import time; time.sleep(60)"] }, abort.signal);
    setTimeout(() => abort.abort(), 300);
    expect(await running).toMatchObject({ aborted: true, denials: [] });
  });
});
