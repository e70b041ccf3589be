import { contentDigest, type PackageFile } from "@gaia/archive";
import type { Version } from "@gaia/install";
import { sumsOfFiles } from "@gaia/install/installed";
import { readSkill } from "@gaia/manifest";
import { inArchiveWords } from "../../authoring/author-package.ts";
import { CliError, EXIT } from "../../failures/failures.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import type { PublishInput } from "./publish-package.ts";

/**
 * The version that a package would become, where the registry has it with the very same content by a publisher of this account: sending
 * it again would change nothing. Null where it has not, where that is not known, or where the package cannot be read here.
 */
export async function findPublished(
  session: Session,
  { defaultVersion, publisher }: Pick<PublishInput, "defaultVersion" | "publisher">,
  files: readonly PackageFile[],
): Promise<Version | null> {
  const { skill } = readSkill(files, { defaultVersion });
  if (skill === null) return null;
  const api = await openRegistry(session);
  const path = { name: skill.name.value, version: skill.version.value };
  const there = await ensureAnswer(api.GET("/skills/{name}/{version}", { params: { path } })).catch(
    (error: unknown) => {
      if (error instanceof CliError && error.exitCode === EXIT.notFound) return null;
      throw error;
    },
  );
  if (there === null) return null;
  const sums = await inArchiveWords(async () => sumsOfFiles({ publisher: there.publisher, ...path }, files));
  if (there.content_digest !== contentDigest(sums)) return null;
  // Another's skill with the same content is another's: the registry says why it cannot be published.
  if (publisher !== undefined) return there.publisher === publisher ? there : null;
  return (await publishersOf(session)).includes(there.publisher) ? there : null;
}

const known = new WeakMap<Session, readonly string[]>();

/** Asked once for all skills of a run; nobody's where the registry does not say: then what is sent is refused with the reason. */
async function publishersOf(session: Session): Promise<readonly string[]> {
  const before = known.get(session);
  if (before !== undefined) return before;
  const { data } = await (await openRegistry(session)).GET("/whoami");
  if (data !== undefined) known.set(session, data.publishers);
  return data?.publishers ?? [];
}
