import { LOWER_TIERS } from "@gaia/policy";
import { type Command, Option } from "commander";
import type { AddVerb } from "./command-verb.ts";
import { purge } from "./verbs/purge.ts";
import { demote, undoDemotion } from "./verbs/demote.ts";
import { decide, quarantine, queue, release } from "./verbs/admin.ts";
import { addKey, listKeys, revokeKey } from "./verbs/keys.ts";
import { positiveNumber } from "./log-verbs.ts";
import type { LogOptions } from "./trusted-log.ts";
import { addTrust, listTrust, removeTrust } from "./verbs/trust.ts";

/** `keys add|list|revoke`. */
export function addKeyVerbs(skill: Command, verb: AddVerb): void {
  const keys = skill.command("keys").description("the keys that sign my releases");
  const publisher = ["--publisher <handle>", "the publisher, when the account has several"] as const;
  verb<{ gpg?: string | true; identity?: string; issuer?: string; publisher?: string }>(
    keys,
    "add [file]",
    "register a public key (OpenPGP, or PEM for Sigstore), an identity, or a revocation certificate",
    (session, options, [file]) => addKey(session, { file, ...options }),
  )
    .option("--gpg [keyid]", "export it from gpg: this key, or the default one")
    .option("--identity <subject>", "an identity that signs with Sigstore, as its certificates name it; needs --issuer")
    .option("--issuer <url>", "who issues that identity's OIDC tokens")
    .option(...publisher);
  verb<{ publisher?: string }>(keys, "list", "show the keys, revoked ones included", (session, options) =>
    listKeys(session, options),
  ).option(...publisher);
  verb<{ as?: string; publisher?: string; yes?: boolean }>(
    keys,
    "revoke <id>",
    "revoke a key",
    (session, options, [id]) => revokeKey(session, { id, ...options }),
  )
    .option("--as <why>", "compromised (all its signatures fall) or retired (past ones count)", "compromised")
    .option("-y, --yes", "do not ask")
    .option(...publisher);
}

/** `trust add|list|remove`. */
export function addTrustVerbs(skill: Command, verb: AddVerb): void {
  const trust = skill.command("trust").description("the registry keys that I believe");
  verb<{ fingerprint?: string; key?: string } & LogOptions>(
    trust,
    "add <registry-url>",
    "pin a registry's key and its log",
    (session, options, [registry]) => addTrust(session, { ...options, registry }),
  )
    .option("--fingerprint <SHA256:…>", "the fingerprint that its operators gave you")
    .option("--key <file>", "the key itself, as PEM")
    .option("--log <key>", "the verifier key of its log")
    .option("--policy <file>", "its log, witnesses and quorum as C2SP tlog-policy")
    .option("--witness <key...>", "verifier keys of witnesses that have to cosign the log")
    .option("--quorum <k>", "how many of them; all unless given", Number)
    .option("--max-age <hours>", "how old the log's newest checkpoint may be; 24 unless given", positiveNumber)
    .option("--refuse-stale", "refuse an older one instead of saying so");
  verb(trust, "list", "show the pinned keys", (session) => listTrust(session));
  verb<{ fingerprint?: string }>(
    trust,
    "remove <registry-url>",
    "believe its keys no longer",
    (session, options, [registry]) => removeTrust(session, { ...options, registry }),
  ).option("--fingerprint <SHA256:…>", "only this key");
}

/** `admin queue|approve|reject|quarantine|demote|undo-demotion|purge|release`. */
export function addAdminVerbs(skill: Command, verb: AddVerb): void {
  const admin = skill.command("admin").description("decide as an admin of the registry");
  const reason = ["--reason <text>", "why; it is kept in the audit log"] as const;
  verb<{ status?: string }>(admin, "queue", "audit requests, oldest first", (session, options) =>
    queue(session, options),
  ).option("--status <status>", "pending, approved, rejected or withdrawn");
  for (const decision of ["approve", "reject"] as const) {
    const command = verb<{ reason: string; npmPackage?: string; yes?: boolean }>(
      admin,
      `${decision} <promotion-id>`,
      `${decision} an audit request`,
      (session, options, [id]) => decide(session, { decision, id, ...options }),
    )
      .requiredOption(...reason)
      .option("-y, --yes", "do not ask");
    if (decision === "approve")
      command.option("--npm-package <name>", "the npm package you found to be this MiaOS skill's");
  }
  verb<{ reason: string }>(
    admin,
    "quarantine <name@version>",
    "withhold a version from everybody",
    (session, options, [name]) => quarantine(session, { ...options, release: name }),
  ).requiredOption(...reason);
  verb<{ reason: string; to?: string }>(
    admin,
    "demote <name@version>",
    "take a version's tier away; it stays served",
    (session, options, [name]) => demote(session, { ...options, release: name }),
  )
    .requiredOption(...reason)
    .addOption(new Option("--to <tier>", "down to this tier").choices(LOWER_TIERS).default("experimental"));
  verb<{ reason: string }>(
    admin,
    "undo-demotion <name@version>",
    "let a version that an admin demoted rise again",
    (session, options, [name]) => undoDemotion(session, { ...options, release: name }),
  ).requiredOption(...reason);
  verb<{ reason: string; yes?: boolean }>(
    admin,
    "purge <name@version>",
    "take any version away for good",
    (session, options, [name]) => purge(session, { ...options, release: name, asAdmin: true }),
  )
    .requiredOption(...reason)
    .option("-y, --yes", "do not ask");
  verb<{ reason: string }>(admin, "release <name@version>", "end a quarantine", (session, options, [name]) =>
    release(session, { ...options, release: name }),
  ).requiredOption(...reason);
}
