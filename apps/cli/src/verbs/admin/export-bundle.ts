import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { type OpenBundle, openBundle } from "@gaia/bundle";
import { openTrustedBundle, withFileSource } from "@gaia/install/bundles";
import { readTrust } from "@gaia/install/judged";
import { ensureSkillName, isSkillName, parseRelease } from "@gaia/install/installed";
import { verifyBundle } from "@gaia/trust";
import { toldBy } from "../../installing/registry-door.ts";
import { misused, unverified } from "../../failures/failures.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import { readCollection } from "../../session/read-collection.ts";
import { saveAnswer } from "../../session/registry-file.ts";
import type { Session } from "../../session/session.ts";
import { bold, t } from "../../terminal/shown-text.ts";
import { inBytes } from "../../terminal/sizes.ts";

export interface ExportBundleInput {
  /** Names, each with an exact version or without one. */
  specs: readonly string[];
  /** `PUBLISHER/NAME`. */
  collection?: string | undefined;
  all?: boolean | undefined;
  output: string;
}

/**
 * `admin export-bundle [name[@version]…] --output FILE`: has the registry put skills into one file that it signs. The file
 * takes its place once every byte of it was held against the index inside, and the index against the registry's key. Throws
 * exit 5 where it does not hold.
 */
export async function exportBundle(session: Session, input: ExportBundleInput): Promise<void> {
  const { terminal } = session;
  const { output } = input;
  const body = bodyOf(input);
  // A name that nobody could lay a link under.
  const part = `${output}.${randomUUID()}.part`;
  try {
    terminal.progress(t`the registry puts ${output} together`);
    const sizeBytes = await saveAnswer(session, {
      path: "/admin/bundles",
      query: {},
      type: "application/x-tar",
      file: part,
      body,
      isNew: true,
    });
    const bundle = await openExported(session, part);
    await rename(part, output);
    const { registry, created_at, releases, left_out } = bundle.index;
    const sha256 = bundle.indexSha256;
    terminal.progress(null);
    terminal.result({
      file: output,
      size_bytes: sizeBytes,
      index_sha256: sha256,
      registry,
      created_at,
      releases,
      left_out,
    });
    for (const { name, version, security_tier: tier } of releases) terminal.line(t`${bold(name)} ${version} [${tier}]`);
    for (const { name, version, reason } of left_out)
      terminal.warn(t`warning: ${version === null ? name : `${name} ${version}`} is left out: ${reason}`);
    for (const name of await unsaid(session, bundle, input))
      terminal.warn(
        t`warning: ${name} is left out: it is not public; name it to have it in the bundle, which does not say so`,
      );
    terminal.line(t`Wrote ${bold(output)}: ${releases.length} releases, ${inBytes(sizeBytes)}, signed by ${registry}`);
  } finally {
    terminal.progress(null);
    await rm(part, { force: true });
  }
}

/** Held against the keys that are pinned for the registry; where none is, against those that it names over this connection. */
async function openExported(session: Session, file: string): Promise<OpenBundle> {
  const { config, paths } = session;
  const { registry } = config;
  const isPinned = ((await readTrust(paths.trust)).get(registry) ?? []).length > 0;
  return withFileSource(file, async (source) => {
    if (isPinned)
      return openTrustedBundle({ registry, paths, tell: toldBy(session) }, source, { maxAge: null, now: new Date() });
    const bundle = await openBundle(source);
    const { keys } = await ensureAnswer((await openRegistry(session)).GET("/keys"));
    const verdict = verifyBundle(bundle.signature, keys);
    const reason = verdict.ok ? "its index is not the one that was signed" : verdict.reason;
    if (!verdict.ok || verdict.indexSha256 !== bundle.indexSha256)
      throw unverified("bundle_untrusted", `What ${registry} sent does not hold: ${reason}`, "nothing was written");
    await bundle.checkAll();
    return bundle;
  });
}

/** Members of the collection that the bundle does not speak of, since whoever has it may not know of them. */
async function unsaid(
  session: Session,
  { index }: OpenBundle,
  { collection }: ExportBundleInput,
): Promise<readonly string[]> {
  if (collection === undefined) return [];
  const said = new Set([...index.releases, ...index.left_out].map(({ name }) => name));
  return (await readCollection(session, collection)).skills.filter((name) => !said.has(name));
}

function bodyOf({ specs, collection, all }: ExportBundleInput) {
  if (specs.length === 0 && collection === undefined && all !== true)
    throw misused("export what?", "name some skills, a --collection PUBLISHER/NAME, or --all");
  const skills = specs.map((spec) => {
    if (!spec.includes("@")) return { name: ensureSkillName(spec) };
    const { name, version } = parseRelease(spec);
    return { name, version };
  });
  const [, publisher, name] = /^([^/]+)\/([^/]+)$/.exec(collection ?? "") ?? [];
  if (collection !== undefined && (publisher === undefined || name === undefined || !isSkillName(name)))
    throw misused(`${collection} is no collection: PUBLISHER/NAME`);
  return {
    skills,
    ...(publisher !== undefined && name !== undefined && { collection: { publisher, name } }),
    everything: all === true,
  };
}
