import { call, publish } from "./api.ts";
import type { TestRegistry } from "./registry.ts";
import { runSql } from "./rows.ts";
import { type SampleFiles, sampleZip, zipOf } from "./samples.ts";

/** Publishes a version and has it published at once, without its scanners: for suites to which it does not matter what they say. */
export async function publishedAtOnce(
  registry: TestRegistry,
  input: {
    token: string;
    name: string;
    version: string;
    needs?: Record<string, string>;
    files?: SampleFiles;
    publisher?: string;
    /** What a format lacks goes into the address: `?version=1.0.0`. */
    query?: string;
  },
): Promise<void> {
  const { name } = input;
  const release = registry.holdInspection(name);
  try {
    await publishNow(registry, input);
  } finally {
    release();
  }
}

async function publishNow(registry: TestRegistry, input: Parameters<typeof publishedAtOnce>[1]): Promise<void> {
  const { token, name, version, needs = {} } = input;
  const zip = input.files === undefined ? sampleZip({ name, version, needs }) : zipOf(input.files);
  const answer = await publish(
    registry.url,
    token,
    zip,
    input.query ?? (input.publisher === undefined ? "" : `?publisher=${input.publisher}`),
  );
  if (answer.status !== 201) throw new Error(`${name} ${version}: ${answer.status} ${JSON.stringify(answer.body)}`);
  const row = versionRow(name, version);
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.inspected', 'skill:${name}@${version}');
     UPDATE inspections SET status = 'completed', verdict = 'ALLOW', finished_at = now() WHERE version_id = ${row};
     UPDATE versions SET status = 'published', verdict = 'ALLOW', published_at = now() WHERE id = ${row};
     ${pointToLatest(name)} COMMIT;`,
  );
  const seen = await call(`${registry.url}/api/v1/skills/${name}/${version}`, { token });
  if (seen.body.status !== "published") throw new Error(`${name} ${version} is ${JSON.stringify(seen.body)}`);
}

/** The id of a version's row, as SQL. */
export const versionRow = (name: string, version: string): string =>
  `(SELECT versions.id FROM versions JOIN skills ON skills.id = skill_id WHERE name = '${name}' AND version = '${version}')`;

/** Points a skill at its latest published version, as SQL. */
const pointToLatest = (name: string): string =>
  `UPDATE skills SET updated_at = now(), revision = revision + 1, latest_version_id = (SELECT v.id FROM versions v
     WHERE v.skill_id = skills.id AND v.status = 'published' ORDER BY sort_key DESC LIMIT 1) WHERE name = '${name}';`;

/** Lets the staged version 1.0.0 of a skill be as its inspection leaves it, with nothing found. */
export const asInspected = (registry: TestRegistry, name: string): Promise<void> =>
  runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.inspected', 'skill:${name}@1.0.0');
     UPDATE inspections SET status = 'completed', verdict = 'ALLOW', finished_at = now() WHERE version_id = ${versionRow(name, "1.0.0")};
     UPDATE versions SET status = 'staged', verdict = 'ALLOW' WHERE id = ${versionRow(name, "1.0.0")}; COMMIT;`,
  );
