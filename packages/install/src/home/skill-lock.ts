import { nearestKey } from "@gaia/text";
import { type Tier, TIERS } from "@gaia/policy";
import { unexpected } from "../failures.ts";
import { AGENT_NAMES, type AgentName, isAgentName } from "./agents.ts";
import { isSkillName, isVersion } from "./home.ts";
import { isRecord, readJsonFile, writeJsonFile } from "./json-file.ts";

/**
 * One installed skill in `skill-lock.json` (docs/specification.md §7.3, and what we add to it). `integrity` and `dependencies_hash`
 * are SRI; the digests are `sha256:<hex>`; `signer` is the fingerprint of the publisher's key, null when unsigned.
 */
export interface LockEntry {
  version: string;
  integrity: string;
  security_tier: string;
  /** Why it was held for review when it was taken; null: it was not. */
  held: string | null;
  installed_at: string;
  dependencies_hash: string;
  /** SRI of what its npm packages are pinned to; null: nothing. */
  npm_pins: string | null;
  content_digest: string;
  release_digest: string;
  publisher: string;
  registry: string;
  signer: string | null;
  /** The digest of the `.tlog-proof` that came with it, null when none did. */
  log_proof: string | null;
  /** The log's checkpoint in that proof. */
  checkpoint: { origin: string; size: number; root: string } | null;
  /** The digest of the `bom.cdx.json` that came with it, null when none did. */
  bill: string | null;
  /** The range that was asked for; null: it came in because another skill needs it. */
  requested: string | null;
  /** The lowest tier that was asked for with it, of it and of whatever it needs; null: none. An earlier release leaves it out. */
  least_tier: Tier | null;
  /** The skills that it needs, by name, with their ranges. */
  requires: Record<string, string>;
  /** The permissions that a person agreed to. */
  granted: string[];
  /** The agents for which it is copied, by their names in `home/agents.ts`. */
  agents: AgentName[];
  /** Whether it is copied for its agents and served to them. */
  enabled: boolean;
  /** The copies that lie there, by the agent whose directory it is; null: an earlier release made them, and wrote down none. */
  copies: Copies | null;
  /** Whether its copies are to have the published bytes, whatever an agent makes of them. */
  as_published: boolean;
  /** Tokens by which agents list it, as the registry counted them; null: nobody did, or an earlier release wrote the entry. */
  context_tokens: number | null;
}

/** `portable`: every loader reads it; `published`: the bytes of the package. */
export type CopyForm = "portable" | "published";
/** A copy as it was made: its form, and the digest of its files. */
export type Copies = Partial<Record<AgentName, { form: CopyForm; digest: string }>>;

const DIGEST = /^sha256:[0-9a-f]{64}$/;
/** Of a reason; a lock may be anybody's. */
const MOST_REASON = 400;
const MOST_CONTEXT = "max_context_tokens";
const MOST_TOKENS = 1_000_000_000;

/** The tier that a person agreed to; one that this version does not know is worth the lowest. */
export const agreedTier = ({ security_tier: tier }: LockEntry): Tier =>
  TIERS.find((one) => one === tier) ?? "experimental";

