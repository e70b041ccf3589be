import { type Command, Option } from "commander";
import { addGroup, type AddVerb } from "../command-verb.ts";
import type { LogOptions } from "./trusted-log.ts";
import type { MonitorInput } from "./monitor.ts";
import type { WitnessInput } from "./witness.ts";
import { positiveNumber } from "../option-values.ts";
import { WITNESS_KEY_TYPES } from "../../witness/key-types.ts";

/** `witness` and `monitor`. */
export function addLogVerbs(skill: Command, verb: AddVerb): void {
  verb<WitnessInput>(
    skill,
    {
      line: "witness",
      description: "cosign the checkpoints of logs that only grow",
      example: "witness --log KEY --name w.example/1",
    },
    async (session, options) => (await import("./witness.ts")).witness(session, options),
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
    {
      line: "monitor <registry-url>",
      description: "follow a registry's log, and tell what it says of me",
      example: "monitor https://skills.example.org --publisher ada",
    },
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

/** `trust add|list|remove`. */
export function addTrustVerbs(skill: Command, verb: AddVerb): void {
  const trust = addGroup(skill, {
    line: "trust",
    description: "the registry keys that I believe",
    example: "trust list",
  });
  verb<{ fingerprint?: string; key?: string } & LogOptions>(
    trust,
    {
      line: "add <registry-url>",
      description: "pin a registry's key and its log",
      example: "trust add https://skills.example.org --fingerprint SHA256:…",
    },
    async (session, options, [registry]) =>
      (await import("../log/trust.ts")).addTrust(session, { ...options, registry }),
  )
    .option("--fingerprint <SHA256:…>", "the fingerprint that its operators gave you")
    .option("--key <file>", "the key itself, as PEM")
    .option("--log <key>", "the verifier key of its log")
    .option("--policy <file>", "its log, witnesses and quorum as C2SP tlog-policy")
    .option("--witness <key...>", "verifier keys of witnesses that have to cosign the log")
    .option("--quorum <k>", "how many of them; all unless given", Number)
    .option("--max-age <hours>", "how old the log's newest checkpoint may be; 24 unless given", positiveNumber)
    .option("--refuse-stale", "refuse an older one instead of saying so");
  verb(trust, { line: "list", description: "show the pinned keys", example: "trust list" }, async (session) =>
    (await import("../log/trust.ts")).listTrust(session),
  );
  verb<{ fingerprint?: string }>(
    trust,
    {
      line: "remove <registry-url>",
      description: "believe its keys no longer",
      example: "trust remove https://skills.example.org",
    },
    async (session, options, [registry]) =>
      (await import("../log/trust.ts")).removeTrust(session, { ...options, registry }),
  ).option("--fingerprint <SHA256:…>", "only this key");
}
