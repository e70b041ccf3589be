import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { hashFiles } from "../src/oms/hash-files.ts";
import { verifyDirectory } from "../src/oms/verify-directory.ts";
import { readBundle } from "../src/sigstore/read-bundle.ts";
import { RELEASE_PREDICATE } from "../src/signature-kind.ts";
import { verifySigned } from "../src/sigstore/verify-bundle.ts";
import { verifySignature } from "../src/kinds/verify-signature.ts";
import { findForeign, runForeign } from "./foreign-signers.ts";
import { ISSUER, startInstance, statementOf, SUBJECT } from "./sigstore-instance.ts";
import { SUMS } from "./sigstore-verify.ts";

const home = mkdtempSync(join(tmpdir(), "foreign-"));
afterAll(() => rmSync(home, { recursive: true }));
const at = new Date();

const cosign = findForeign("cosign");
describe.skipIf(cosign.path === null)(cosign.title, () => {
  const run = (...args: string[]) => runForeign(cosign.path, args, home);
  const offline = {
    mediaType: "application/vnd.dev.sigstore.signingconfig.v0.2+json",
    rekorTlogConfig: {},
    tsaConfig: {},
  };

  test("what it signs with a key, as message and as statement, is verified here, and nothing else", async () => {
    writeFileSync(join(home, "SHA256SUMS"), SUMS);
    writeFileSync(join(home, "offline.json"), JSON.stringify(offline));
    run("generate-key-pair", "--output-key-prefix", "ada");
    const fixed = ["--yes", "--key", "ada.key", "--signing-config", "offline.json", "--bundle"];
    run("sign-blob", ...fixed, "message.json", "SHA256SUMS");
    run("attest-blob", ...fixed, "statement.json", "--type", "custom", "--predicate", "offline.json", "SHA256SUMS");
    const signers = [{ id: "row", registered: readFileSync(join(home, "ada.pub"), "utf8"), revokedAt: null }];
    for (const file of ["message.json", "statement.json"]) {
      const input = { signature: readFileSync(join(home, file), "utf8"), signers, at, isNew: true };
      const verdict = await verifySignature("sigstore", { ...input, message: SUMS });
      // A statement of cosign's own type is no release's: it verifies, and signs nothing.
      if (file === "message.json") expect(verdict).toMatchObject({ ok: true, signerId: "row" });
      else expect(verdict).toMatchObject({ ok: false, code: "attestation", verified: { signerId: "row" } });
      const other = await verifySignature("sigstore", { ...input, message: SUMS.subarray(1) });
      expect(other).toMatchObject({ ok: false, code: "signature_invalid" });
    }
  });

  const kinds = [
    ["a message", {}],
    ["a message in Rekor v2", { rekor: 2, timestamps: [0] }],
    ["a statement", { statement: statementOf(SUMS) }],
  ] as const;
  test.each(kinds)("it verifies what the tests here make: %s", async (name, wanted) => {
    const instance = await startInstance();
    writeFileSync(join(home, "SHA256SUMS"), SUMS);
    writeFileSync(join(home, "root.json"), JSON.stringify(instance.root()));
    writeFileSync(join(home, "bundle.json"), JSON.stringify(await instance.bundle(SUMS, { ...wanted })));
    const who = ["--certificate-identity", SUBJECT, "--certificate-oidc-issuer", ISSUER];
    const verb = name === "a statement" ? ["verify-blob-attestation", "--type", RELEASE_PREDICATE] : ["verify-blob"];
    const fixed = ["--trusted-root", "root.json", "--bundle", "bundle.json", "SHA256SUMS"];
    expect(run(...verb, ...who, ...fixed)).toMatch(/Verified OK/);
  });

  test("H-A10 docs/TRUST.md's commands verify what it signs with a key, without a log, and what an identity signs", async () => {
    const page = readFileSync(new URL("../../../docs/TRUST.md", import.meta.url), "utf8");
    const [ofIdentity, ofKey, ...more] = [...page.matchAll(/^cosign (verify-blob .*)$/gm)].map(([, line = ""]) => line);
    expect(more).toEqual([]);
    writeFileSync(join(home, "SHA256SUMS"), SUMS);
    writeFileSync(join(home, "offline.json"), JSON.stringify(offline));
    run("generate-key-pair", "--output-key-prefix", "page");
    const bundle = ["--bundle", "SHA256SUMS.sigstore.json"];
    run("sign-blob", "--yes", "--key", "page.key", "--signing-config", "offline.json", ...bundle, "SHA256SUMS");
    const byKey = (ofKey ?? "").replace("KEY.pem", "page.pub").split(" ");
    expect(run(...byKey)).toMatch(/Verified OK/);
    writeFileSync(join(home, "SHA256SUMS"), SUMS.subarray(1));
    expect(() => run(...byKey)).toThrow(/invalid signature|failed to verify|does not match/i);

    const instance = await startInstance();
    writeFileSync(join(home, "SHA256SUMS"), SUMS);
    writeFileSync(join(home, "SHA256SUMS.sigstore.json"), JSON.stringify(await instance.bundle(SUMS, {})));
    writeFileSync(join(home, "root.json"), JSON.stringify(instance.root()));
    const byIdentity = (ofIdentity ?? "").replace("SUBJECT", SUBJECT).replace("ISSUER", ISSUER).split(" ");
    expect(run(...byIdentity, "--trusted-root", "root.json")).toMatch(/Verified OK/);
  });

  const published = findPublished();
  test.skipIf(published === null)("a published npm package's own provenance holds by the shipped root", () => {
    const text = readFileSync(published ?? "", "utf8");
    const issuer = "https://token.actions.githubusercontent.com";
    const subject = "https://github.com/sigstore/sigstore-js/.github/workflows/release.yml@refs/heads/*";
    const input = { message: new Uint8Array(), signature: text, at, isNew: true };
    const verdict = (bundle: string, registered = JSON.stringify({ issuer, subject })) =>
      // Its subject is the SHA-512 of a tarball: who signed and who logged it is what is looked at here.
      verifySigned(
        readBundle(bundle, 262_144),
        { ...input, signers: [{ id: "row", registered, revokedAt: null }] },
        () => {},
      );
    expect(verdict(text)).toMatchObject({ ok: true, identity: { issuer } });
    expect(verdict(text, JSON.stringify({ issuer, subject: subject.replace("release", "ci") }))).toMatchObject({
      ok: false,
    });
    expect(verdict(text.replace(/"integratedTime":\s*"\d+/, '"integratedTime":"1700000000'))).toMatchObject({
      ok: false,
    });
  });
});

/** It lies among the test data of a Go module that cosign was built from. */
function findPublished(): string | null {
  const modules = join(process.env["GOMODCACHE"] ?? join(homedir(), "go/pkg/mod"), "github.com/sigstore");
  const versions = existsSync(modules) ? readdirSync(modules).filter((name) => name.startsWith("sigstore-go@")) : [];
  const files = versions.map((name) =>
    join(modules, name, "pkg/testing/data/bundles/sigstore.js@2.0.0-provenance.sigstore.json"),
  );
  return files.find(existsSync) ?? null;
}

const modelSigning = findForeign("model_signing");
describe.skipIf(modelSigning.path === null)(modelSigning.title, () => {
  const run = (...args: string[]) => runForeign(modelSigning.path, args, home);
  const skill = join(home, "skill");

  async function verify(registered: string) {
    const paths = readdirSync(skill, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(skill.length + 1));
    const files = hashFiles(paths.map((path) => ({ path, bytes: readFileSync(join(skill, path)) })));
    const signature = readFileSync(join(skill, "skill.oms.sig"), "utf8");
    const signers = [{ id: "row", registered, revokedAt: null }];
    return verifyDirectory({ files, signatureFile: "skill.oms.sig", signature, signers, at: new Date(), isNew: true });
  }

  const openssl = (...args: string[]) => runForeign("openssl", args, home);
  const holdsUntilAdded = async (registered: string) => {
    expect(await verify(registered)).toMatchObject({ ok: true, signerId: "row" });
    writeFileSync(join(skill, "more.md"), "");
    expect(await verify(registered)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/"more.md" is not among/),
    });
    rmSync(join(skill, "more.md"));
    writeFileSync(join(skill, "SKILL.md"), "changed");
    expect(await verify(registered)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/"SKILL.md" is not the signed/),
    });
  };
  const write = () => {
    mkdirSync(join(skill, "tools"), { recursive: true });
    writeFileSync(join(skill, "SKILL.md"), "hello");
    writeFileSync(join(skill, "tools/run.py"), "print(1)");
  };

  test.each(["prime256v1", "secp384r1", "secp521r1"])("a directory that it signed with a key on %s", async (curve) => {
    write();
    openssl("ecparam", "-name", curve, "-genkey", "-noout", "-out", "key.pem");
    openssl("pkey", "-in", "key.pem", "-pubout", "-out", "public.pem");
    run("sign", "key", "skill", "--private_key", "key.pem", "--signature", "skill/skill.oms.sig");
    await holdsUntilAdded(readFileSync(join(home, "public.pem"), "utf8"));
  });

  test("a directory that it signed with a certificate of a company's own authority", async () => {
    write();
    const request = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    openssl("req", "-x509", ...request, "-subj", "/CN=Authority", "-keyout", "ca.key", "-out", "ca.pem");
    const usage = ["-addext", "keyUsage=critical,digitalSignature", "-addext", "extendedKeyUsage=codeSigning"];
    const leaf = [...usage, "-addext", "basicConstraints=critical,CA:FALSE", "-CA", "ca.pem", "-CAkey", "ca.key"];
    openssl("req", "-x509", ...request, "-subj", "/CN=Ada", ...leaf, "-keyout", "leaf.key", "-out", "leaf.pem");
    const made = ["--private_key", "leaf.key", "--signing_certificate", "leaf.pem", "--certificate_chain", "ca.pem"];
    run("sign", "certificate", "skill", ...made, "--signature", "skill/skill.oms.sig");
    openssl("req", "-x509", ...request, "-subj", "/CN=Stranger", "-keyout", "other.key", "-out", "other.pem");
    const verdict = await verify(readFileSync(join(home, "other.pem"), "utf8"));
    expect(verdict).toMatchObject({ ok: false, code: "signer_unknown" });
    await holdsUntilAdded(readFileSync(join(home, "ca.pem"), "utf8"));
  });
});
