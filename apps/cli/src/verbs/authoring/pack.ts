import { writeFile } from "node:fs/promises";
import { sri, writeZip } from "@gaia/archive";
import { ensureIdentity, inArchiveWords } from "../../authoring/author-package.ts";
import type { Session } from "../../session/session.ts";
import { bold, dim, t } from "../../terminal/shown-text.ts";
import { ensureAuthorFiles } from "../../authoring/skill-directory.ts";

/** `pack <dir> [-o FILE]`: writes the canonical zip: the same files give the same bytes on every machine. */
export async function pack(
  session: Session,
  input: { directory: string; output?: string | undefined; version?: string | undefined },
): Promise<void> {
  const { terminal } = session;
  const files = await ensureAuthorFiles(input.directory);
  session.author.files = files;
  const { name, version } = ensureIdentity(files, input.version);
  const output = input.output ?? `${name}-${version}.zip`;
  const bytes = await inArchiveWords(async () => writeZip(files));
  await writeFile(output, bytes);
  terminal.result({
    file: output,
    name,
    version,
    integrity: sri(bytes),
    size_bytes: bytes.byteLength,
    file_count: files.length,
  });
  terminal.line(t`${bold(output)} ${dim(`${files.length} files, ${bytes.byteLength} bytes, ${sri(bytes)}`)}`);
}
