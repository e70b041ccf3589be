import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { findSharedScanners } from "../../../../test/harness/scanners.ts";
import { findPython } from "./find-python.ts";
import { ensureScanners, type EnsureScanners } from "./index.ts";
import { installScanners } from "./install-scanners.ts";
import { machineNetwork, pipVariables } from "./machine-pip.ts";

const root = mkdtempSync(join(tmpdir(), "ensure-scanners-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const lock = readFileSync(new URL("requirements.lock", import.meta.url), "utf8");
const shared = await findSharedScanners();
let made = 0;

function directory(): string {
  made += 1;
  const path = join(root, String(made));
  mkdirSync(path);
  return path;
}

function input(changes: Partial<EnsureScanners>): EnsureScanners & { logged: string[]; progress: string[] } {
  const logged: string[] = [];
  const progress: string[] = [];
  return {
    dataDir: root,
    scannerDir: null,
    pipIndexUrl: null,
    log: (event, fields) => logged.push(`${event} ${JSON.stringify(fields)}`),
    onProgress: (text) => progress.push(text),
    logged,
    progress,
    ...changes,
  };
}

function script(path: string, text: string): string {
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return path;
}

describe("the lock file", () => {
  const lines = lock.split("\n").filter((line) => line !== "" && !line.startsWith(" "));

  test("pins every package, with hashes, and names no index", () => {
    for (const line of lines) expect(line).toMatch(/^[a-z0-9-]+==[0-9][0-9.]*( ; [^;]+)? \\$/);
    expect(lock.match(/--hash=sha256:[0-9a-f]{64}/g)?.length).toBeGreaterThan(lines.length);
    expect(lock).not.toMatch(/:\/\/|--index|--find-links/);
  });

  test("has what requirements.in asks for", () => {
    const wanted = readFileSync(new URL("requirements.in", import.meta.url), "utf8").match(/^[a-z].*$/gm);
    expect(wanted).toEqual(["bandit", "detect-secrets", "pip", "pip-audit"]);
    for (const name of wanted ?? []) expect(lines.some((line) => line.startsWith(`${name}==`))).toBe(true);
  });
});

describe("finding Python", () => {
  test("none at all says what to install, or which variable spares it", async () => {
    await expect(findPython([join(root, "nowhere")])).rejects.toThrow(
      /^scanners: not ready: Python 3\.10 or newer is needed \(none was found\).*apt-get install python3 python3-venv.*SCANNER_DIR/,
    );
  });

  test("one that is too old, or without ensurepip, is passed over and named", async () => {
    const place = directory();
    const old = script(join(place, "old"), `echo '[3, 9, "/opt/old", true]'`);
    const bare = script(join(place, "bare"), `echo '[3, 12, "/opt/bare", false]'`);
    const good = script(join(place, "good"), `echo '[3, 11, "/opt/good", true]'`);
    const broken = script(join(place, "broken"), "echo nonsense");
    await expect(findPython([old, broken])).rejects.toThrow("found 3.9 at /opt/old");
    await expect(findPython([old, bare])).rejects.toThrow(/3\.12 at \/opt\/bare .* apt-get install python3\.12-venv$/);
    expect(await findPython([broken, old, bare, good])).toBe("/opt/good");
  });
});

describe("what the machine says about its package index", () => {
  test("the section closest to the command wins, and only what says where packages come from is taken", () => {
    const listing = [
      "global.index-url='http://one/simple'",
      ":env:.index-url='http://three/simple'",
      "install.index-url='http://two/simple'",
      "global.extra-index-url='\\nhttp://a/simple\\nhttp://b/simple'",
      `global.cert="/etc/it's.pem"`,
      "install.no-binary=':all:'",
      "global.target='/somewhere'",
      "download.cert='/other.pem'",
      "not a setting",
    ];
    expect(pipVariables(listing.join("\n"))).toEqual({
      PIP_INDEX_URL: "http://three/simple",
      PIP_EXTRA_INDEX_URL: "http://a/simple http://b/simple",
      PIP_CERT: "/etc/it's.pem",
    });
  });

  test("a Python that does not answer gives an empty set, and no configuration file is read besides", async () => {
    expect(await machineNetwork(join(root, "nowhere"))).toEqual({
      env: { PIP_CONFIG_FILE: "/dev/null" },
      readable: [],
    });
  });
});

describe("a ready-made environment", () => {
  test("without Python, or without the scanners, is refused with what is missing", async () => {
    const place = directory();
    await expect(ensureScanners(input({ scannerDir: place }))).rejects.toMatchObject({ code: "incomplete" });
    script(join(place, "python3"), `echo '["bandit", "pip-audit"]'`);
    const given = input({ scannerDir: place });
    await expect(ensureScanners(given)).rejects.toThrow(`scanners: not ready: ${place} has no bandit, pip-audit`);
    expect(given.logged).toEqual([expect.stringContaining("scanners.not_ready")]);
  });

  test.skipIf(shared.scanners === null)(`is used as it is [${shared.reason ?? "scanners found"}]`, async () => {
    const scannerDir = join(shared.scanners?.binDir ?? "", "..");
    const given = input({ scannerDir, dataDir: join(root, "unused"), pipIndexUrl: "http://index.test/simple" });
    const found = await ensureScanners(given);
    expect(found.binDir).toBe(shared.scanners?.binDir);
    expect(found.networkEnv).toMatchObject({ PIP_CONFIG_FILE: "/dev/null", PIP_INDEX_URL: "http://index.test/simple" });
    expect(found.readable).toContain(scannerDir);
    expect(existsSync(join(root, "unused"))).toBe(false);
  });
});

/** A few lines of the real lock file: one small package, from the real index. */
const SMALL = /^idna==[^\n]*\n(?: [^\n]*\n)+/m.exec(lock)?.[0] ?? "";

function install(parent: string, changes: Partial<Parameters<typeof installScanners>[0]>): Promise<void> {
  const { log, onProgress } = input({});
  return installScanners({
    lock: SMALL,
    parent,
    target: join(parent, "t"),
    pipIndexUrl: null,
    log,
    onProgress,
    ...changes,
  });
}

describe.skipIf(shared.scanners === null)(`installing [${shared.reason ?? "an index is reached"}]`, () => {
  test(
    "a wheel with another hash is refused; then two at once: one installs, both find it whole",
    { timeout: 240_000 },
    async () => {
      const parent = directory();
      const other = SMALL.replaceAll(/sha256:[0-9a-f]{64}/g, `sha256:${"0".repeat(64)}`);
      await expect(install(parent, { lock: other })).rejects.toMatchObject({
        code: "install_failed",
        message: expect.stringMatching(/^scanners: not ready: installation failed: .*HASH/i),
      });
      expect(readdirSync(parent)).toEqual([]);

      mkdirSync(join(parent, "installing-left-by-a-kill"));
      const progress: string[] = [];
      const onProgress = (text: string): void => void progress.push(text);
      await Promise.all([install(parent, { onProgress }), install(parent, { onProgress })]);
      expect(readdirSync(parent)).toEqual(["t"]);
      expect(progress.filter((text) => text.includes("fetching idna"))).toHaveLength(1);
      expect(progress).toContain("another process is installing them");
      expect(existsSync(join(parent, "t", "bin", "python3"))).toBe(true);
    },
  );

  test("an index that has nothing: the reason in words, without its credentials", async () => {
    const asked: string[] = [];
    const index = createServer((request, response) => {
      asked.push(request.headers.authorization ?? "");
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => index.listen(0, "127.0.0.1", resolve));
    const { port } = index.address() as AddressInfo;
    const given = input({ dataDir: directory(), pipIndexUrl: `http://user:letmein@127.0.0.1:${port}/simple` });
    await expect(ensureScanners(given)).rejects.toMatchObject({
      code: "install_failed",
      message: expect.stringContaining("No matching distribution"),
    });
    index.close();
    expect(asked[0]).toMatch(/^Basic /);
    expect(given.progress[0]).toMatch(/^making a Python environment with /);
    expect(given.logged.join()).toContain("scanners.not_ready");
    expect(given.logged.join() + given.progress.join()).not.toContain("letmein");
  });
});
