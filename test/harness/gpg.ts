import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A fresh key in a keyring of its own, made and used by the real gpg. */
export interface GpgIdentity {
  publicKey: string;
  fingerprint: string;
  home: string;
  /** A detached armored signature over the text. */
  sign(text: string): string;
  run(args: string[], input?: string): string;
  close(): void;
}

/** Makes an ed25519 key without a passphrase. `expire` as gpg takes it: `0`, `1d`, `seconds=1`. */
export async function gpgIdentity(userId: string, expire = "0"): Promise<GpgIdentity> {
  // gpg-agent's socket has a short path limit; the temporary directory is short enough everywhere we run.
  const home = mkdtempSync(join(tmpdir(), "gpg-"));
  const run = (args: string[], input?: string) =>
    execFileSync(
      "gpg",
      ["--homedir", home, "--batch", "--yes", "--pinentry-mode", "loopback", "--passphrase", "", ...args],
      {
        encoding: "utf8",
        stdio: ["pipe", "pipe", "pipe"],
        ...(input === undefined ? {} : { input }),
      },
    );
  run(["--quick-generate-key", userId, "ed25519", "sign", expire]);
  const listing = run(["--list-keys", "--with-colons"]);
  const fingerprint = /^fpr:+([0-9A-F]{40}):/m.exec(listing)?.[1] ?? "";
  return {
    publicKey: run(["--armor", "--export"]),
    fingerprint,
    home,
    run,
    sign(text) {
      const file = join(home, "SHA256SUMS");
      writeFileSync(file, text);
      return run(["--armor", "--output", "-", "--detach-sign", file]);
    },
    close() {
      execFileSync("gpgconf", ["--homedir", home, "--kill", "all"]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
