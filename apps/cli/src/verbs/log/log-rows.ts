import { type Command, Option } from "commander";
import type { AddVerb } from "../command-verb.ts";
import type { MonitorInput } from "./monitor.ts";
import type { WitnessInput } from "./witness.ts";
import { positiveNumber } from "../option-values.ts";
import { WITNESS_KEY_TYPES } from "../../witness/key-types.ts";

/** `witness` and `monitor`. */
export function addLogVerbs(skill: Command, verb: AddVerb): void {
  verb<WitnessInput>(skill, "witness", "cosign the checkpoints of logs that only grow", async (session, options) =>
    (await import("./witness.ts")).witness(session, options),
  )
    .option("--dir <dir>", "where its keys and its memory are kept; GAIA_HOME/witness unless given")
    .option("--listen <host:port>", "where it takes checkpoints", "127.0.0.1:7380")
    .option("--name <name>", "the name of its key, when it is made")
    .option("--log <key...>", "verifier keys of the logs that it follows")
    .option("--policy <file>", "a C2SP tlog-policy, whose logs it follows")
    .addOption(
      new Option("--type <type...>", "what it signs with").choices(Object.keys(WITNESS_KEY_TYPES)).default(["ed25519"]),
    );
  verb<Omit<MonitorInput, "registry">>(
    skill,
    "monitor <registry-url>",
    "follow a registry's log, and tell what it says of me",
    async (session, options, [registry]) => (await import("./monitor.ts")).monitor(session, { ...options, registry }),
  )
    .option("--publisher <handle...>", "tell entries about these publishers")
    .option("--name <skill...>", "tell entries about these skills")
    .option("--key <fingerprint...>", "tell entries about these keys")
    .option("--log <key>", "the log's verifier key, where it is not pinned")
    .option("--from-start", "tell the old entries again")
    .option("--follow", "go on until stopped")
    .option("--interval <seconds>", "how often to look", positiveNumber, 10);
}
