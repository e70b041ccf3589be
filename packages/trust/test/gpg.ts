import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The real GnuPG in a home directory of its own. */
export interface Gpg {
  home: string;
  /** Runs gpg with `--batch`, standard input given; throws with its words when it fails. */
  run(args: string[], input?: string | Uint8Array): string;
  /** The same, but tells how it went. */
  attempt(args: string[], input?: string | Uint8Array): { ok: boolean; output: string };
  /** Makes a key without a passphrase, gives its fingerprint. */
  generate(name: string, algorithm: string, options?: { usage?: string; expires?: string; more?: string[] }): string;
  exportKey(fingerprint: string): string;
  sign(fingerprint: string, message: string, more?: string[]): string;
  /** What `--verify` says of it, status lines included. */
  verify(signature: string, message: string, more?: string[]): string;
  close(): void;
}

export const isGpgMissing = spawnSync("gpg", ["--version"]).error !== undefined;
export const gpgSuite = isGpgMissing ? "against GnuPG (skipped: gpg is not installed)" : "against GnuPG";

export function openGpg(): Gpg {
  const home = mkdtempSync(join(tmpdir(), "trust-gpg-"));
  const env = { ...process.env, GNUPGHOME: home, LC_ALL: "C" };
  const fixed = ["--batch", "--yes", "--no-tty", "--pinentry-mode", "loopback", "--passphrase", ""];
  const attempt: Gpg["attempt"] = (args, input = "") => {
    const result = spawnSync("gpg", [...fixed, ...args], { env, input, encoding: "utf8", timeout: 30_000 });
    return { ok: result.status === 0, output: `${result.stdout}${result.stderr}` };
  };
  const run: Gpg["run"] = (args, input = "") => {
    const result = spawnSync("gpg", [...fixed, ...args], { env, input, encoding: "utf8", timeout: 30_000 });
    if (result.status !== 0) throw new Error(`gpg ${args.join(" ")}: ${result.stderr}`);
    return result.stdout;
  };
  return {
    home,
    run,
    attempt,
    generate(name, algorithm, { usage = "sign", expires = "never", more = [] } = {}) {
      const userId = `${name} <${name}@example.org>`;
      run([...more, "--quick-generate-key", userId, algorithm, usage, expires]);
      const listing = run(["--with-colons", "--list-keys", `=${userId}`]);
      const fingerprint = /^fpr:+([0-9A-F]{40}):/m.exec(listing)?.[1];
      if (fingerprint === undefined) throw new Error(`no fingerprint in ${listing}`);
      return fingerprint;
    },
    exportKey: (fingerprint) => run(["--armor", "--export", fingerprint]),
    sign: (fingerprint, message, more = []) => run([...more, "--armor", "-u", fingerprint, "--detach-sign"], message),
    verify(signature, message, more = []) {
      const [signatureFile, messageFile] = [join(home, "SHA256SUMS.asc"), join(home, "SHA256SUMS")];
      writeFileSync(signatureFile, signature);
      writeFileSync(messageFile, message);
      return attempt([...more, "--status-fd", "1", "--verify", signatureFile, messageFile]).output;
    },
    close() {
      spawnSync("gpgconf", ["--homedir", home, "--kill", "all"], { env });
      // The agent removes its sockets meanwhile; a file that is gone makes rmSync stop early without a word.
      for (let tries = 0; tries < 50 && existsSync(home); tries++) rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Does GnuPG, knowing only this key, accept this signature? */
export function gpgAccepts(key: string, signature: string, message: string): { ok: boolean; output: string } {
  const gpg = openGpg();
  try {
    gpg.run(["--import"], key);
    const signatureFile = join(gpg.home, "SHA256SUMS.asc");
    const messageFile = join(gpg.home, "SHA256SUMS");
    writeFileSync(signatureFile, signature);
    writeFileSync(messageFile, message);
    return gpg.attempt(["--status-fd", "1", "--verify", signatureFile, messageFile]);
  } finally {
    gpg.close();
  }
}
