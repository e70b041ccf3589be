import { LOWER_TIERS, SCOPES } from "@gaia/policy";
import { type Command, Option } from "commander";
import { addCaseVerbs } from "../verbs/admin/case-rows.ts";
import type { AddVerb } from "../verbs/command-verb.ts";
import { positiveNumber } from "../verbs/option-values.ts";
import { addRegistryVerbs } from "../verbs/admin/registry-rows.ts";
import type { LogOptions } from "../verbs/log/trusted-log.ts";

/** `keys add|list|revoke`. */
export function addKeyVerbs(skill: Command, verb: AddVerb): void {
  const keys = skill.command("keys").description("the keys that sign my releases");
  const publisher = ["--publisher <handle>", "the publisher, when the account has several"] as const;
  verb<{ gpg?: string | true; identity?: string; issuer?: string; publisher?: string }>(
    keys,
    "add [file]",
    "register a public key (OpenPGP, or PEM for Sigstore), an identity, or a revocation certificate",
    async (session, options, [file]) =>
      (await import("../verbs/account/keys.ts")).addKey(session, { file, ...options }),
  )
    .option("--gpg [keyid]", "export it from gpg: this key, or the default one")
    .option("--identity <subject>", "an identity that signs with Sigstore, as its certificates name it; needs --issuer")
    .option("--issuer <url>", "who issues that identity's OIDC tokens")
    .option(...publisher);
  verb<{ publisher?: string }>(keys, "list", "show the keys, revoked ones included", async (session, options) =>
    (await import("../verbs/account/keys.ts")).listKeys(session, options),
  ).option(...publisher);
  verb<{ as?: string; publisher?: string; yes?: boolean }>(
    keys,
    "revoke <id>",
    "revoke a key",
    async (session, options, [id]) => (await import("../verbs/account/keys.ts")).revokeKey(session, { id, ...options }),
  )
    .option("--as <why>", "compromised (all its signatures fall) or retired (past ones count)", "compromised")
    .option("-y, --yes", "do not ask")
    .option(...publisher);
}

/** `token create|list|revoke`. */
export function addTokenVerbs(skill: Command, verb: AddVerb): void {
  const token = skill.command("token").description("the tokens of my account");
  verb<{ scope?: string[]; pattern?: string[]; expires?: string }>(
    token,
    "create <name>",
    "make a token that may no more than mine; it is shown once",
    async (session, options, [name]) =>
      (await import("../verbs/account/token.ts")).createToken(session, { ...options, name }),
  )
    .addOption(
      new Option("--scope <scope...>", "what it may do; publish and read unless given").choices(["*", ...SCOPES]),
    )
    .option("--pattern <pattern...>", "the skills that it is for, as acme-*; all unless given")
    .option("--expires <when>", "after that long, as 90d or 12h; in 90 days unless given, or never");
  verb(token, "list", "show the tokens, ended ones included", async (session) =>
    (await import("../verbs/account/token.ts")).listTokens(session),
  );
  verb<{ yes?: boolean }>(token, "revoke <id>", "end a token, at once and for good", async (session, options, [id]) =>
    (await import("../verbs/account/token.ts")).revokeToken(session, { ...options, id }),
  ).option("-y, --yes", "do not ask");
}

/** `cache list|verify|clean`. */
export function addCacheVerbs(skill: Command, verb: AddVerb): void {
  const cache = skill.command("cache").description("what is kept of what was fetched");
  verb(cache, "list", "show what can be installed offline", async (session) =>
    (await import("../verbs/installed/cache.ts")).listCache(session),
  );
  verb(cache, "verify", "hold it against its digests", async (session) =>
    (await import("../verbs/installed/cache.ts")).checkCache(session),
  );
  verb(cache, "clean [name...]", "take it away, or all of these skills", async (session, _options, names: string[]) =>
    (await import("../verbs/installed/cache.ts")).clean(session, { names }),
  );
}

