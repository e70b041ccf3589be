/** The names of a release's files, below `skills/<name>/<version>/`. */
const RELEASE_FILES = {
  package: "package.zip",
  sums: "SHA256SUMS",
  version: "version.json",
  signatures: "signatures.json",
  attestations: "attestations.json",
  proof: "tlog-proof",
  bill: "bom.cdx.json",
} as const;

/** What concerns every release of a bundle. */
export const COMMON_FILES = {
  keys: "keys.json",
  revocations: "revocations.json",
  advisories: "advisories.json",
  checkpoint: "log/checkpoint",
} as const;

/** How each release's proof is called. */
export const PROOF_FILE = RELEASE_FILES.proof;

type ReleaseFile = keyof typeof RELEASE_FILES;

const releasePath = ({ name, version }: { name: string; version: string }): string => `skills/${name}/${version}/`;

export const releaseFile = (release: { name: string; version: string }, file: ReleaseFile): string =>
  `${releasePath(release)}${RELEASE_FILES[file]}`;

/** Whether a file goes along when one release is sent by itself: its own, and the list that says whether it was taken back. */
export const goesWithRelease = (path: string, release: { name: string; version: string }): boolean =>
  path.startsWith(releasePath(release)) || path === COMMON_FILES.revocations;

/** A resource of the log, by its path below the log. */
export const logFile = (path: string): string => `log/${path}`;
