import { RegistryError, type RegistryErrorCode } from "@gaia/catalog";
import type { ReadKey, SignatureVerifier } from "@gaia/registry";
import type {
  DirectoryVerdict,
  ProvenanceVerdict,
  SignatureInput,
  AttestationVerdict,
  SignatureVerdict,
  VerifiableKind,
} from "@gaia/trust";
import type { TrustedRoots } from "./trusted-roots.ts";
import { boundedThreads, TaskLost } from "../threads/bounded-threads.ts";

/** A refusal comes back as plain data: errors lose their class between threads. */
export type ReadOutcome = ReadKey | { refused: string };

export interface SignatureTask {
  kind: VerifiableKind;
  input: SignatureInput;
}

/** 128 self-signatures of the dearest algorithm take a small part of this. */
const KEY_CPU_MS = 2_000;
/** One signature, and one key that was checked before. */
const SIGNATURE_CPU_MS = 500;

/**
 * Reads keys and verifies signatures in threads: bounded in number, in memory, in CPU time and in time. Keys have a thread and
 * signatures another, so that whoever uploads expensive keys keeps nobody from signing. `roots` are what Sigstore bundles are held
 * against.
 */
export function verifyingPool(roots: TrustedRoots): SignatureVerifier & { close(): Promise<void> } {
  const file = new URL("verifying-thread.ts", import.meta.url);
  const bounds = { wallMs: 10_000, heapMb: 64, waiting: 64 };
  const keys = boundedThreads(file, 1, { ...bounds, cpuMs: KEY_CPU_MS });
  const signatures = boundedThreads(file, 1, { ...bounds, cpuMs: SIGNATURE_CPU_MS });
  return {
    async readKey(input) {
      const outcome = await keys.run<ReadOutcome>("readKey", input).catch(refuse("invalid_key", "key"));
      if ("key" in outcome) return outcome;
      throw new RegistryError("invalid_key", outcome.refused);
    },
    verify(kind, input) {
      const trustedRoots = kind === "sigstore" ? roots.now() : undefined;
      const task: SignatureTask = { kind, input: { ...input, trustedRoots } };
      return signatures
        .run<SignatureVerdict | AttestationVerdict>("verify", task)
        .catch(refuse("signature_invalid", "signature"));
    },
    judgeDirectory(input) {
      const task = { ...input, trustedRoots: roots.now() };
      return signatures.run<DirectoryVerdict>("judgeSigned", task).catch(refuse("signature_invalid", "signature"));
    },
    verifyProvenance(input) {
      const task = { ...input, trustedRoots: roots.now() };
      return signatures.run<ProvenanceVerdict>("verifyBuild", task).catch(refuse("signature_invalid", "signature"));
    },
    close: async () => {
      await Promise.all([keys.close(), signatures.close()]);
    },
  };
}

const refuse =
  (code: RegistryErrorCode, what: string) =>
  (error: unknown): never => {
    if (!(error instanceof TaskLost)) throw error;
    switch (error.code) {
      case "cpu":
      case "memory":
        throw new RegistryError(code, `This ${what} takes more computing to verify than any may.`, { cause: error });
      case "wall":
      case "full":
        throw new RegistryError("unavailable", "Too many signatures are being verified at this moment; try again.", {
          cause: error,
        });
      case "crash":
      case "aborted":
        throw error.cause;
    }
  };
