import { createPublicKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type BundledRelease, type OpenBundle, openBundle, goesWithRelease, writeRelease } from "@gaia/bundle";
import { ensureMinAge } from "@gaia/install";
import { ensureBundleIsYoung, withFileSource } from "@gaia/install/bundles";
import { describeRegistryKey, readTrust } from "@gaia/install/judged";
import { verifyBundle } from "@gaia/trust";
import { CliError, EXIT, type ExitCode, unverified } from "../../failures/failures.ts";
import { toldBy } from "../../installing/registry-door.ts";
import { given } from "../../session/given.ts";
import { ensureAnswered, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, t } from "../../terminal/shown-text.ts";

export interface ImportBundleInput {
  file: string;
  /** The other registry's key, as PEM; absent: those that were pinned for the registry that the bundle names. */
  key?: string | undefined;
  /** How old the bundle may be, as `14d`. */
  maxAge?: string | undefined;
  publisher?: string | undefined;
  visibility?: "public" | "organisation" | "private" | undefined;
}

interface Row {
  name: string;
  version: string;
  /** `there`: it was published here already, with the same content. */
  outcome: "published" | "there" | "refused";
  reason: string | null;
}

/**
 * `admin import-bundle <file>`: verifies another registry's bundle against a key that was pinned or named, and has this registry publish
 * each release in it. What is refused is said, and the rest goes on; the same again publishes nothing. Exit 4 when anything was refused.
 */
export async function importBundle(session: Session, input: ImportBundleInput): Promise<ExitCode> {
  const { terminal } = session;
  const maxAge = input.maxAge === undefined ? null : ensureMinAge(input.maxAge);
  return withFileSource(input.file, async (source) => {
    const bundle = await openBundle(source);
    const key = await signingKeyOf(session, bundle, input.key);
    await bundle.checkAll();
    ensureBundleIsYoung(toldBy(session), bundle, { maxAge, now: new Date() });
    const rows: Row[] = [];
    let newer: string | null = null;
    for (const [at, release] of bundle.index.releases.entries()) {
      terminal.progress(t`${at + 1} of ${bundle.index.releases.length}: ${release.name} ${release.version}`);
      const { newerBundle, ...row } = await sendRelease(session, bundle, { release, key, input });
      rows.push(row);
      newer ??= newerBundle;
    }
    terminal.progress(null);
    const { registry, created_at: madeAt } = bundle.index;
    const index = { registry, index_sha256: bundle.indexSha256, created_at: madeAt };
    terminal.result({ file: input.file, ...index, newer_bundle: newer, releases: rows });
    if (newer !== null)
      terminal.warn(
        t`warning: this bundle was made at ${madeAt}; one of ${registry} that was imported before was made at ${newer}`,
      );
    for (const { name, version, outcome, reason } of rows)
      terminal.line(t`${bold(name)} ${version} ${outcome}${reason === null ? "" : `: ${reason}`}`);
    return rows.some(({ outcome }) => outcome === "refused") ? EXIT.refused : EXIT.ok;
  });
}

/** The key that signed the bundle's index, of those that the caller believes. Throws exit 5. */
async function signingKeyOf(session: Session, bundle: OpenBundle, file: string | undefined): Promise<string> {
  const { registry } = bundle.index;
  const pinned = (await readTrust(session.paths.trust)).get(registry) ?? [];
  const keys = file === undefined ? pinned : [describeRegistryKey(await readFile(file, "utf8"))];
  if (keys.length === 0)
    throw unverified(
      "bundle_untrusted",
      `The bundle is of ${registry}, and no key of that registry is pinned here`,
      "name its key with --key FILE, as its operator gave it to you, or pin it with `trust add ADDRESS --key FILE`",
    );
  const verdict = verifyBundle(bundle.signature, keys);
  const reason = verdict.ok ? "its index is not the one that was signed" : verdict.reason;
  if (!verdict.ok || verdict.indexSha256 !== bundle.indexSha256)
    throw unverified("bundle_untrusted", `The bundle of ${registry} does not hold: ${reason}`, "nothing was sent");
  const signer = keys.find(({ key_id: id }) => id === verdict.keyId);
  const pem = createPublicKey(signer?.public_key ?? "");
  return pem.export({ type: "spki", format: "der" }).toString("base64url");
}

async function sendRelease(
  session: Session,
  bundle: OpenBundle,
  { release, key, input }: { release: BundledRelease; key: string; input: ImportBundleInput },
): Promise<Row & { newerBundle: string | null }> {
  const { name, version } = release;
  const bytes = await writeRelease({
    index: bundle.indexText,
    signature: JSON.stringify(bundle.signature),
    files: bundle.index.files.filter(({ path }) => goesWithRelease(path, release)),
    read: async ({ path }) => (await bundle.read(path)) ?? new Uint8Array(),
  });
  const { publisher, visibility } = input;
  try {
    const call = (await openRegistry(session)).PUT("/admin/imports/{name}/{version}", {
      params: { path: { name, version }, query: { key, ...given({ publisher, visibility }) } },
      // The schema calls bytes a text.
      body: bytes as never,
      bodySerializer: (body) => body,
      headers: { "content-type": "application/x-tar" },
    });
    const { response, data } = await ensureAnswered(call);
    const outcome = response.status === 201 ? "published" : "there";
    return { name, version, outcome, reason: null, newerBundle: data.newer_bundle };
  } catch (error) {
    const isOfRelease =
      error instanceof CliError && (error.exitCode === EXIT.refused || error.exitCode === EXIT.verification);
    // What holds of every release ends the run.
    if (!isOfRelease || ["unauthorized", "forbidden", "second_factor_required"].includes(error.code)) throw error;
    return { name, version, outcome: "refused", reason: error.message, newerBundle: null };
  }
}
