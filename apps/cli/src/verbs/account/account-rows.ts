import { SCOPES } from "@gaia/policy";
import { type Command, Option } from "commander";
import { addGroup, type AddVerb, eachOf } from "../command-verb.ts";

/** `login`, `logout`, `whoami`. */
export function addAccountVerbs(skill: Command, verb: AddVerb): void {
  verb<{ token?: string | true; device?: boolean; scope?: string[] }>(
    skill,
    { line: "login", description: "keep a token for a registry", example: "login" },
    async (session, options) => (await import("./login.ts")).login(session, options),
  )
    .option("--token [token]", "the token; without a value it is asked for, or read from standard input")
    .option("--device", "have a browser asked for one, on any machine; so does a terminal without --token")
    .option(
      "--scope <scope>",
      "what that one may do (unless given: chosen on a terminal; else publish, stage, yank, confirm, read)",
      eachOf,
    );
  verb(skill, { line: "logout", description: "forget the token", example: "logout" }, async (session) =>
    (await import("./logout.ts")).logout(session),
  );
  verb(skill, { line: "whoami", description: "show the account of the token", example: "whoami" }, async (session) =>
    (await import("./whoami.ts")).whoami(session),
  );
}

/** `keys add|list|revoke`. */
export function addKeyVerbs(skill: Command, verb: AddVerb): void {
  const keys = addGroup(skill, { line: "keys", description: "the keys that sign my releases", example: "keys list" });
  const publisher = ["--publisher <handle>", "the publisher, when the account has several"] as const;
  verb<{ gpg?: string | true; identity?: string; issuer?: string; publisher?: string }>(
    keys,
    {
      line: "add [file]",
      description: "register a public key (OpenPGP, or PEM for Sigstore), an identity, or a revocation certificate",
      example: "keys add --gpg",
    },
    async (session, options, [file]) => (await import("../account/keys.ts")).addKey(session, { file, ...options }),
  )
    .option("--gpg [keyid]", "export it from gpg: this key, or the default one")
    .option("--identity <subject>", "an identity that signs with Sigstore, as its certificates name it; needs --issuer")
    .option("--issuer <url>", "who issues that identity's OIDC tokens")
    .option(...publisher);
  verb<{ publisher?: string }>(
    keys,
    { line: "list", description: "show the keys, revoked ones included", example: "keys list" },
    async (session, options) => (await import("../account/keys.ts")).listKeys(session, options),
  ).option(...publisher);
  verb<{ as?: string; publisher?: string; yes?: boolean }>(
    keys,
    { line: "revoke <id>", description: "revoke a key", example: "keys revoke KEY-ID --as retired" },
    async (session, options, [id]) => (await import("../account/keys.ts")).revokeKey(session, { id, ...options }),
  )
    .option("--as <why>", "compromised (all its signatures fall) or retired (past ones count)", "compromised")
    .option("-y, --yes", "do not ask")
    .option(...publisher);
}

/** `token create|list|revoke`. */
export function addTokenVerbs(skill: Command, verb: AddVerb): void {
  const token = addGroup(skill, { line: "token", description: "the tokens of my account", example: "token list" });
  verb<{ scope?: string[]; pattern?: string[]; expires?: string }>(
    token,
    {
      line: "create <name>",
      description: "make a token that may no more than mine; it is shown once",
      example: "token create ci --scope publish --pattern 'acme-*'",
    },
    async (session, options, [name]) =>
      (await import("../account/token.ts")).createToken(session, { ...options, name }),
  )
    .addOption(
      new Option("--scope <scope...>", "what it may do; publish and read unless given").choices(["*", ...SCOPES]),
    )
    .option("--pattern <pattern...>", "the skills that it is for, as acme-*; all unless given")
    .option("--expires <when>", "after that long, as 90d or 12h; in 90 days unless given, or never");
  verb(
    token,
    { line: "list", description: "show the tokens, ended ones included", example: "token list" },
    async (session) => (await import("../account/token.ts")).listTokens(session),
  );
  verb<{ yes?: boolean }>(
    token,
    { line: "revoke <id>", description: "end a token, at once and for good", example: "token revoke TOKEN-ID" },
    async (session, options, [id]) => (await import("../account/token.ts")).revokeToken(session, { ...options, id }),
  ).option("-y, --yes", "do not ask");
}
