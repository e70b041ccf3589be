import {
  askWitness,
  formatNote,
  openTiles,
  parseSignedCheckpoint,
  parseVerifierKey,
  proveConsistency,
  withSignatures,
  type WitnessOutcome,
} from "@gaia/log";
import { until } from "../../../test/harness/until.ts";
import type { CliHome } from "./cli-process.ts";
import type { StandInLog } from "./stand-in-log.ts";

/** `gaia skill witness` as a process. */
export interface StartedWitness {
  url: string;
  /** Its verifier keys, as it printed them. */
  keys: string[];
  /** What it said on standard error before it listened. */
  said: string;
  /** With SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts a witness on a free port of loopback and waits until it listens. */
export async function startWitness(home: CliHome, args: readonly string[]): Promise<StartedWitness> {
  const child = home.start(["witness", "--listen", "127.0.0.1:0", ...args]);
  let [printed, said, hasEnded] = ["", "", false];
  child.stdout?.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  void ended.then(() => (hasEnded = true));
  const find = () => /Takes checkpoints at (\S+)\/add-checkpoint/.exec(said)?.[1];
  await until(async () => hasEnded || find() !== undefined);
  const url = find();
  if (url === undefined) throw new Error(`the witness does not start: ${said}`);
  return {
    url,
    keys: printed.trim().split("\n"),
    said,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Asks a witness to cosign what a log has published, as a registry does. */
export async function ask({ url, keys }: StartedWitness, log: StandInLog, oldSize: number): Promise<WitnessOutcome> {
  const tiles = await openTiles(async (path) => log.files.get(path) ?? null, log.tree);
  const post = async (body: string) => {
    const answer = await fetch(`${url}/add-checkpoint`, { method: "POST", body });
    return { status: answer.status, body: await answer.text() };
  };
  const signed = parseSignedCheckpoint(log.checkpoint);
  const ctx = { post, proofFrom: (size: number) => proveConsistency(tiles, size) };
  return askWitness(ctx, { signed, keys: keys.map(parseVerifierKey), oldSize });
}

/** The same, and the log's checkpoint has its cosignature from then on, if it gave one. */
export async function cosign(witness: StartedWitness, log: StandInLog): Promise<WitnessOutcome> {
  const outcome = await ask(witness, log, 0);
  const { note } = parseSignedCheckpoint(log.checkpoint);
  if (outcome.kind === "cosigned") log.checkpoint = formatNote(withSignatures(note, outcome.signatures));
  return outcome;
}
