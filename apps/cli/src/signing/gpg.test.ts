import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWith } from "../../../../test/harness/describe-with.ts";
import { type GpgIdentity, gpgIdentity } from "../../../../test/harness/gpg.ts";
import { readConfig } from "../session/config.ts";
import { signDetached } from "./gpg.ts";

await describeWith("gpg", "signing with gpg says what it lacks (first week, A12)", () => {
  let other: GpgIdentity;
  beforeAll(async () => {
    other = await gpgIdentity("Ada <ada@example.org>");
  });
  afterAll(() => other.close());

  /** gpg is asked to speak German, which changes what it complains with. */
  const configOf = (home: string) =>
    readConfig(undefined, undefined, { ...process.env, GNUPGHOME: home, LANGUAGE: "de", LANG: "de_DE.UTF-8" });
  const failure = (home: string, keyId: string | null) =>
    signDetached(configOf(home), Buffer.from("text"), keyId).then(
      () => null,
      (error: unknown) => error,
    );

  test("a keyring without a secret key names the command that makes one", async () => {
    const empty = await gpgIdentity("Nobody <nobody@example.org>");
    try {
      empty.run(["--delete-secret-keys", empty.fingerprint]);
      expect(await failure(empty.home, null)).toMatchObject({
        code: "no_such_key",
        message: "gpg has no secret key to sign with",
        hint: expect.stringMatching(/gpg --quick-generate-key ".* <.*@.*>"/),
      });
    } finally {
      empty.close();
    }
  });

  test("a key id that names none of the secret keys is named", async () => {
    expect(await failure(other.home, "eve@example.org")).toMatchObject({
      code: "no_such_key",
      message: "gpg has no secret key eve@example.org",
    });
    expect(await failure(other.home, null)).toBeNull();
  });
});
