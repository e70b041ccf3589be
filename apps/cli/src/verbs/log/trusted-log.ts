import { readFile } from "node:fs/promises";
import {
  ed25519FromPem,
  formatVerifierKey,
  LogError,
  parsePolicy,
  parseVerifierKey,
  type Policy,
  type VerifierKey,
} from "@gaia/log";
import { DEFAULT_MAX_AGE_SECONDS, type PinnedLog } from "@gaia/install/judged";
import { misused, refused, unverified } from "../../failures/failures.ts";
import { notOurs } from "../../session/registry.ts";
import { calledAs } from "../../failures/invocation.ts";
import { shellWord } from "../../terminal/shell-word.ts";

/** What `trust add` is told of a registry's log. */
export interface LogOptions {
  /** The log's verifier key. */
  log?: string | undefined;
  /** A file with a C2SP tlog-policy. */
  policy?: string | undefined;
  /** Verifier keys of witnesses, and how many of them it takes. */
  witness?: readonly string[] | undefined;
  quorum?: number | undefined;
  maxAge?: number | undefined;
  refuseStale?: boolean | undefined;
}

interface LogChoice {
  registry: string;
  options: LogOptions;
  /** The log's verifier key as the registry says it; null when it was not asked or has no log. */
  offered: string | null;
  /** Whether the registry was asked. */
  isAsked: boolean;
  /** Whether a person has just compared it. */
  isCompared: boolean;
  /** The registry keys that are pinned, as PEM: a log that signs with one of them needs no other comparison. */
  publicKeys: readonly string[];
  before: PinnedLog | null;
}

/**
 * The log to pin beside a registry's keys, or why none is (`warning`; null where there is nothing to say). Throws exit 5 when the registry
 * names another key than the user does, 4 for a policy or key that cannot be read.
 */
export async function logToPin(choice: LogChoice): Promise<{ log: PinnedLog | null; warning: string | null }> {
  const { options, offered, before } = choice;
  if (options.policy !== undefined && (options.witness !== undefined || options.quorum !== undefined))
    throw misused("--policy says witnesses and quorum itself", "leave --witness and --quorum out");
  const file = options.policy === undefined ? null : await readFile(options.policy, "utf8");
  const named = file === null ? [] : readable(() => parsePolicy(file)).logs.map(({ key }) => key);
  const given = options.log === undefined ? named : [readable(() => parseVerifierKey(options.log ?? ""))];
  const known = given.length > 0 ? given : (before?.policy.logs.map(({ key }) => key) ?? []);
  const shown = offered === null ? null : offeredKey(offered);
  const isGiven = shown !== null && known.some((key) => isSame(key, shown));
  if (shown !== null && given.length > 0 && !isGiven)
    throw unverified(
      "log_key_mismatch",
      `The registry's log is ${offered}, which is not the one that you name; nothing was pinned`,
      "ask the registry's operators which it is",
    );
  const isConfirmed = shown !== null && (isGiven || choice.isCompared || signsWithPinned(shown, choice.publicKeys));
  const keys = given.length > 0 ? given : isConfirmed && shown !== null ? [shown] : [];
  if (keys.length === 0) return unpinned(choice);
  const text = policyText(keys, { options, file, before });
  return {
    warning: null,
    log: {
      text,
      policy: ensureOthersWitness(
        readable(() => parsePolicy(text)),
        choice.publicKeys,
      ),
      maxAgeSeconds:
        options.maxAge === undefined ? (before?.maxAgeSeconds ?? DEFAULT_MAX_AGE_SECONDS) : options.maxAge * 3600,
      refusesStale: options.refuseStale ?? before?.refusesStale ?? false,
      addedAt: new Date().toISOString(),
    },
  };
}

/** What a registry calls its log's key. Throws exit 6 when it is none: that is no mistake of the user's. */
function offeredKey(text: string): VerifierKey {
  try {
    return parseVerifierKey(text);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    throw notOurs(`a key of its log that is none: ${error.message}`);
  }
}

/** A log that cosigns itself shows nobody that others see the same tree. Throws exit 4. */
function ensureOthersWitness(policy: Policy, pems: readonly string[]): Policy {
  const own = [...policy.logs.map(({ key }) => key.publicKey), ...pems.map((pem) => ed25519FromPem(pem))];
  const itself = policy.witnesses.find(({ key }) => own.some((one) => Buffer.compare(one, key.publicKey) === 0));
  if (itself === undefined) return policy;
  throw refused(
    "log_is_no_witness",
    `Witness ${itself.name} has the log's own key: a log that cosigns itself has no other witness; nothing was pinned`,
    "name witnesses that others run, or none",
  );
}

