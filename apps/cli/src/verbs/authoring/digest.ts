import { sumsOfFiles } from "@gaia/install/installed";
import { contentDigest, releaseDigest } from "@gaia/archive";
import { ensureIdentity, inArchiveWords, readAuthorPackage } from "../../authoring/author-package.ts";
import { publisherOf } from "../../session/publisher-of.ts";
import type { Session } from "../../session/session.ts";

/** `digest <dir>`: prints the `SHA256SUMS` that the publisher signs, byte for byte (docs/TRUST.md). */
export async function digest(
  session: Session,
  input: { path: string; publisher?: string | undefined; version?: string | undefined },
): Promise<void> {
  const { files } = await readAuthorPackage(input.path);
  session.author.files = files;
  const identity = ensureIdentity(files, input.version);
  const publisher = await publisherOf(session, input.publisher);
  const sums = await inArchiveWords(async () => sumsOfFiles({ publisher, ...identity }, files));
  session.terminal.result({
    publisher,
    ...identity,
    content_digest: contentDigest(sums),
    release_digest: releaseDigest(sums),
    sums,
  });
  // What is signed must not be cleaned: paths were judged by the archive room, so nothing in it steers a terminal.
  if (!session.terminal.json) process.stdout.write(sums);
}
