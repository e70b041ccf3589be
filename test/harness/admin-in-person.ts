import { type Browser, signedUp } from "./people.ts";
import type { TestRegistry } from "./registry.ts";
import { runSql } from "./rows.ts";

/** An admin who signs in with a password, in the browser that they signed up with. Needs SIGN_UP=open. */
export async function adminInPerson(
  registry: TestRegistry,
  handle: string,
): Promise<{ email: string; first: Browser }> {
  const person = await signedUp(registry, handle);
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'account.role', 'account:${handle}');
     UPDATE accounts SET role = 'admin' WHERE handle = '${handle}'; COMMIT;`,
  );
  return person;
}
