import { spawn } from "node:child_process";
import { createPublicKey, verify } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readRegistryKey, type RegistrySigner, TrustError } from "@gaia/trust";
import { type Pkcs11Key, readPkcs11Uri } from "./pkcs11-uri.ts";
import { adviceOn, inWords } from "./pkcs11-words.ts";

const PROGRAM = fileURLToPath(new URL("./pkcs11_sign.py", import.meta.url));
const DEFAULT_TIMEOUT_MS = 10_000;
const MAX_ANSWER_CHARACTERS = 64 * 1024;
/** What comes before the 32 bytes of an Ed25519 public key in SPKI DER (RFC 8410 §4). */
const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

interface Signed {
  point: Buffer;
  signature: Buffer;
}

/**
 * A signer whose key stays in a PKCS#11 module. Each signature is made by a program of its own (`pkcs11_sign.py`), bounded in time
 * and one
 * after the other: tokens take one session's work at a time. The PIN travels over a pipe, never on a command line or in an environment.
 * The first signature, made here, shows that module, token, PIN and both halves of the key are there and fit each other.
 * @throws TrustError `invalid_signing_key` (by the first signature: module, token, PIN, object, kind of key), `signing_failed`
 * (later, and when it takes too long)
 */
export async function pkcs11Signer(
  uri: string,
  { timeoutMs = DEFAULT_TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<RegistrySigner> {
  const key = readPkcs11Uri(uri);
  const pin = await readPin(key);
  let last: Promise<unknown> = Promise.resolve();
  const ask = (bytes: Uint8Array): Promise<Signed> => {
    const signed = last.then(() => signOnce(key, { pin, bytes, timeoutMs }));
    last = signed.catch(() => null);
    return signed;
  };
  const probe = Buffer.from("gaia-registry: is this the key?");
  const first = await ask(probe);
  const publicKey = createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, first.point]),
    format: "der",
    type: "spki",
  });
  if (!verify(null, probe, publicKey, first.signature))
    throw new TrustError("invalid_signing_key", "the module's public and private key do not belong together");
  const info = readRegistryKey(publicKey.export({ type: "spki", format: "pem" }).toString())?.info;
  if (info === undefined) throw new TrustError("invalid_signing_key", "the module's key is not Ed25519");
  return {
    publicKey: info,
    sign: async (bytes) => {
      const { point, signature } = await ask(bytes);
      if (!point.equals(first.point))
        throw new TrustError("signing_failed", "the module holds another key than before");
      return new Uint8Array(signature);
    },
  };
}

/** Read once: a running registry goes on signing when the file is taken away again. */
async function readPin({ pin }: Pkcs11Key): Promise<string> {
  if ("value" in pin) return pin.value;
  const text = await readFile(pin.path, "utf8").catch(() => {
    throw new TrustError("invalid_signing_key", `the PIN's file ${pin.path} (pin-source) cannot be read`);
  });
  return text.replace(/\r?\n$/, "");
}

async function signOnce(
  key: Pkcs11Key,
  { pin, bytes, timeoutMs }: { pin: string; bytes: Uint8Array; timeoutMs: number },
): Promise<Signed> {
  const { modulePath: module, token, serial, object, idHex: id } = key;
  const message = Buffer.from(bytes).toString("base64");
  const answer = await runProgram(JSON.stringify({ module, token, serial, object, id, pin, message }), timeoutMs);
  if (typeof answer["problem"] === "string") throw toError(key, answer["problem"], String(answer["detail"] ?? ""));
  const point = Buffer.from(String(answer["point"]), "base64");
  const signature = Buffer.from(String(answer["signature"]), "base64");
  if (point.length !== 32 || signature.length !== 64)
    throw new TrustError("signing_failed", "the PKCS#11 module gave no Ed25519 signature");
  return { point, signature };
}

function runProgram(request: string, timeoutMs: number): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const failed = (what: string) => reject(new TrustError("signing_failed", what));
    // Modules read variables of their own (SOFTHSM2_CONF, YUBIHSM_PKCS11_CONF): the process inherits this one's.
    const child = spawn("python3", ["-I", PROGRAM], {
      stdio: ["pipe", "pipe", "ignore"],
      timeout: timeoutMs,
      killSignal: "SIGKILL",
    });
    let answer = "";
    child.on("error", () => failed("python3, which asks the PKCS#11 module, cannot be started"));
    child.stdin.on("error", () => {});
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (answer.length < MAX_ANSWER_CHARACTERS) answer += text;
    });
    child.on("close", (_, signal) => {
      if (signal !== null) return failed(`the PKCS#11 module did not answer within ${timeoutMs} ms, or crashed`);
      try {
        // The module may have printed lines of its own before.
        resolve(JSON.parse(answer.trimEnd().split("\n").at(-1) ?? "") as Record<string, unknown>);
      } catch {
        failed("the PKCS#11 module's process ended without an answer");
      }
    });
    child.stdin.end(request);
  });
}

function toError({ modulePath, token, object, idHex }: Pkcs11Key, problem: string, detail: string): TrustError {
  const name = object === null ? `the id ${idHex}` : `the label ${JSON.stringify(object)}`;
  const where = token === null ? "any token" : `a token ${JSON.stringify(token)}`;
  const words: Record<string, string> = {
    module: `the PKCS#11 module ${modulePath} cannot be used: ${detail}`,
    start: `the PKCS#11 module ${modulePath} does not start: ${inWords(detail)}${adviceOn(modulePath)}`,
    call: `the PKCS#11 module ${modulePath} cannot be used: ${inWords(detail)}`,
    token: `the PKCS#11 module does not have ${where}${adviceOn(modulePath)}`,
    tokens: `the PKCS#11 module has several tokens that fit: name one by token or serial`,
    pin: `the PIN is ${detail}; a token locks itself after a few wrong ones, so correct it before starting again`,
    object: `the token has no ${detail} key with ${name}`,
    several: `the token has several keys with ${name}: name one by id`,
    kind: `the token's key with ${name} is not an Ed25519 key`,
  };
  return new TrustError("invalid_signing_key", words[problem] ?? `the PKCS#11 module: ${problem}`);
}
