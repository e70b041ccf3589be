import { VISIBILITIES } from "@gaia/policy";
import { type Command, Option } from "commander";
import { addGroup, type AddVerb } from "../command-verb.ts";
import type { PublishInput } from "./publish-package.ts";
import type { NewTrusted } from "./trusted-publisher.ts";

const yes = ["-y, --yes", "do not ask"] as const;

/** Of `publish` and `stage`, what they take both. */
const addPublishOptions = (command: Command): Command =>
  command
    .option("--version <version>", "the version, for a manifest without one")
    .option("--default-version <version>", "the version, unless the manifest says one; for many at once")
    .option("--publisher <handle>", "the publisher, when the account has several")
    .addOption(
      new Option("--visibility <who>", "who sees a new skill, where the registry's default is another").choices(
        VISIBILITIES,
      ),
    )
    .option("--sign", "sign it as well; needs --gpg or --sigstore")
    .option("--gpg [keyid]", "sign with this gpg key, or gpg's default key")
    .option("--sigstore", "sign as this machine's OIDC identity, with Sigstore")
    .option("--fulcio-url <url>", "an own certificate authority, for --sigstore")
    .option("--rekor-url <url>", "an own transparency log, for --sigstore")
    .option("--tsa-url <url>", "a timestamp authority, for --sigstore")
    .option("--test-report", "run its tests first, and publish only with their report in the package")
    .option("-y, --yes", "of a folder of several skills: do not ask")
    .option("--wait", "wait until the registry has inspected it")
    .option("--timeout <seconds>", "how long to wait", Number, 600)
    .option("--no-trusted-publishing", "in a CI job without a token: do not ask for one by the job's identity");

/** `publish`, `stage`, `staged`, `approve`, `reject`, and `trusted-publisher add|list|remove`. */
export function addPublishVerbs(skill: Command, verb: AddVerb): void {
  addPublishOptions(
    verb<Omit<PublishInput, "path" | "timeoutSeconds" | "isStaged"> & { timeout: number }>(
      skill,
      {
        line: "publish <dir|archive>",
        description: "publish a skill, or each one of a folder of skills or of a plugin",
        example: "publish ./my-skill --wait",
      },
      async (session, { timeout, ...options }, [path]) =>
        (await import("./publish.ts")).publish(session, { path, timeoutSeconds: timeout, ...options }),
    ),
  )
    .option("--no-collection", "of a plugin: keep its skills together in no collection")
    .option("--dry-run", "have the registry judge it, and store nothing");
  addPublishOptions(
    verb<Omit<PublishInput, "path" | "timeoutSeconds" | "isStaged" | "dryRun"> & { timeout: number }>(
      skill,
      {
        line: "stage <dir|archive>",
        description: "publish a version that goes live once a member approves it",
        example: "stage ./my-skill --wait",
      },
      async (session, { timeout, ...options }, [path]) =>
        (await import("./publish.ts")).publish(session, {
          ...options,
          path,
          timeoutSeconds: timeout,
          isStaged: true,
        }),
    ),
  );
  verb<{ publisher?: string }>(
    skill,
    { line: "staged", description: "what waits for approval", example: "staged" },
    async (session, options) => (await import("./staged.ts")).listStaged(session, { publisher: options.publisher }),
  ).option("--publisher <handle>", "only this publisher's");
  verb<{ digest?: string; yes?: boolean }>(
    skill,
    {
      line: "approve <name> [version]",
      description: "make a staged version live, once you have seen what it changes",
      example: "approve my-skill 1.0.0",
    },
    async (session, options, words) => {
      const { approve, releaseOf } = await import("./staged.ts");
      return approve(session, { ...releaseOf(words), digest: options.digest, yes: options.yes });
    },
  )
    .option("--digest <sha256:…>", "the content that you looked at: nothing else goes live")
    .option(...yes);
  verb<{ reason?: string; yes?: boolean }>(
    skill,
    {
      line: "reject <name> [version]",
      description: "take a staged version away; its number is free again",
      example: 'reject my-skill 1.0.0 --reason "a mistake"',
    },
    async (session, options, words) => {
      const { reject, releaseOf } = await import("./staged.ts");
      return reject(session, { ...releaseOf(words), reason: options.reason, yes: options.yes });
    },
  )
    .option("--reason <text>", "why; it is kept in the audit log")
    .option(...yes);
  addTrustedVerbs(skill, verb);
}

function addTrustedVerbs(skill: Command, verb: AddVerb): void {
  const trusted = addGroup(skill, {
    line: "trusted-publisher",
    description: "CI workflows that publish a skill without a token",
    example: "trusted-publisher list my-skill",
  });
  verb<NewTrusted>(
    trusted,
    {
      line: "add <name>",
      description: "trust a workflow with a skill",
      example: "trusted-publisher add my-skill --issuer github --repository acme/my-skill --workflow release.yml",
    },
    async (session, options, [name]) =>
      (await import("./trusted-publisher.ts")).addTrusted(session, { ...options, name }),
  )
    .requiredOption("--issuer <issuer>", "github, gitlab, or the address of an issuer that the registry knows")
    .option("--repository <owner/name>", "the repository, or GitLab's project")
    .option("--workflow <file>", "the file below .github/workflows/, or GitLab's configuration")
    .option("--environment <name>", "the job has to run in it; worth it, since it can ask for a reviewer")
    .option("--repository-id <number>", "the repository's number; else the first job says it")
    .option("--owner-id <number>", "its owner's number")
    .option("--subject <sub>", "of any other issuer: the whole subject")
    .option("--publisher <handle>", "whose skill it will be, when the account has several publishers")
    .option("--stage-only", "it may stage versions, and not publish them");
  verb(
    trusted,
    {
      line: "list <name>",
      description: "show the workflows that may publish it",
      example: "trusted-publisher list my-skill",
    },
    async (session, _options, [name]) => (await import("./trusted-publisher.ts")).listTrusted(session, { name }),
  );
  verb<{ yes?: boolean }>(
    trusted,
    {
      line: "remove <name> <id>",
      description: "trust a workflow no longer; its tokens end at once",
      example: "trusted-publisher remove my-skill TRUSTED-PUBLISHER-ID",
    },
    async (session, options, [name, id = ""]) =>
      (await import("./trusted-publisher.ts")).removeTrusted(session, { name, id, yes: options.yes }),
  ).option(...yes);
}
