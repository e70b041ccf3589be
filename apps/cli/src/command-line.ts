import { AGENT_NAMES } from "@gaia/install";
import { Command } from "commander";
import { addToolVerbs } from "./author-tools.ts";
import { addAdminVerbs, addKeyVerbs, addTrustVerbs } from "./command-groups.ts";
import { addPlaceVerbs, IN_PROJECT } from "./place-verbs.ts";
import type { PlaceOption } from "./place.ts";
import { addLogVerbs } from "./log-verbs.ts";
import { type AddVerb, eachOf, TIERS_TAKEN } from "./command-verb.ts";
import { verbAdder } from "./command-verb.ts";
import type { ExitCode } from "./failures.ts";
import { VERSION } from "./invocation.ts";
import { confirmSigner, listHeld } from "./verbs/confirm-signer.ts";
import { audit, type AuditInput } from "./verbs/audit.ts";
import { digest } from "./verbs/digest.ts";
import { info } from "./verbs/info.ts";
import { install, type InstallInput } from "./verbs/install.ts";
import { login } from "./verbs/login.ts";
import { logout } from "./verbs/logout.ts";
import { pack } from "./verbs/pack.ts";
import { promote } from "./verbs/promote.ts";
import { publish, type PublishInput } from "./verbs/publish.ts";
import { pageSize, search, type SearchFilters } from "./verbs/search.ts";
import { sbom } from "./verbs/sbom.ts";
import type { SigningOptions } from "./signing-method.ts";
import { sign } from "./verbs/sign.ts";
import { verify } from "./verbs/verify.ts";
import { whoami } from "./verbs/whoami.ts";
import { purge } from "./verbs/purge.ts";
import { yank } from "./verbs/yank.ts";

/** The whole command line of `gaia`. `ended` is told the exit code of the verb that ran. Throws CommanderError for a usage error. */
export function gaiaCommand(ended: (code: ExitCode) => void): Command {
  const gaia = program("gaia");
  addVerbs(gaia.command("skill").description("work with skills and their registry"), ended);
  return gaia;
}

/** The same verbs as a program of its own, which the registry serves. */
export function gaiaSkillCommand(ended: (code: ExitCode) => void): Command {
  const skill = program("gaia-skill");
  addVerbs(skill, ended);
  return skill;
}

function program(name: string): Command {
  return new Command(name)
    .description("Skills for agents: find, install, verify, publish.")
    .exitOverride()
    .enablePositionalOptions()
    .version(VERSION)
    .showHelpAfterError("(add --help for what it takes)");
}

function addVerbs(skill: Command, ended: (code: ExitCode) => void): void {
  const verb = verbAdder(ended);
  addReaderVerbs(skill, verb);
  addToolVerbs(skill, verb);
  addAuthorVerbs(skill, verb);
  addReleaseVerbs(skill, verb);
  addAccountVerbs(skill, verb);
  addKeyVerbs(skill, verb);
  addTrustVerbs(skill, verb);
  addLogVerbs(skill, verb);
  addAdminVerbs(skill, verb);
}

function addReaderVerbs(skill: Command, verb: AddVerb): void {
  verb<{ output?: string }>(
    skill,
    "sbom <name@version>",
    "save a version's software bill of materials",
    (session, options, [spec]) => sbom(session, { spec, ...options }),
  ).option("-o, --output <file>", "where to write it");
  verb<SearchFilters>(skill, "search [query]", "find skills", (session, options, [query]) =>
    search(session, { query: query ?? "", filters: options }),
  )
    .addOption(TIERS_TAKEN())
    .option("--format <format>", "only skills written in this format")
    .option("--tag <tag>", "only skills with this tag")
    .option("--permission <domain:level>", "only skills with this permission")
    .option("--limit <n>", "how many, at most 100", pageSize);
  verb(skill, "info <name[@version]>", "show a skill, or one version", (session, _options, [spec]) =>
    info(session, { spec }),
  );
  verb<Omit<InstallInput, "specs">>(skill, "install [name[@range]...]", "install skills", (session, options, specs) =>
    install(session, { specs, ...options }),
  )
    .option("--allow-experimental", "take skills that nobody vouches for")
    .option("--allow-downgrade", "go below a version that was seen and is no longer offered")
    .option("--allow-revoked", "take what the registry took back")
    .option("--min-age <age>", "pass over versions younger than this, as 3d or 12h (GAIA_MIN_AGE)")
    .option("--accept-signer <signer>", "take it from this new signer, or from `none`", eachOf)
    .option(...IN_PROJECT)
    .option("--for <agent>", `copy it where this agent looks: ${AGENT_NAMES.join(", ")}`, eachOf)
    .option("--force", "replace copies that were edited, or that stand in the way")
    .option("--agent <file>", "the skills of this AGENT.yaml")
    .option("-y, --yes", "agree to what it asks for; not to another signer");
  addPlaceVerbs(skill, verb);
  verb<{ offline?: boolean } & PlaceOption>(
    skill,
    "verify <name|dir>",
    "check an installed skill",
    (session, options, [target]) => verify(session, { target, ...options }),
  )
    .option("--offline", "ask no registry what it took back since")
    .option(...IN_PROJECT);
  verb<AuditInput>(
    skill,
    "audit",
    "hold everything installed against what its registries took back",
    (session, options) => audit(session, options),
  )
    .option("--offline", "go by the lists that are kept here")
    .option(...IN_PROJECT)
    .option("--replay <name@version>", "run the registry's own analysers again, and compare what they say");
}

