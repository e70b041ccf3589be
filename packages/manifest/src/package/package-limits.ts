/** What a package may hold. The archive room enforces it for uploads; given here, it is said of folders as well. */
export interface PackageLimits {
  files: number;
  unpackedBytes: number;
}
