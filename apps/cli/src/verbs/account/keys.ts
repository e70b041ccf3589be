import { calledAs } from "../../failures/invocation.ts";
import { readFile } from "node:fs/promises";
import type { components } from "@gaia/client";
import {
  armorKey,
  findRevocation,
  type LeftOutSubkey,
  readPublicKey,
  readSigstoreSigner,
  TrustError,
} from "@gaia/trust";
import { misused, refused } from "../../failures/failures.ts";
import { exportPublicKey } from "../../signing/gpg.ts";
import { publisherOf } from "../../session/publisher-of.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, green, red, type Shown, t } from "../../terminal/shown-text.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface AddInput {
  file?: string | undefined;
  gpg?: string | true | undefined;
  identity?: string | undefined;
  issuer?: string | undefined;
  publisher?: string | undefined;
}

type NewKey = components["schemas"]["NewKey"];

/**
 * `keys add (FILE | --gpg [KEYID] | --identity SUBJECT --issuer URL)`: registers who signs the publisher's releases, or a key's revocation
 * certificate. A private key never leaves this machine.
 */
export async function addKey(session: Session, input: AddInput): Promise<void> {
  const { terminal } = session;
  const { body, leftOut } = await newKeyOf(session, input);
  const handle = await publisherOf(session, input.publisher);
  const api = await openRegistry(session);
  const key = await ensureAnswer(api.POST("/publishers/{handle}/keys", { params: { path: { handle } }, body }));
  // What was left out here was not sent, so the registry cannot know of it.
  terminal.result({ ...key, left_out: [...(key.left_out ?? []), ...leftOut] });
  const isAuthority = key.algorithm.startsWith("authority ");
  if (key.revoked_at === null && isAuthority)
    terminal.line(t`${bold(key.fingerprint)} now certifies who signs directories for ${handle}; it signs no release`);
  else if (key.revoked_at === null) terminal.line(t`${bold(key.fingerprint)} now signs for ${handle}`);
  else terminal.line(t`${bold(key.fingerprint)} is ${red(`revoked as ${key.revoked_as ?? "compromised"}`)}`);
  for (const { fingerprint, reason } of [...(key.left_out ?? []), ...leftOut])
    terminal.warn(t`The subkey ${fingerprint} is left out, and signs nothing here: ${reason}.`);
  terminal.note(t`  id ${[key.id, key.algorithm, ...key.user_ids].join(", ")}`);
  if (key.revoked_at === null && key.proven_at === null && !isAuthority)
    terminal.note(`  others see it once its first signature has verified: \`${calledAs("sign")}\``);
}

/** What to send, and what of the key is left out of it. */
interface ToSend {
  body: NewKey;
  leftOut: LeftOutSubkey[];
}

async function newKeyOf({ config }: Session, { file, gpg, identity, issuer }: AddInput): Promise<ToSend> {
  if ((identity === undefined) !== (issuer === undefined)) throw misused("--identity and --issuer belong together");
  if ([file, gpg, identity].filter((one) => one !== undefined).length !== 1)
    throw misused("keys add needs a file, --gpg [KEYID], or --identity SUBJECT and --issuer URL");
  if (identity !== undefined && issuer !== undefined)
    return asSigstore(JSON.stringify({ issuer, subject: identity }), { identity, issuer });
  const armored =
    file === undefined
      ? await exportPublicKey(config, gpg === true ? null : (gpg ?? null))
      : await toArmored(await readFile(file));
  if (isPem(armored)) return asSigstore(armored, { public_key: armored });
  const { armored: key, leftOut } = await ensurePublic(armored);
  return { body: { kind: "openpgp", public_key: key }, leftOut };
}

const isPem = (text: string): boolean => /-----BEGIN (?!PGP )/.test(text);

/** Hands `signer` on once this machine can read it: a private key is refused here. */
function asSigstore(text: string, signer: Omit<Extract<NewKey, { kind: "sigstore" }>, "kind">): ToSend {
  try {
    readSigstoreSigner(text);
    return { body: { kind: "sigstore", ...signer }, leftOut: [] };
  } catch (error) {
    if (error instanceof TrustError) throw refused("invalid_key", `This cannot be registered: ${error.message}`);
    throw error;
  }
}

/** `keys list`: the keys of a publisher, revoked ones included. */
export async function listKeys(session: Session, input: { publisher?: string | undefined }): Promise<void> {
  const { terminal } = session;
  const handle = await publisherOf(session, input.publisher);
  const api = await openRegistry(session);
  const answer = await ensureAnswer(api.GET("/publishers/{handle}/keys", { params: { path: { handle } } }));
  terminal.result(answer);
  if (answer.keys.length === 0)
    terminal.note(t`${handle} has no keys; add one with \`${calledAs("keys add --gpg")}\`.`);
  const rows = answer.keys.map((key) => [key.id, key.fingerprint, stateOf(key), dim(key.user_ids.join(", "))]);
  for (const row of columns(rows)) terminal.line(row);
}

function stateOf(key: components["schemas"]["PublisherKey"]): Shown {
  if (key.revoked_at !== null) return red(`revoked as ${key.revoked_as ?? "compromised"}`);
  return key.proven_at === null ? dim("not used yet") : green("active");
}

/** `keys revoke ID`: as compromised it takes all its signatures down, as retired it keeps the past ones. */
export async function revokeKey(
  session: Session,
  input: { id: string; as?: string | undefined; publisher?: string | undefined; yes?: boolean | undefined },
): Promise<void> {
  const { terminal } = session;
  const as = input.as ?? "compromised";
  if (as !== "compromised" && as !== "retired") throw misused("--as is compromised or retired");
  if (!UUID.test(input.id)) throw misused(`"${input.id}" is not the id of a key`, `see \`${calledAs("keys list")}\``);
  const what =
    as === "compromised"
      ? "every signature it made falls, and with them their tiers"
      : "its past signatures keep counting";
  if (terminal.canAsk && !input.yes && !(await terminal.ask(t`Revoke ${input.id} as ${as}: ${what}. Go on?`)))
    throw refused("consent_missing", "Not revoked: you did not agree");
  const handle = await publisherOf(session, input.publisher);
  const api = await openRegistry(session);
  const key = await ensureAnswer(
    api.DELETE("/publishers/{handle}/keys/{id}", { params: { path: { handle, id: input.id }, query: { as } } }),
  );
  terminal.result(key);
  terminal.line(t`Revoked ${key.fingerprint} as ${as}: ${what}.`);
}

/** Packets begin with a byte above 127 (RFC 9580 §4.2), as a byte-order mark does. */
async function toArmored(bytes: Buffer): Promise<string> {
  const text = textOf(bytes);
  return (bytes[0] ?? 0) < 0x80 || text.includes("-----BEGIN ") ? text : armorKey(bytes);
}

/** As `>` of Windows PowerShell writes what a program says: UTF-16 with a byte-order mark. */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return bytes.toString("utf8");
}

async function ensurePublic(armored: string): Promise<{ armored: string; leftOut: LeftOutSubkey[] }> {
  try {
    const revocation = await findRevocation(armored);
    return revocation === null ? await readPublicKey(armored) : { armored: revocation.armored, leftOut: [] };
  } catch (error) {
    if (error instanceof TrustError) throw refused("invalid_key", `This key cannot be registered: ${error.message}`);
    throw error;
  }
}
