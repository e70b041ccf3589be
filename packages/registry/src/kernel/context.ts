import type { ArchiveLimits } from "@gaia/archive";
import type { Asker, Catalog, PackageConverter } from "@gaia/catalog";
import type { AccountActor, ReservedName, TokenActor, Visibility, WorkloadActor } from "@gaia/policy";
import type { Queue } from "@gaia/queue";
import type { SearchIndex } from "@gaia/search";
import type { Blobs } from "@gaia/storage";
import type { LogDoor } from "./log-door.ts";
import type { ExaminedUpload, ReadUpload, ReadUploadInput, SplitSkill } from "./packages.ts";
import type {
  DirectoryVerdict,
  ProvenanceInput,
  ProvenanceVerdict,
  PublicKeyInfo,
  ReceivedSignature,
  RegistrySigner,
  SignatureInput,
  SignedDirectory,
  AttestationVerdict,
  SignatureVerdict,
  VerifiableKind,
} from "@gaia/trust";

/** The open doors and the settings of one registry; the server makes it once. What reads is given the part of it that reads. */
export interface Registry extends Catalog {
  blobs: Blobs;
  queue: Pick<Queue, "ring">;
  search: SearchIndex;
  signer: RegistrySigner;
  /** The key that comes after this one, where the process has it: signs checkpoints along with it once it is announced. */
  nextSigner: RegistrySigner | null;
  /** Signs what GAIA's client is given of a tier; null: this process has no such key, and offers what the author wrote. */
  hubSigner: RegistrySigner | null;
  reader: PackageReader;
  verifier: SignatureVerifier;
  log: LogDoor;
  /** So many keys a publisher may register, revoked ones included. */
  keysPerPublisher: number;
  /** Names that not everybody may give a skill. */
  reservedNames: readonly ReservedName[];
  /** Who sees a new skill whose publisher does not say it. */
  defaultVisibility: Visibility;
  rescans: RescanBounds;
  webhooks: WebhookDoor;
}

/** How hooks are told; the address of one is its owner's choice. */
interface WebhookDoor {
  /** A secret as it lies in the database. */
  seal(secret: string): string;
  /** @throws Error for what another registry sealed */
  unseal(sealed: string): string;
  /** The operator allowed this origin: an address there may be private, and without TLS. */
  isOperators(address: URL): boolean;
  /**
   * Posts a body, guarded: to public addresses alone but for `isOperators`, no redirect is followed, bytes and time end.
   * @returns the status and the beginning of the answer, as one line
   * @throws Error whose message is for the hook's owner
   */
  post(
    address: string,
    request: { body: string; headers: Record<string, string>; abort: AbortSignal },
  ): Promise<{ status: number; answer: string }>;
}

/** How much re-scans may do by themselves. */
interface RescanBounds {
  /** Inspections of re-scans under way in the whole registry. */
  concurrency: number;
  /** More worse verdicts than this, of the versions that are served, and an admin is asked. */
  pausePercent: number;
}

/** Reads packages, and rewrites them, apart from the process that answers requests, bounded: `readUpload`, and what the catalog has. */
export interface PackageReader extends PackageConverter {
  read(bytes: Uint8Array, input: ReadUploadInput): Promise<ReadUpload>;
  /** The same without its archives and digests, for a dry run. */
  examine(bytes: Uint8Array, input: ReadUploadInput): Promise<ExaminedUpload>;
  /** Takes an archive of many skills apart: `splitBatch`, one archive at a time. */
  split(bytes: Uint8Array, limits: ArchiveLimits): Promise<SplitSkill[]>;
}

/**
 * An armored key, what is `known` of it here, and the signatures that it made; or a key that was registered, and `copies` of it that were,
 * of which only the revocations are taken.
 */
export type KeyInput = { received: ReceivedSignature[] } & (
  | { incoming: string; known: string | null }
  | { registered: string; copies: string[] }
);

/** The key with everything that is known of it, and the ids of signatures that no longer hold by that. */
export interface ReadKey {
  key: PublicKeyInfo;
  fallen: string[];
}

/**
 * Does what keys and signatures cost apart from the process that answers requests: `readPublicKey`, `mergePublicKeys`, `addRevocations`,
 * `fallenSignatures`, `verifySignature`, `judgeDirectory`, `verifyProvenance`, bounded.
 */
export interface SignatureVerifier {
  /** @throws RegistryError `invalid_key`, `unavailable` */
  readKey(input: KeyInput): Promise<ReadKey>;
  /** @throws RegistryError `signature_invalid` when it costs more than any may, `unavailable` */
  verify(kind: VerifiableKind, input: SignatureInput): Promise<SignatureVerdict | AttestationVerdict>;
  /** @throws RegistryError as `verify` */
  judgeDirectory(input: SignedDirectory): Promise<DirectoryVerdict>;
  /** @throws RegistryError as `verify` */
  verifyProvenance(input: ProvenanceInput): Promise<ProvenanceVerdict>;
}

/** The doors, and who acts. */
export interface Ctx extends Registry, Asker {}

/** Who acts with an account, in person or by a token. */
export type Person = AccountActor | TokenActor;

/** Who publishes: somebody with an account, or a workflow that their publisher trusts. */
export type PublishingActor = Person | WorkloadActor;
