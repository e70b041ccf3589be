import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A GnuPG home with one signing key and nobody else's settings. */
export interface GpgHome {
  env: { GNUPGHOME: string };
  fingerprint: string;
  publicKey: string;
  sign(sums: string): { signature: string; publicKey: string; fingerprint: string };
  /** The public key with its own revocation, which gpg made with the key; the home itself goes on signing. */
  revoke(): string;
  remove(): void;
}

/** Makes a key without a passphrase, by the real gpg. The directory's name is short: a socket's path has 108 bytes. */
export function gpgHome(user: string): GpgHome {
  const home = mkdtempSync(join(tmpdir(), "gpg-"));
  const env = { PATH: process.env["PATH"], GNUPGHOME: home };
  const gpg = (args: string[], input = "") =>
    execFileSync("gpg", ["--batch", "--quiet", "--no-tty", ...args], {
      env,
      input,
      stdio: ["pipe", "pipe", "pipe"],
    }).toString();
  gpg(["--passphrase", "", "--quick-generate-key", `${user} <${user}@example.org>`, "ed25519", "sign", "never"]);
  const fingerprint = /^fpr:(?:[^:]*:){8}([0-9A-F]{40}):/m.exec(gpg(["--with-colons", "--list-secret-keys"]))?.[1];
  if (fingerprint === undefined) throw new Error("gpg made no key");
  const publicKey = gpg(["--armor", "--export", fingerprint]);
  return {
    env: { GNUPGHOME: home },
    fingerprint,
    publicKey,
    sign: (sums) => ({ signature: gpg(["--detach-sign", "--armor", "--output", "-"], sums), publicKey, fingerprint }),
    revoke() {
      const made = readFileSync(join(home, "openpgp-revocs.d", `${fingerprint}.rev`), "utf8");
      const other = mkdtempSync(join(tmpdir(), "gpg-"));
      const elsewhere = (args: string[], input = "") =>
        execFileSync("gpg", ["--homedir", other, "--batch", "--quiet", "--no-tty", ...args], { input }).toString();
      elsewhere(["--import"], publicKey);
      elsewhere(["--import"], made.replace("\n:-----BEGIN", "\n-----BEGIN"));
      const revoked = elsewhere(["--armor", "--export", fingerprint]);
      rmSync(other, { recursive: true, force: true });
      return revoked;
    },
    remove() {
      execFileSync("gpgconf", ["--kill", "gpg-agent"], { env });
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Whether this machine has gpg; the suites that sign say so when it has not. */
export function hasGpg(): boolean {
  try {
    execFileSync("gpg", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
