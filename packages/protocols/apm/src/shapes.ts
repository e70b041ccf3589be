import { newestServed, type VersionFacts } from "@gaia/artefacts";
import { type ErrorDetail, isSortable, RegistryError } from "@gaia/catalog";
import { isMap, isScalar, parseDocument } from "yaml";

/** The name of a package: its publisher and its skill. */
export interface Identity {
  owner: string;
  repo: string;
}

interface Archive {
  sha256: string;
  sizeBytes: number;
}

const packageOf = ({ owner, repo }: Identity): string => `${owner}/${repo}`;

/**
 * Whether a version is found under this owner: under whose skill it is now, and under who released it, so that locks of before a transfer
 * hold. What a new owner releases is not found under the old one's name.
 */
export const isOf = ({ owner, publisher }: VersionFacts, asked: string): boolean =>
  owner === asked || publisher === asked;

/** `GET …/versions`; a version without an archive was purged meanwhile. */
export function toVersions(
  identity: Identity,
  versions: readonly VersionFacts[],
  archives: ReadonlyMap<number, Archive>,
): object {
  return {
    package: packageOf(identity),
    versions: versions.flatMap(({ versionId, version, publishedAt }) => {
      const archive = archives.get(versionId);
      return archive === undefined || publishedAt === null ? [] : [toVersion(version, archive, publishedAt)];
    }),
  };
}

const toVersion = (version: string, { sha256, sizeBytes }: Archive, publishedAt: Date) => ({
  version,
  digest: `sha256:${sha256}`,
  published_at: publishedAt.toISOString(),
  size_bytes: sizeBytes,
});

/** Of what was published, what its publisher is told. */
interface Published {
  version: string;
  received_at: string;
  artifacts: readonly { archive: string; integrity: string; size_bytes: number }[];
}

/** The answer to a publish: the digest is that of the archive that is served, whatever was sent. */
export function toPublished(identity: Identity, { version, received_at: receivedAt, artifacts }: Published): object {
  const zip = artifacts.find(({ archive }) => archive === "zip");
  // Subresource integrity: `sha256-` and base64.
  const sha256 = Buffer.from(zip?.integrity.slice("sha256-".length) ?? "", "base64").toString("hex");
  const archive = { sha256, sizeBytes: zip?.size_bytes ?? 0 };
  return { package: packageOf(identity), ...toVersion(version, archive, new Date(receivedAt)) };
}

interface Hit {
  name: string;
  publisher: string;
  description: string;
  tags: readonly string[];
}

/** `GET /v1/search`: a page of hits that have a served version; the first of all hits scores 1. */
export function toResults(
  page: { query: string; total: number; offset: number; hits: readonly Hit[] },
  served: readonly VersionFacts[],
): object {
  const { query, total, offset, hits } = page;
  const byName = Map.groupBy(served, ({ name }) => name);
  const results = hits.flatMap(({ name, publisher, description, tags }, at) => {
    const latest = newestServed(byName.get(name) ?? []);
    if (latest === null) return [];
    const score = Number((1 / (1 + offset + at)).toFixed(4));
    const id = packageOf({ owner: publisher, repo: name });
    return [{ id, latest_version: latest.version, description, author: publisher, tags, type: "skill", score }];
  });
  return { query, total, results };
}

/** Of an `apm.yml`, for what it costs to read: this is the thread that answers. A long one has a hundred dependencies. */
const MOST_APM_YML = 8 * 1024;

/**
 * That a package is what the address says.
 * @param apmYml the text of its `apm.yml`; undefined: it has none that can be read
 * @throws RegistryError `invalid_manifest`
 */
export function ensureAsAddressed(
  { owner, repo }: Identity,
  version: string,
  sent: { name: string; apmYml: string | undefined },
): void {
  if (sent.apmYml === undefined) throw invalid("apm.yml", "The package has no apm.yml at its root.", HINTS.apmYml);
  if (sent.apmYml.length > MOST_APM_YML)
    throw invalid("apm.yml", `apm.yml has more than ${MOST_APM_YML} characters.`, HINTS.apmYml);
  // Comparing each key with each other, and showing each error with its lines, takes time that grows by the square.
  const document = parseDocument(sent.apmYml, { schema: "failsafe", uniqueKeys: false, prettyErrors: false });
  const said = document.contents;
  if (document.errors.length > 0 || !isMap(said)) throw invalid("apm.yml", "apm.yml cannot be read.", HINTS.apmYml);
  const textOf = (key: string): string => {
    const value = said.get(key, true);
    return isScalar(value) && typeof value.value === "string" ? value.value : "";
  };
  const [named, numbered] = [textOf("name"), textOf("version")];
  if (named !== repo && named !== packageOf({ owner, repo }))
    throw invalid("apm.yml", `apm.yml is named ${quoted(named)}, and is published as ${repo}.`, HINTS.name);
  if (numbered !== version)
    throw invalid("apm.yml", `apm.yml has the version ${quoted(numbered)}, and is published as ${version}.`, null);
  if (sent.name !== repo)
    throw invalid("SKILL.md", `SKILL.md is named ${sent.name}, and is published as ${repo}.`, HINTS.name);
}

/** @throws RegistryError `invalid_manifest` for what is no version of SemVer */
export function ensureVersion(version: string): void {
  if (!isSortable(version) || version !== version.trim() || /^[v=]/i.test(version))
    throw invalid("apm.yml", `${quoted(version)} is no version of SemVer 2.0.0.`, "Write it as 1.2.3.");
}

/** What is said of a package that holds its skills in folders, or none. */
export function sayOneSkill(error: RegistryError): RegistryError {
  const lacksManifest = error.errors?.some(({ code }) => code === "SK1001") === true;
  return lacksManifest
    ? invalid("SKILL.md", "There is no SKILL.md at the root of the package.", HINTS.oneSkill)
    : error;
}

const HINTS = {
  apmYml: "Add an apm.yml with the package's name and version beside SKILL.md.",
  name: "Give apm.yml, SKILL.md and --package one name.",
  oneSkill:
    "A package here is one skill. Publish each skill of a bundle by itself: zip its folder, with SKILL.md and an apm.yml at the root, " +
    "and pass it to apm publish --zip.",
};

const quoted = (text: string): string => JSON.stringify(text.slice(0, 100));

function invalid(file: string, message: string, hint: string | null): RegistryError {
  const detail: ErrorDetail = { code: "apm", severity: "error", file, line: null, column: null, message, hint };
  return new RegistryError("invalid_manifest", hint === null ? message : `${message} ${hint}`, { errors: [detail] });
}
