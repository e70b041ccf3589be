import type { SourceFormat } from "@gaia/manifest";
import { readBlob } from "../kernel/read-blob.ts";
import type { ReadCtx } from "../kernel/context.ts";
import { findDownload } from "./download.ts";

/** A visible version's package in another format. @throws RegistryError `not_found`, `quarantined`, `conflict` */
export async function convertDownload(
  ctx: ReadCtx,
  input: { name: string; version: string | null; archive: "zip" | "tgz"; to: SourceFormat },
) {
  const download = await findDownload(ctx, { name: input.name, version: input.version, archive: "zip" });
  const bytes = await readBlob(ctx, download.sha256);
  const converted = await ctx.reader.convert({
    bytes,
    to: input.to,
    archive: input.archive,
    limits: ctx.limits,
    version: download.version,
  });
  return { download, converted };
}
