import { readFile } from "node:fs/promises";
import { ensureTrustedRoot, TrustError } from "@gaia/trust";
import type { Config } from "./config.ts";
import { refused } from "../failures/failures.ts";

/** The trusted roots that `SIGSTORE_TRUSTED_ROOT` names, as texts; undefined: none is named. Exit 4 for one that cannot be used. */
export async function readTrustedRoots({ sigstore }: Config): Promise<string[] | undefined> {
  if (sigstore.trustedRootFiles === null) return undefined;
  return Promise.all(sigstore.trustedRootFiles.map(readOne));
}

async function readOne(file: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw refused("invalid_root", `SIGSTORE_TRUSTED_ROOT names ${file}, which cannot be read`, String(error));
  }
  try {
    await ensureTrustedRoot(text);
    return text;
  } catch (error) {
    if (error instanceof TrustError) throw refused("invalid_root", `${file}: ${error.message}`);
    throw error;
  }
}
