import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWith } from "../harness/describe-with.ts";
import { account, call, inspected, publish } from "../harness/api.ts";
import { type GpgIdentity, gpgIdentity } from "../harness/gpg.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";
import { pause } from "../harness/until.ts";

await describeWith("gpg", "POST /skills/{name}/{version}/signatures", () => {
  let registry: TestRegistry;
  let ada: string;
  let eve: string;
  let adasKey: GpgIdentity;
  let evesKey: GpgIdentity;
  const made: GpgIdentity[] = [];
  const api = (path: string) => `${registry.url}/api/v1${path}`;

  const identity = async (userId: string, expire?: string) => {
    const key = await gpgIdentity(userId, expire);
    made.push(key);
    return key;
  };
  const register = (token: string, handle: string, publicKey: string) =>
    call(api(`/publishers/${handle}/keys`), { token, json: { kind: "openpgp", public_key: publicKey } });
  const sumsOf = async (name: string, version = "1.0.0") =>
    (await call(api(`/skills/${name}/${version}/sums`), { token: ada })).body as unknown as string;
  const sign = (name: string, signature: string, token = ada, version = "1.0.0", type = "application/pgp-signature") =>
    call(api(`/skills/${name}/${version}/signatures`), { token, body: signature, type });
  const fresh = async (name: string, token = ada, version = "1.0.0") => {
    expect((await publish(registry.url, token, sampleZip({ name, version }))).status).toBe(201);
    return inspected(registry.url, name, version, token);
  };
  const tierOf = async (name: string) => (await call(api(`/skills/${name}/1.0.0`))).body.security_tier;
  /** A refusal with its code and words, and a version that is what it was. */
  const refused = async (answer: { status: number; body: unknown }, code: string, words: RegExp, name: string) => {
    expect(answer).toMatchObject({ status: 422, body: { code, detail: expect.stringMatching(words) } });
    expect((await call(api(`/skills/${name}/1.0.0`))).body).toMatchObject({
      security_tier: "experimental",
      signatures: [],
    });
  };

  beforeAll(async () => {
    registry = await startTestRegistry();
    ada = await account(registry.url, registry.adminToken, "ada");
    eve = await account(registry.url, registry.adminToken, "eve");
    adasKey = await identity("Ada <ada@example.org>");
    evesKey = await identity("Eve <eve@example.org>");
    expect((await register(ada, "ada", adasKey.publicKey)).status).toBe(201);
    expect((await register(eve, "eve", evesKey.publicKey)).status).toBe(201);
  });
  afterAll(async () => {
    await registry.close();
    for (const key of made) key.close();
  });

  test("K2 a release has no more signatures than every installer verifies", async () => {
    await fresh("often");
    const sums = await sumsOf("often");
    expect((await sign("often", adasKey.sign(sums))).status).toBe(201);
    const again = `SELECT version_id, kind, signing_key_id, signer, made_by, body, repeat(md5(n::text), 2), status, signed_at, verified_at
      FROM signatures, generate_series(1, 11) n WHERE version_id = (SELECT v.id FROM versions v JOIN skills s ON s.id = v.skill_id WHERE s.name = 'often')`;
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test'); INSERT INTO signatures (version_id, kind, signing_key_id, signer, made_by, body, sha256, status, signed_at, verified_at) ${again}; COMMIT`,
    );
    // Another second makes another signature.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await sign("often", adasKey.sign(sums))).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  test("a good signature lifts to community and is shown with its key; the same again changes nothing", async () => {
    await fresh("signed");
    const signature = adasKey.sign(await sumsOf("signed"));
    const first = await sign("signed", signature);
    expect(first).toMatchObject({ status: 201, body: { security_tier: "community" } });
    expect((await sign("signed", signature)).status).toBe(200);
    const listed = await call(api("/skills/signed/1.0.0/signatures"));
    expect(listed.body.signatures).toEqual([
      expect.objectContaining({ kind: "openpgp", signer: adasKey.fingerprint, status: "valid", signature }),
    ]);
    const statements = await call(api("/skills/signed/1.0.0/attestations"));
    expect(statements.body.attestations.map((each: { decision: string }) => each.decision)).toEqual([
      "publish",
      "verdict",
      "tier",
    ]);
  });

  test("a signature over other text is refused: tampered, truncated, empty, cleartext, several with one bad", async () => {
    await fresh("tampered");
    const sums = await sumsOf("tampered");
    const good = adasKey.sign(sums);
    await refused(await sign("tampered", adasKey.sign(`${sums}x`)), "signature_invalid", /./, "tampered");
    await refused(
      await sign("tampered", adasKey.sign(sums.replace(/[0-9a-f]{8}/, "00000000"))),
      "signature_invalid",
      /./,
      "tampered",
    );
    const broken = [
      good.slice(0, good.length / 2),
      "",
      "-----BEGIN PGP SIGNATURE-----\n\n-----END PGP SIGNATURE-----\n",
      "\0",
    ];
    for (const text of broken) await refused(await sign("tampered", text), "signature_invalid", /./, "tampered");
    const cleartext = adasKey.run(["--armor", "--clear-sign", "--output", "-"], `${sums}and more\n`);
    await refused(await sign("tampered", cleartext), "signature_invalid", /./, "tampered");
    await refused(
      await sign("tampered", `${adasKey.sign("other")}\n${evesKey.sign(sums)}`),
      "signature_invalid",
      /./,
      "tampered",
    );
  });

  test("a key that is not registered to this publisher is unknown here, whoever else has it", async () => {
    await fresh("foreign");
    await refused(await sign("foreign", evesKey.sign(await sumsOf("foreign"))), "signer_unknown", /./, "foreign");
    const nobody = await account(registry.url, registry.adminToken, "keyless");
    await fresh("without-keys", nobody);
    const signature = adasKey.sign(await sumsOf("without-keys"));
    await refused(
      await sign("without-keys", signature, nobody),
      "signer_unknown",
      /register one first/,
      "without-keys",
    );
    // Nor may a stranger add a signature, even a good one.
    expect(await sign("foreign", adasKey.sign(await sumsOf("foreign")), eve)).toMatchObject({ status: 403 });
    expect((await sign("foreign", adasKey.sign(await sumsOf("foreign")), "")).status).toBe(401);
  });

  test("G3 a signature made for another name, version or publisher is refused, and the reason names which", async () => {
    await fresh("original");
    await fresh("original", ada, "1.1.0");
    await fresh("sibling");
    const forOriginal = adasKey.sign(await sumsOf("original"));
    const other = await sign("original", forOriginal, ada, "1.1.0");
    expect(other).toMatchObject({
      status: 422,
      body: { code: "signature_invalid", detail: expect.stringContaining("ada/original 1.0.0") },
    });
    const forNewer = adasKey.sign(await sumsOf("original", "1.1.0"));
    expect((await sign("original", forNewer)).body.detail).toContain("ada/original 1.1.0");
    await refused(await sign("sibling", forOriginal), "signature_invalid", /./, "sibling");

    // Eve publishes the same bytes under a name of her own, and holds Ada's public key and her signature.
    const files = sampleZip({ name: "original" });
    expect((await publish(registry.url, eve, files)).status).toBe(409);
    expect((await register(eve, "eve", adasKey.publicKey)).status).toBe(201);
    await fresh("copied", eve);
    await refused(await sign("copied", forOriginal, eve), "signature_invalid", /./, "copied");
  });

  test("G7 a key that was registered after the signature was made verifies it from then on", async () => {
    await fresh("late-key");
    const late = await identity("Ada, later <later@example.org>");
    const signature = late.sign(await sumsOf("late-key"));
    await refused(await sign("late-key", signature), "signer_unknown", /./, "late-key");
    expect((await register(ada, "ada", late.publicKey)).status).toBe(201);
    expect(await sign("late-key", signature)).toMatchObject({ status: 201, body: { security_tier: "community" } });
  });

  test("G7 an expired key is refused at registration, and its signatures once it has expired", async () => {
    await fresh("expiring");
    const brief = await identity("Brief <brief@example.org>", "seconds=4");
    expect((await register(ada, "ada", brief.publicKey)).status).toBe(201);
    const signature = brief.sign(await sumsOf("expiring"));
    await pause(4_500);
    await refused(await sign("expiring", signature), "signature_invalid", /expired/i, "expiring");
    const again = await register(eve, "eve", brief.publicKey);
    expect(again).toMatchObject({
      status: 422,
      body: { code: "invalid_key", detail: expect.stringMatching(/expired/) },
    });
  });

  test("G7 a retired key signs nothing more and its signatures stay; a compromised one takes them down", async () => {
    const key = await identity("Changing <changing@example.org>");
    const registered = await register(ada, "ada", key.publicKey);
    await fresh("revoked-later");
    await fresh("never-signed");
    expect((await sign("revoked-later", key.sign(await sumsOf("revoked-later")))).status).toBe(201);
    const revoke = (as: string, token = ada) =>
      call(api(`/publishers/ada/keys/${registered.body.id}?as=${as}`), { method: "DELETE", token });
    expect((await revoke("retired", eve)).status).toBe(403);
    expect(await revoke("retired")).toMatchObject({ status: 200, body: { revoked_as: "retired" } });
    expect(await tierOf("revoked-later")).toBe("community");
    await refused(
      await sign("never-signed", key.sign(await sumsOf("never-signed"))),
      "signature_invalid",
      /revoked|retired/i,
      "never-signed",
    );
    expect(await register(ada, "ada", key.publicKey)).toMatchObject({ status: 409 });

    expect(await revoke("compromised")).toMatchObject({ status: 200, body: { revoked_as: "compromised" } });
    expect(await tierOf("revoked-later")).toBe("experimental");
    const shown = await call(api("/skills/revoked-later/1.0.0/signatures"));
    expect(shown.body.signatures).toMatchObject([{ status: "revoked" }]);
    expect((await revoke("retired")).status).toBe(409);
    // What a compromised key signed cannot be sent again.
    const again = await sign("revoked-later", shown.body.signatures[0].signature);
    expect(again).toMatchObject({ status: 422, body: { code: "signature_invalid" } });
    expect(await tierOf("revoked-later")).toBe("experimental");
  });

  test("G10 nothing can change behind a signature: the database refuses other bytes for a version", async () => {
    await fresh("swapped");
    const signature = adasKey.sign(await sumsOf("swapped"));
    const zeros = "repeat('0', 64)";
    const ofVersion = "(SELECT v.id FROM versions v JOIN skills s ON s.id = v.skill_id WHERE s.name = 'swapped')";
    for (const statement of [
      `UPDATE files SET sha256 = ${zeros} WHERE version_id = ${ofVersion}`,
      `UPDATE artifacts SET sha256 = ${zeros} WHERE version_id = ${ofVersion}`,
      `UPDATE versions SET content_digest = ${zeros} WHERE id = ${ofVersion}`,
      `UPDATE versions SET release_digest = ${zeros} WHERE id = ${ofVersion}`,
      `UPDATE versions SET version = '2.0.0' WHERE id = ${ofVersion}`,
    ]) {
      await expect(runSql(registry, statement), statement).rejects.toThrow(/immutable/);
    }
    expect(await sign("swapped", signature)).toMatchObject({ status: 201 });
  });

  test("another media type answers 415, too large a signature 413, a withheld version 404 or 409", async () => {
    await fresh("typed");
    const signature = adasKey.sign(await sumsOf("typed"));
    for (const type of ["text/plain", "application/xml", "application/octet-stream"]) {
      expect(await sign("typed", signature, ada, "1.0.0", type)).toMatchObject({ status: 415 });
    }
    for (const size of [65_537, 200_000]) {
      const answer = await sign("typed", "x".repeat(size));
      expect(answer).toMatchObject({ status: 413, body: { code: "package_too_large" } });
    }
    expect((await sign("typed", signature, ada, "9.9.9")).status).toBe(404);
    expect(
      await rowsOf(
        registry,
        "SELECT 1 FROM signatures g JOIN versions v ON v.id = g.version_id JOIN skills s ON s.id = v.skill_id WHERE s.name = 'typed'",
      ),
    ).toEqual([]);
  });

  test("what is no public key, or holds a private one, answers 422 and registers nothing", async () => {
    const secret = adasKey.run(["--armor", "--export-secret-keys"]);
    for (const text of ["x", secret, adasKey.publicKey.replace(/\n[A-Za-z0-9+/]{20}/, "\nAAAAAAAAAAAAAAAAAAAA")]) {
      const answer = await register(ada, "ada", text);
      expect(answer.status, text.slice(0, 40)).toBe(422);
      expect(JSON.stringify(answer.body)).not.toContain("PRIVATE");
    }
    expect((await register(ada, "ada", "\0")).status).toBe(400);
    expect((await register(eve, "ada", evesKey.publicKey)).status).toBe(403);
    const keys = await call(api("/publishers/ada/keys"));
    expect(JSON.stringify(keys.body)).not.toContain("PRIVATE");
  });
});
