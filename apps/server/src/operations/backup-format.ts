import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DUMPED_TABLES } from "@gaia/db";
import { z } from "zod";
import { OperationError } from "./operation-error.ts";

/** Says how a backup is laid out; another number is another layout. */
export const FORMAT = "gaia-registry-backup/1";
export const MANIFEST = "manifest.json";
export const SUMS = "SHA256SUMS";
export const SIGNING_KEY = "signing-key.pem";
export const HUB_SIGNING_KEY = "hub-signing-key.pem";
export const rowsPath = (table: string): string => `rows/${table}.jsonl`;
export const blobPath = (sha256: string): string => `blobs/${sha256.slice(0, 2)}/${sha256}`;
/** Where the registry keeps that blob (packages/catalog/src/kernel/blob-keys.ts); part of the format, for it names what is stored. */
export const blobKey = (sha256: string): string => `sha256/${sha256.slice(0, 2)}/${sha256}`;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().min(0);

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  created_at: z.iso.datetime(),
  /** The key that signed when the backup was made. */
  signing_key: z.object({ key_id: z.string().max(200), fingerprint: z.string().max(200) }),
  migrations: z.array(z.object({ name: z.string().max(200), sha256 })).min(1),
  /** Rows by table. */
  tables: z.record(z.string(), count),
  /** The last number drawn from each sequence. */
  sequences: z.record(
    z.string(),
    z
      .string()
      .regex(/^[0-9]{1,19}$/)
      .nullable(),
  ),
  blobs: z.object({ count, size_bytes: count }),
  /** Blobs that rows name and that could not be read intact: only with `--skip-unreadable`. */
  missing_blobs: z.array(sha256),
  /** SHA-256 of the file SHA256SUMS, which has that of every other file. */
  sums_sha256: sha256,
});

/** What a backup says about itself. */
export type Manifest = z.infer<typeof manifestSchema>;

export const writeManifest = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`;

/** The digest that names a whole backup: of its manifest, which has that of SHA256SUMS, which has all others. */
export const digestOf = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** A backup as its manifest and its SHA256SUMS describe it; its files are not read yet. */
export interface OpenBackup {
  dir: string;
  manifest: Manifest;
  /** SHA-256 (hex) of `manifest.json`. */
  digest: string;
  /** SHA-256 (hex) of every other file, by its path in the backup. */
  sums: Map<string, string>;
  blobs: Set<string>;
}

/**
 * Reads what a backup says about itself and whether that fits together. Paths come from closed patterns, never from a file.
 * @param expect the digest that `backup` printed, or null to take the backup as it is
 * @throws OperationError
 */
export async function openBackup(dir: string, expect: string | null): Promise<OpenBackup> {
  const text = await readPart(dir, MANIFEST);
  const digest = digestOf(text);
  if (expect !== null && expect !== digest) {
    throw new OperationError(`${dir} is not the backup that was asked for: its digest is sha256:${digest}.`);
  }
  const manifest = parseManifest(dir, text);
  const sumsText = await readPart(dir, SUMS);
  if (digestOf(sumsText) !== manifest.sums_sha256) throw damaged(`${SUMS} is not the file that ${MANIFEST} speaks of`);
  const sums = parseSums(sumsText);
  const blobs = new Set<string>();
  for (const [path, digestOfFile] of sums) if (path === blobPath(digestOfFile)) blobs.add(digestOfFile);
  const rows = Object.keys(manifest.tables).map(rowsPath);
  const others = [...sums.keys()].filter((path) => path.startsWith("rows/") && !rows.includes(path));
  if (rows.some((path) => !sums.has(path)) || others.length > 0 || blobs.size !== manifest.blobs.count) {
    throw damaged(`${SUMS} and ${MANIFEST} do not speak of the same files`);
  }
  return { dir, manifest, digest, sums, blobs };
}

export const damaged = (what: string): OperationError =>
  new OperationError(`The backup is damaged: ${what}. Nothing was restored.`);

async function readPart(dir: string, name: string): Promise<Buffer> {
  try {
    return await readFile(join(dir, name));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    throw new OperationError(`${dir} is not a whole backup: ${name} cannot be read (${code}).`);
  }
}

function parseManifest(dir: string, text: Buffer): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text.toString("utf8"));
  } catch {
    throw damaged(`${MANIFEST} is not JSON`);
  }
  const format = z.object({ format: z.string() }).safeParse(value);
  if (format.success && format.data.format !== FORMAT) {
    throw new OperationError(
      `${dir} has the format ${format.data.format.slice(0, 100)}; this release reads ${FORMAT}.`,
    );
  }
  const read = manifestSchema.safeParse(value);
  if (!read.success) throw damaged(`${MANIFEST} lacks what a manifest needs`);
  const known = new Set(DUMPED_TABLES.map(({ name }) => name));
  const unknown = Object.keys(read.data.tables).find((name) => !known.has(name));
  if (unknown !== undefined) throw damaged(`${MANIFEST} names a table that this release does not know`);
  return read.data;
}

const LINE =
  /^([0-9a-f]{64}) {2}(rows\/[a-z_]{1,63}\.jsonl|blobs\/[0-9a-f]{2}\/[0-9a-f]{64}|(?:hub-)?signing-key\.pem)$/;

function parseSums(text: Buffer): Map<string, string> {
  const lines = text.toString("utf8").split("\n");
  if (lines.pop() !== "") throw damaged(`${SUMS} does not end in a line`);
  const sums = new Map<string, string>();
  for (const line of lines) {
    const [, digest = "", path = ""] = LINE.exec(line) ?? [];
    const isBlob = path.startsWith("blobs/");
    if (path === "" || sums.has(path) || (isBlob && path !== blobPath(digest)))
      throw damaged(`${SUMS} has a line that is not ours`);
    sums.set(path, digest);
  }
  return sums;
}
