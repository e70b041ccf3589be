import { execFileSync } from "node:child_process";
import { lstat, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveRelease } from "../../../test/fake-release.ts";
import { fake, freshHomes, home, lock, read, skills } from "../../../test/installing.ts";
import { keysAnswer } from "../../../test/stand-in-log.ts";
import { generateSigningKey, registrySigner } from "@gaia/trust";
import { type GpgHome, gpgHome, hasGpg } from "../../../test/gpg-home.ts";

freshHomes();

describe.skipIf(!hasGpg())("signed skills (needs gpg)", () => {
  let ada: GpgHome;
  let eve: GpgHome;
  const signer = registrySigner(generateSigningKey());
  beforeAll(() => {
    ada = gpgHome("ada");
    eve = gpgHome("eve");
  });
  afterAll(() => {
    ada.remove();
    eve.remove();
  });
  const pin = async () => {
    fake.on("GET", "/api/v1/keys", keysAnswer(signer, registrySigner(generateSigningKey())));
    expect(await home.run(["trust", "add", fake.url, "--fingerprint", signer.publicKey.fingerprint])).toMatchObject({
      code: 0,
    });
  };

  test("with the registry's key pinned: install, verify, and plain gpg agree", async () => {
    await pin();
    await serveRelease(fake, { name: "signed", sign: ada.sign, registrySigner: signer });
    const run = await home.run(["install", "signed"]);
    expect(run).toMatchObject({ code: 0 });
    expect(run.stderr).toContain(`signed with ${ada.fingerprint}`);
    expect(run.stderr).toContain("signed with its pinned key");
    const verified = await home.run(["verify", "signed"]);
    expect(verified.code).toBe(0);
    expect(verified.stdout).toContain("✓ signature");
    expect(verified.stdout).toContain("✓ attestations");
    const cwd = join(skills(), "signed");
    execFileSync("sha256sum", ["-c", "SHA256SUMS"], { cwd, stdio: "ignore" });
    execFileSync("gpg", ["--verify", "SHA256SUMS.asc", "SHA256SUMS"], {
      cwd,
      stdio: "ignore",
      env: { ...process.env, ...ada.env },
    });
  });

  test("G1 a statement of another registry's key, and one for another tier, are refused with exit 5", async () => {
    await pin();
    const stranger = registrySigner(generateSigningKey());
    for (const lie of [{ registrySigner: stranger }, { registrySigner: signer, attestedTier: "experimental" }, {}]) {
      await serveRelease(fake, { name: "signed", sign: ada.sign, ...lie });
      const run = await home.run(["install", "signed", "--yes"]);
      expect(run).toMatchObject({ code: 5 });
      await expect(lstat(join(skills(), "signed"))).rejects.toThrow("ENOENT");
    }
  });

  test("a signature over other sums is refused with exit 5", async () => {
    await serveRelease(fake, { name: "signed", sign: (sums) => ada.sign(`${sums}\n`) });
    expect(await home.run(["install", "signed", "--yes"])).toMatchObject({ code: 5 });
  });

  test("G8 another signer, and none after a signed one, are refused with exit 4 until the new one is named exactly; --yes is not enough", async () => {
    await serveRelease(fake, { name: "signed", version: "1.0.0", sign: ada.sign });
    expect(await home.run(["install", "signed"])).toMatchObject({ code: 0 });
    await serveRelease(fake, { name: "signed", version: "1.1.0", sign: eve.sign });
    for (const more of [[], ["--yes"], ["--accept-signer", "none"], ["--accept-signer", ada.fingerprint, "--yes"]]) {
      const other = await home.run(["install", "signed", ...more]);
      expect(other, more.join(" ")).toMatchObject({ code: 4 });
      expect(other.stderr).toContain(ada.fingerprint);
      expect(other.stderr).toContain(`ANOTHER SIGNER, ${eve.fingerprint}`);
      expect(other.stderr).toContain(`--accept-signer ${eve.fingerprint}`);
    }
    const told = await home.run(["install", "signed", "--yes", "--json"]);
    expect(told.code).toBe(4);
    expect(told.stdout + told.stderr).toContain("signer_changed");
    expect((await lock()).skills["signed"]?.["version"]).toBe("1.0.0");
    if (process.platform === "linux") {
      const asked = await home.onTerminal(["install", "signed"], "n\n");
      expect(asked.code).toBe(4);
      const question = asked.screen.slice(0, asked.screen.indexOf("[y/N]"));
      for (const one of [ada, eve]) expect(question).toContain(one.fingerprint);
    }
    const grouped = eve.fingerprint
      .toLowerCase()
      .replace(/(.{4})/g, "$1 ")
      .trim();
    expect(await home.run(["install", "signed", "--accept-signer", grouped])).toMatchObject({ code: 0 });
    // From now on it is eve's, and ada's would be the change.
    expect(await home.run(["install", "signed"])).toMatchObject({ code: 0 });
    expect(await home.run(["verify", "signed"])).toMatchObject({ code: 0 });
    await serveRelease(fake, { name: "signed", version: "1.2.0", tier: "experimental" });
    for (const more of [[], ["--yes"], ["--accept-signer", eve.fingerprint]]) {
      const unsigned = await home.run(["install", "signed", "--allow-experimental", ...more]);
      expect(unsigned, more.join(" ")).toMatchObject({ code: 4 });
      expect(unsigned.stderr).toContain(`${eve.fingerprint} until now; signed 1.2.0 is NOT SIGNED`);
    }
    const unsigned = ["install", "signed", "--allow-experimental"];
    expect(await home.run([...unsigned, "--accept-signer", "none"])).toMatchObject({ code: 0 });
    // The same release again is no news; the next unsigned one is, and its signer is not forgotten.
    expect(await home.run(unsigned)).toMatchObject({ code: 0 });
    await serveRelease(fake, { name: "signed", version: "1.3.0", tier: "experimental" });
    expect(await home.run([...unsigned, "--yes"])).toMatchObject({ code: 4 });
    await serveRelease(fake, { name: "signed", version: "1.4.0", sign: ada.sign });
    expect(await home.run(["install", "signed", "--yes"])).toMatchObject({ code: 4 });
    await serveRelease(fake, { name: "signed", version: "1.5.0", sign: eve.sign });
    expect(await home.run(["install", "signed"])).toMatchObject({ code: 0 });
  });

  test("of a verified skill nothing that it declares is asked for; what its files use beyond that is", async () => {
    const use = (permission: string) => ({ permission, evidence: [{ file: "tools.py", line: 3 }] });
    const serve = (inferred: string[]) =>
      serveRelease(fake, {
        name: "audited",
        sign: ada.sign,
        tier: "verified",
        permissions: ["shell:execute"],
        lies: { permissions: { declared: ["shell:execute"], inferred: inferred.map(use) } },
      });
    await serve(["shell:execute:git", "filesystem:write:out"]);
    const run = await home.run(["install", "audited"]);
    expect(run.code).toBe(4);
    // What it may is told; what it asks for comes after.
    const asked = run.stderr.slice(run.stderr.indexOf("asks for:"));
    expect(asked).toContain("filesystem:write:out");
    expect(asked).not.toContain("shell:execute");
    await serve(["shell:execute:git"]);
    expect(await home.run(["install", "audited"])).toMatchObject({ code: 0 });
  });

  test("K1 a revocation that came with one install counts for all from then on, whatever copy of the key comes later", async () => {
    const carol = gpgHome("carol");
    try {
      await serveRelease(fake, { name: "first", publisher: "carol", sign: carol.sign });
      expect(await home.run(["install", "first"])).toMatchObject({ code: 0 });
      expect(await home.run(["verify", "first"])).toMatchObject({ code: 0 });
      const revoked = carol.revoke();
      await serveRelease(fake, {
        name: "second",
        publisher: "carol",
        sign: (sums) => ({ ...carol.sign(sums), publicKey: revoked }),
      });
      expect(await home.run(["install", "second", "--yes"])).toMatchObject({ code: 5 });
      const verified = await home.run(["verify", "first"]);
      expect(verified).toMatchObject({ code: 5 });
      expect(verified.stdout).toContain("was revoked by its owner");
      await serveRelease(fake, { name: "third", publisher: "carol", sign: carol.sign });
      const hidden = await home.run(["install", "third", "--yes"]);
      expect(hidden).toMatchObject({ code: 5 });
      expect(hidden.stderr).toContain("was revoked by its owner");
    } finally {
      carol.remove();
    }
  });

  test("verify fails with exit 5 for every way of tampering, and with 3 when nothing is installed", async () => {
    await pin();
    await serveRelease(fake, {
      name: "signed",
      sign: ada.sign,
      registrySigner: signer,
      dependencies: ["requests>=2.31"],
    });
    const place = join(skills(), "signed");
    const record = async (change: (value: Record<string, unknown>) => void) => {
      const value = JSON.parse(await read("signed/signature.json")) as Record<string, unknown>;
      change(value);
      await writeFile(join(place, "signature.json"), JSON.stringify(value));
    };
    const tamperings: [string, () => Promise<unknown>][] = [
      ["tools.py was changed", () => writeFile(join(place, "tools.py"), "import os\n")],
      ["tools.py is missing", () => rm(join(place, "tools.py"))],
      ["evil.pyc does not belong", () => writeFile(join(place, "lib", "evil.pyc"), "x")],
      ["requirements.txt does not belong", () => writeFile(join(place, "requirements.txt"), "evil\n")],
      ["is a symbolic link", () => symlink("/etc/passwd", join(place, "link"))],
      ["SHA256SUMS is missing", () => rm(join(place, "SHA256SUMS"))],
      ["SHA256SUMS.asc is not", () => rm(join(place, "SHA256SUMS.asc"))],
      [
        "signature is gone",
        async () => {
          await rm(join(place, "SHA256SUMS.asc"));
          await record((value) => {
            value["signatures"] = [];
          });
        },
      ],
      [
        "no statement",
        () =>
          record((value) => {
            value["attestations"] = [];
          }),
      ],
      [
        "disagree on registry or tier",
        () =>
          record((value) => {
            value["security_tier"] = "verified";
          }),
      ],
    ];
    for (const [said, tamper] of tamperings) {
      // What the last way left changed is put aside and not kept by refusing.
      expect((await home.run(["install", "signed", "--overwrite"])).code).toBe(0);
      await tamper();
      const run = await home.run(["verify", "signed"]);
      expect([said, run.code]).toEqual([said, 5]);
      expect(run.stdout).toContain("✗");
      expect(run.stdout).toContain(said);
    }
    expect(await home.run(["remove", "signed"])).toMatchObject({ code: 0 });
    expect((await home.run(["verify", "signed"])).code).toBe(3);
    expect((await home.run(["remove", "signed"])).code).toBe(3);
  }, 60_000);
});
