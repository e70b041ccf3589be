import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { enums, readKey, unarmor } from "openpgp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call, inspected, publish } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { type GpgIdentity, gpgIdentity } from "../harness/gpg.ts";
import { addSubkey, designatedRevocation, revocationCertificate } from "../harness/gpg-deeds.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
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
  const sumsOf = async (name: string) => {
    expect((await publish(registry.url, ada, sampleZip({ name }))).status).toBe(201);
    await inspected(registry.url, name, "1.0.0", ada);
    return (await call(api(`/skills/${name}/1.0.0/sums`), { token: ada })).body as unknown as string;
  };
  const send = (name: string, signature: string) =>
    call(api(`/skills/${name}/1.0.0/signatures`), { token: ada, body: signature, type: "application/pgp-signature" });
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

  test("A1 the file that gpg kept revokes the key, words above it included, and takes signatures and tiers down", async () => {
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

  test("A1 what gpg --gen-revoke prints counts as it says: a soft one leaves past signatures", async () => {
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

  test("A1 one of an unknown key, of another publisher's, or one that does not verify, is refused in words", async () => {
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

  test("A1 a designated revoker's revocation is refused in words, not left out in silence", async () => {
    const key = await identity("owner");
    const { publicKey, revocation } = designatedRevocation(key, "Helper <helper@example.org>");
    expect((await register(publicKey)).status).toBe(201);
    expect(await register(revocation)).toMatchObject(invalid(/designated revokers are not supported/));
  });

  test("A1 a bare revocation of a subkey names what is missing", async () => {
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

  test("A1 gaia-skill keys add takes it from a file, armored or binary, and says that the key is revoked", async () => {
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
});
