import { enums, generateKey, type PrivateKey, readKey, revokeKey, type SignaturePacket } from "openpgp";
import { beforeAll, expect, test } from "vitest";
import { readPublicKey } from "./public-key.ts";
import { addRevocations, revokedParts } from "./shared-revocations.ts";

const { keyCompromised, keySuperseded } = enums.reasonForRevocation;

let owner: PrivateKey;
/** As it was first registered. */
let clean: string;
/** With the owner's hard revocation of the whole key. */
let revoked: string;
beforeAll(async () => {
  ({ privateKey: owner } = await generateKey({
    type: "ecc",
    curve: "ed25519Legacy",
    userIDs: [{ name: "Ada", email: "ada@example.org" }],
    subkeys: [{ sign: true }],
    format: "object",
  }));
  clean = (await readPublicKey(owner.toPublic().armor())).armored;
  const ended = await revokeKey({ key: owner, format: "object", reasonForRevocation: { flag: keyCompromised } });
  revoked = (await readPublicKey(ended.publicKey.armor())).armored;
});

/** A copy in which whoever has the whole key called a subkey superseded, `count` times. */
async function superseded(count: number): Promise<string> {
  const copy = await readKey({ armoredKey: owner.toPublic().armor() });
  const [subkey] = copy.subkeys;
  const [own] = owner.subkeys;
  if (!subkey || !own) throw new Error("no subkey");
  for (let made = 0; made < count; made += 1) {
    const when = new Date(Date.now() - made * 1_000);
    const flag = { flag: keySuperseded, string: `the ${made}th` };
    const once: { revocationSignatures: SignaturePacket[] } = await own.revoke(owner.keyPacket as never, flag, when);
    subkey.revocationSignatures.push(...once.revocationSignatures.slice(-1));
  }
  return (await readPublicKey(copy.armor())).armored;
}

test("H-A8 a copy that is full of revocations takes the one that decides, and is no fuller by it", async () => {
  const full = await superseded(32);
  const key = await addRevocations(full, [revoked]);
  expect(key.revoked).toBe(true);
  expect(key.revocations.filter(({ of }) => of === key.fingerprint)).toMatchObject([{ isHard: true }]);
  // Once more there is nothing new.
  expect((await addRevocations(key.armored, [revoked, full])).armored).toBe(key.armored);
});

test("H-A8 how badly the parts of a copy are revoked is told without verifying: hard before soft, earlier before later", async () => {
  expect(await revokedParts(clean)).toBeNull();
  const [soft, many, hard] = [await superseded(1), await superseded(3), revoked].map((copy) => revokedParts(copy));
  const subkey = owner.subkeys[0]?.getFingerprint().toUpperCase() ?? "";
  const whole = owner.getFingerprint().toUpperCase();
  const bad = async (parts: typeof soft, part: string) => (await parts)?.get(part) ?? NaN;
  expect(await bad(soft, whole)).toBe(Infinity);
  expect(await bad(hard, subkey)).toBe(Infinity);
  expect(await bad(many, subkey)).toBeLessThan(await bad(soft, subkey));
  expect(await bad(hard, whole)).toBeLessThan(await bad(many, subkey));
});
