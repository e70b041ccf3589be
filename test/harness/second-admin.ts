import { account } from "./api.ts";
import type { TestRegistry } from "./registry.ts";
import { runSql } from "./rows.ts";

/** Makes another admin, who had no hand in anything yet. @returns its token */
export async function secondAdmin(registry: TestRegistry, handle: string): Promise<string> {
  const token = await account(registry.url, registry.adminToken, handle);
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'account.role', 'account:${handle}');
     UPDATE accounts SET role = 'admin' WHERE handle = '${handle}'; COMMIT;`,
  );
  return token;
}
