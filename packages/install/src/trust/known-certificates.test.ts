import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readPublicKey, TrustError } from "@gaia/trust";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type GpgHome, gpgHome, hasGpg } from "../../../../apps/cli/test/gpg-home.ts";
import { homePaths } from "../home/home.ts";
import { learnCertificates, readKnownCertificates, withKnownOrSent } from "./known-certificates.ts";

describe.skipIf(!hasGpg())("what is known of publishers' keys (needs gpg)", () => {
  let ada: GpgHome;
  let eve: GpgHome;
  let revoked: string;
  let dir: string;
  let paths: ReturnType<typeof homePaths>;
  const known = () => readKnownCertificates(paths.certificates);
  const isRevoked = async (armored: string | undefined) => (await readPublicKey(armored ?? "")).revoked;

  beforeAll(() => {
    [ada, eve] = [gpgHome("ada"), gpgHome("eve")];
    revoked = ada.revoke();
  });
  afterAll(() => {
    ada.remove();
    eve.remove();
  });
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "known-keys-"));
    paths = homePaths(dir, dir);
    mkdirSync(paths.skills);
    await learnCertificates(paths, [ada.publicKey], true);
    // As an install leaves it: ada's key signed an accepted release.
    await writeFile(paths.publishers, JSON.stringify({ version: 1, keys: { ada: [ada.fingerprint] }, skills: {} }));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  test("K1 a newer copy with a revocation is merged and remembered, and a copy without it does not take it back", async () => {
    expect(await isRevoked((await known()).get(ada.fingerprint))).toBe(false);
    await learnCertificates(paths, [revoked], false);
    const learnt = (await known()).get(ada.fingerprint);
    expect(await isRevoked(learnt)).toBe(true);
    for (const isAccepted of [false, true]) {
      const after = await learnCertificates(paths, [ada.publicKey], isAccepted);
      expect(after.get(ada.fingerprint)).toBe(learnt);
      expect((await known()).get(ada.fingerprint)).toBe(learnt);
    }
    expect(await isRevoked(await withKnownOrSent(ada.publicKey, await known()))).toBe(true);
  });

  test("K1 a foreign key is not taken from a release that was not accepted, beside a known one or alone", async () => {
    const before = await readFile(paths.certificates, "utf8");
    const answer = await learnCertificates(paths, [eve.publicKey, ada.publicKey], false);
    expect([...answer.keys()]).toEqual([ada.fingerprint]);
    expect(await readFile(paths.certificates, "utf8")).toBe(before);
    expect([...(await learnCertificates(paths, [eve.publicKey], true)).keys()].toSorted()).toEqual(
      [ada.fingerprint, eve.fingerprint].toSorted(),
    );
  });

  test("K1 a copy that cannot be merged or read hides nothing: what is known counts alone", async () => {
    await learnCertificates(paths, [revoked], false);
    const all = await known();
    for (const unreadable of [`${ada.publicKey}${eve.publicKey}`, "no key at all"]) {
      expect((await learnCertificates(paths, [unreadable], true)).get(ada.fingerprint)).toBe(all.get(ada.fingerprint));
      expect(await withKnownOrSent(unreadable, all)).toBe(unreadable);
    }
    const broken = ada.publicKey.replace(/\n\n[\s\S]*(?=\n-----END)/, () => `\n\n${withBrokenEnd(ada.publicKey)}`);
    await expect(readPublicKey(broken)).rejects.toThrow(TrustError);
    expect(await withKnownOrSent(broken, all)).toBe(all.get(ada.fingerprint));
  });
});

/** Its data with a signature that is cut short after it: which key it is can be read, the key cannot. */
function withBrokenEnd(armored: string): string {
  const body = armored.split("\n\n")[1]?.split("\n=")[0] ?? "";
  return Buffer.concat([Buffer.from(body, "base64"), Buffer.from([0xc2, 3, 4, 0x20, 0x16])]).toString("base64");
}
