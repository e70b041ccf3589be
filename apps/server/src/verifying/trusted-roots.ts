import { readFile, rename, writeFile, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describeError } from "@gaia/db";
import { ensureTrustedRoot } from "@gaia/trust";
import { ConfigError, type Settings } from "../config/config.ts";
import type { Logger } from "../logging/log.ts";

/** What Sigstore bundles are verified against at this moment. */
export interface TrustedRoots {
  /** Texts of `trusted_root.json`; undefined: the public instance's, as it is shipped. Never waits for a network. */
  now(): readonly string[] | undefined;
}

interface Options {
  settings: Pick<Settings, "SIGSTORE_TRUSTED_ROOT" | "DATA_DIR">;
  log: Logger;
  /** Asks for the newest root of the public instance; throws when it cannot be had. */
  refresh?: (cacheDir: string) => Promise<string>;
}

const DAY_MS = 86_400_000;
/** Nobody waits for it. */
const REFRESH_TIMEOUT_MS = 30_000;

async function refreshByTuf(cacheDir: string): Promise<string> {
  const { refreshTrustedRoot } = await import("@gaia/trust/refresh-trusted-root");
  return refreshTrustedRoot({ cacheDir, timeoutMs: REFRESH_TIMEOUT_MS });
}

/**
 * Opens the trusted roots: those that the operator names, as they are at the start; or the public instance's, which is asked for anew
 * through TUF with the first bundle and then daily. What was fetched is kept in the data directory, so that a start without a network does
 * not fall back behind it.
 * @throws ConfigError for a named file that cannot be read or holds no trusted root
 */
export async function openTrustedRoots({ settings, log, refresh = refreshByTuf }: Options): Promise<TrustedRoots> {
  const files = settings.SIGSTORE_TRUSTED_ROOT;
  if (files !== null) {
    const named = await Promise.all(files.map(readNamed));
    return { now: () => named };
  }
  const cacheDir = join(resolve(settings.DATA_DIR), "sigstore");
  const kept = join(cacheDir, "trusted_root.json");
  let fetched = await readKept(kept, log);
  let askedAt = -Infinity;
  const ask = async (): Promise<void> => {
    await mkdir(cacheDir, { recursive: true, mode: 0o700 });
    const text = await refresh(cacheDir);
    await ensureTrustedRoot(text);
    await writeFile(`${kept}.new`, text);
    await rename(`${kept}.new`, kept);
    fetched = text;
  };
  const askDaily = (): void => {
    if (performance.now() - askedAt < DAY_MS) return;
    askedAt = performance.now();
    ask().catch((error: unknown) =>
      log.warn(
        { event: "trusted_root_not_refreshed", error: describeError(error) },
        "Sigstore's trusted root stays as it was: it could not be refreshed",
      ),
    );
  };
  return {
    now() {
      askDaily();
      return fetched === null ? undefined : [fetched];
    },
  };
}

async function readNamed(file: string): Promise<string> {
  try {
    const text = await readFile(file, "utf8");
    await ensureTrustedRoot(text);
    return text;
  } catch (error) {
    throw new ConfigError([`SIGSTORE_TRUSTED_ROOT: ${file}: ${describeError(error)}`]);
  }
}

/** A kept root that is missing or damaged is none: the shipped one counts until the next refresh. */
async function readKept(file: string, log: Logger): Promise<string | null> {
  try {
    const text = await readFile(file, "utf8");
    await ensureTrustedRoot(text);
    return text;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    log.warn({ event: "trusted_root_damaged", error: describeError(error) }, `${file} is left aside: it is damaged`);
    return null;
  }
}
