import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sweep } from "@gaia/registry";
import { mergePublicKeys } from "@gaia/trust";
import { enums, readKey, unarmor } from "openpgp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call, inspected, publish } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { type GpgIdentity, gpgIdentity } from "../harness/gpg.ts";
import {
  addSubkey,
  designatedRevocation,
  revocationCertificate,
  revokeSubkey,
  signWith,
} from "../harness/gpg-deeds.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

await describeWith("gpg", "A revocation certificate, all that is left of a lost key", () => {
  let registry: TestRegistry;
  let ada: string;
  let eve: string;
  let home: CliHome;
  const made: GpgIdentity[] = [];
  const api = (path: string) => `${registry.url}/api/v1${path}`;
  const identity = async (name: string) => {
    const key = await gpgIdentity(`${name} <${name}@example.org>`);
    made.push(key);
    return key;
  };
  const register = (block: string, token = ada, handle = "ada") =>
    call(api(`/publishers/${handle}/keys`), { token, json: { kind: "openpgp", public_key: block } });
  const sumsOf = async (name: string, token = ada) => {
    expect((await publish(registry.url, token, sampleZip({ name }))).status).toBe(201);
    await inspected(registry.url, name, "1.0.0", token);
    return (await call(api(`/skills/${name}/1.0.0/sums`), { token })).body as unknown as string;
  };
  const send = (name: string, signature: string, token = ada) =>
    call(api(`/skills/${name}/1.0.0/signatures`), { token, body: signature, type: "application/pgp-signature" });
  const tierOf = async (name: string) => (await call(api(`/skills/${name}/1.0.0`))).body.security_tier;
  /** What gpg wrote down when it made the key, colon and words included. */
  const kept = (key: GpgIdentity) => readFileSync(join(key.home, "openpgp-revocs.d", `${key.fingerprint}.rev`), "utf8");
  const withoutColon = (text: string) => text.replace(/^:-----BEGIN/m, "-----BEGIN");
  const invalid = (words: RegExp) => ({
    status: 422,
    body: { code: "invalid_key", detail: expect.stringMatching(words) },
  });

  beforeAll(async () => {
    registry = await startTestRegistry();
    ada = await account(registry.url, registry.adminToken, "ada");
    eve = await account(registry.url, registry.adminToken, "eve");
    home = await cliHome(registry.url, { GAIA_TOKEN: ada });
  });
  afterAll(async () => {
    await registry.settle();
    await registry.close();
    await home.remove();
    for (const key of made) key.close();
  });

  test("K1 the file that gpg kept revokes the key, words above it included, and takes signatures and tiers down", async () => {
    const key = await identity("lost");
    expect((await register(key.publicKey)).status).toBe(201);
    const later = key.sign(await sumsOf("lost-later"));
    expect((await send("lost-key", key.sign(await sumsOf("lost-key")))).status).toBe(201);
    expect(await tierOf("lost-key")).toBe("community");
    // The colon is gpg's guard against accidents, so it is ours.
    expect(kept(key)).toMatch(/^:-----BEGIN PGP PUBLIC KEY BLOCK-----$/m);
    expect(await register(kept(key))).toMatchObject(invalid(/remove the colon/));
    expect(await tierOf("lost-key")).toBe("community");
    const answer = await register(withoutColon(kept(key)));
    expect(answer).toMatchObject({ status: 200, body: { fingerprint: key.fingerprint, revoked_as: "compromised" } });
    expect(await tierOf("lost-key")).toBe("experimental");
    expect(await send("lost-later", later)).toMatchObject({
      status: 422,
      body: { code: "signature_invalid", detail: expect.stringMatching(/revoked/) },
    });
    // What is shown carries the revocation, and gpg agrees.
    const shown = await readKey({ armoredKey: answer.body.public_key });
    expect(shown.revocationSignatures).toHaveLength(1);
    const other = await identity("other-keyring");
    other.run(["--import"], answer.body.public_key);
    expect(other.run(["--with-colons", "--list-keys", key.fingerprint])).toMatch(/^pub:r:/m);
    // Again it changes nothing, nor does the certificate as it was.
    for (const block of [withoutColon(kept(key)), key.publicKey]) {
      expect(await register(block)).toMatchObject({ status: 200, body: { revoked_as: "compromised" } });
    }
  });

  test("K1 what gpg --gen-revoke prints counts as it says: a soft one leaves past signatures", async () => {
    const key = await identity("replaced");
    expect((await register(key.publicKey)).status).toBe(201);
    expect((await send("replaced", key.sign(await sumsOf("replaced")))).status).toBe(201);
    const soft = revocationCertificate(key, "superseded");
    expect(await register(soft)).toMatchObject({ status: 200, body: { revoked_as: "retired" } });
    expect(await tierOf("replaced")).toBe("community");
    expect(await register(revocationCertificate(key, "compromised"))).toMatchObject({
      status: 200,
      body: { revoked_as: "compromised" },
    });
    expect(await tierOf("replaced")).toBe("experimental");
  });

  test("K1 one of an unknown key, of another publisher's, or one that does not verify, is refused in words", async () => {
    const key = await identity("unknown");
    const certificate = revocationCertificate(key, "compromised");
    expect(await register(certificate)).toMatchObject(
      invalid(new RegExp(`${key.fingerprint}.*register its certificate`)),
    );
    expect((await register(key.publicKey, eve, "eve")).status).toBe(201);
    expect(await register(certificate)).toMatchObject(invalid(/register its certificate/));
    expect((await register(certificate, ada, "eve")).status).toBe(403);
    expect((await register(key.publicKey)).status).toBe(201);
    const { data } = await unarmor(certificate);
    const forged = Buffer.from(data as Uint8Array); // armored text gives bytes
    forged.writeUInt8(forged.readUInt8(forged.length - 1) ^ 1, forged.length - 1);
    const lines = ["-----BEGIN PGP PUBLIC KEY BLOCK-----", "", forged.toString("base64")];
    const forgedBlock = [...lines, "-----END PGP PUBLIC KEY BLOCK-----"].join("\n");
    expect(await register(forgedBlock)).toMatchObject(invalid(/was not made by the key/));
    const answer = await call(api("/publishers/ada/keys"), { token: ada });
    const keys: { fingerprint: string; revoked_at: string | null }[] = answer.body.keys;
    expect(keys.find(({ fingerprint }) => fingerprint === key.fingerprint)).toMatchObject({ revoked_at: null });
    expect(await register(certificate)).toMatchObject({ status: 200, body: { revoked_as: "compromised" } });
  });

  test("K1 a designated revoker's revocation is refused in words, not left out in silence", async () => {
    const key = await identity("owner");
    const { publicKey, revocation } = designatedRevocation(key, "Helper <helper@example.org>");
    expect((await register(publicKey)).status).toBe(201);
    expect(await register(revocation)).toMatchObject(invalid(/designated revokers are not supported/));
  });

  test("K1 a bare revocation of a subkey names what is missing", async () => {
    const key = await identity("subkeyed");
    const { publicKey } = addSubkey(key);
    expect((await register(publicKey)).status).toBe(201);
    const whole = await readKey({ armoredKey: publicKey });
    const binding = Buffer.from(whole.subkeys[0]?.bindingSignatures[0]?.write() ?? []);
    const packet = Buffer.concat([Buffer.from([0x80 | (enums.packet.signature << 2) | 1, 0, 0]), binding]);
    packet.writeUInt16BE(binding.length, 1);
    const block = `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${packet.toString("base64")}\n-----END PGP PUBLIC KEY BLOCK-----`;
    expect(await register(block)).toMatchObject(invalid(/send the key with it/));
  });

  test("K1 gaia-skill keys add takes it from a file, armored or binary, and says that the key is revoked", async () => {
    const key = await identity("from-cli");
    const path = join(home.dir, "from-cli");
    writeFileSync(path, Buffer.from((await unarmor(key.publicKey)).data as Uint8Array));
    expect(await home.run(["keys", "add", path])).toMatchObject({ code: 0 });
    writeFileSync(path, kept(key));
    expect(await home.run(["keys", "add", path])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("remove the colon"),
    });
    writeFileSync(path, Buffer.from((await unarmor(revocationCertificate(key, "superseded"))).data as Uint8Array));
    const soft = await home.run(["keys", "add", path]);
    expect(soft).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`${key.fingerprint} is revoked as retired`),
    });
    writeFileSync(path, withoutColon(kept(key)));
    const hard = await home.run(["keys", "add", path]);
    expect(hard).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`${key.fingerprint} is revoked as compromised`),
    });
  });

  const byOwner = {
    status: 422,
    body: { code: "signature_invalid", detail: expect.stringMatching(/revoked by its own/) },
  };

  test("H-A8 a subkey that one publisher revoked as compromised signs for no other that registered the same certificate", async () => {
    const key = await identity("stolen-subkey");
    const { subkey, publicKey } = addSubkey(key);
    for (const [token, handle] of [
      [ada, "ada"],
      [eve, "eve"],
    ] as const)
      expect((await register(publicKey, token, handle)).status).toBe(201);
    const signature = signWith(key, subkey, await sumsOf("eve-by-subkey", eve));
    const byPrimary = signWith(key, key.fingerprint, await sumsOf("eve-by-primary", eve));
    const mallory = await account(registry.url, registry.adminToken, "mallory");
    const stolen = signWith(key, subkey, await sumsOf("mallory-by-subkey", mallory));
    const later = signWith(key, subkey, await sumsOf("eve-later", eve));
    expect((await send("eve-by-subkey", signature, eve)).status).toBe(201);
    expect((await send("eve-by-primary", byPrimary, eve)).status).toBe(201);
    expect(await tierOf("eve-by-subkey")).toBe("community");

    expect((await register(revokeSubkey(key, "compromised"))).status).toBe(200);
    expect(await tierOf("eve-by-subkey")).toBe("experimental");
    expect(await tierOf("eve-by-primary")).toBe("community");
    expect(await send("eve-later", later, eve)).toMatchObject(byOwner);
    // An older copy takes nothing back, at whoever's hand it comes; nor is it good for who registers it afterwards.
    expect((await register(publicKey, eve, "eve")).status).toBe(200);
    expect(await send("eve-later", later, eve)).toMatchObject(byOwner);
    expect((await register(publicKey, mallory, "mallory")).status).toBe(201);
    expect(await send("mallory-by-subkey", stolen, mallory)).toMatchObject(byOwner);
    const audit = await rowsOf<{ actor: string }>(
      registry,
      "SELECT actor FROM audit_log WHERE action = 'key.merge' AND target = 'publisher:eve' AND detail ->> 'fingerprint' = $1",
      [key.fingerprint],
    );
    expect(audit.map(({ actor }) => actor)).toEqual(["registry"]);
  });

  test("H-A8 a whole key too; no user id goes along, and what a publisher revoked here is theirs alone", async () => {
    const key = await identity("shared-key");
    const mine = await register(key.publicKey);
    expect((await register(key.publicKey, eve, "eve")).status).toBe(201);
    expect((await send("eve-shared", key.sign(await sumsOf("eve-shared", eve)), eve)).status).toBe(201);
    const seenBy = async (token: string, handle: string) => {
      const { body } = await call(api(`/publishers/${handle}/keys`), { token });
      return body.keys.find(({ fingerprint }: { fingerprint: string }) => fingerprint === key.fingerprint);
    };
    const here = await call(api(`/publishers/ada/keys/${mine.body.id}?as=compromised`), {
      token: ada,
      method: "DELETE",
    });
    expect(here.status).toBe(200);
    expect(await seenBy(eve, "eve")).toMatchObject({ revoked_at: null });
    expect(await tierOf("eve-shared")).toBe("community");
    key.run(["--quick-add-uid", key.fingerprint, "Private <private@example.org>"]);
    key.run(["--import"], revocationCertificate(key, "compromised"));
    expect((await register(key.run(["--armor", "--export", key.fingerprint]))).status).toBe(200);
    expect(await seenBy(eve, "eve")).toMatchObject({
      revoked_as: "compromised",
      user_ids: [expect.not.stringMatching(/Private/)],
    });
    expect(await tierOf("eve-shared")).toBe("experimental");
  });

  test("H-A8 a subkey that its owner revoked falls where the publisher had retired the key here, too; sent again there, the key stays ended", async () => {
    const key = await identity("retired-here");
    const { subkey, publicKey } = addSubkey(key);
    const theirs = await register(publicKey, eve, "eve");
    expect((await register(publicKey)).status).toBe(201);
    const signature = signWith(key, subkey, await sumsOf("eve-retired", eve));
    expect((await send("eve-retired", signature, eve)).status).toBe(201);
    const retire = { token: eve, method: "DELETE" };
    expect((await call(api(`/publishers/eve/keys/${theirs.body.id}?as=retired`), retire)).status).toBe(200);
    expect(await tierOf("eve-retired")).toBe("community");
    expect((await register(publicKey, eve, "eve")).body).toMatchObject({
      code: "conflict",
      detail: expect.stringContaining("was revoked here"),
    });
    expect((await register(revokeSubkey(key, "compromised"))).status).toBe(200);
    expect(await tierOf("eve-retired")).toBe("experimental");
  });

  test("H-A8 whoever registers a newer copy of somebody's key, whose owner took another name, ends nothing of it", async () => {
    const key = await identity("renamed");
    expect((await register(key.publicKey)).status).toBe(201);
    key.run(["--quick-add-uid", key.fingerprint, "Another Name <another@example.org>"]);
    const [former = ""] = key.run(["--with-colons", "--list-keys"]).match(/(?<=^uid:.*:)renamed[^:]*(?=:)/m) ?? [];
    key.run(["--quick-revoke-uid", key.fingerprint, former]);
    const newer = key.run(["--armor", "--export", key.fingerprint]);
    expect((await register(newer, eve, "eve")).status).toBe(201);
    const signature = key.sign(await sumsOf("still-adas", ada));
    expect((await send("still-adas", signature, ada)).status).toBe(201);
    expect(await tierOf("still-adas")).toBe("community");
    // Its owner brings the newer copy when they like.
    expect((await register(newer)).status).toBe(200);
  });

  test("H-A8 what a crash left, or a release that did not share revocations, is shared at the next start", async () => {
    const key = await identity("left-over");
    const { subkey, publicKey } = addSubkey(key);
    expect((await register(publicKey)).status).toBe(201);
    expect((await register(publicKey, eve, "eve")).status).toBe(201);
    const signature = signWith(key, subkey, await sumsOf("eve-left-over", eve));
    expect((await send("eve-left-over", signature, eve)).status).toBe(201);
    const revoked = (await mergePublicKeys(publicKey, revokeSubkey(key, "compromised"))).armored;
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
       UPDATE signing_keys SET public_key = '${revoked}' WHERE fingerprint = '${key.fingerprint}' AND publisher_id =
         (SELECT id FROM publishers WHERE handle = 'ada'); COMMIT;`,
    );
    expect(await tierOf("eve-left-over")).toBe("community");
    const ctx = { ...registry.running.services.registry, actor: null, requestId: null };
    // Every other sweep leaves keys alone, however young its process is.
    await sweep(ctx, { neglectedAfterMs: 60_000, deadlineMs: null, isFirst: false });
    expect(await tierOf("eve-left-over")).toBe("community");
    await sweep(ctx, { neglectedAfterMs: 60_000, deadlineMs: 60_000, isFirst: true });
    expect(await tierOf("eve-left-over")).toBe("experimental");
  });

  test("H-A10 keys add reads a key in UTF-16 with words above it, and tells which signing subkey is left out", async () => {
    const key = await identity("powershell");
    key.run(["--quick-add-key", key.fingerprint, "dsa2048", "sign", "never"]);
    const exported = key.run(["--armor", "--export", key.fingerprint]);
    const subkey = (await readKey({ armoredKey: exported })).subkeys[0]?.getFingerprint().toUpperCase();
    const path = join(home.dir, "powershell.asc");
    writeFileSync(path, Buffer.from(`\uFEFFMy key:\r\n\r\n${exported.replaceAll("\n", "\r\n")}`, "utf16le"));
    const added = await home.run(["keys", "add", path]);
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining(`${key.fingerprint} now signs for ada`) });
    expect(added.stderr).toMatch(new RegExp(`${subkey} is left out, and signs nothing here: .*too weak`));
    expect(await register(exported)).toMatchObject({
      status: 200,
      body: { left_out: [{ fingerprint: subkey, reason: expect.stringMatching(/too weak/) }] },
    });
  });
});
