import type { Plan } from "../choice/planned-install.ts";
import type { HomePaths } from "../home/home.ts";
import { installedFiles } from "../skills/installed-skills.ts";
import type { LockEntry } from "../home/skill-lock.ts";
import { readSignatureRecord } from "../trust/signature-record.ts";
import { signerNews } from "../trust/signer-news.ts";

/** What a registry says of who signed a version that stays as it is, where that is not what was installed. */
export interface SignerNews {
  name: string;
  version: string;
  news: string;
}

/**
 * An update leaves a version that is installed as it is, and so who signed it: a signature that has come since, or gone, is said. It is the
 * registry's word; an install of that version judges it.
 */
export async function newsOfSigners(
  { context }: Plan,
  input: { paths: HomePaths; names: readonly string[]; entries: ReadonlyMap<string, LockEntry> },
): Promise<SignerNews[]> {
  const found: SignerNews[] = [];
  for (const name of input.names) {
    const entry = input.entries.get(name);
    if (entry === undefined) continue;
    const { version, signer } = entry;
    const told = await context.door.version({ name, version }).catch((error: unknown) => {
      if (context.door.isSilence(error)) return null;
      throw error;
    });
    // Another release under that number is no matter of signatures: `sync` and `verify` say it.
    if (told?.release_digest !== entry.release_digest) continue;
    const here = signer === null ? [] : [signer, ...(await keptSigners(input.paths, name))];
    const texts = signerNews(`${name} ${version}`, { here, known: [], now: standing(told.signatures) });
    found.push(...texts.map((news) => ({ name, version, news })));
  }
  return found;
}

/** Whose signatures count: those over the sums, which are not revoked. */
const standing = (signatures: readonly { kind: string; status: string; signer: string }[]): string[] =>
  signatures
    .filter(({ kind, status }) => kind !== "oms" && kind !== "attestation" && status === "valid")
    .map(({ signer }) => signer);

async function keptSigners(paths: HomePaths, name: string): Promise<string[]> {
  const record = (await installedFiles(paths, name))?.find(({ path }) => path === "signature.json");
  const text = record === undefined ? null : Buffer.from(record.bytes).toString("utf8");
  return standing(readSignatureRecord(text)?.signatures ?? []);
}
