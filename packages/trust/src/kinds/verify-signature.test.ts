import { spawnSync } from "node:child_process";
import { createMessage, generateKey, sign } from "openpgp";
import { describe, expect, test } from "vitest";
import { readPublicKey } from "../openpgp/public-key.ts";
import type { SignatureInput } from "../signature-kind.ts";
import { IDENTITY, startInstance, statementOf } from "../../test/sigstore-instance.ts";
import { attestedTypeOf, isVerifiable, kindOf, signerIdsOf, verifySignature } from "./verify-signature.ts";

async function signedByAda(): Promise<{ input: SignatureInput; fingerprint: string }> {
  const { privateKey } = await generateKey({ userIDs: [{ name: "Ada" }], format: "object" });
  const message = new TextEncoder().encode("abc  SKILL.md\n");
  const signature = await sign({
    message: await createMessage({ binary: message }),
    signingKeys: privateKey,
    detached: true,
    format: "armored",
  });
  const key = await readPublicKey(privateKey.toPublic().armor());
  const signers = [{ id: "row", registered: key.armored, revokedAt: null, isChecked: true }];
  return { input: { message, signature, signers, at: new Date(), isNew: true }, fingerprint: key.fingerprint };
}

describe("the table of kinds", () => {
  test("a signature leads to its kind, its kind to the ids of the signer, and these to the verdict", async () => {
    const { input, fingerprint } = await signedByAda();
    const kind = kindOf(input.signature);
    expect(kind).toBe("openpgp");
    expect(await signerIdsOf(kind, input.signature)).toEqual([fingerprint]);
    expect(await verifySignature(kind, input)).toMatchObject({ ok: true, signerId: "row", signer: fingerprint });
  });

  test("what the registry knows of a signer reaches its kind: revoked there, it signs nothing", async () => {
    const { input } = await signedByAda();
    const signers = input.signers.map((signer) => ({ ...signer, revokedAt: new Date(0) }));
    expect(await verifySignature("openpgp", { ...input, signers })).toMatchObject({
      ok: false,
      code: "signature_invalid",
    });
  });

  test("nobody registered: the signer is unknown, never the signature valid", async () => {
    const { input } = await signedByAda();
    expect(await verifySignature("openpgp", { ...input, signers: [] })).toMatchObject({
      ok: false,
      code: "signer_unknown",
    });
  });

  test("what has no kind's shape is refused in words by the first kind's reader", async () => {
    for (const text of ["", "{}", "hello"]) {
      await expect(signerIdsOf(kindOf(text), text)).rejects.toThrow(/not an armored OpenPGP block/);
    }
  });

  test("H-A10 a statement signs by its one type: any other verdict on it is not ok, and says who attests what", async () => {
    const instance = await startInstance();
    const message = new TextEncoder().encode("abc  SKILL.md\n");
    const verdictOn = async (statement: object | undefined) => {
      const signature = JSON.stringify(await instance.bundle(message, { statement }));
      const signers = [{ id: "row", registered: IDENTITY, revokedAt: null }];
      const trustedRoots = [JSON.stringify(instance.root())];
      const verdict = await verifySignature("sigstore", {
        message,
        signature,
        signers,
        at: new Date(),
        isNew: true,
        trustedRoots,
      });
      return { verdict, attested: await attestedTypeOf("sigstore", signature) };
    };
    for (const statement of [undefined, statementOf(message)])
      expect(await verdictOn(statement)).toMatchObject({ verdict: { ok: true, signerId: "row" }, attested: null });
    for (const type of ["https://slsa.dev/provenance/v1", "", "https://gaia-registry.dev/attestations/release/v2"])
      expect(await verdictOn(statementOf(message, type))).toMatchObject({
        verdict: { ok: false, code: "attestation", predicateType: type, verified: { signerId: "row" } },
        attested: type,
      });
    const failing = await verdictOn(statementOf(new Uint8Array(), "https://slsa.dev/provenance/v1"));
    expect(failing.verdict).toMatchObject({ ok: false, code: "signature_invalid" });
  });

  test("Sigstore's libraries are loaded with the first bundle, not before", () => {
    const script = `
      import { createRequire } from "node:module";
      const { kindOf, signerIdsOf } = await import(${JSON.stringify(new URL("../index.ts", import.meta.url).href)});
      const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes("@sigstore"));
      await signerIdsOf(kindOf("hello"), "hello").catch(() => {});
      const before = loaded();
      const bundle = '{"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json"}';
      await signerIdsOf(kindOf(bundle), bundle).catch(() => {});
      console.log(before, loaded());`;
    const options = { encoding: "utf8", timeout: 30_000 } as const;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], options);
    expect(stdout).toBe("false true\n");
  });

  test("OpenPGP's library is loaded with the first key or signature, not before", () => {
    const script = `
      import { registerHooks } from "node:module";
      let isLoaded = false;
      registerHooks({ resolve(name, context, next) { isLoaded ||= name === "openpgp"; return next(name, context); } });
      const { fingerprintOf, prepareKind, kindOf } = await import(${JSON.stringify(new URL("../index.ts", import.meta.url).href)});
      const bundle = '{"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json"}';
      await prepareKind(kindOf(bundle));
      try { fingerprintOf("hello"); } catch {}
      const before = isLoaded;
      await prepareKind("openpgp");
      console.log(before, isLoaded);`;
    const options = { encoding: "utf8", timeout: 30_000 } as const;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], options);
    expect(stdout).toBe("false true\n");
  });

  test("only rows of the table can be verified, not what JavaScript objects have besides", () => {
    expect(["openpgp", "sigstore", "toString", "__proto__"].filter(isVerifiable)).toEqual(["openpgp", "sigstore"]);
  });
});
