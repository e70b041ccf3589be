import * as fc from "fast-check";
import {
  armor,
  config,
  createMessage,
  enums,
  generateKey,
  PacketList,
  PublicKey,
  readKey,
  readSignature,
  sign,
  SignaturePacket,
  verify as plainVerify,
} from "openpgp";
import type { AnySecretKeyPacket, PrivateKey, RawNotation, Subkey } from "openpgp";
import { beforeAll, describe, expect, test } from "vitest";
import { readPublicKey } from "./public-key.ts";
import { verifyDetached } from "./verify-detached.ts";

const message = new TextEncoder().encode(`${"a".repeat(64)}  SKILL.md\n`);
const born = new Date("2025-01-01T00:00:00Z");
const signedOn = new Date("2025-06-01T00:00:00Z");
const received = new Date("2025-06-01T00:00:10Z");

async function makeKey(name: string, options: { signingSubkey?: boolean; date?: Date } = {}): Promise<PrivateKey> {
  const { privateKey } = await generateKey({
    userIDs: { name, email: `${name}@example.org` },
    curve: "ed25519Legacy",
    date: options.date ?? born,
    subkeys: options.signingSubkey === true ? [{ sign: true }] : [],
    format: "object",
  });
  return privateKey;
}

async function makeSignature(signingKeys: PrivateKey, date = signedOn, notations: RawNotation[] = []): Promise<string> {
  const text = await createMessage({ binary: message });
  return sign({ message: text, signingKeys, detached: true, date, signatureNotations: notations, format: "armored" });
}

const listed = (key: { armor(): string }, id = "k1", revokedAt: Date | null = null) => ({
  id,
  armored: key.armor(),
  revokedAt,
});

/** The library's sign() needs its configuration at run time; its declared type leaves it out. */
type Sign = (key: AnySecretKeyPacket, data: object, date: Date, detached: boolean, settings: object) => Promise<void>;
async function signPacket(packet: SignaturePacket, key: AnySecretKeyPacket, data: object): Promise<SignaturePacket> {
  packet.publicKeyAlgorithm = key.algorithm;
  packet.hashAlgorithm = enums.hash.sha512;
  await (packet.sign as unknown as Sign).call(packet, key, data, born, true, config);
  return packet;
}

/** The attacker's primary key with the victim's signing subkey, bound by the attacker alone, with a back signature of choice. */
async function adopt(attacker: PrivateKey, victim: Subkey, back: SignaturePacket | null): Promise<PublicKey> {
  const binding = new SignaturePacket();
  binding.signatureType = enums.signature.subkeyBinding;
  binding.keyFlags = new Uint8Array([enums.keyFlags.signData]);
  binding.embeddedSignature = back;
  const primary = attacker.keyPacket as AnySecretKeyPacket; // made by makeKey, so it is a secret one
  await signPacket(binding, primary, { key: attacker.toPublic().keyPacket, bind: victim.keyPacket });
  const packets = new PacketList<SignaturePacket>();
  for (const packet of attacker.toPublic().toPacketList()) packets.push(packet as SignaturePacket);
  packets.push(victim.keyPacket as unknown as SignaturePacket, binding); // a list of any packets, typed as one kind
  return new PublicKey(packets);
}

