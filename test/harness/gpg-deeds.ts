import type { GpgIdentity } from "./gpg.ts";

/** Reasons of a revocation as gpg numbers them in its questions. */
const REASONS = { none: 0, compromised: 1, superseded: 2, retired: 3 } as const;
type Reason = keyof typeof REASONS;

const exported = (key: GpgIdentity): string => key.run(["--armor", "--export", key.fingerprint]);
const subkeysOf = (key: GpgIdentity): string[] =>
  [...key.run(["--with-colons", "--list-keys", key.fingerprint]).matchAll(/^fpr:+([0-9A-F]{40}):/gm)]
    .map(([, found]) => found ?? "")
    .slice(1);

/** Adds a signing subkey; gives its fingerprint and the public key with it. */
export function addSubkey(key: GpgIdentity): { subkey: string; publicKey: string } {
  const before = subkeysOf(key);
  key.run(["--quick-add-key", key.fingerprint, "ed25519", "sign", "never"]);
  const subkey = subkeysOf(key).find((each) => !before.includes(each)) ?? "";
  return { subkey, publicKey: exported(key) };
}

/** Revokes the first subkey; gives the public key with the revocation. */
export function revokeSubkey(key: GpgIdentity, reason: Reason): string {
  const lines = ["key 1", "revkey", "y", String(REASONS[reason]), "", "y", "save", ""].join("\n");
  key.run(["--no-batch", "--no-tty", "--command-fd", "0", "--edit-key", key.fingerprint], lines);
  return exported(key);
}

/** What `gpg --gen-revoke` prints: the revocation of the whole key, alone; the keyring stays as it is. */
export function revocationCertificate(key: GpgIdentity, reason: Reason): string {
  const answers = ["y", String(REASONS[reason]), "", "y", ""].join("\n");
  return key.run(["--no-batch", "--no-tty", "--command-fd", "0", "--armor", "--gen-revoke", key.fingerprint], answers);
}

/** Revokes the whole key; gives it with the revocation. */
export function revokeWhole(key: GpgIdentity, reason: Reason): string {
  key.run(["--import"], revocationCertificate(key, reason));
  return exported(key);
}

/** Makes somebody else who may revoke the key, and does; gives the key before that, and what `gpg --desig-revoke` prints. */
export function designatedRevocation(key: GpgIdentity, by: string): { publicKey: string; revocation: string } {
  const asked = ["--no-batch", "--no-tty", "--command-fd", "0"];
  key.run(["--quick-generate-key", by, "ed25519", "sign", "0"]);
  key.run([...asked, "--edit-key", key.fingerprint], ["addrevoker", by, "y", "save", ""].join("\n"));
  const publicKey = exported(key);
  const revocation = key.run(
    [...asked, "--armor", "--desig-revoke", key.fingerprint],
    ["y", "1", "", "y", ""].join("\n"),
  );
  return { publicKey, revocation };
}

/** `for` as gpg takes it: `0`, `1d`, `seconds=5`. */
export function renew(key: GpgIdentity, expire: string): string {
  key.run(["--quick-set-expire", key.fingerprint, expire]);
  return exported(key);
}

/** Signs with this very key or subkey. */
export const signWith = (key: GpgIdentity, signer: string, text: string): string =>
  key.run(["--armor", "-u", `${signer}!`, "--output", "-", "--detach-sign"], text);
