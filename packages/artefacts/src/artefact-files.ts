import { listZipFiles, readZipFile, sha256Hex } from "@gaia/archive";
import type { ArtefactCtx } from "./context.ts";
import { type Artefact, deriveArtefact, type Wanted } from "./derive-artefact.ts";

interface ListedFile {
  path: string;
  sizeBytes: number;
}

/** The files of an artefact that is a zip. The list is kept as an artefact of its own. @throws as `deriveArtefact` */
export async function listArtefactFiles(ctx: ArtefactCtx, zip: Wanted): Promise<ListedFile[]> {
  const { bytes } = await deriveArtefact(ctx, {
    ...zip,
    name: `${zip.name}.files.json`,
    make: async () => new TextEncoder().encode(JSON.stringify(listZipFiles((await deriveArtefact(ctx, zip)).bytes))),
  });
  return JSON.parse(new TextDecoder().decode(bytes)) as ListedFile[]; // as it was made here
}

/** One file of such an artefact; null: it has none of exactly this path. @throws as `deriveArtefact` */
export async function readArtefactFile(ctx: ArtefactCtx, zip: Wanted, path: string): Promise<Artefact | null> {
  const archive = await deriveArtefact(ctx, zip);
  const file = listZipFiles(archive.bytes).find((each) => each.path === path);
  const bytes = file === undefined ? null : readZipFile(archive.bytes, file);
  return bytes && { bytes, sizeBytes: bytes.length, sha256: sha256Hex(bytes) };
}
