import { type ConvertInput, convertPackage, loadParsers, readUpload, type ReadUploadInput } from "@gaia/registry";
import { RegistryError } from "@gaia/registry";
import type { Refusal } from "./reading-pool.ts";

// Runs in a thread of its own: whatever a package costs, the process goes on answering.

const parsers = loadParsers();

/** Reads one upload; a refusal comes back as plain data, because errors lose their class between threads. */
export async function read(task: { bytes: Uint8Array; input: ReadUploadInput }) {
  const ready = await parsers;
  return refusing(() => readUpload(task.bytes, task.input, ready));
}

export async function convert(task: ConvertInput) {
  return refusing(() => convertPackage(task));
}

function refusing<Result>(run: () => Result): { done: Result } | { refused: Refusal } {
  try {
    return { done: run() };
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return { refused: { code: error.code, message: error.message, errors: error.errors } };
  }
}
