import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateSigningKey, type RegistrySigner, registrySigner } from "@gaia/trust";
import { randomBytes } from "node:crypto";
import type { Settings } from "../config/config.ts";
import { isPkcs11Uri } from "../signing/pkcs11-uri.ts";

/**
 * The admin's token: as configured, else the one in `DATA_DIR/admin-token`, which is made on first use.
 * @returns the token, and the path of the file when it lives in one
 */
export async function adminToken(settings: Settings): Promise<{ token: string; path: string | null }> {
  if (settings.ADMIN_TOKEN) return { token: settings.ADMIN_TOKEN, path: null };
  const path = join(settings.DATA_DIR, "admin-token");
  const token = await readOrMake(path, () => `gsk_${randomBytes(32).toString("base64url")}`);
  return { token: token.trim(), path };
}

/** What signs cookies and encrypts second factors: as configured, else `DATA_DIR/auth-secret`, which is made on first use. */
export async function authSecret(settings: Settings): Promise<string> {
  if (settings.AUTH_SECRET) return settings.AUTH_SECRET;
  const path = join(settings.DATA_DIR, "auth-secret");
  return (await readOrMake(path, () => randomBytes(32).toString("base64url"))).trim();
}

/**
 * The registry's signing key as configured, or `DATA_DIR/signing-key.pem`, which is made on first use.
 * @returns the signer, and the path of the file when it was made just now
 * @throws TrustError
 */
export async function signingKey(settings: Settings): Promise<{ signer: RegistrySigner; made: string | null }> {
  const { signer, made } = await openOrMake(settings);
  return { signer: { ...signer, form: settings.STATEMENTS }, made };
}

async function openOrMake(settings: Settings): Promise<{ signer: RegistrySigner; made: string | null }> {
  // Migrating signs nothing, and must not leave a key behind.
  if (settings.ROLE === "migrate") return { signer: registrySigner(generateSigningKey()), made: null };
  if (settings.SIGNING_KEY) return { signer: await openSigningKey(settings.SIGNING_KEY), made: null };
  const path = join(settings.DATA_DIR, "signing-key.pem");
  const fresh = `${generateSigningKey().trimEnd()}\n`;
  const pem = await readOrMake(path, () => fresh);
  return { signer: registrySigner(pem), made: pem === fresh ? path : null };
}

/**
 * What signs bundles for GAIA's client: as configured, or `DATA_DIR/hub-signing-key.pem`, which is made on first use where one process
 * alone serves. Null: several do, and were given none, so that each would sign with another one; or nothing is served.
 * @throws TrustError
 */
export async function hubSigningKey(settings: Settings): Promise<RegistrySigner | null> {
  if (settings.ROLE === "migrate" || settings.ROLE === "worker") return null;
  if (settings.HUB_SIGNING_KEY) return openSigningKey(settings.HUB_SIGNING_KEY);
  if (settings.ROLE !== "all") return null;
  return registrySigner(await readOrMake(join(settings.DATA_DIR, "hub-signing-key.pem"), generateSigningKey));
}

/** A key as a variable names it: PEM, a `pkcs11:` URI, or the path of a PEM file. @throws TrustError */
export async function openSigningKey(given: string): Promise<RegistrySigner> {
  if (isPkcs11Uri(given)) return await (await import("../signing/pkcs11-signer.ts")).pkcs11Signer(given);
  if (given.includes("-----BEGIN")) return registrySigner(given.replaceAll("\\n", "\n"));
  return registrySigner(await readFile(given, "utf8"));
}

async function readOrMake(path: string, make: () => string): Promise<string> {
  await mkdir(join(path, ".."), { recursive: true });
  try {
    // `wx`: of two first starts only one writes; the other reads what it wrote.
    await writeFile(path, `${make().trimEnd()}\n`, { mode: 0o600, flag: "wx" });
    await chmod(path, 0o600);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFile(path, "utf8");
}
