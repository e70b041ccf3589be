import { readKey } from "openpgp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { type GpgIdentity, gpgIdentity } from "../harness/gpg.ts";
import { addSubkey, renew, revokeSubkey, revokeWhole, signWith } from "../harness/gpg-deeds.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";
import { pause } from "../harness/until.ts";

await describeWith("gpg", "The signing keys of a publisher", () => {
  let registry: TestRegistry;
  let ada: string;
  let eve: string;
  const made: GpgIdentity[] = [];
  const api = (path: string) => `${registry.url}/api/v1${path}`;
  const identity = async (name: string, expire?: string) => {
    const key = await gpgIdentity(`${name} <${name}@example.org>`, expire);
    made.push(key);
    return key;
  };
  const register = (publicKey: string, token = ada, handle = "ada") =>
    call(api(`/publishers/${handle}/keys`), { token, json: { kind: "openpgp", public_key: publicKey } });
  const keysSeen = async (token = "", handle = "ada"): Promise<Record<string, unknown>[]> =>
    (await call(api(`/publishers/${handle}/keys`), token ? { token } : {})).body.keys;
  const seen = async (key: GpgIdentity, token = "", handle = "ada") =>
    (await keysSeen(token, handle)).find(({ fingerprint }) => fingerprint === key.fingerprint);
  const published = async (name: string, token = ada) => {
    expect((await publish(registry.url, token, sampleZip({ name }))).status).toBe(201);
    return (await call(api(`/skills/${name}/1.0.0/sums`), { token })).body as unknown as string;
  };
  const fresh = async (name: string) => {
    const sums = await published(name);
    await inspected(registry.url, name, "1.0.0", ada);
    return sums;
  };
  const send = (name: string, signature: string, token = ada) =>
    call(api(`/skills/${name}/1.0.0/signatures`), { token, body: signature, type: "application/pgp-signature" });
  const tierOf = async (name: string) => (await call(api(`/skills/${name}/1.0.0`))).body.security_tier;
  const refused = (words: RegExp) => ({
    status: 422,
    body: { code: "signature_invalid", detail: expect.stringMatching(words) },
  });

  beforeAll(async () => {
    registry = await startTestRegistry();
    ada = await account(registry.url, registry.adminToken, "ada");
    eve = await account(registry.url, registry.adminToken, "eve");
  });
  afterAll(async () => {
    await registry.settle();
    await registry.close();
    for (const key of made) key.close();
  });

  test("K1 a key that comes again is merged: a new subkey signs, and its revocation takes its signatures and tiers down", async () => {
    const key = await identity("merged");
    expect((await register(key.publicKey)).status).toBe(201);
    const { subkey, publicKey } = addSubkey(key);
    const sums = await fresh("by-subkey");
    const signature = signWith(key, subkey, sums);
    const bySelf = signWith(key, key.fingerprint, await fresh("by-primary"));
    expect(await send("by-subkey", signature)).toMatchObject({ status: 422, body: { code: "signer_unknown" } });
    expect(await register(publicKey)).toMatchObject({ status: 200, body: { fingerprint: key.fingerprint } });
    expect(await send("by-subkey", signature)).toMatchObject({ status: 201, body: { security_tier: "community" } });
    expect((await send("by-primary", bySelf)).status).toBe(201);

    const later = signWith(key, subkey, await fresh("too-late"));
    const revoked = revokeSubkey(key, "compromised");
    expect(await register(revoked)).toMatchObject({ status: 200, body: { revoked_at: null } });
    expect(await tierOf("by-subkey")).toBe("experimental");
    expect(await tierOf("by-primary")).toBe("community");
    expect(await send("too-late", later)).toMatchObject(refused(/subkey [0-9A-F]{40} was revoked by its owner/));
    // Nor does an older copy, or the first one, take the revocation back.
    for (const older of [publicKey, key.publicKey]) {
      expect((await register(older)).status).toBe(200);
      expect(await send("too-late", later)).toMatchObject(refused(/revoked by its owner/));
      expect(await send("by-subkey", signature)).toMatchObject(refused(/revoked by its owner/));
    }
    const audit = await rowsOf<{ detail: Record<string, unknown> }>(
      registry,
      "SELECT detail FROM audit_log WHERE action = 'key.merge' AND detail ->> 'fingerprint' = $1 ORDER BY id",
      [key.fingerprint],
    );
    expect(audit.map(({ detail }) => detail["signatures_revoked"])).toEqual([0, 1]);
  });

  test("K1 a subkey that is retired keeps what was received and signs nothing more", async () => {
    const key = await identity("retiring");
    const { subkey, publicKey } = addSubkey(key);
    expect((await register(publicKey)).status).toBe(201);
    expect((await send("kept", signWith(key, subkey, await fresh("kept")))).status).toBe(201);
    const later = signWith(key, subkey, await fresh("after-retirement"));
    expect((await register(revokeSubkey(key, "retired"))).status).toBe(200);
    expect(await tierOf("kept")).toBe("community");
    expect(await send("after-retirement", later)).toMatchObject(refused(/revoked by its owner/));
  });

  test("K1 a key that is revoked as a whole is a revocation, known or not: shown as revoked, hard or soft", async () => {
    const hard = await identity("stolen");
    expect((await register(hard.publicKey)).status).toBe(201);
    expect((await send("stolen-key", hard.sign(await fresh("stolen-key")))).status).toBe(201);
    expect(await register(revokeWhole(hard, "none"))).toMatchObject({
      status: 200,
      body: { revoked_as: "compromised" },
    });
    expect(await tierOf("stolen-key")).toBe("experimental");
    expect(await seen(hard)).toMatchObject({ revoked_as: "compromised" });

    const soft = await identity("superseded");
    expect((await register(soft.publicKey)).status).toBe(201);
    expect((await send("old-key", soft.sign(await fresh("old-key")))).status).toBe(201);
    const later = soft.sign(await fresh("old-key-again"));
    expect(await register(revokeWhole(soft, "superseded"))).toMatchObject({ body: { revoked_as: "retired" } });
    expect(await tierOf("old-key")).toBe("community");
    expect(await send("old-key-again", later)).toMatchObject(refused(/revoked/));
    expect(await register(soft.publicKey)).toMatchObject({ status: 200, body: { revoked_as: "retired" } });

    const unseen = await identity("never-here");
    const early = unseen.sign(await fresh("never-here"));
    expect(await register(revokeWhole(unseen, "compromised"))).toMatchObject({
      status: 201,
      body: { revoked_as: "compromised" },
    });
    expect(await send("never-here", early)).toMatchObject(refused(/revoked/));
  });

  test("K1 a key that was retired here may still be revoked by its owner, and nothing brings it back", async () => {
    const key = await identity("twice");
    const { body } = await register(key.publicKey);
    expect((await send("twice", key.sign(await fresh("twice")))).status).toBe(201);
    const path = api(`/publishers/ada/keys/${body.id}?as=retired`);
    expect((await call(path, { method: "DELETE", token: ada })).status).toBe(200);
    expect(await register(renew(key, "1y"))).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(await tierOf("twice")).toBe("community");
    expect(await register(revokeWhole(key, "compromised"))).toMatchObject({
      status: 200,
      body: { revoked_as: "compromised" },
    });
    expect(await tierOf("twice")).toBe("experimental");
  });

  test("K1 a renewed key signs again, and what it signed before stands", async () => {
    const [first, second] = [await fresh("in-time"), await fresh("expired-meanwhile")];
    const key = await identity("renewed", "seconds=15");
    const [signature, late] = [key.sign(first), key.sign(second)];
    const registered = await register(key.publicKey);
    expect(registered.status).toBe(201);
    expect((await send("in-time", signature)).status).toBe(201);
    await pause(Math.max(0, Date.parse(registered.body.expires_at) - Date.now()) + 500);
    expect(await send("expired-meanwhile", late)).toMatchObject(refused(/expired/));
    expect(await tierOf("in-time")).toBe("community");
    const renewed = renew(key, "1y");
    expect(await register(renewed)).toMatchObject({ status: 200, body: { expires_at: expect.stringMatching(/^20/) } });
    expect(await send("expired-meanwhile", late)).toMatchObject({ status: 201 });
    // The copy that has expired is no news.
    expect((await register(key.publicKey)).status).toBe(200);
    expect(new Date(String((await seen(key))?.["expires_at"])).getTime()).toBeGreaterThan(Date.now() + 86_400_000);
  });

  test("K1 uploads at once lose nothing", async () => {
    const key = await identity("at-once");
    expect((await register(key.publicKey)).status).toBe(201);
    const subkeys = [addSubkey(key), addSubkey(key), addSubkey(key), addSubkey(key)];
    const whole = await readKey({ armoredKey: subkeys.at(-1)?.publicKey ?? "" });
    const copies = whole.subkeys.map((subkey) => {
      const { users, keyPacket } = whole;
      return Object.assign(Object.create(Object.getPrototypeOf(whole)), whole, { users, keyPacket, subkeys: [subkey] });
    });
    const answers = await Promise.all(copies.map((copy) => register(copy.armor())));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [row] = await rowsOf<{ signer_ids: string[] }>(
      registry,
      "SELECT signer_ids FROM signing_keys WHERE fingerprint = $1",
      [key.fingerprint],
    );
    expect(row?.signer_ids).toEqual(expect.arrayContaining(subkeys.map(({ subkey }) => subkey)));
  });

  test("K3 a key is shown to others once it has signed; until then to its publisher's members and admins", async () => {
    const key = await identity("shown");
    expect(await register(key.publicKey)).toMatchObject({ status: 201, body: { proven_at: null } });
    // Anyone can register anyone's public key, and it is in nobody's way.
    expect(await register(key.publicKey, eve, "eve")).toMatchObject({ status: 201, body: { proven_at: null } });
    for (const token of ["", eve]) expect(await seen(key, token)).toBeUndefined();
    for (const token of [ada, registry.adminToken]) expect(await seen(key, token)).toMatchObject({ proven_at: null });
    expect((await send("shown", key.sign(await published("shown")))).status).toBe(201);
    expect(await seen(key)).toMatchObject({ proven_at: expect.stringMatching(/^20/) });
    expect(await seen(key, "", "eve")).toBeUndefined();
    expect(await seen(key, eve, "eve")).toMatchObject({ proven_at: null });
    const page = async (handle: string) => {
      const answer = await call(`${registry.url}/publishers/${handle}`, { headers: { accept: "text/html" } });
      return { status: answer.status, shows: String(answer.body).includes(key.fingerprint) };
    };
    expect(await page("eve")).toEqual({ status: 200, shows: false });
    expect(await page("ada")).toEqual({ status: 200, shows: true });
  });

  test("K3 a key, or a part of one, that was made in the future is refused; five minutes are allowed", async () => {
    const key = await identity("clock");
    const at = (minutes: number) =>
      `${new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}!`;
    const keyMade = (name: string, minutes: number) => {
      key.run(["--faked-system-time", at(minutes), "--quick-generate-key", name, "ed25519", "sign", "0"]);
      return key.run(["--armor", "--export", `=${name}`]);
    };
    const future = /made on 20.* in the future/;
    expect(await register(keyMade("tomorrow", 1_440))).toMatchObject({
      status: 422,
      body: { code: "invalid_key", detail: expect.stringMatching(future) },
    });
    expect((await register(keyMade("soon", 3))).status).toBe(201);
    expect((await register(key.publicKey)).status).toBe(201);
    key.run(["--faked-system-time", at(60), "--quick-add-key", key.fingerprint, "ed25519", "sign", "never"]);
    const subkeyLater = key.run(["--armor", "--export", key.fingerprint]);
    expect(await register(subkeyLater)).toMatchObject({ status: 422, body: { detail: expect.stringMatching(future) } });
  });
});
