import { createHash, createPublicKey } from "node:crypto";
import { InstallError, refused, unexpected } from "../failures.ts";
import { isRecord, readJsonFile, writeJsonFile } from "../home/json-file.ts";

/** A registry key that this user believes. `fingerprint` is `SHA256:` and unpadded base64, as people compare it. */
export interface PinnedKey {
  key_id: string;
  public_key: string;
  fingerprint: string;
  added_at: string;
  /** The id of the key that it handed over to: a key does that once, so that who steals it later cannot. */
  handed_to?: string | undefined;
  /** Until when it signed (RFC 3339), as its successor says: whatever it signed is said to be of later counts for nothing. */
  retired_at?: string | undefined;
}
/** A key as a registry says it: what came before it signed `handover`, what comes after it `retirement`. */
export interface OfferedKey {
  public_key: string;
  state?: string | undefined;
  handover?: unknown;
  retirement?: unknown;
}

export type PinnedKeys = Map<string, PinnedKey[]>;

const MAX_PEM_CHARACTERS = 1024;

/** What an Ed25519 public key in SPKI PEM is called: computed from the key itself, never taken from who sent it. */
export function describeRegistryKey(pem: string): Omit<PinnedKey, "added_at" | "handed_to" | "retired_at"> {
  const text = pem.trim();
  if (text.length > MAX_PEM_CHARACTERS || !text.startsWith("-----BEGIN PUBLIC KEY-----"))
    throw refused("invalid_key", "This is not a public key in PEM (-----BEGIN PUBLIC KEY-----)");
  let der: Buffer;
  try {
    const key = createPublicKey({ key: text, format: "pem" });
    if (key.asymmetricKeyType !== "ed25519") throw refused("invalid_key", "The key is not an Ed25519 key");
    der = key.export({ type: "spki", format: "der" });
  } catch (error) {
    throw error instanceof InstallError ? error : refused("invalid_key", "The public key cannot be read");
  }
  const digest = createHash("sha256").update(der).digest();
  return {
    key_id: digest.toString("hex").slice(0, 32),
    public_key: `${text}\n`,
    fingerprint: `SHA256:${digest.toString("base64").replaceAll("=", "")}`,
  };
}

/** All pinned keys by registry address. A damaged file stops everything: to believe nobody is not the same as to ask nobody. */
export async function readTrust(path: string): Promise<PinnedKeys> {
  const file = await readJsonFile(path);
  if (file === null) return new Map();
  const registries = file["registries"];
  if (file["version"] !== 1 || !isRecord(registries)) throw damaged(path);
  return new Map(
    Object.entries(registries).map(([registry, entry]) => {
      if (!isRecord(entry) || !Array.isArray(entry["keys"])) throw damaged(path);
      return [registry, entry["keys"].map((key: unknown) => toPinned(path, key))] as const;
    }),
  );
}

/** The keys that were pinned for this registry; empty when none was. */
export const pinnedFor = async (path: string, registry: string): Promise<PinnedKey[]> =>
  (await readTrust(path)).get(registry) ?? [];

/** Writes the keys; what else is pinned of a registry that keeps one stays. */
export async function writeTrust(path: string, keys: PinnedKeys): Promise<void> {
  const before = (await readJsonFile(path))?.["registries"];
  const rest = (registry: string): object => {
    const entry = isRecord(before) ? before[registry] : null;
    return isRecord(entry) ? entry : {};
  };
  const entries = [...keys].map(([registry, pinned]) => [registry, { ...rest(registry), keys: pinned }]);
  await writeJsonFile(path, { version: 1, registries: Object.fromEntries(entries) }, 0o600);
}

function toPinned(path: string, value: unknown): PinnedKey {
  if (!isRecord(value) || typeof value["public_key"] !== "string") throw damaged(path);
  const described = describeRegistryKey(value["public_key"]);
  // A file whose names do not fit its keys was edited by hand or by somebody else.
  if (value["key_id"] !== described.key_id || value["fingerprint"] !== described.fingerprint) throw damaged(path);
  const { added_at: addedAt, handed_to: handedTo, retired_at: retiredAt } = value;
  if (retiredAt !== undefined && (typeof retiredAt !== "string" || Number.isNaN(Date.parse(retiredAt))))
    throw damaged(path);
  return {
    ...described,
    added_at: typeof addedAt === "string" ? addedAt : "",
    ...(typeof handedTo === "string" && { handed_to: handedTo }),
    ...(retiredAt !== undefined && { retired_at: retiredAt }),
  };
}

const damaged = (path: string): InstallError =>
  unexpected("damaged_file", `${path} is damaged; no registry key is believed until it is set up again`, {
    hint: "move it away and pin the keys anew",
  });
