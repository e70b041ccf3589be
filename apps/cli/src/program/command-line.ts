import { AGENT_NAMES } from "@gaia/install/agents";
import { Command } from "commander";
import { addToolVerbs } from "../verbs/authoring/authoring-rows.ts";
import { addCompletionVerbs } from "../verbs/completion/completion-rows.ts";
import { addAdminVerbs, addCacheVerbs, addKeyVerbs, addTokenVerbs, addTrustVerbs } from "./command-groups.ts";
import { addAuditVerb } from "../verbs/account/audit-rows.ts";
import { addCommunityVerbs } from "../verbs/community/community-rows.ts";
import { addPlaceVerbs } from "../verbs/installed/installed-rows.ts";
import { IN_PROJECT, type PlaceOption } from "../session/place.ts";
import { addLogVerbs } from "../verbs/log/log-rows.ts";
import { addOrgVerbs, addTransferVerbs } from "../verbs/publisher/publisher-rows.ts";
import { addRunVerbs } from "../verbs/running/running-rows.ts";
import { type AddVerb, eachOf, TIERS_TAKEN } from "../verbs/command-verb.ts";
import { addPublishOptions, addStagingVerbs } from "../verbs/release/release-rows.ts";
import { verbAdder } from "../verbs/command-verb.ts";
import type { ExitCode } from "../failures/exit-codes.ts";
import { addGuide, PROGRAM } from "./verb-guide.ts";
import { VERSION } from "../failures/invocation.ts";
import type { AuditInput } from "../verbs/installed/audit.ts";
import type { InstallInput } from "../verbs/installed/install.ts";
import { type RequireOption, requiring } from "../session/session.ts";
import type { PublishInput } from "../verbs/release/publish.ts";
import type { SearchFilters } from "../verbs/catalog/search.ts";
import { pageSize } from "../verbs/option-values.ts";
import type { SigningOptions } from "../signing/signing-method.ts";

/** The whole command line of `gaia`. `ended` is told the exit code of the verb that ran. Throws CommanderError for a usage error. */
export function gaiaCommand(ended: (code: ExitCode) => void): Command {
  const gaia = program("gaia");
  addVerbs(gaia.command("skill").description("work with skills and their registry").version(VERSION), ended);
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
  skill.commandsGroup(PROGRAM).helpCommand(true);
  addReaderVerbs(skill, verb);
  addRunVerbs(skill, verb);
  addToolVerbs(skill, verb);
  addAuthorVerbs(skill, verb);
  addStagingVerbs(skill, verb);
  addReleaseVerbs(skill, verb);
  addCommunityVerbs(skill, verb);
  addAccountVerbs(skill, verb);
  addAuditVerb(skill, verb);
  addKeyVerbs(skill, verb);
  addTokenVerbs(skill, verb);
  addOrgVerbs(skill, verb);
  addTransferVerbs(skill, verb);
  addTrustVerbs(skill, verb);
  addLogVerbs(skill, verb);
  addAdminVerbs(skill, verb);
  addCompletionVerbs(skill, verb);
  addGuide(skill);
}

function addReaderVerbs(skill: Command, verb: AddVerb): void {
  verb<{ output?: string }>(
    skill,
    "sbom <name@version>",
    "save a version's software bill of materials",
    async (session, options, [spec]) => (await import("../verbs/catalog/sbom.ts")).sbom(session, { spec, ...options }),
  ).option("-o, --output <file>", "where to write it");
  verb<SearchFilters>(skill, "search [query]", "find skills", async (session, options, [query]) =>
    (await import("../verbs/catalog/search.ts")).search(session, { query: query ?? "", filters: options }),
  )
    .addOption(TIERS_TAKEN())
    .option("--format <format>", "only skills written in this format")
    .option("--tag <tag>", "only skills with this tag")
    .option("--permission <domain:level>", "only skills with this permission")
    .option("--held", "also skills of which everything is held for review")
    .option("--limit <n>", "how many, at most 100", pageSize);
  verb(skill, "info <name[@version]>", "show a skill, or one version", async (session, _options, [spec]) =>
    (await import("../verbs/catalog/info.ts")).info(session, { spec }),
  );
  verb<Omit<InstallInput, "specs"> & RequireOption>(
    skill,
    "install [name[@range]...]",
    "install skills",
    async (session, options, specs) =>
      (await import("../verbs/installed/install.ts")).install(requiring(session, options), { specs, ...options }),
  )
    .option("--allow-experimental", "take skills that nobody vouches for")
    .option("--allow-held", "take what is held for review, too")
    .option("--allow-downgrade", "go below a version that was seen and is no longer offered")
    .option("--allow-revoked", "take what the registry took back")
    .option("--require-revocations", "refuse where the registry does not say now what it took back")
    .option("--min-age <age>", "pass over versions younger than this, as 3d or 12h (GAIA_MIN_AGE)")
    .option("--accept-signer <signer>", "take it from this new signer, or from `none`", eachOf)
    .option("--dry-run", "show what would be done, and do none of it")
    .option("--offline", "go by the cache alone: nobody is asked what happened since")
    .option(...IN_PROJECT)
    .option("--for <agent>", `copy it where this agent looks: ${AGENT_NAMES.join(", ")}`, eachOf)
    .option("--force", "replace copies that were edited, or that stand in the way")
    .option("--overwrite", "take the place of my own work, and keep it aside")
    .option("--agent <file>", "the skills of this AGENT.yaml")
    .option("-y, --yes", "agree to what it asks for; not to another signer");
  addPlaceVerbs(skill, verb);
  addCacheVerbs(skill, verb);
  verb<{ offline?: boolean } & PlaceOption>(
    skill,
    "verify <name|dir>",
    "check an installed skill",
    async (session, options, [target]) =>
      (await import("../verbs/installed/verify.ts")).verify(session, { target, ...options }),
  )
    .option("--offline", "ask no registry what it took back since")
    .option(...IN_PROJECT);
  verb<AuditInput>(
    skill,
    "audit",
    "hold everything installed against what its registries took back",
    async (session, options) => (await import("../verbs/installed/audit.ts")).audit(session, options),
  )
    .option("--offline", "go by the lists that are kept here")
    .option(...IN_PROJECT)
    .option("--replay <name@version>", "run the registry's own analysers again, and compare what they say")
    .option(
      "--scanners <dir>",
      "with --replay: run Bandit and detect-secrets again, too, from a registry's environment",
    );
}

