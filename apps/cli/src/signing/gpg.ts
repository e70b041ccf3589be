import { spawn } from "node:child_process";
import type { Config } from "../session/config.ts";
import { CliError, EXIT, refused } from "../failures/failures.ts";

const MAX_OUTPUT_BYTES = 256 * 1024;

/**
 * A detached, armored OpenPGP signature over these bytes by the user's own `gpg`, with their agent and pinentry.
 * `keyId` null lets gpg take its default key.
 */
export async function signDetached(config: Config, message: Uint8Array, keyId: string | null): Promise<string> {
  const asked = [...localUser(keyId), "--detach-sign", "--armor", "--output", "-"];
  const armored = await runGpg(config, asked, message).catch(async (error: unknown) => {
    // gpg says why in the user's language; what it lists says it to a program.
    if (error instanceof CliError && error.code === "gpg_failed") await ensureSecretKey(config, keyId);
    throw error;
  });
  if (!armored.startsWith("-----BEGIN PGP SIGNATURE-----")) throw refused("gpg_failed", "gpg made no signature");
  return armored;
}

/** The armored public key that `keyId` names, or of gpg's default key. */
export async function exportPublicKey(config: Config, keyId: string | null): Promise<string> {
  const id = keyId ?? (await defaultKey(config));
  const armored = await runGpg(config, [
    "--export",
    "--armor",
    "--export-options",
    "export-minimal",
    "--",
    ensureKeyId(id),
  ]);
  if (!armored.startsWith("-----BEGIN PGP PUBLIC KEY BLOCK-----"))
    throw refused("no_such_key", `gpg has no public key ${id}`, "see `gpg --list-keys`");
  return armored;
}

/** What gpg would sign with: the fingerprint of the first secret key that it lists. */
async function defaultKey(config: Config): Promise<string> {
  const [fingerprint] = await secretKeys(config, null);
  if (fingerprint === undefined) throw refused("no_such_key", "gpg has no secret key to sign with", MAKE_ONE);
  return fingerprint;
}

const MAKE_ONE =
  'make one with `gpg --quick-generate-key "Your Name <you@example.org>"`, and register it with `keys add`';

/** Throws where gpg has no secret key of that name, or none at all. */
async function ensureSecretKey(config: Config, keyId: string | null): Promise<void> {
  if ((await secretKeys(config, null)).length === 0)
    throw refused("no_such_key", "gpg has no secret key to sign with", MAKE_ONE);
  if (keyId !== null && (await secretKeys(config, keyId)).length === 0)
    throw refused("no_such_key", `gpg has no secret key ${keyId}`, "see `gpg --list-secret-keys`");
}

/** The fingerprints of the secret keys that gpg lists; for a key id that names none of them it ends with an error. */
async function secretKeys(config: Config, keyId: string | null): Promise<string[]> {
  const named = keyId === null ? [] : ["--", ensureKeyId(keyId)];
  const listing = await runGpg(config, ["--with-colons", "--list-secret-keys", ...named]).catch((error: unknown) => {
    if (keyId !== null && error instanceof CliError && error.code === "gpg_failed") return "";
    throw error;
  });
  return [...listing.matchAll(/^fpr:(?:[^:]*:){8}([0-9A-F]{40,64}):/gm)].map(([, fingerprint = ""]) => fingerprint);
}

const localUser = (keyId: string | null): string[] => (keyId === null ? [] : ["--local-user", ensureKeyId(keyId)]);

/** A key id or address never looks like an option to gpg. */
function ensureKeyId(keyId: string): string {
  if (keyId !== "" && !keyId.startsWith("-") && !keyId.includes("\0")) return keyId;
  throw refused("no_such_key", `"${keyId}" does not name a key`);
}

async function runGpg(config: Config, args: string[], input?: Uint8Array): Promise<string> {
  const child = spawn("gpg", ["--batch", "--no-tty", "--quiet", ...args], {
    env: config.childEnvironment,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const out: Buffer[] = [];
  const complaints: Buffer[] = [];
  let sizeBytes = 0;
  const collect = (into: Buffer[]) => (chunk: Buffer) => {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_OUTPUT_BYTES) child.kill();
    else into.push(chunk);
  };
  child.stdout.on("data", collect(out));
  child.stderr.on("data", collect(complaints));
  // gpg may end before it has read everything; its exit code tells.
  child.stdin.on("error", () => {});
  child.stdin.end(input ?? new Uint8Array());
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", (error) => {
      reject(
        new CliError(EXIT.unexpected, "gpg_missing", "The program gpg could not be started", {
          hint: "install GnuPG",
          cause: error,
        }),
      );
    });
    child.once("close", resolve);
  });
  if (code === 0) return Buffer.concat(out).toString("utf8");
  const said = Buffer.concat(complaints).toString("utf8").trim().split("\n").at(-1) ?? "";
  throw refused(
    "gpg_failed",
    `gpg failed: ${said || "it gave no reason"}`,
    "try the same key with `gpg --detach-sign`; on a terminal, set GPG_TTY=$(tty)",
  );
}
