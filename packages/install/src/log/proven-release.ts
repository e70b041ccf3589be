import { setTimeout as sleep } from "node:timers/promises";
import { LogError, parseTlogProof } from "@gaia/log";
import type { InstallContext } from "../terms/context.ts";
import { InstallError, unverified } from "../failures.ts";
import type { JudgedRelease } from "../judging/judged-release.ts";
import { judgeProof, type ProofVerdict } from "./judged-proof.ts";
import { ensureSeenFresh, settleCheckpoint, settleSeenTree, WAITS_MS } from "./newest-checkpoint.ts";
import { type PinnedLog, pinnedLogFor } from "./pinned-log.ts";

/** The proof that came with a release, as text, and what this home makes of it; `unpinned`: nothing was judged. */
export type ReleaseProof =
  | { state: "unpinned"; text: string | null }
  | { state: "proven"; text: string; pinned: PinnedLog; verdict: Extract<ProofVerdict, { state: "valid" }> };

/**
 * Fetches the proof that a release stands in its registry's log, and with the log pinned holds it against the policy and against what this
 * home has seen of that log. Throws exit 5 when it does not hold, or is not there after a few seconds.
 */
export async function proveRelease(context: InstallContext, judged: JudgedRelease): Promise<ReleaseProof> {
  const { registry, paths } = context;
  const pinned = await pinnedLogFor(paths.trust, registry);
  if (context.isOffline) return proveOffline(context, pinned, judged);
  if (pinned !== null) await settleCheckpoint(context, pinned);
  let found: Found = { text: null, verdict: null, isPending: false };
  for (const waitMs of [...WAITS_MS, null]) {
    found = await fetchProof(context, pinned, judged);
    const mayCome = pinned === null ? found.isPending : found.verdict === null || found.verdict.state === "early";
    if (waitMs === null || !mayCome) break;
    const { name, version } = judged.release.version;
    context.tell({ kind: "progress", text: `waiting for the proof that the registry's log has ${name} ${version}` });
    await sleep(waitMs);
  }
  context.tell({ kind: "progress", text: null });
  const { text, verdict } = found;
  if (pinned === null) return { state: "unpinned", text };
  if (text === null || verdict?.state !== "valid") throw unproven(judged, verdict);
  await settleSeenTree(context, verdict.checkpoint);
  return { state: "proven", text, pinned, verdict };
}

/** Without a network: the proof that was kept, by the policy, and how old the newest checkpoint is that was seen here. */
async function proveOffline(
  context: InstallContext,
  pinned: PinnedLog | null,
  judged: JudgedRelease,
): Promise<ReleaseProof> {
  const { text, verdict } = await fetchProof(context, pinned, judged);
  if (pinned === null) return { state: "unpinned", text };
  if (text === null || verdict?.state !== "valid") throw unproven(judged, verdict);
  // Every proof of a bundle is of the log that its checkpoint is of.
  if (context.bundle?.isOlder === false) await settleSeenTree(context, verdict.checkpoint);
  await ensureSeenFresh(context, pinned);
  return { state: "proven", text, pinned, verdict };
}

/** The proof is of a statement that did not come with the release: the registry decided something between two requests, or it lies. */
class Overtaken extends InstallError {
  constructor(message: string, hint: string) {
    super("verification", "log_proof_invalid", message, { hint });
  }
}

/**
 * Fetches and judges a release by `look`, and once more from the start where the registry decided something about it between its requests:
 * a version that is moved to another tier while it is installed is no fault of anybody's. The second look is final.
 */
export async function lookAgainIfOvertaken<T>(
  context: InstallContext,
  look: (context: InstallContext) => Promise<T>,
): Promise<T> {
  try {
    return await look(context);
  } catch (error) {
    if (!(error instanceof Overtaken) || context.isOffline) throw error;
    await sleep(OVERTAKEN_MS);
    // What was fetched ahead is what was overtaken.
    return look({ ...context, ahead: undefined });
  }
}

/** Longer than a process of the registry takes to hear of another's decision. */
const OVERTAKEN_MS = 1_000;

interface Found {
  text: string | null;
  /** Null without a text, or without a pinned log. */
  verdict: ProofVerdict | null;
  isPending: boolean;
}

async function fetchProof(
  { door }: InstallContext,
  pinned: PinnedLog | null,
  { release, attestation }: JudgedRelease,
): Promise<Found> {
  const { publisher, name, version, release_digest: releaseDigest } = release.version;
  const statements = attestation.state === "valid" ? attestation.digests : [];
  const found = await door.proof({ name, version });
  if (found.text !== null && pinned === null) ensureReadable(found.text);
  if (found.text === null || pinned === null) return { ...found, verdict: null };
  const isPublic = (release.version.visibility ?? "public") === "public";
  const subject = { publisher, name, version, releaseDigest, isPublic, statements };
  return { ...found, verdict: await judgeProof(found.text, pinned, subject) };
}

/** Without a pinned log nothing judges it; what is no proof at all is an answer that nobody can use. */
function ensureReadable(text: string): void {
  try {
    parseTlogProof(text);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    throw new InstallError("unreachable", "unexpected_answer", `The registry sent no proof: ${error.message}`);
  }
}

function unproven({ release }: JudgedRelease, verdict: ProofVerdict | null): InstallError {
  const { name, version } = release.version;
  if (verdict === null || verdict.state === "valid")
    return unverified(
      "log_proof_missing",
      `The registry does not prove that its log has what it decided of ${name} ${version}`,
      "nothing was installed; try again in a moment, and tell the registry's operators if it stays",
    );
  if (verdict.state === "early" && verdict.isUnwitnessed === true)
    return unverified(
      "log_not_witnessed",
      `The log's proof for ${name} ${version} lacks the cosignatures that your policy asks for: ${verdict.reason}`,
      "nothing was installed; a registry asks only the witnesses that its operators set (LOG_POLICY): have them add " +
        "yours, or pin the log again with witnesses that it asks",
    );
  const message = `The proof that ${name} ${version} stands in the registry's log does not hold: ${verdict.reason}`;
  const hint = "nothing was installed; try again, and tell the registry's operators if it stays";
  if (verdict.state === "invalid" && verdict.isOvertaken === true) return new Overtaken(message, hint);
  return unverified("log_proof_invalid", message, hint);
}
