import { TrustError } from "../trust-error.ts";
import { readTrustedRoot } from "./trusted-root.ts";

export interface RefreshInput {
  /** Where the metadata is kept between calls; TUF needs it to see a rollback or a freeze. */
  cacheDir: string;
  /** Absent: the public instance, from the root of trust that is shipped. */
  repository?: { url: string; rootFile: string } | undefined;
  timeoutMs: number;
}

/**
 * Fetches the trusted root of a Sigstore instance through TUF (The Update Framework 1.0 §5). For the doors of a server or a command line:
 * nothing that verifies calls it, it asks the network and writes to disk.
 * @returns the text of `trusted_root.json`, for `SignatureInput.trustedRoots`
 * @throws TrustError `invalid_root` when there is no network, or the repository or what it says does not hold
 */
export async function refreshTrustedRoot({ cacheDir, repository, timeoutMs }: RefreshInput): Promise<string> {
  const { initTUF } = await import("@sigstore/tuf");
  let text: string;
  try {
    const tuf = await initTUF({
      cachePath: cacheDir,
      timeout: timeoutMs,
      retry: 0,
      ...(repository && { mirrorURL: repository.url, rootPath: repository.rootFile }),
    });
    text = await tuf.getTarget("trusted_root.json");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TrustError("invalid_root", `The trusted root could not be refreshed: ${reason}`);
  }
  readTrustedRoot(text);
  return text;
}
