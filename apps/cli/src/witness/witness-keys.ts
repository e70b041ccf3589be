import { link, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { generateSignerKey, LogError, noteSigner, type NoteSigner } from "@gaia/log";
import { isMissing } from "@gaia/install/installed";
import { CliError, EXIT, misused, refused } from "../failures/failures.ts";
import { WITNESS_KEY_TYPES, type WitnessKeyName } from "./key-types.ts";

/**
 * The witness's signer of a kind: the key in `<dir>/<kind>.key` (0600), made at the first start under `name`. Throws a usage error when
 * there is neither a key nor a name, exit 4 when the key has another name.
 */
export async function witnessSigner(dir: string, kind: WitnessKeyName, name: string | undefined): Promise<NoteSigner> {
  const place = join(dir, `${kind}.key`);
  const encoded = (await readKey(place)) ?? (await makeKey(place, kind, name));
  try {
    const signer = await noteSigner(encoded);
    if (signer.key.type !== WITNESS_KEY_TYPES[kind]) throw new LogError("malformed_key", "it is of another kind");
    if (name !== undefined && signer.key.name !== name)
      throw refused(
        "other_name",
        `The key in ${place} is called ${signer.key.name}, not ${name}`,
        "a key keeps its name",
      );
    return signer;
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    throw new CliError(EXIT.unexpected, "damaged_file", `${place} is not a witness's key: ${error.message}`);
  }
}

async function readKey(place: string): Promise<string | null> {
  try {
    return (await readFile(place, "utf8")).trim();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function makeKey(place: string, kind: WitnessKeyName, name: string | undefined): Promise<string> {
  if (name === undefined) throw misused("A new witness needs a name", "for example --name witness.example.org/1");
  const encoded = await ensureNamed(name, kind);
  // A link takes the place whole, or finds it taken by another start.
  const temporary = `${place}.${process.pid}.tmp`;
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(`${encoded}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(temporary, place);
    return encoded;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function ensureNamed(name: string, kind: WitnessKeyName): Promise<string> {
  try {
    return await generateSignerKey(name, WITNESS_KEY_TYPES[kind]);
  } catch (error) {
    if (error instanceof LogError) throw misused(`--name: ${error.message}`);
    throw error;
  }
}
