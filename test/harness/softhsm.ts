import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const TOKEN_PIN = "a pin & more";

/** A software token with keys that others' tools make; `SOFTHSM2_CONF` of this process and its children names it from then on. */
export function makeToken(module: string): { dir: string; pinFile: string; uriOf(object: string): string } {
  const dir = mkdtempSync(join(tmpdir(), "softhsm-"));
  mkdirSync(join(dir, "tokens"));
  writeFileSync(join(dir, "softhsm2.conf"), `directories.tokendir = ${join(dir, "tokens")}\nlog.level = ERROR\n`);
  process.env["SOFTHSM2_CONF"] = join(dir, "softhsm2.conf");
  const pinFile = join(dir, "pin");
  writeFileSync(pinFile, `${TOKEN_PIN}\n`, { mode: 0o600 });
  execFileSync("softhsm2-util", [
    "--init-token",
    "--free",
    "--label=the registry",
    `--pin=${TOKEN_PIN}`,
    "--so-pin=5678",
  ]);
  const uriOf = (object: string) =>
    `pkcs11:token=the%20registry;object=${object}?module-path=${module}&pin-source=file:${pinFile}`;
  return { dir, pinFile, uriOf };
}

/** Makes a key pair in the token with OpenSC. @param type as `pkcs11-tool --key-type` takes it */
export function makeTokenKey(module: string, key: { type: string; label: string; id: string }): void {
  const { type, label, id } = key;
  const options = ["--login", "--pin=env:PIN", "--keypairgen", `--key-type=${type}`, `--label=${label}`, `--id=${id}`];
  execFileSync("pkcs11-tool", [`--module=${module}`, "--token-label=the registry", ...options], {
    env: { ...process.env, PIN: TOKEN_PIN },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** The public half of a key as OpenSC reads it out: SPKI PEM. */
export function readTokenKey(module: string, label: string): string {
  const options = ["--token-label=the registry", "--read-object", "--type=pubkey", `--label=${label}`];
  return execFileSync("pkcs11-tool", [`--module=${module}`, ...options], { encoding: "utf8" });
}
