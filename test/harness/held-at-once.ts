import { publishedAtOnce, versionRow } from "./published.ts";
import type { TestRegistry } from "./registry.ts";
import { runSql } from "./rows.ts";
import type { SampleFiles } from "./samples.ts";

/** Lets version 1.0.0 of a skill be as a scan leaves it, without that scan: it says REVIEW, or withholds. */
export async function heldAtOnce(
  registry: TestRegistry,
  input: { token: string; name: string; publisher?: string; withheld?: boolean; files?: SampleFiles },
): Promise<void> {
  const { name, withheld = false } = input;
  await publishedAtOnce(registry, { ...input, version: "1.0.0" });
  await judgedAnew(registry, { name, verdict: withheld ? "BLOCK" : "REVIEW" });
}

/** Another verdict of the inspection that counts, with what follows from it. */
const judgedAnew = (
  registry: TestRegistry,
  { name, verdict }: { name: string; verdict: "ALLOW" | "REVIEW" | "BLOCK" },
): Promise<void> =>
  runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.inspected', 'skill:${name}@1.0.0');
     UPDATE inspections SET verdict = '${verdict}', reason = 'it reads like that' WHERE version_id = ${versionRow(name, "1.0.0")};
     UPDATE versions SET verdict = '${verdict}', changed_at = now()
       ${verdict === "BLOCK" ? ", status = 'quarantined', status_reason = 'it does', quarantined_by = 'scan'" : ""}
       WHERE id = ${versionRow(name, "1.0.0")}; COMMIT;`,
  );
