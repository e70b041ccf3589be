import { deriveArtefact, NotServed, type Wanted } from "@gaia/artefacts";
import { sha256Hex } from "@gaia/archive";
import { authenticate } from "@gaia/identity";
import type { Protocol } from "@gaia/policy";
import type { TestRegistry } from "./registry.ts";
import { rowsOf } from "./rows.ts";

type Ctx = Parameters<typeof deriveArtefact>[0];

/** What a process of this registry makes artefacts with, for whoever holds the token; null: for anybody. */
export async function artefactCtx(registry: TestRegistry, token: string | null = null): Promise<Ctx> {
  const { registry: doors } = registry.running.services;
  const actor = token === null ? null : await authenticate(doors.db, token, doors.now());
  if (token !== null && actor === null) throw new Error("nobody has this token");
  return { ...doors, actor, requestId: null };
}

/** Of the release alone, so it is the same whenever it is made. */
export const makeCard: Wanted["make"] = async (release) => {
  const zip = await release.readArchive("zip");
  const { name, version, publisher, tier } = release;
  return new TextEncoder().encode(JSON.stringify({ name, version, publisher, tier, zip: sha256Hex(zip) }));
};

/** The digest of the card of a release, made or kept; or why it is not given. */
export async function cardOf(
  ctx: Ctx,
  versionId: number,
  wanted: Partial<Pick<Wanted, "name" | "make">> & { protocol?: Protocol } = {},
): Promise<string> {
  try {
    const given = await deriveArtefact(ctx, {
      protocol: "apm",
      name: "card.json",
      make: makeCard,
      ...wanted,
      versionId,
    });
    if (sha256Hex(given.bytes) !== given.sha256 || given.bytes.length !== given.sizeBytes)
      throw new Error("other bytes");
    return given.sha256;
  } catch (error) {
    if (error instanceof NotServed) return error.why;
    throw error;
  }
}

export async function versionIdOf(registry: TestRegistry, name: string, version = "1.0.0"): Promise<number> {
  const [row] = await rowsOf<{ id: string }>(
    registry,
    "SELECT v.id FROM versions v JOIN skills s ON s.id = v.skill_id WHERE s.name = $1 AND v.version = $2",
    [name, version],
  );
  if (!row) throw new Error(`there is no ${name} ${version}`);
  return Number(row.id);
}

/** The digests that rows name of a version, and those that storage has still to lose. */
export async function keptOf(
  registry: TestRegistry,
  versionId: number,
): Promise<{ rows: string[]; dropped: string[] }> {
  const digests = async (table: string) =>
    (
      await rowsOf<{ sha256: string }>(registry, `SELECT sha256 FROM ${table} WHERE version_id = $1 ORDER BY sha256`, [
        versionId,
      ])
    ).map(({ sha256 }) => sha256);
  return { rows: await digests("derived_artefacts"), dropped: await digests("dropped_artefacts") };
}
