import { createHash } from "node:crypto";
import {
  ed25519FromPem,
  EMPTY_TREE,
  formatLeaf,
  formatTlogProof,
  formatVerifierKey,
  growTree,
  type Leaf,
  type NoteSigner,
  openTiles,
  parseSignedCheckpoint,
  proveInclusion,
  signCheckpoint,
  type Tree,
  verifierKey,
} from "@gaia/log";
import type { RegistrySigner } from "@gaia/trust";
import type { FakeAnswer, FakeRegistry } from "./fake-registry.ts";
import type { FakeRelease } from "./fake-release.ts";

export const ORIGIN = "skills.example/log";

/** Stands in for a registry's log: grown and signed by `packages/log`, and served where a registry serves its own. */
export interface StandInLog {
  /** The verifier key. */
  key: string;
  tree: Tree;
  files: Map<string, Uint8Array>;
  leaves: Uint8Array[];
  /** The signed checkpoint that is served. */
  checkpoint: string;
  /** Adds decisions; nobody sees them before `publish`. Gives the place of the first. */
  decide(...leaves: Leaf[]): Promise<number>;
  /** Adds entries as they are. */
  add(...entries: Uint8Array[]): Promise<number>;
  /** Signs the tree, has it cosigned, and serves it. */
  publish(options?: { witnesses?: NoteSigner[]; at?: Date }): Promise<void>;
  /** Adds and publishes the newest statement about a release, and serves its proof. Gives its place. */
  prove(release: FakeRelease, options?: { witnesses?: NoteSigner[]; at?: Date }): Promise<number>;
  /** The proof of a leaf, in the tree that was published last. */
  proofOf(index: number): Promise<string>;
  /** Another history from here on, which does not change this one. */
  fork(): StandInLog;
}

/** A log's signer, by the registry's own key. */
export const logSigner = (
  { publicKey, sign }: RegistrySigner,
  type: "ed25519" | "ed25519-cosignature" = "ed25519",
): NoteSigner => ({ key: verifierKey({ name: ORIGIN, type, publicKey: ed25519FromPem(publicKey.public_key) }), sign });

/** What a registry answers at `/keys`; its log's key is the registry's own, or that of `log`. */
export function keysAnswer(signer: RegistrySigner, log: RegistrySigner = signer): { body: object } {
  const [key, cosigner] = [logSigner(log), logSigner(log, "ed25519-cosignature")].map((each) =>
    formatVerifierKey(each.key),
  );
  return { body: { keys: [signer.publicKey], log: { origin: ORIGIN, key, cosigner } } };
}

/** A release's proof, as a registry answers with it. */
export const proofAnswer = (body: string): FakeAnswer => ({
  headers: { "content-type": "text/plain; charset=utf-8" },
  body,
});

/** A log without entries, which nobody serves yet. */
export function standInLog(
  fake: FakeRegistry,
  signer: NoteSigner,
  from: { tree: Tree; files: Map<string, Uint8Array>; leaves: Uint8Array[] } = {
    tree: EMPTY_TREE,
    files: new Map(),
    leaves: [],
  },
): StandInLog {
  const files = new Map(from.files);
  const store = {
    read: async (path: string) => files.get(path) ?? null,
    write: async (path: string, bytes: Uint8Array) => void files.set(path, Uint8Array.from(bytes)),
  };
  const log: StandInLog = {
    key: formatVerifierKey(signer.key),
    tree: from.tree,
    files,
    leaves: [...from.leaves],
    checkpoint: "",
    decide: (...leaves) => log.add(...leaves.map(formatLeaf)),
    async add(...entries) {
      const first = log.tree.size;
      log.tree = await growTree(store, { tree: log.tree, leaves: entries });
      log.leaves.push(...entries);
      return first;
    },
    async publish({ witnesses = [], at = new Date() } = {}) {
      const checkpoint = { origin: signer.key.name, tree: log.tree, extensions: [] };
      log.checkpoint = await signCheckpoint(checkpoint, [signer, ...witnesses], Math.floor(at.getTime() / 1000));
      for (const [path, bytes] of files) fake.on("GET", `/log/${path}`, { body: bytes });
      fake.on("GET", "/log/checkpoint", { body: log.checkpoint });
    },
    async prove(release, { at = new Date(), ...options } = {}) {
      const index = await log.decide(tierLeaf(release, at));
      await log.publish({ at, ...options });
      const { name, version } = release.version;
      fake.on("GET", `/api/v1/skills/${name}/${version}/proof`, proofAnswer(await log.proofOf(index)));
      return index;
    },
    async proofOf(index) {
      const signed = parseSignedCheckpoint(log.checkpoint);
      const hashes = await proveInclusion(await openTiles(store.read, log.tree), index);
      return formatTlogProof({ index, hashes, signed, extra: log.leaves[index] ?? null });
    },
    fork: () => standInLog(fake, signer, log),
  };
  return log;
}

/** The decision about a release that its newest statement says. */
export function tierLeaf({ version, envelopes }: FakeRelease, at = new Date()): Leaf {
  const payload = Buffer.from(envelopes.at(-1)?.payload ?? "", "base64");
  const statement = `sha256:${createHash("sha256").update(payload).digest("hex")}`;
  const { publisher, name, version: number, security_tier: tier, release_digest: release } = version;
  return { kind: "tier", at, fields: { publisher, name, version: number, release, tier, statement } };
}

/** A decision about a key of a publisher. */
export const keyLeaf = (publisher: string, key: string, at = new Date()): Leaf => ({
  kind: "key",
  at,
  fields: { publisher, key, change: "added" },
});
