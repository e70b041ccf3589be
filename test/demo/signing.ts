import { execFileSync } from "node:child_process";
import { createMessage, generateKey, sign } from "openpgp";
import { gpgIdentity } from "../harness/gpg.ts";

/** Somebody who signs: with the real gpg where there is one, else with the OpenPGP library. */
export interface DemoSigner {
  tool: string;
  publicKey: string;
  sign(text: string): Promise<string>;
  close(): void;
}

export async function demoSigner(name: string, email: string): Promise<DemoSigner> {
  if (hasGpg()) {
    const gpg = await gpgIdentity(`${name} <${email}>`);
    return { tool: "gpg", publicKey: gpg.publicKey, sign: async (text) => gpg.sign(text), close: gpg.close };
  }
  const { privateKey, publicKey } = await generateKey({ userIDs: [{ name, email }], type: "ecc", format: "object" });
  return {
    tool: "OpenPGP.js (gpg is not installed here)",
    publicKey: publicKey.armor(),
    sign: async (text) =>
      sign({
        message: await createMessage({ binary: new TextEncoder().encode(text) }),
        signingKeys: privateKey,
        detached: true,
        format: "armored",
      }),
    close: () => undefined,
  };
}

function hasGpg(): boolean {
  try {
    execFileSync("gpg", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
