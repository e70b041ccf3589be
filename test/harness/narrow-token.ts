import { newTokenSecret, tokenDigest } from "@gaia/identity";
import type { TestRegistry } from "./registry.ts";
import { rowsOf, runSql } from "./rows.ts";

/** Makes a token of an account that is there, with no more than these scopes and names. @returns its secret */
export async function narrowToken(
  registry: TestRegistry,
  input: { handle: string; scopes: readonly string[]; namePatterns?: readonly string[] },
): Promise<string> {
  const { handle, scopes, namePatterns = ["*"] } = input;
  const secret = newTokenSecret();
  const list = (texts: readonly string[]) => `ARRAY[${texts.map((text) => `'${text}'`).join(", ")}]::text[]`;
  // Handles, scopes and patterns are the test's own.
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'token.create', 'account:${handle}');
     INSERT INTO tokens (account_id, name, secret_sha256, scopes, name_patterns)
     SELECT id, 'narrow', '${tokenDigest(secret)}', ${list(scopes)}, ${list(namePatterns)} FROM accounts WHERE handle = '${handle}'; COMMIT;`,
  );
  const made = await rowsOf(registry, "SELECT 1 FROM tokens WHERE secret_sha256 = $1", [tokenDigest(secret)]);
  if (made.length !== 1) throw new Error(`there is no account ${handle}`);
  return secret;
}
