import { BILL_FILE, type PackageFile, sri } from "@gaia/archive";
import { type CanonicalSkill, requirementsText } from "@gaia/manifest";
import type { FetchedRelease } from "./context.ts";
import { SIGNATURE_FILES, type SignatureVerdict } from "../trust/publisher-signature.ts";

const REQUIREMENTS = "requirements.txt";
/** C2SP tlog-proof: the release's place in the registry's log. */
export const PROOF = ".tlog-proof";
const HEAD = "# Generated from the manifest; not among the files that the publisher signs.\n";

/** Whether a file is the `requirements.txt` that some install wrote, from whichever manifest, pinned or not. */
export const isGeneratedRequirements = (path: string, bytes: Uint8Array): boolean =>
  path === REQUIREMENTS &&
  /^# Generated(?: from the manifest|: what the index had)/.test(Buffer.from(bytes).toString("latin1"));

/**
 * The `requirements.txt` that stands beside a package which has none of its own and declares pip dependencies (docs/specification.md
 * §7.1); null otherwise. Made from the manifest alone, so that `verify` can make it again. What pip would take for an option or a second
 * line is left out.
 */
export function generatedRequirements(skill: CanonicalSkill, files: readonly PackageFile[]): string | null {
  if (files.some(({ path }) => path.split("/", 1)[0]?.toLowerCase() === REQUIREMENTS)) return null;
  const lines = requirementsText(skill, files)
    .map(({ text }) => text.trim())
    .filter((text) => /^[A-Za-z0-9][\x20-\x7e]{0,511}$/.test(text));
  return lines.length === 0 ? null : `${HEAD}${lines.join("\n")}\n`;
}

/**
 * SRI over what the skill needs of others, one per line, sorted, and over what its Python packages are pinned to, where they are: the lock
 * file's `dependencies_hash` (docs/specification.md §7.3).
 */
export function dependenciesHash(skill: CanonicalSkill | null, pins: string | null): string {
  const packages = skill?.requires.packages.map(({ manager, spec }) => `${manager} ${spec}`) ?? [];
  const skills = skill?.requires.skills.map(({ name, range }) => `skill ${name} ${range}`) ?? [];
  return sri(
    Buffer.from(
      [...packages, ...skills]
        .sort()
        .map((line) => `${line}\n`)
        .join("") + (pins === null ? "" : `pins\n${pins}`),
      "utf8",
    ),
  );
}

/** What is written beside the package's own files (docs/TRUST.md). */
export function besideFiles(
  release: FetchedRelease,
  more: {
    skill: CanonicalSkill | null;
    signature: SignatureVerdict;
    proof: string | null;
    /** The registry's bill of materials. */
    bill: string | null;
    /** What its Python packages are pinned to, as a `requirements.txt`. */
    pins: string | null;
    registry: string;
    fetchedAt: Date;
  },
): PackageFile[] {
  const { version, files, sums, signatures, attestations, keys, provenance } = release;
  const record = {
    version: 1,
    registry: more.registry,
    fetched_at: more.fetchedAt.toISOString(),
    security_tier: version.security_tier,
    release_digest: version.release_digest,
    content_digest: version.content_digest,
    signatures,
    attestations,
    ...(keys.length > 0 && { keys }),
    ...(provenance.length > 0 && { provenance }),
  };
  const declared = more.skill === null ? null : generatedRequirements(more.skill, files);
  const requirements = declared === null ? null : (more.pins ?? declared);
  const texts: [string, string][] = [
    ["SHA256SUMS", sums],
    ["signature.json", `${JSON.stringify(record, null, 2)}\n`],
  ];
  if (more.signature.state === "valid") texts.push([SIGNATURE_FILES[more.signature.kind], more.signature.signature]);
  if (more.proof !== null) texts.push([PROOF, more.proof]);
  if (more.bill !== null) texts.push([BILL_FILE, more.bill]);
  if (requirements !== null) texts.push([REQUIREMENTS, requirements]);
  return texts.map(([path, text]) => ({ path, bytes: new Uint8Array(Buffer.from(text, "utf8")) }));
}
