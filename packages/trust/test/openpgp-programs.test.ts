import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPublicKey } from "../src/openpgp/public-key.ts";
import { verifyDetached } from "../src/openpgp/verify-detached.ts";
import { gpgAccepts, isGpgMissing } from "./gpg.ts";
import { created, handmadeKey, seconds, subpacket } from "./handmade-openpgp.ts";

const message = `${"a".repeat(64)}  SKILL.md\n`;
const born = new Date("2025-01-01T00:00:00Z");
const signedOn = new Date("2025-06-01T00:00:00Z");

/** Debian's programs (bookworm), as `verify SIGNATURE KEY MESSAGE`; each is left out where it is not installed. */
const PROGRAMS: Record<string, (files: { key: string; signature: string; sums: string }) => [string, ...string[]]> = {
  sqv: ({ key, signature, sums }) => ["sqv", "--keyring", key, signature, sums],
  sqop: ({ key, signature }) => ["sqop", "verify", signature, key],
  rnp: ({ key, signature, sums }) => ["rnp", "--keyfile", key, "--source", sums, "--verify", signature],
  gosop: ({ key, signature }) => ["gosop", "verify", signature, key],
};

type Handmade = Awaited<ReturnType<typeof handmadeKey>>;
type Case = [name: string, made: (key: Handmade) => { signature: string; key: string }, takenBy: readonly string[]];

const good = (key: Handmade) => [created(born), subpacket(27, [3]), key.issuer];
const onDocument =
  (more: readonly Buffer[], beside: readonly Buffer[] = [], first: readonly Buffer[] = []) =>
  (key: Handmade) => ({
    signature: key.detached(Buffer.from(message), [...first, created(signedOn), key.issuer, ...more], beside),
    key: key.publicKey(good(key)),
  });
const onKey = (certification: (key: Handmade) => readonly Buffer[]) => (key: Handmade) => ({
  signature: key.detached(Buffer.from(message), [created(signedOn), key.issuer]),
  key: key.publicKey(certification(key)),
});
const EARLIER = created(new Date(born.getTime() - 1_000));
const ALL = ["gpg", "sqv", "sqop", "rnp", "gosop"];

/** Who takes it; `ours` is the registry, at receipt. */
const TABLE: readonly Case[] = [
  ["a plain signature", onDocument([]), ["ours", ...ALL]],
  ["a critical key flag", onDocument([subpacket(27, [3], true)]), ["ours", ...ALL]],
  [
    "a critical signer's user id",
    onDocument([subpacket(28, Buffer.from("ada@example.org"), true)]),
    ["sqv", "sqop", "rnp", "gosop"],
  ],
  [
    "the same beside what is signed",
    onDocument([], [subpacket(28, Buffer.from("a@b"), true)]),
    ["sqv", "sqop", "rnp", "gosop"],
  ],
  ["a critical key server preference", onDocument([subpacket(23, [128], true)]), ["sqv", "sqop", "rnp"]],
  ["a critical AEAD preference", onDocument([subpacket(34, [2], true)]), ["sqv", "sqop", "rnp"]],
  ["a critical subpacket of RFC 9580", onDocument([subpacket(39, [9, 2], true)]), ["gosop"]],
  ["an unknown critical one beside", onDocument([], [subpacket(100, [1], true)]), ["sqv", "sqop"]],
  ["two creation times", onDocument([], [], [EARLIER]), ["sqv", "sqop", "gosop"]],
  [
    "two expiries, the first over",
    onDocument([subpacket(3, seconds(1)), subpacket(3, seconds(0))]),
    ["sqv", "sqop", "gosop"],
  ],
  ["an expiry after 2106", onDocument([subpacket(3, seconds(3_153_600_000))]), ["sqv", "sqop", "gosop"]],
  [
    "a key: critical user id",
    onKey((key) => [...good(key), subpacket(28, Buffer.from("a@b"), true)]),
    ["sqv", "sqop", "rnp", "gosop"],
  ],
  [
    "a key: flags twice",
    onKey((key) => [created(born), key.issuer, subpacket(27, [1]), subpacket(27, [3])]),
    ["sqv", "sqop", "rnp", "gosop"],
  ],
  ["a key: two creation times", onKey((key) => [EARLIER, ...good(key)]), ["sqv", "sqop", "gosop"]],
  ["a key: certified before it was made", onKey((key) => [EARLIER, subpacket(27, [3]), key.issuer]), ["gosop"]],
  [
    "a key: certified for local use",
    onKey((key) => [...good(key), subpacket(4, [0])]),
    ["sqv", "sqop", "rnp", "gosop"],
  ],
  [
    "a key: expiry twice, the first over",
    onKey((key) => [...good(key), subpacket(9, seconds(1)), subpacket(9, seconds(0))]),
    ["gpg", "sqv", "sqop", "gosop"],
  ],
];

describe("H-A10 who takes which OpenPGP signature", () => {
  const dir = mkdtempSync(join(tmpdir(), "openpgp-programs-"));
  let key: Handmade;
  beforeAll(async () => {
    key = await handmadeKey(born);
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  test.each(TABLE)("%s: the registry takes what GnuPG takes, or less", async (name, made, takenBy) => {
    const sent = made(key);
    expect({ ours: await isTaken(sent) }).toEqual({ ours: takenBy.includes("ours") });
    if (!isGpgMissing)
      expect({ gpg: gpgAccepts(sent.key, sent.signature, message).ok }).toEqual({ gpg: takenBy.includes("gpg") });
    const files = { key: join(dir, "key"), signature: join(dir, "signature"), sums: join(dir, "SHA256SUMS") };
    writeFileSync(files.key, sent.key);
    writeFileSync(files.signature, sent.signature);
    writeFileSync(files.sums, message);
    for (const [program, commandOf] of Object.entries(PROGRAMS)) {
      const [command, ...args] = commandOf(files);
      const { status, error } = spawnSync(command, args, { input: message, timeout: 20_000 });
      if (error !== undefined) continue;
      expect({ name, program, taken: status === 0 }).toEqual({ name, program, taken: takenBy.includes(program) });
    }
  });

  async function isTaken(sent: { key: string; signature: string }): Promise<boolean> {
    const info = await readPublicKey(sent.key).catch(() => null);
    if (info === null) return false;
    const keys = [{ id: "row", armored: info.armored, revokedAt: null, isChecked: true }];
    const asked = { message: Buffer.from(message), signature: sent.signature, keys, at: new Date() };
    const verdict = await verifyDetached({ ...asked, isNew: true });
    return verdict.ok;
  }
});
