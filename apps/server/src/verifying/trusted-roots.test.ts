import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refreshTrustedRoot } from "@gaia/trust/refresh-trusted-root";
import { expect, onTestFinished, test, vi } from "vitest";
import { startInstance } from "../../../../packages/trust/test/sigstore-instance.ts";
import { until } from "../../../../test/harness/until.ts";
import { createLogger } from "../logging/log.ts";
import { openTrustedRoots } from "./trusted-roots.ts";

const log = createLogger("silent");
const freshDir = () => {
  const dataDir = mkdtempSync(join(tmpdir(), "roots-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  return dataDir;
};
const keptIn = (dataDir: string) => join(dataDir, "sigstore/trusted_root.json");
const newRoot = async () => JSON.stringify((await startInstance()).root());

test("nothing is asked before the first bundle, and nobody waits for the answer, which a restart remembers", async () => {
  const [dataDir, text] = [freshDir(), await newRoot()];
  let asked = 0;
  let answer: (text: string) => void = () => {};
  const refresh = () => {
    asked += 1;
    return new Promise<string>((resolve) => (answer = resolve));
  };
  const roots = await openTrustedRoots({ settings: { SIGSTORE_TRUSTED_ROOT: null, DATA_DIR: dataDir }, log, refresh });
  expect(asked).toBe(0);
  expect(roots.now()).toBeUndefined();
  await until(async () => asked === 1);
  expect(roots.now()).toBeUndefined();
  answer(text);
  await until(async () => roots.now() !== undefined);
  expect([roots.now(), asked]).toEqual([[text], 1]);

  const restarted = await openTrustedRoots({
    settings: { SIGSTORE_TRUSTED_ROOT: null, DATA_DIR: dataDir },
    log,
    refresh,
  });
  expect(restarted.now()).toEqual([text]);
  await until(async () => asked === 2);
});

test("without a network, or with an answer that is no root, what was there stays", async () => {
  const [dataDir, kept] = [freshDir(), await newRoot()];
  mkdirSync(join(dataDir, "sigstore"));
  writeFileSync(keptIn(dataDir), kept);
  const rootFile = join(dataDir, "root.json");
  writeFileSync(rootFile, "{}");
  const warned = vi.spyOn(log, "warn");
  const unreachable = async (cacheDir: string) => {
    const repository = { url: "http://127.0.0.1:9", rootFile };
    return refreshTrustedRoot({ cacheDir, repository, timeoutMs: 500 });
  };
  const damaged = async () => '{"mediaType":"text/plain"}';
  for (const refresh of [unreachable, damaged]) {
    const roots = await openTrustedRoots({
      settings: { SIGSTORE_TRUSTED_ROOT: null, DATA_DIR: dataDir },
      log,
      refresh,
    });
    expect(roots.now()).toEqual([kept]);
    await until(async () => warned.mock.calls.length === 1);
    warned.mockClear();
    expect(roots.now()).toEqual([kept]);
    expect(readFileSync(keptIn(dataDir), "utf8")).toBe(kept);
  }
});

test("a kept root that was damaged is left aside; a named one stops the start", async () => {
  const dataDir = freshDir();
  mkdirSync(join(dataDir, "sigstore"));
  writeFileSync(keptIn(dataDir), "{");
  const refresh = () => Promise.reject(new Error("no network"));
  expect(
    (await openTrustedRoots({ settings: { SIGSTORE_TRUSTED_ROOT: null, DATA_DIR: dataDir }, log, refresh })).now(),
  ).toBeUndefined();
  const named = openTrustedRoots({ settings: { SIGSTORE_TRUSTED_ROOT: [keptIn(dataDir)], DATA_DIR: dataDir }, log });
  await expect(named).rejects.toThrow(`SIGSTORE_TRUSTED_ROOT: ${keptIn(dataDir)}`);
});
