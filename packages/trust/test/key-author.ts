import type { Gpg } from "./gpg.ts";

/** What an owner does to a key, with the real gpg. Reasons as gpg numbers them: 1 compromised, 2 superseded, 3 no longer used. */
export const deeds = [
  "add subkey",
  "revoke subkey as compromised",
  "revoke subkey as superseded",
  "revoke subkey without reason",
  "let key expire soon",
  "let subkey expire soon",
  "renew key and subkeys",
  "add user id",
  "revoke user id",
  "revoke key as no longer used",
  "revoke key as compromised",
  "nothing",
] as const;
export type Deed = (typeof deeds)[number];

/** An owner with a clock of their own. */
export interface Author {
  /** Made by each key and subkey when it was new. */
  signatures: readonly string[];
  now(): Date;
  pass(days: number): void;
  /** For every gpg that lives at the author's time. */
  clock(): string[];
  does(deed: Deed): void;
  publicKey(): string;
  /** What was done so far, for the words of a failure. */
  told(): string;
}

/** The armored block among gpg's words. */
const blockIn = (output: string): string => /-----BEGIN[\s\S]*-----END [A-Z ]+-----\n/.exec(output)?.[0] ?? "";

const DAY_MS = 86_400_000;

/** A key that may sign and one signing subkey, made on 1 January 2025. gpg refuses some deeds, say after a revocation; they are none then. */
export function newAuthor(gpg: Gpg, sums: string): Author {
  let now = new Date("2025-01-01T12:00:00Z");
  const signatures: string[] = [];
  const story: string[] = [];
  const clock = () => ["--faked-system-time", `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}!`];
  const primary = gpg.generate("author", "ed25519", { usage: "sign", more: clock() });
  const fingerprints = () =>
    [...gpg.run([...clock(), "--with-colons", "--list-keys", primary]).matchAll(/^fpr:+([0-9A-F]{40}):/gm)].map(
      ([, found]) => found ?? "",
    );
  const sign = (by: string): void => {
    const made = gpg.attempt([...clock(), "--armor", "-u", `${by}!`, "--detach-sign"], sums);
    if (made.ok) signatures.push(blockIn(made.output));
  };
  const addSubkey = (): void => {
    const before = fingerprints();
    gpg.attempt([...clock(), "--quick-add-key", primary, "ed25519", "sign", "never"]);
    for (const one of fingerprints().filter((each) => !before.includes(each))) sign(one);
  };
  const revokeSubkey = (reason: number): void => {
    const lines = ["key 1", "revkey", "y", String(reason), "", "y", "save", ""].join("\n");
    gpg.attempt([...clock(), "--no-batch", "--command-fd", "0", "--edit-key", primary], lines);
  };
  const revokeKey = (reason: number): void => {
    const answers = ["y", String(reason), "", "y", ""].join("\n");
    const made = gpg.attempt(
      [...clock(), "--no-batch", "--command-fd", "0", "--armor", "--gen-revoke", primary],
      answers,
    );
    gpg.attempt([...clock(), "--import"], blockIn(made.output));
  };
  const expire = (...more: string[]) => gpg.attempt([...clock(), "--quick-set-expire", primary, ...more]);
  const acts: Record<Deed, () => unknown> = {
    "add subkey": addSubkey,
    "revoke subkey as compromised": () => revokeSubkey(1),
    "revoke subkey as superseded": () => revokeSubkey(2),
    "revoke subkey without reason": () => revokeSubkey(0),
    "let key expire soon": () => expire("20d"),
    "let subkey expire soon": () => expire("20d", "*"),
    "renew key and subkeys": () => [expire("0"), expire("0", "*")],
    "add user id": () => gpg.attempt([...clock(), "--quick-add-uid", primary, "second <second@example.org>"]),
    "revoke user id": () => gpg.attempt([...clock(), "--quick-revoke-uid", primary, "second <second@example.org>"]),
    "revoke key as no longer used": () => revokeKey(3),
    "revoke key as compromised": () => revokeKey(1),
    nothing: () => {},
  };
  sign(primary);
  addSubkey();
  return {
    signatures,
    now: () => now,
    pass(days) {
      now = new Date(now.getTime() + days * DAY_MS);
    },
    clock,
    does(deed) {
      story.push(`${now.toISOString().slice(0, 10)}: ${deed}`);
      acts[deed]();
    },
    publicKey: () => gpg.run([...clock(), "--armor", "--export", primary]),
    told: () => story.join("; "),
  };
}