function addAuthorVerbs(skill: Command, verb: AddVerb): void {
  const version = ["--version <version>", "the version, for a manifest without one"] as const;
  const defaultVersion = ["--default-version <version>", "the version, unless the manifest says one"] as const;
  const publisher = ["--publisher <handle>", "the publisher, when the account has several"] as const;
  const gpg = ["--gpg [keyid]", "sign with this gpg key, or gpg's default key"] as const;
  const sigstore = ["--sigstore", "sign as this machine's OIDC identity, with Sigstore"] as const;
  const fulcio = ["--fulcio-url <url>", "an own certificate authority, for --sigstore"] as const;
  const rekor = ["--rekor-url <url>", "an own transparency log, for --sigstore"] as const;
  const tsa = ["--tsa-url <url>", "a timestamp authority, for --sigstore"] as const;
  verb<{ output?: string; version?: string }>(
    skill,
    "pack <dir>",
    "write the canonical zip",
    (session, options, [directory]) => pack(session, { directory, ...options }),
  )
    .option("-o, --output <file>", "where to write it")
    .option(...version);
  verb<{ publisher?: string; version?: string }>(
    skill,
    "digest <dir>",
    "print SHA256SUMS",
    (session, options, [path]) => digest(session, { path, ...options }),
  )
    .option(...publisher)
    .option(...version);
  verb<Omit<PublishInput, "path" | "timeoutSeconds"> & { timeout: number }>(
    skill,
    "publish <dir|archive>",
    "publish a skill",
    (session, { timeout, ...options }, [path]) => publish(session, { path, timeoutSeconds: timeout, ...options }),
  )
    .option(...version)
    .option(...defaultVersion)
    .option(...publisher)
    .option("--sign", "sign it as well; needs --gpg or --sigstore")
    .option(...gpg)
    .option(...sigstore)
    .option(...fulcio)
    .option(...rekor)
    .option(...tsa)
    .option("--wait", "wait until the registry has inspected it")
    .option("--timeout <seconds>", "how long to wait", Number, 600);
  verb<SigningOptions & { publisher?: string; version?: string }>(
    skill,
    "sign <dir>",
    "sign a published version",
    (session, options, [path]) => sign(session, { path, ...options }),
  )
    .option(...gpg)
    .option(...sigstore)
    .option("--bundle <file>", "send this Sigstore bundle over SHA256SUMS, made elsewhere")
    .option(...fulcio)
    .option(...rekor)
    .option(...tsa)
    .option(...publisher)
    .option(...version);
}

/** What becomes of a version once it is published. */
function addReleaseVerbs(skill: Command, verb: AddVerb): void {
  verb<{ note?: string }>(
    skill,
    "promote <name@version>",
    "ask for the audit that leads to verified",
    (session, options, [release]) => promote(session, { release, ...options }),
  ).option("--note <text>", "a note to the auditor");
  verb<{ reason: string }>(
    skill,
    "yank <name@version>",
    "take a version out of plain installs",
    (session, options, [release]) => yank(session, { release, ...options }),
  ).requiredOption("--reason <text>", "why");
  verb<{ signer?: string[]; all?: boolean }>(
    skill,
    "confirm-signer [name@version]",
    "confirm who signed a version that waits for it, or list those",
    (session, options, words: string[]) => {
      const [release] = words;
      return release === undefined ? listHeld(session, options) : confirmSigner(session, { release, ...options });
    },
  )
    .option("--signer <signer>", "who signed it, exactly as shown, or `none`", eachOf)
    .option("--all", "list everybody's, as an admin");
  verb<{ reason: string; yes?: boolean }>(
    skill,
    "purge <name@version>",
    "take a version away for good",
    (session, options, [release]) => purge(session, { release, ...options }),
  )
    .requiredOption("--reason <text>", "why; everybody can read it")
    .option("-y, --yes", "agree that nothing brings it back");
}

function addAccountVerbs(skill: Command, verb: AddVerb): void {
  verb<{ token?: string | true }>(skill, "login", "keep a token for a registry", (session, options) =>
    login(session, options),
  ).option(
    "--token [token]",
    "the token; without a value, or without this, it is asked for or read from standard input",
  );
  verb(skill, "logout", "forget the token", (session) => logout(session));
  verb(skill, "whoami", "show the account of the token", (session) => whoami(session));
}
