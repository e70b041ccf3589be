import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateSigningKey, registrySigner } from "@gaia/trust";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSettings } from "../config/config.ts";
import { hubSigningKey } from "./secrets.ts";

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "gaia-secrets-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const settingsOf = (role: string, key?: string) => ({
  ...readSettings({ DATA_DIR: dataDir }),
  ROLE: role as "all", // each of them is a role
  HUB_SIGNING_KEY: key ?? null,
});

test("the key for GAIA's client is made once where one process serves, for its owner's eyes, and is not the registry's", async () => {
  const first = await hubSigningKey(settingsOf("all"));
  const path = join(dataDir, "hub-signing-key.pem");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(path, "utf8")).toMatch(/^-----BEGIN PRIVATE KEY-----/);
  expect((await hubSigningKey(settingsOf("all")))?.publicKey).toEqual(first?.publicKey);
  await expect(stat(join(dataDir, "signing-key.pem"))).rejects.toThrow("ENOENT");
});

test("of several processes each signs with the one that it is given, and without one with none", async () => {
  const pem = generateSigningKey();
  const expected = registrySigner(pem).publicKey;
  for (const role of ["all", "api"])
    expect((await hubSigningKey(settingsOf(role, pem.replaceAll("\n", "\\n"))))?.publicKey).toEqual(expected);
  expect(await hubSigningKey(settingsOf("api"))).toBeNull();
  for (const role of ["worker", "migrate"]) expect(await hubSigningKey(settingsOf(role, pem))).toBeNull();
});