/** `trust add|list|remove`. */
export function addTrustVerbs(skill: Command, verb: AddVerb): void {
  const trust = skill.command("trust").description("the registry keys that I believe");
  verb<{ fingerprint?: string; key?: string } & LogOptions>(
    trust,
    "add <registry-url>",
    "pin a registry's key and its log",
    async (session, options, [registry]) =>
      (await import("../verbs/log/trust.ts")).addTrust(session, { ...options, registry }),
  )
    .option("--fingerprint <SHA256:…>", "the fingerprint that its operators gave you")
    .option("--key <file>", "the key itself, as PEM")
    .option("--log <key>", "the verifier key of its log")
    .option("--policy <file>", "its log, witnesses and quorum as C2SP tlog-policy")
    .option("--witness <key...>", "verifier keys of witnesses that have to cosign the log")
    .option("--quorum <k>", "how many of them; all unless given", Number)
    .option("--max-age <hours>", "how old the log's newest checkpoint may be; 24 unless given", positiveNumber)
    .option("--refuse-stale", "refuse an older one instead of saying so");
  verb(trust, "list", "show the pinned keys", async (session) =>
    (await import("../verbs/log/trust.ts")).listTrust(session),
  );
  verb<{ fingerprint?: string }>(
    trust,
    "remove <registry-url>",
    "believe its keys no longer",
    async (session, options, [registry]) =>
      (await import("../verbs/log/trust.ts")).removeTrust(session, { ...options, registry }),
  ).option("--fingerprint <SHA256:…>", "only this key");
}

/** `registry-verbs.ts` and `admin queue|approve|reject|quarantine|demote|undo-demotion|purge|release`. */
export function addAdminVerbs(skill: Command, verb: AddVerb): void {
  const admin = skill.command("admin").description("decide as an admin of the registry");
  addRegistryVerbs(admin, verb);
  addCaseVerbs(admin, verb);
  const reason = ["--reason <text>", "why; it is kept in the audit log"] as const;
  verb<{ status?: string }>(admin, "queue", "audit requests, oldest first", async (session, options) =>
    (await import("../verbs/admin/admin.ts")).queue(session, options),
  ).option("--status <status>", "pending, approved, rejected or withdrawn");
  for (const decision of ["approve", "reject"] as const) {
    const command = verb<{ reason: string; npmPackage?: string; yes?: boolean }>(
      admin,
      `${decision} <promotion-id>`,
      `${decision} an audit request`,
      async (session, options, [id]) =>
        (await import("../verbs/admin/admin.ts")).decide(session, { decision, id, ...options }),
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
    async (session, options, [name]) =>
      (await import("../verbs/admin/admin.ts")).quarantine(session, { ...options, release: name }),
  ).requiredOption(...reason);
  verb<{ reason: string; to?: string }>(
    admin,
    "demote <name@version>",
    "take a version's tier away; it stays served",
    async (session, options, [name]) =>
      (await import("../verbs/admin/demote.ts")).demote(session, { ...options, release: name }),
  )
    .requiredOption(...reason)
    .addOption(new Option("--to <tier>", "down to this tier").choices(LOWER_TIERS).default("experimental"));
  verb<{ reason: string }>(
    admin,
    "undo-demotion <name@version>",
    "let a version that an admin demoted rise again",
    async (session, options, [name]) =>
      (await import("../verbs/admin/demote.ts")).undoDemotion(session, { ...options, release: name }),
  ).requiredOption(...reason);
  verb<{ reason: string; yes?: boolean }>(
    admin,
    "purge <name@version>",
    "take any version away for good",
    async (session, options, [name]) =>
      (await import("../verbs/release/purge.ts")).purge(session, { ...options, release: name, asAdmin: true }),
  )
    .requiredOption(...reason)
    .option("-y, --yes", "do not ask");
  verb<{ reason: string }>(
    admin,
    "unyank <name@version>",
    "bring anybody's yanked version back",
    async (session, options, [name]) =>
      (await import("../verbs/release/unyank.ts")).unyankAny(session, { ...options, release: name }),
  ).requiredOption(...reason);
  verb<{ reason: string }>(admin, "release <name@version>", "end a quarantine", async (session, options, [name]) =>
    (await import("../verbs/admin/admin.ts")).release(session, { ...options, release: name }),
  ).requiredOption(...reason);
}
