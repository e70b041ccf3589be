import type { Ecosystem } from "@gaia/catalog";
import { randomUUID } from "node:crypto";
import { advisories, advisoryPackages, appendAudit, type Db, inTransaction, type Tx } from "@gaia/db";
import { inArray, sql } from "drizzle-orm";
import type { Registry } from "../kernel/context.ts";
import { type Advisory, readAdvisory } from "./read-advisory.ts";

/** A package that an advisory is about, by its normalised name. */
export interface AdvisoryPackage {
  ecosystem: Ecosystem;
  name: string;
}

/** One record to import, as its source gave it; `problem` where the source could not even be read. */
export type AdvisorySource =
  | { source: string; text: string }
  | { source: string; value: unknown }
  | { source: string; problem: string };

/** What an import did. */
export interface ImportedAdvisories {
  /** Ids that are new or newer than what was there. */
  changed: string[];
  /** Records that were there already, as new or newer. */
  unchanged: number;
  /** Sound records about other ecosystems. */
  passed_over: number;
  /** Records that could not be taken, the first hundred of them. */
  refused: { source: string; message: string }[];
  refused_count: number;
  /** Packages whose versions may be judged differently now. */
  packages: AdvisoryPackage[];
}

const BATCH = 100;
const BATCH_CHARACTERS = 4 * 1024 * 1024;
const MAX_CHARACTERS = 2 * 1024 * 1024;
const MAX_REFUSED_SHOWN = 100;

/**
 * Imports OSV records (schema 1.x), each on its own: what cannot be read is refused by name and the rest goes in. An older
 * record never replaces a newer one, so the same import twice changes nothing. Memory holds one batch, whose
 * transaction has its audit row; what is committed stays when a later batch fails.
 * @param input.actor the handle of who imports, `registry` for the operator's command
 */
export async function importAdvisories(
  ctx: Registry,
  input: {
    sources: Iterable<AdvisorySource> | AsyncIterable<AdvisorySource>;
    actor: string;
    requestId?: string | null;
    /** Asked in the transaction of each batch; throws where the caller may import no more. */
    ensureAllowed?(tx: Db): Promise<void>;
    onProgress?(seen: number): void;
  },
): Promise<ImportedAdvisories> {
  const packages = new Map<string, AdvisoryPackage>();
  const result: ImportedAdvisories = {
    changed: [],
    unchanged: 0,
    passed_over: 0,
    refused: [],
    refused_count: 0,
    packages: [],
  };
  const audit = {
    actor: input.actor,
    requestId: input.requestId ?? null,
    importId: randomUUID(),
    ensureAllowed: input.ensureAllowed,
  };
  let batch: Advisory[] = [];
  let [seen, characters] = [0, 0];
  const flush = async () => {
    if (batch.length === 0) return;
    const stored = await storeBatch(ctx, newestOf(batch), audit);
    result.changed.push(...stored.changed);
    result.unchanged += batch.length - stored.changed.length;
    for (const each of stored.packages) packages.set(`${each.ecosystem} ${each.name}`, each);
    [batch, characters] = [[], 0];
    input.onProgress?.(seen);
  };
  for await (const source of input.sources) {
    seen += 1;
    const read = readSource(source);
    if (read.kind === "advisory") batch.push(read.advisory);
    else if (read.kind === "other") result.passed_over += 1;
    else {
      result.refused_count += 1;
      if (result.refused.length < MAX_REFUSED_SHOWN) result.refused.push({ source: source.source, message: read.why });
    }
    characters += "text" in source ? source.text.length : 0;
    if (batch.length >= BATCH || characters >= BATCH_CHARACTERS) await flush();
  }
  await flush();
  return { ...result, packages: [...packages.values()] };
}

function readSource(source: AdvisorySource): ReturnType<typeof readAdvisory> {
  if ("problem" in source) return { kind: "bad", why: source.problem };
  if ("value" in source) return readAdvisory(source.value);
  if (source.text.length > MAX_CHARACTERS) return { kind: "bad", why: "it is larger than 2 MiB" };
  let value: unknown;
  try {
    value = JSON.parse(source.text);
  } catch {
    return { kind: "bad", why: "it is not JSON" };
  }
  return readAdvisory(value);
}

/** Of several records of one id in a batch, the newest: an upsert may touch a row once. */
function newestOf(batch: Advisory[]): Advisory[] {
  const byId = new Map<string, Advisory>();
  for (const each of batch) {
    const known = byId.get(each.id);
    if (known === undefined || known.modified <= each.modified) byId.set(each.id, each);
  }
  return [...byId.values()];
}

interface ImportAudit {
  actor: string;
  requestId: string | null;
  importId: string;
  ensureAllowed: ((tx: Db) => Promise<void>) | undefined;
}

async function storeBatch(
  ctx: Registry,
  batch: Advisory[],
  audit: ImportAudit,
): Promise<{ changed: string[]; packages: AdvisoryPackage[] }> {
  return inTransaction(ctx.db, async (tx) => {
    await audit.ensureAllowed?.(tx);
    // Drizzle takes the columns it knows; `packages` has a table of its own.
    const rows = batch.map((each) => ({ ...each, importedAt: ctx.now() }));
    const written = await tx
      .insert(advisories)
      .values(rows)
      .onConflictDoUpdate({
        target: advisories.id,
        set: {
          modified: sql`excluded.modified`,
          published: sql`excluded.published`,
          withdrawn: sql`excluded.withdrawn`,
          aliases: sql`excluded.aliases`,
          summary: sql`excluded.summary`,
          severity: sql`excluded.severity`,
          raw: sql`excluded.raw`,
          importedAt: sql`excluded.imported_at`,
        },
        setWhere: sql`${advisories.modified} < excluded.modified`,
      })
      .returning({ id: advisories.id });
    const changed = written.map(({ id }) => id);
    if (changed.length === 0) return { changed, packages: [] };
    const packages = await replacePackages(tx, changed, batch);
    await appendAudit(tx, {
      actor: audit.actor,
      action: "advisory.import",
      target: `import:${audit.importId}`,
      detail: { changed: changed.length, ids: changed.slice(0, BATCH), packages: packages.length },
      requestId: audit.requestId,
    });
    return { changed, packages };
  });
}

/** @returns the packages that the advisories named before, and those that they name now */
async function replacePackages(tx: Tx, changed: string[], batch: Advisory[]): Promise<AdvisoryPackage[]> {
  const before = await tx
    .delete(advisoryPackages)
    .where(inArray(advisoryPackages.advisoryId, changed))
    .returning({ ecosystem: advisoryPackages.ecosystem, name: advisoryPackages.name });
  const now = batch
    .filter(({ id }) => changed.includes(id))
    .flatMap(({ id, packages }) => packages.map((each) => ({ ...each, advisoryId: id })));
  for (let at = 0; at < now.length; at += 1_000) {
    await tx.insert(advisoryPackages).values(now.slice(at, at + 1_000));
  }
  return [...before, ...now.map(({ ecosystem, name }) => ({ ecosystem, name }))];
}