describe("verifyDetached", () => {
  let author: PrivateKey;
  let signature: string;

  beforeAll(async () => {
    author = await makeKey("author");
    signature = await makeSignature(author);
  });

  test("a good signature names the caller's key id, the fingerprint and the time", async () => {
    const verdict = await verifyDetached({
      message,
      signature,
      keys: [listed(author.toPublic())],
      at: received,
      isNew: false,
    });
    expect(verdict).toEqual({
      ok: true,
      keyId: "k1",
      madeBy: author.getFingerprint().toUpperCase(),
      fingerprint: author.getFingerprint().toUpperCase(),
      signedAt: signedOn,
    });
  });

  test("the registry's own revocation counts from its time on, and a broken time counts always", async () => {
    const at = (revokedAt: Date) =>
      verifyDetached({
        message,
        signature,
        keys: [listed(author.toPublic(), "k1", revokedAt)],
        at: received,
        isNew: false,
      });
    expect(await at(new Date(received.getTime() + 1))).toMatchObject({ ok: true });
    expect(await at(received)).toMatchObject({ ok: false, reason: expect.stringContaining("revoked at the registry") });
    expect(await at(new Date(0))).toMatchObject({ ok: false });
    expect(await at(new Date(Number.NaN))).toMatchObject({ ok: false });
  });

  test("G7 a retired key keeps what was signed before, a compromised one loses everything", async () => {
    const later = new Date("2025-09-01T00:00:00Z");
    const revoke = async (flag: enums.reasonForRevocation) => {
      const key = await author.revoke({ flag, string: "" }, later);
      return verifyDetached({ message, signature, keys: [listed(key.toPublic())], at: received, isNew: false });
    };
    expect(await revoke(enums.reasonForRevocation.keyRetired)).toMatchObject({ ok: true });
    expect(await revoke(enums.reasonForRevocation.keySuperseded)).toMatchObject({ ok: true });
    expect(await revoke(enums.reasonForRevocation.keyCompromised)).toMatchObject({ ok: false });
    expect(await revoke(enums.reasonForRevocation.noReason)).toMatchObject({ ok: false });
    const retired = await author.revoke({ flag: enums.reasonForRevocation.keyRetired, string: "" }, born);
    expect(
      await verifyDetached({ message, signature, keys: [listed(retired.toPublic())], at: received, isNew: false }),
    ).toMatchObject({
      ok: false,
      reason: expect.stringContaining("was revoked by its owner on 2025-01-01T00:00:00Z"),
    });
  });

  test("G7 a revoked subkey's signature is invalid", async () => {
    const owner = await makeKey("owner", { signingSubkey: true });
    const bySubkey = await makeSignature(owner);
    const [subkey] = owner.subkeys;
    if (subkey === undefined) throw new Error("no subkey was made");
    const check = () =>
      verifyDetached({ message, signature: bySubkey, keys: [listed(owner.toPublic())], at: received, isNew: false });
    expect(await check()).toMatchObject({ ok: true, fingerprint: owner.getFingerprint().toUpperCase() });
    const primary = owner.keyPacket as Parameters<Subkey["revoke"]>[0]; // a private key's packet is a secret one
    owner.subkeys = [await subkey.revoke(primary, { flag: enums.reasonForRevocation.keyCompromised }, signedOn)];
    expect(await check()).toMatchObject({ ok: false, reason: expect.stringMatching(/^subkey .* was revoked/) });
  });

  test("a signature dated before its key was made is invalid", async () => {
    const late = await makeKey("late", { date: new Date("2025-07-01T00:00:00Z") });
    // The library refuses to sign so; the packet does not know.
    const packet = new SignaturePacket();
    packet.signatureType = enums.signature.binary;
    const literal = (await createMessage({ binary: message })).packets[0];
    if (literal === undefined) throw new Error("no literal packet");
    await signPacket(packet, late.keyPacket as AnySecretKeyPacket, literal);
    const early = armor(enums.armor.signature, packetBytes(packet), undefined, undefined, undefined, true);
    const verdict = await verifyDetached({
      message,
      signature: early,
      keys: [listed(late.toPublic())],
      at: received,
      isNew: false,
    });
    expect(verdict).toMatchObject({ ok: false, reason: expect.stringContaining("before key") });
  });

  test("G7 another's signing subkey, adopted without its consent, signs nothing for the adopter", async () => {
    const victim = await makeKey("victim", { signingSubkey: true });
    const attacker = await makeKey("attacker");
    const subkey = victim.toPublic().subkeys[0];
    const secret = victim.subkeys[0]?.keyPacket as AnySecretKeyPacket; // makeKey was asked for it
    if (subkey === undefined) throw new Error("no subkey was made");
    const bySubkey = await makeSignature(victim);
    const check = async (key: PublicKey) =>
      verifyDetached({ message, signature: bySubkey, keys: [listed(key)], at: received, isNew: false });

    const unsigned = await adopt(attacker, subkey, null);
    expect(await check(unsigned)).toMatchObject({ ok: false, code: "signer_unknown" });

    // The victim signed a *document* whose bytes are what a back signature covers. The plain library takes it for one.
    const forHash = (packet: object) => (packet as { writeForHash(version: 4): Uint8Array }).writeForHash(4);
    const bait = Buffer.concat([forHash(attacker.toPublic().keyPacket), forHash(subkey.keyPacket)]);
    const document = new SignaturePacket();
    document.signatureType = enums.signature.binary;
    const literal = (await createMessage({ binary: new Uint8Array(bait) })).packets[0];
    await signPacket(document, secret, literal ?? {});
    const baited = await adopt(attacker, subkey, document);
    const plain = await plainVerify({
      message: await createMessage({ binary: message }),
      signature: await readSignature({ armoredSignature: bySubkey }),
      verificationKeys: await readKey({ armoredKey: baited.armor() }),
      date: received,
    });
    await expect(plain.signatures[0]?.verified).resolves.toBe(true);
    expect(await check(baited)).toMatchObject({ ok: false, code: "signer_unknown" });
    expect((await readPublicKey(baited.armor())).armored).toBe(attacker.toPublic().armor());
    // Beside the attacker's key, the real one is still found.
    const keys = [listed(baited, "attacker"), listed(victim.toPublic(), "victim")];
    expect(await verifyDetached({ message, signature: bySubkey, keys, at: received, isNew: false })).toMatchObject({
      keyId: "victim",
    });
  });

  test("G7 key-id collision: the fingerprint a signature names decides over the short id", async () => {
    const liar = await makeKey("liar");
    const real = liar.keyPacket.getFingerprintBytes();
    if (real === null) throw new Error("no fingerprint");
    const collided = Uint8Array.from([...real].map((byte, index) => (index < 12 ? byte ^ 0xff : byte)));
    const publicKey = liar.toPublic();
    liar.keyPacket.getFingerprintBytes = () => collided;
    const confusing = await makeSignature(liar);
    const verdict = await verifyDetached({
      message,
      signature: confusing,
      keys: [listed(publicKey)],
      at: received,
      isNew: false,
    });
    expect(verdict).toMatchObject({ ok: false, code: "signer_unknown" });
    expect(!verdict.ok && verdict.reason).toContain(Buffer.from(collided).toString("hex").toUpperCase());
  });

  test("a critical notation that is not understood is refused, an uncritical one is not", async () => {
    const notation = (critical: boolean) => [
      { name: "policy@example.org", value: new TextEncoder().encode("x"), humanReadable: true, critical },
    ];
    const check = async (critical: boolean) =>
      verifyDetached({
        message,
        signature: await makeSignature(author, signedOn, notation(critical)),
        keys: [listed(author.toPublic())],
        at: received,
        isNew: false,
      });
    expect(await check(false)).toMatchObject({ ok: true });
    expect(await check(true)).toMatchObject({ ok: false, reason: expect.stringContaining("critical") });
  });

  test("keys that cannot be read do not hide the one that can", async () => {
    const keys = [{ id: "junk", armored: "junk", revokedAt: null }, listed(author.toPublic())];
    expect(await verifyDetached({ message, signature, keys, at: received, isNew: false })).toMatchObject({
      ok: true,
      keyId: "k1",
    });
  });

  test("hostile signatures: any mutation, with a right checksum, never throws and never verifies other bytes", async () => {
    const binary = packetBytes((await readSignature({ armoredSignature: signature })).packets[0]);
    const keys = [listed(author.toPublic())];
    const altered = new TextEncoder().encode(`${"b".repeat(64)}  SKILL.md\n`);
    await fc.assert(
      fc.asyncProperty(mutations, async (changes) => {
        const mutated = armor(enums.armor.signature, mutate(binary, changes), undefined, undefined, undefined, true);
        const same = await verifyDetached({ message, signature: mutated, keys, at: received, isNew: false });
        // The unhashed part may change; what was signed, by whom and when may not.
        if (same.ok) expect(same).toMatchObject({ keyId: "k1", signedAt: signedOn });
        const other = await verifyDetached({ message: altered, signature: mutated, keys, at: received, isNew: false });
        expect(other.ok).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test("hostile armor: any text never throws", async () => {
    const keys = [listed(author.toPublic())];
    const cuts = fc.tuple(fc.nat(signature.length), fc.nat(signature.length), fc.string());
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), cuts), async (change) => {
        const text =
          typeof change === "string" ? change : signature.slice(0, change[0]) + change[2] + signature.slice(change[1]);
        const verdict = await verifyDetached({ message, signature: text, keys, at: received, isNew: false });
        if (verdict.ok) expect(verdict.keyId).toBe("k1");
        else expect(verdict.reason.length).toBeGreaterThan(10);
      }),
      { numRuns: 300 },
    );
  });
});

const mutations = fc.array(
  fc.record({ at: fc.nat(), byte: fc.nat(255), kind: fc.constantFrom("set", "insert", "delete") }),
  { minLength: 1, maxLength: 4 },
);

function mutate(bytes: Uint8Array, changes: readonly { at: number; byte: number; kind: string }[]): Uint8Array {
  const out = [...bytes];
  for (const { at, byte, kind } of changes) {
    const index = at % out.length;
    if (kind === "set") out[index] = byte;
    else if (kind === "insert") out.splice(index, 0, byte);
    else if (out.length > 1) out.splice(index, 1);
  }
  return Uint8Array.from(out);
}

function packetBytes(packet: SignaturePacket | undefined): Uint8Array {
  if (packet === undefined) throw new Error("no signature packet");
  const list = new PacketList<SignaturePacket>();
  list.push(packet);
  return list.write();
}