/** The installed skills by name, in order. Throws when the file is damaged or of a version we do not know. */
export async function readSkillLock(path: string): Promise<Map<string, LockEntry>> {
  const file = await readJsonFile(path);
  if (file === null) return new Map();
  const skills = file["skills"];
  if (file["version"] !== 1 || !isRecord(skills)) {
    const near = Object.keys(file).flatMap(
      (key) =>
        nearestKey(
          key,
          ["version", "skills"].filter((one) => !(one in file)),
        ) ?? [],
    );
    const hint = near.length === 0 ? null : `did you mean ${near.join(" and ")}?`;
    throw unexpected("damaged_file", `${path} is not a lock file of version 1`, { hint });
  }
  const entries = Object.entries(skills).map(([name, value]) => [name, toEntry(path, name, value)] as const);
  return new Map(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** What the lock says of all skills together stays as it is. */
export async function writeSkillLock(path: string, entries: ReadonlyMap<string, LockEntry>): Promise<void> {
  await writeWholeLock(path, entries, await readMostContext(path));
}

async function writeWholeLock(
  path: string,
  entries: ReadonlyMap<string, LockEntry>,
  mostContext: number | null,
): Promise<void> {
  const sorted = [...entries].sort(([left], [right]) => (left < right ? -1 : 1));
  const most = mostContext === null ? {} : { [MOST_CONTEXT]: mostContext };
  await writeJsonFile(path, { version: 1, ...most, skills: Object.fromEntries(sorted) });
}

/** Sets how many tokens the skills of a place may take together in each conversation; null: as many as they take. */
export async function writeMostContext(path: string, mostContext: number | null): Promise<void> {
  await writeWholeLock(path, await readSkillLock(path), mostContext);
}

/** What `writeMostContext` set. Throws where the lock says something that is no such number: a bound is not taken for none. */
export async function readMostContext(path: string): Promise<number | null> {
  const file = (await readJsonFile(path)) ?? {};
  const most = file[MOST_CONTEXT];
  if (most === undefined) {
    const meant = Object.keys(file).find((key) => nearestKey(key, [MOST_CONTEXT]) !== null);
    if (meant === undefined) return null;
    throw unexpected("damaged_file", `${path} has no field ${JSON.stringify(meant)}`, {
      hint: `did you mean ${MOST_CONTEXT}?`,
    });
  }
  const tokens = toTokens(most);
  if (tokens === null)
    throw unexpected("damaged_file", `${path} has a damaged max_context_tokens: it is no number of tokens`);
  return tokens;
}

/** What all skills of a lock take in each conversation, and of how many nobody counted it. */
export function contextOf(entries: Iterable<Pick<LockEntry, "context_tokens">>): { tokens: number; uncounted: number } {
  const all = [...entries];
  return {
    tokens: all.reduce((sum, { context_tokens: tokens }) => sum + (tokens ?? 0), 0),
    uncounted: all.filter(({ context_tokens: tokens }) => tokens === null).length,
  };
}

const toTokens = (value: unknown): number | null =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MOST_TOKENS ? value : null;

/** A lock entry from JSON. Fields that another client left out read as unknown; what no install writes is left out. */
export function toEntry(path: string, name: string, value: unknown): LockEntry {
  if (!isSkillName(name) || !isRecord(value) || typeof value["version"] !== "string")
    throw unexpected("damaged_file", `${path} has a damaged entry: ${name}`);
  // It stands in addresses and in places of files.
  if (!isVersion(value["version"]))
    throw unexpected("damaged_file", `${path} has a damaged entry: ${name} is of no version that there can be`);
  const text = (field: string) => (typeof value[field] === "string" ? value[field] : "");
  return {
    version: value["version"],
    integrity: text("integrity"),
    security_tier: text("security_tier"),
    held: text("held").slice(0, MOST_REASON) || null,
    installed_at: text("installed_at"),
    dependencies_hash: text("dependencies_hash"),
    npm_pins: text("npm_pins") || null,
    content_digest: text("content_digest"),
    release_digest: text("release_digest"),
    publisher: text("publisher"),
    registry: text("registry"),
    signer: text("signer") || null,
    log_proof: text("log_proof") || null,
    checkpoint: toCheckpoint(value["checkpoint"]),
    bill: text("bill") || null,
    requested: value["requested"] === null ? null : text("requested") || "*",
    least_tier: toLeast(path, name, value["least_tier"]),
    requires: toRequires(value["requires"]),
    granted: texts(value["granted"]),
    agents: texts(value["agents"]).filter(isAgentName),
    enabled: value["enabled"] !== false,
    copies: toCopies(value["copies"]),
    as_published: value["as_published"] === true,
    context_tokens: toTokens(value["context_tokens"]),
  };
}

/** What cannot be read is not taken for nothing: it would let in what somebody refused. */
function toLeast(path: string, name: string, value: unknown): Tier | null {
  if (value === undefined || value === null) return null;
  const tier = TIERS.find((one) => one === value);
  if (tier === undefined)
    throw unexpected("damaged_file", `${path} has a damaged entry: the least_tier of ${name} is no tier known here`, {
      hint: `it is one of ${TIERS.join(", ")}, or null`,
    });
  return tier === "experimental" ? null : tier;
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];

function toRequires(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  const pairs = Object.entries(value).filter(
    (pair): pair is [string, string] => isSkillName(pair[0]) && typeof pair[1] === "string",
  );
  return Object.fromEntries(pairs);
}

/** Of copies as somebody wrote them down; what is none is left out. Null: nobody wrote down any. */
export function toCopies(value: unknown): Copies | null {
  if (!isRecord(value)) return null;
  const copies: Copies = {};
  for (const agent of AGENT_NAMES.toSorted()) {
    const copy = Object.hasOwn(value, agent) ? value[agent] : null;
    if (!isRecord(copy)) continue;
    const { form, digest } = copy;
    const isForm = form === "portable" || form === "published";
    if (isForm && typeof digest === "string" && DIGEST.test(digest)) copies[agent] = { form, digest };
  }
  return copies;
}

function toCheckpoint(value: unknown): LockEntry["checkpoint"] {
  if (!isRecord(value)) return null;
  const { origin, size, root } = value;
  if (typeof origin !== "string" || typeof root !== "string") return null;
  return typeof size === "number" && Number.isSafeInteger(size) ? { origin, size, root } : null;
}
