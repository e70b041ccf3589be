import { LogError } from "../log-error.ts";
import { findBase64, findText, toBase64 } from "../strict-text.ts";

/** Who signed, by which key, and what: the bytes are as the key's kind defines them. */
export interface NoteSignature {
  /** The key's name. */
  name: string;
  /** The key's id, 8 lower-case hex digits. */
  keyId: string;
  bytes: Uint8Array;
}

/** A text, ending in a newline, and what is said to be signatures over it. Nothing of it is verified. */
export interface Note {
  text: string;
  signatures: NoteSignature[];
}

/** What a note may cost before anything of it is believed. The specification asks for at least 16 signatures of up to 5 kB. */
export interface NoteLimits {
  bytes: number;
  signatures: number;
}

export const NOTE_LIMITS: NoteLimits = { bytes: 512 * 1024, signatures: 100 };

const KEY_ID_BYTES = 4;
const MAX_NAME_BYTES = 255;
const PREFIX = "— ";

/**
 * Names of keys have no white space and no plus (C2SP signed-note, "Format"), and at most 255 bytes, the most that C2SP
 * tlog-cosignature can sign.
 */
export const isKeyName = (name: string): boolean =>
  findText(name, MAX_NAME_BYTES) !== null && name !== "" && !/[\p{White_Space}+]/u.test(name);

/**
 * Reads a signed note (C2SP signed-note, "Format"), in the one spelling that `formatNote` writes.
 * @throws LogError `malformed_note`
 */
export function parseNote(input: Uint8Array | string, limits: NoteLimits = NOTE_LIMITS): Note {
  const whole = findText(input, limits.bytes);
  if (whole === null) {
    throw new LogError("malformed_note", `a note is UTF-8 without control characters, at most ${limits.bytes} bytes`);
  }
  const split = whole.lastIndexOf("\n\n");
  if (split === -1) throw new LogError("malformed_note", "a note has an empty line before its signatures");
  return { text: whole.slice(0, split + 1), signatures: parseSignatureLines(whole.slice(split + 2), limits) };
}

/**
 * Reads signature lines alone, at least one: the end of a note, or a witness's answer.
 * @throws LogError `malformed_note`
 */
export function parseSignatureLines(input: Uint8Array | string, limits: NoteLimits = NOTE_LIMITS): NoteSignature[] {
  const text = findText(input, limits.bytes);
  if (text === null || !text.endsWith("\n")) {
    throw new LogError("malformed_note", "signature lines are UTF-8 and end in a newline");
  }
  const lines = text.slice(0, -1).split("\n", limits.signatures + 1);
  if (lines.length > limits.signatures) {
    throw new LogError("malformed_note", `a note has at most ${limits.signatures} signatures`);
  }
  return lines.map(parseSignatureLine);
}

function parseSignatureLine(line: string): NoteSignature {
  const [name = "", encoded = "", ...rest] = line.slice(PREFIX.length).split(" ");
  const bytes = rest.length === 0 && line.startsWith(PREFIX) && isKeyName(name) ? findBase64(encoded) : null;
  if (bytes === null || bytes.length <= KEY_ID_BYTES) {
    throw new LogError(
      "malformed_note",
      "a signature line is a dash, a key's name, and a key id and signature in base 64",
    );
  }
  const keyId = Buffer.from(bytes.subarray(0, KEY_ID_BYTES)).toString("hex");
  return { name, keyId, bytes: bytes.subarray(KEY_ID_BYTES) };
}

/** One signature line, with its newline. */
export function formatSignatureLine({ name, keyId, bytes }: NoteSignature): string {
  return `${PREFIX}${name} ${toBase64(Buffer.concat([Buffer.from(keyId, "hex"), bytes]))}\n`;
}

/**
 * Writes a signed note.
 * @throws LogError `malformed_note` when `parseNote` would not read the same back
 */
export function formatNote({ text, signatures }: Note): string {
  const whole = `${text}\n${signatures.map(formatSignatureLine).join("")}`;
  const read = parseNote(whole);
  if (read.text !== text || read.signatures.length !== signatures.length) {
    throw new LogError("malformed_note", "a note's text ends in one newline");
  }
  return whole;
}

/** A note with further signatures at its end. One by a key that signed already takes the place of the older one. */
export function withSignatures(note: Note, signatures: readonly NoteSignature[]): Note {
  const isReplaced = (old: NoteSignature) =>
    signatures.some(({ name, keyId }) => name === old.name && keyId === old.keyId);
  return { text: note.text, signatures: [...note.signatures.filter((old) => !isReplaced(old)), ...signatures] };
}