function unpinned(choice: LogChoice): { log: null; warning: string | null } {
  const { options, offered, before } = choice;
  const again = calledAs(`trust add ${shellWord(choice.registry)} --log KEY`);
  const asks = options.policy ?? options.witness ?? options.quorum;
  if (asks !== undefined)
    throw refused(
      "log_key_needed",
      "A policy needs the key of the registry's log",
      "add --log KEY, or a log line to the policy",
    );
  // One that was asked and has none is of the first release: there is nothing to pin.
  if (offered === null && (before !== null || choice.isAsked)) return { log: null, warning: null };
  const warning =
    offered === null
      ? "No log was pinned: a key in a file comes without one. What the registry decided is then believed " +
        `without being held against its log; \`${again}\` pins it, too`
      : `The registry's log signs with a key of its own, ${offered}: it was not pinned. ` +
        `Compare it, then \`${again}\``;
  return { log: null, warning };
}

function policyText(
  keys: readonly VerifierKey[],
  { options, file, before }: { options: LogOptions; file: string | null; before: PinnedLog | null },
): string {
  const base = file ?? (options.witness === undefined && options.quorum === undefined ? before?.text : undefined);
  const text = base ?? witnessLines(options);
  const known = readable(() => parsePolicy(text)).logs;
  const missing = keys.filter((key) => !known.some((log) => isSame(log.key, key)));
  return `${missing.map((key) => `log ${formatVerifierKey(key)}\n`).join("")}${text}`;
}

/** A policy's lines after its logs: these witnesses, and all of them unless the quorum says less. */
function witnessLines({ witness = [], quorum }: LogOptions): string {
  if (witness.length === 0) {
    if (quorum !== undefined) throw misused("--quorum counts witnesses", "add --witness KEY");
    return "quorum none\n";
  }
  const needed = quorum ?? witness.length;
  if (!Number.isInteger(needed) || needed < 1 || needed > witness.length)
    throw misused(`--quorum is a number from 1 to ${witness.length}`);
  const names = namesOf(witness.map((text) => readable(() => parseVerifierKey(text)).name));
  const lines = witness.map((text, at) => `witness ${names[at]} ${text}\n`).join("");
  return `${lines}group quorum ${needed} ${names.join(" ")}\nquorum quorum\n`;
}

/** Two witnesses may have one name, and none may be called like something else of the policy. */
const namesOf = (names: readonly string[]): string[] =>
  names.map((name, at) =>
    names.indexOf(name) === at && name !== "quorum" && name !== "none" ? name : `${name}#${at + 1}`,
  );

function signsWithPinned({ type, publicKey }: VerifierKey, pems: readonly string[]): boolean {
  return type === "ed25519" && pems.some((pem) => Buffer.compare(ed25519FromPem(pem), publicKey) === 0);
}

/**
 * A pinned log without the keys that are these registry keys: who believes a key no longer believes no log of it either. Its witnesses
 * stay; without any key left nothing is believed until one is pinned.
 */
export function withoutKeys(log: PinnedLog, pems: readonly string[]): PinnedLog {
  const gone = log.policy.logs.filter(({ key }) => signsWithPinned(key, pems)).map(({ key }) => formatVerifierKey(key));
  const isGone = (line: string): boolean => {
    const [keyword, key = ""] = line.split(/[ \t]+/).filter((word) => word !== "");
    return keyword === "log" && gone.includes(key);
  };
  const text = log.text
    .split("\n")
    .filter((line) => !isGone(line))
    .join("\n");
  return { ...log, text, policy: readable(() => parsePolicy(text)) };
}

const isSame = (a: VerifierKey, b: VerifierKey): boolean => formatVerifierKey(a) === formatVerifierKey(b);

/** What the user, or the registry, wrote as a key or a policy. Throws exit 4. */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof LogError)
      throw refused("invalid_policy", `This is no key or policy of a log: ${error.message}`);
    throw error;
  }
}

/** What a policy takes, in words. */
export function quorumWords({ witnesses, quorum }: Policy): string {
  if (quorum === null) return "no witness is asked for";
  if (quorum.kind === "witness") return `witness ${quorum.witness.name}`;
  const isFlat = quorum.members.every(({ kind }) => kind === "witness");
  const words = `${quorum.threshold} of ${quorum.members.length} ${isFlat ? "witnesses" : "groups"}`;
  return `${words} (${witnesses.map(({ name }) => name).join(", ")})`;
}
