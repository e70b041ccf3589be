import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { Browser } from "./people.ts";

/** A passkey without a device: what a browser sends of one that looked at whoever holds it (WebAuthn §6.1, flags UP and UV). */
export interface SoftPasskey {
  id: Buffer;
  key: KeyObject;
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);

const clientData = (type: "webauthn.create" | "webauthn.get", challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** What `authenticatorData` begins with. */
const headOf = (origin: string, flags: number) =>
  Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags, 0, 0, 0, 0])]);

/** Begins to add a passkey; `options` is what the registry asks with. */
export const beginSoftPasskey = (person: Browser, password: string | null) =>
  person.post("/auth/passkey/begin", { password });

/** A new one, with its public key in COSE. */
export function newSoftPasskey(): { passkey: SoftPasskey; cose: Buffer } {
  const { privateKey: key, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  // COSE, RFC 9053 §2.1: EC2, ES256, P-256.
  const cose = Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    Buffer.from(x, "base64url"),
    Buffer.from("225820", "hex"),
    Buffer.from(y, "base64url"),
  ]);
  return { passkey: { id: randomBytes(16), key }, cose };
}

/** Flags UP and UV, and that a credential comes along. */
const LOOKED = 0x05;
const MADE = 0x40;

/** What a maker might say of a device, in a form that nobody asked for: a signature and a certificate, each of one byte (§8.6). */
const FIDO_U2F = Buffer.concat([
  Buffer.from([0xa2]),
  text("sig"),
  Buffer.from([0x41, 0]),
  text("x5c"),
  Buffer.from([0x81, 0x41, 0]),
]);

/** Adds one that was begun (WebAuthn §7.1, attestation `none`, or with one). Returns it, and the registry's answer. */
export async function addSoftPasskey(
  person: Browser,
  origin: string,
  options: { challenge: string },
  { flags = LOOKED, isAttested = false } = {},
) {
  const { passkey, cose } = newSoftPasskey();
  const { id } = passkey;
  const data = Buffer.concat([headOf(origin, flags + MADE), Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
  const attestation = Buffer.concat([
    Buffer.from([0xa3]),
    text("fmt"),
    text(isAttested ? "fido-u2f" : "none"),
    text("attStmt"),
    isAttested ? FIDO_U2F : Buffer.from([0xa0]),
    text("authData"),
    Buffer.from([0x58, data.length]),
    data,
  ]);
  const response = {
    ...shared(id),
    response: {
      clientDataJSON: clientData("webauthn.create", options.challenge, origin).toString("base64url"),
      attestationObject: attestation.toString("base64url"),
      transports: [],
    },
  };
  const answer = await person.post("/auth/passkey/add", { name: "a key", response });
  return { passkey, answer };
}

/** Signs a browser in by it (WebAuthn §7.2). */
export async function signInBySoftPasskey(
  person: Browser,
  origin: string,
  { id, key }: SoftPasskey,
  { flags = LOOKED } = {},
) {
  const { options } = (await person.post("/auth/passkey/ask", {})).body;
  const data = headOf(origin, flags);
  const said = clientData("webauthn.get", options.challenge, origin);
  const response = {
    ...shared(id),
    response: {
      clientDataJSON: said.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", Buffer.concat([data, sha256(said)]), key).toString("base64url"),
    },
  };
  return person.post("/auth/passkey/sign-in", { response });
}

const shared = (id: Buffer) => ({
  id: id.toString("base64url"),
  rawId: id.toString("base64url"),
  type: "public-key",
  clientExtensionResults: {},
});
