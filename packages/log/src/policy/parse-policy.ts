import { LogError } from "../log-error.ts";
import { sameBytes } from "../merkle/hashes.ts";
import { type KeyType, parseVerifierKey, type VerifierKey } from "../note/verifier-key.ts";
import { findDecimal } from "../strict-text.ts";
import type { Policy, PolicyLog, PolicyWitness, Quorum } from "./policy.ts";

/** What a policy may cost. The specification recommends that at least 32 of each are understood; a key has up to 2 kB. */
export interface PolicyLimits {
  bytes: number;
  /** Logs, witnesses and groups together. */
  definitions: number;
}

const POLICY_LIMITS: PolicyLimits = { bytes: 512 * 1024, definitions: 256 };

const LOG_TYPES: readonly KeyType[] = ["ed25519", "ml-dsa-44"];
const WITNESS_TYPES: readonly KeyType[] = ["ed25519-cosignature", "ml-dsa-44"];

/**
 * What has been read so far. Names are octets, of which each is a character here: none is the same as another (C2SP
 * tlog-policy, "Character set").
 */
interface Draft {
  logs: PolicyLog[];
  witnesses: PolicyWitness[];
  components: Map<string, Quorum>;
  /** Names that are in a group: in no other one. */
  members: Set<string>;
  quorum: { value: Quorum | null } | null;
}

type Refuse = (reason: string) => LogError;

/**
 * Reads a policy (C2SP tlog-policy).
 * @throws LogError `malformed_policy`, with the number of the line
 */
export function parsePolicy(input: Uint8Array | string, limits: PolicyLimits = POLICY_LIMITS): Policy {
  const bytes =
    typeof input === "string" ? Buffer.from(input) : Buffer.from(input.buffer, input.byteOffset, input.length);
  if (bytes.length > limits.bytes) {
    throw new LogError("malformed_policy", `a policy has at most ${limits.bytes} bytes`);
  }
  const draft: Draft = { logs: [], witnesses: [], components: new Map(), members: new Set(), quorum: null };
  for (const [at, line] of bytes.toString("latin1").split("\n").entries()) {
    const refuse: Refuse = (reason) => new LogError("malformed_policy", `line ${at + 1}: ${reason}`);
    if (/[\0-\x08\x0b-\x1f\x7f]/.test(line)) throw refuse("control characters are not allowed");
    const words = line.split(/[ \t]+/).filter((word) => word !== "");
    if (words[0] === undefined || words[0].startsWith("#")) continue;
    readLine(draft, words, refuse);
    if (draft.logs.length + draft.components.size > limits.definitions) {
      throw refuse(`a policy has at most ${limits.definitions} logs, witnesses and groups`);
    }
  }
  if (!bytes.toString("latin1").endsWith("\n")) throw new LogError("malformed_policy", "the last line has no end");
  if (draft.quorum === null) throw new LogError("malformed_policy", "a policy says its quorum");
  return { logs: draft.logs, witnesses: draft.witnesses, quorum: draft.quorum.value };
}

function readLine(draft: Draft, [keyword, ...words]: string[], refuse: Refuse): void {
  if (keyword === "log") readLog(draft, words, refuse);
  else if (keyword === "witness") readWitness(draft, words, refuse);
  else if (keyword === "group") readGroup(draft, words, refuse);
  else if (keyword === "quorum") readQuorum(draft, words, refuse);
  else throw refuse("a line begins with log, witness, group or quorum");
}

function readLog(draft: Draft, [key, url, ...rest]: string[], refuse: Refuse): void {
  if (key === undefined || rest.length > 0) throw refuse("a log is a key and, if need be, a URL");
  const log = { key: readKey(key, LOG_TYPES, refuse), url: toUrl(url) };
  if (draft.logs.some((other) => sameBytes(other.key.publicKey, log.key.publicKey))) {
    throw refuse("two logs have the same key");
  }
  draft.logs.push(log);
}

function readWitness(draft: Draft, [name, key, url, ...rest]: string[], refuse: Refuse): void {
  if (name === undefined || key === undefined || rest.length > 0) {
    throw refuse("a witness is a name, a key and, if need be, a URL");
  }
  const witness = { name: toUtf8(name), key: readKey(key, WITNESS_TYPES, refuse), url: toUrl(url) };
  if (draft.witnesses.some((other) => sameBytes(other.key.publicKey, witness.key.publicKey))) {
    throw refuse("two witnesses have the same key");
  }
  define(draft, name, { kind: "witness", witness }, refuse);
  draft.witnesses.push(witness);
}

function readGroup(draft: Draft, [name, needed, ...names]: string[], refuse: Refuse): void {
  if (name === undefined || needed === undefined || names.length === 0) {
    throw refuse("a group is a name, how many it takes, and its members");
  }
  const members = names.map((member) => {
    const found = draft.components.get(member);
    if (found === undefined) throw refuse("a group's members are defined on earlier lines");
    if (draft.members.has(member)) throw refuse("a name is a member of one group, once");
    draft.members.add(member);
    return found;
  });
  const threshold = thresholdOf(needed, members.length);
  if (threshold === null) throw refuse("a group takes any, all, or a number from 1 to that of its members");
  define(draft, name, { kind: "group", name: toUtf8(name), threshold, members }, refuse);
}

function thresholdOf(needed: string, count: number): number | null {
  if (needed === "any") return 1;
  if (needed === "all") return count;
  const number = findDecimal(needed);
  return number !== null && number >= 1 && number <= count ? number : null;
}

function readQuorum(draft: Draft, [name, ...rest]: string[], refuse: Refuse): void {
  if (name === undefined || rest.length > 0) throw refuse("a quorum is one name");
  if (draft.quorum !== null) throw refuse("a policy has one quorum");
  const value = name === "none" ? null : draft.components.get(name);
  if (value === undefined) throw refuse("the quorum is defined on an earlier line");
  draft.quorum = { value };
}

function define(draft: Draft, name: string, component: Quorum, refuse: Refuse): void {
  if (name === "none") throw refuse("none is no name to give");
  if (draft.components.has(name)) throw refuse("a name is given twice");
  draft.components.set(name, component);
}

function readKey(word: string, types: readonly KeyType[], refuse: Refuse): VerifierKey {
  let key;
  try {
    key = parseVerifierKey(toUtf8(word));
  } catch (error) {
    throw error instanceof LogError ? refuse(error.message) : error;
  }
  if (!types.includes(key.type)) throw refuse(`a key of type ${key.type} does not do this`);
  return key;
}

const toUtf8 = (word: string): string => Buffer.from(word, "latin1").toString("utf8");

const toUrl = (word: string | undefined): string | null => (word === undefined ? null : toUtf8(word));
