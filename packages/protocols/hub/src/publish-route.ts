import { type OpenedPackage, RegistryError, type VersionView } from "@gaia/catalog";
import type { Asked, PlainRoute } from "@gaia/edge";
import { choosePublisher, type Ctx, publishVersion } from "@gaia/registry/publishing";
import { manifestDigest, NOT_AUDITED } from "./audit-digests.ts";
import { bundleName, isOffered } from "./bundle.ts";
import { HubError } from "./errors.ts";
import { type BundleSignature, readSignature, SIGNATURE_FILE, signatureProblem } from "./signature-file.ts";
import { type HubUpload, readHubUpload } from "./upload.ts";

/**
 * A publish by GAIA's client. What its own scan found is held against what came, and counts for nothing else: the registry scans by itself.
 * It answers in place: the client takes the answer to a redirect for a success.
 */
export const publishRoute = (ctxOf: (c: Asked) => Ctx): PlainRoute => ({
  method: "POST",
  path: "/publish/skill",
  policy: { access: "account", cache: { drops: "skill" }, bodyLimitBytes: "package" },
  action: "publishSkill",
  async answer(c) {
    const ctx = ctxOf(c);
    // Before a byte of the body is read.
    choosePublisher(ctx, null);
    const upload = await readHubUpload(c, c.var.bodyLimitBytes);
    const opened = await openBundle(ctx, upload);
    ensureSameText(upload, opened);
    const signature = signatureIn(opened);
    const bytes = await withoutSignature(ctx, upload.bundle, opened);
    const { created, version } = await publishVersion(ctx, {
      bytes,
      version: null,
      defaultVersion: null,
      publisher: null,
      examination: {
        quotes: [],
        ensure({ skill }) {
          const claimed = { name: skill.name.value, version: skill.version.value };
          ensureClaimed(claimed);
          ensureSigned(opened, signature, claimed);
          ensureReport(ctx, upload, { framed: opened.framed, ...claimed });
        },
      },
      authorSignature: signature === null ? undefined : kept(signature),
    });
    if (!created) throw new RegistryError("version_exists", `${version.name} ${version.version} was published before.`);
    c.set("subjects", [`skill:${version.name}`]);
    return c.json(toPublished(version), 201);
  },
});

/** In the reader's thread: what it costs is bounded, and the process goes on answering. */
async function openBundle(ctx: Ctx, { bundle }: HubUpload): Promise<OpenedPackage> {
  const quotes = ["SKILL.md", SIGNATURE_FILE];
  try {
    return await ctx.reader.open({ bytes: bundle, limits: ctx.limits, quotes, unframed: NOT_AUDITED });
  } catch (error) {
    if (error instanceof RegistryError && error.code === "invalid_package")
      throw new HubError(400, "invalid_artifact", error.message);
    throw error;
  }
}

/** The author's signature; null: the bundle is not signed. It is kept beside the release, which has no file of that name. */
function signatureIn({ quoted }: OpenedPackage): BundleSignature | null {
  const bytes = quoted[SIGNATURE_FILE];
  const read = bytes === undefined ? null : readSignature(bytes);
  if (typeof read === "string") throw notSigned(read);
  return read;
}

const kept = ({ publicKey, signature }: BundleSignature) => ({
  publicKey: Buffer.from(publicKey).toString("base64"),
  signature: Buffer.from(signature).toString("base64"),
});

const notSigned = (problem: string): HubError =>
  new HubError(400, "signature_invalid", `SIGNATURE.json does not hold: ${problem} Sign the skill again.`);

/** Installs write a file of that name. The bundle as it is read next, whose memory is handed over. */
async function withoutSignature(ctx: Ctx, bundle: Uint8Array, { root, quoted }: OpenedPackage): Promise<Uint8Array> {
  if (quoted[SIGNATURE_FILE] === undefined) return bundle;
  const { limits } = ctx;
  const without = `${root}${SIGNATURE_FILE}`;
  const input = { bytes: bundle, to: null, limits, version: "", without, decides: true } as const;
  return (await ctx.reader.convert({ ...input, archive: "zip" })).bytes;
}

const normalised = (text: string): string => text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");

/** The SKILL.md in the bundle is the one in the form. */
function ensureSameText({ skill }: HubUpload, { quoted }: OpenedPackage): void {
  if (normalised(Buffer.from(quoted["SKILL.md"] ?? []).toString("utf8")) !== normalised(skill))
    throw new HubError(400, "invalid_skill_manifest", "The SKILL.md in the bundle is not the one in the part `skill`.");
}

/** What it is as the registry reads it can be installed again by this client. */
function ensureClaimed(claimed: { name: string; version: string }): void {
  if (isOffered(claimed)) return;
  const what = "a name of lower-case letters, digits and single dashes, and a version without build metadata";
  throw new HubError(400, "invalid_skill_manifest", `This protocol takes ${what}.`);
}

/** A signature in the bundle is of these very files under this name and version. */
function ensureSigned(
  { files }: OpenedPackage,
  signature: BundleSignature | null,
  claimed: { name: string; version: string },
): void {
  const others = files.filter(({ path }) => path !== SIGNATURE_FILE);
  const problem = signature === null ? null : signatureProblem(signature, others, claimed);
  if (problem !== null) throw notSigned(problem);
}

/** @throws HubError for a report of another skill, or one that says itself that the skill is not to be published */
function ensureReport(
  ctx: Ctx,
  { audit, skill }: HubUpload,
  { framed, name, version }: { framed: string; name: string; version: string },
): void {
  if (audit === null) return;
  const { verdict, skill: about, version: of, manifest_digest: manifest, content_digest: content } = audit;
  if (about !== undefined && about !== name)
    throw new HubError(400, "audit_skill_mismatch", "The report is of another skill.");
  if (of !== undefined && of !== version)
    throw new HubError(428, "audit_stale", "The report is of another version: audit it again.");
  if (manifest !== undefined && manifest !== manifestDigest(skill))
    throw new HubError(400, "audit_digest_mismatch", "The report is of another SKILL.md: audit it again.");
  if (verdict === "BLOCK") throw new HubError(403, "audit_blocked", "The report itself says BLOCK.");
  // The client's scan reads files that it does not send (`.venv`), so this alone is no forgery.
  if (content !== undefined && content !== `sha256:${framed}`) ctx.warn("hub_report_differs", { name, version });
}

function toPublished({ name, version, security_tier, status }: VersionView): object {
  const filename = bundleName({ name, version });
  return {
    published: {
      name,
      version,
      security_tier,
      status,
      audit: { verdict: "unaudited", engine: "", audited_at: "", findings: 0, attestation: "registry-pending" },
      artifact: { filename, path: `skills/${name}/${version}/${filename}`, content_type: "application/zip" },
      latest_version: version,
    },
  };
}