function addAuthorVerbs(skill: Command, verb: AddVerb): void {
  const version = ["--version <version>", "the version, for a manifest without one"] as const;
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
    async (session, options, [directory]) =>
      (await import("../verbs/authoring/pack.ts")).pack(session, { directory, ...options }),
  )
    .option("-o, --output <file>", "where to write it")
    .option(...version);
  verb<{ publisher?: string; version?: string }>(
    skill,
    "digest <dir>",
    "print SHA256SUMS",
    async (session, options, [path]) =>
      (await import("../verbs/authoring/digest.ts")).digest(session, { path, ...options }),
  )
    .option(...publisher)
    .option(...version);
  addPublishOptions(
    verb<Omit<PublishInput, "path" | "timeoutSeconds" | "isStaged"> & { timeout: number }>(
      skill,
      "publish <dir|archive>",
      "publish a skill",
      async (session, { timeout, ...options }, [path]) =>
        (await import("../verbs/release/publish.ts")).publish(session, { path, timeoutSeconds: timeout, ...options }),
    ),
  ).option("--dry-run", "have the registry judge it, and store nothing");
  verb<SigningOptions & { publisher?: string; version?: string }>(
    skill,
    "sign <dir>",
    "sign a published version",
    async (session, options, [path]) => (await import("../verbs/release/sign.ts")).sign(session, { path, ...options }),
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
    async (session, options, [release]) =>
      (await import("../verbs/release/promote.ts")).promote(session, { release, ...options }),
  ).option("--note <text>", "a note to the auditor");
  verb<{ provenance: string }>(
    skill,
    "attest <name@version>",
    "add what the build that made it says (SLSA provenance)",
    async (session, options, [release]) =>
      (await import("../verbs/release/attest.ts")).attest(session, { release, ...options }),
  ).requiredOption("--provenance <bundle>", "the Sigstore bundle that the build's attestation came as");
  verb<{ reason: string }>(
    skill,
    "yank <name@version>",
    "take a version out of plain installs",
    async (session, options, [release]) =>
      (await import("../verbs/release/yank.ts")).yank(session, { release, ...options }),
  ).requiredOption("--reason <text>", "why");
  verb(skill, "unyank <name@version>", "bring a yanked version back", async (session, _options, [release]) =>
    (await import("../verbs/release/unyank.ts")).unyank(session, { release }),
  );
  verb<{ signer?: string[]; all?: boolean }>(
    skill,
    "confirm-signer [name@version]",
    "confirm who signed a version that waits for it, or list those",
    async (session, options, words: string[]) => {
      const { confirmSigner, listHeld } = await import("../verbs/release/confirm-signer.ts");
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
    async (session, options, [release]) =>
      (await import("../verbs/release/purge.ts")).purge(session, { release, ...options }),
  )
    .requiredOption("--reason <text>", "why; everybody can read it")
    .option("-y, --yes", "agree that nothing brings it back");
}

function addAccountVerbs(skill: Command, verb: AddVerb): void {
  verb<{ token?: string | true; device?: boolean; scope?: string[] }>(
    skill,
    "login",
    "keep a token for a registry",
    async (session, options) => (await import("../verbs/account/login.ts")).login(session, options),
  )
    .option("--token [token]", "the token; without a value it is asked for, or read from standard input")
    .option("--device", "have a browser asked for one, on any machine; so does a terminal without --token")
    .option("--scope <scope>", "what that one may do (default: publish, stage, yank, confirm, read)", eachOf);
  verb(skill, "logout", "forget the token", async (session) =>
    (await import("../verbs/account/logout.ts")).logout(session),
  );
  verb<{ publisher?: string; unread?: boolean; limit?: number; cursor?: string; read?: string }>(
    skill,
    "notices",
    "what became of my versions",
    async (session, { publisher, unread, limit, cursor, read }) => {
      const verbs = await import("../verbs/release/notices.ts");
      return read === undefined
        ? verbs.notices(session, { publisher, unread, limit, cursor })
        : verbs.readNotice(session, read);
    },
  )
    .option("--publisher <handle>", "only this publisher's")
    .option("--unread", "only those that are not marked as read")
    .option("--read <id>", "mark this one as read")
    .option("--limit <n>", "how many, at most 100", pageSize)
    .option("--cursor <cursor>", "where the page before ended");
  verb(skill, "whoami", "show the account of the token", async (session) =>
    (await import("../verbs/account/whoami.ts")).whoami(session),
  );
}
