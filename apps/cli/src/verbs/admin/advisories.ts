import { readFile, stat } from "node:fs/promises";
import { misused, refused } from "../../failures/failures.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, t } from "../../terminal/shown-text.ts";

const MOST_BYTES = 32 * 1024 * 1024;

/** `admin advisories import <file…>`: OSV records, each file one of them or an array. All files are read before the first is sent. */
export async function importAdvisories(session: Session, input: { files: readonly string[] }): Promise<void> {
  const { terminal } = session;
  const documents = await Promise.all(input.files.map(async (file) => ({ file, records: await readRecords(file) })));
  const api = await openRegistry(session);
  const results = [];
  for (const [at, { file, records }] of documents.entries()) {
    terminal.progress(t`${at + 1} of ${documents.length}: ${file}`);
    // The registry holds it against the schema of OSV.
    const answer = await ensureAnswer(api.POST("/admin/advisories", { body: records as never }));
    results.push({ file, ...answer });
    terminal.line(t`${bold(file)} ${answer.changed.length} new or newer, ${answer.unchanged} as they were`);
  }
  terminal.result({ files: results });
}

async function readRecords(file: string): Promise<unknown> {
  const { size } = await stat(file).catch(() => {
    throw misused(`${file} cannot be read`);
  });
  if (size > MOST_BYTES) throw refused("too_large", `${file} is larger than ${MOST_BYTES} bytes`);
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    throw refused("invalid_advisory", `${file} is not JSON`, "an OSV record, or an array of them");
  }
}
