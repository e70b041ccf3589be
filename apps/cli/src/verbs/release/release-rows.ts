import type { Command } from "commander";
import { type AddVerb, eachOf } from "../command-verb.ts";
import { pageSize } from "../option-values.ts";
import type { SigningOptions } from "../../signing/signing-method.ts";

/** `sign`, `attest`, `notices`: what an author does with versions that are published. */
export function addAuthorVerbs(skill: Command, verb: AddVerb): void {
  const version = ["--version <version>", "the version, for a manifest without one"] as const;
  const publisher = ["--publisher <handle>", "the publisher, when the account has several"] as const;
  const gpg = ["--gpg [keyid]", "sign with this gpg key, or gpg's default key"] as const;
  const sigstore = ["--sigstore", "sign as this machine's OIDC identity, with Sigstore"] as const;
  const fulcio = ["--fulcio-url <url>", "an own certificate authority, for --sigstore"] as const;
  const rekor = ["--rekor-url <url>", "an own transparency log, for --sigstore"] as const;
  const tsa = ["--tsa-url <url>", "a timestamp authority, for --sigstore"] as const;
  verb<SigningOptions & { publisher?: string; version?: string }>(
    skill,
    { line: "sign <dir>", description: "sign a published version", example: "sign ./my-skill --gpg" },
    async (session, options, [path]) => (await import("./sign.ts")).sign(session, { path, ...options }),
  )
    .option(...gpg)
    .option(...sigstore)
    .option("--bundle <file>", "send this Sigstore bundle over SHA256SUMS, made elsewhere")
    .option(...fulcio)
    .option(...rekor)
    .option(...tsa)
    .option(...publisher)
    .option(...version);
  verb<{ provenance: string }>(
    skill,
    {
      line: "attest <name@version>",
      description: "add what the build that made it says (SLSA provenance)",
      example: "attest my-skill@1.0.0 --provenance build.sigstore.json",
    },
    async (session, options, [release]) => (await import("./attest.ts")).attest(session, { release, ...options }),
  ).requiredOption("--provenance <bundle>", "the Sigstore bundle that the build's attestation came as");
  verb<{ publisher?: string; unread?: boolean; limit?: number; cursor?: string; read?: string; mail?: string | true }>(
    skill,
    { line: "notices", description: "what became of my versions", example: "notices --unread" },
    async (session, { publisher, unread, limit, cursor, read, mail }) => {
      const verbs = await import("./notices.ts");
      if (mail !== undefined) return verbs.noticeMail(session, mail);
      return read === undefined
        ? verbs.notices(session, { publisher, unread, limit, cursor })
        : verbs.readNotice(session, read);
    },
  )
    .option("--publisher <handle>", "only this publisher's")
    .option("--unread", "only those that are not marked as read")
    .option("--read <id>", "mark this one as read")
    .option("--mail [kind=on|off]", "which kinds come by mail, too; or turn one of held, withdrawn, waiting on or off")
    .option("--limit <n>", "how many, at most 100", pageSize)
    .option("--cursor <cursor>", "where the page before ended");
}

/** `promote`, `yank`, `unyank`, `deprecate`, `confirm-signer`, `purge`: what becomes of a version once it is published. */
export function addReleaseVerbs(skill: Command, verb: AddVerb): void {
  verb<{ note?: string }>(
    skill,
    {
      line: "promote <name@version>",
      description: "ask for the audit that leads to verified",
      example: 'promote my-skill@1.0.0 --note "first release"',
    },
    async (session, options, [release]) => (await import("./promote.ts")).promote(session, { release, ...options }),
  ).option("--note <text>", "a note to the auditor");
  verb<{ reason: string }>(
    skill,
    {
      line: "yank <name@version>",
      asks: ([release]) => `Yank ${release}: plain installs pass over it; locked and exact ones take it still.`,
      description: "take a version out of plain installs",
      example: 'yank my-skill@1.0.0 --reason "leaks memory"',
    },
    async (session, options, [release]) => (await import("./yank.ts")).yank(session, { release, ...options }),
  ).requiredOption("--reason <text>", "why");
  verb(
    skill,
    { line: "unyank <name@version>", description: "bring a yanked version back", example: "unyank my-skill@1.0.0" },
    async (session, _options, [release]) => (await import("./unyank.ts")).unyank(session, { release }),
  );
  verb<{ message?: string; replacement?: string; undo?: boolean }>(
    skill,
    {
      line: "deprecate <name@version>",
      description: "say that a version should be used no more",
      example: 'deprecate my-skill@1.0.0 --message "no longer kept" --replacement other-skill',
    },
    async (session, options, [release]) => (await import("./deprecate.ts")).deprecate(session, { release, ...options }),
  )
    .option("--message <text>", "the reason; readers and installers see it")
    .option("--replacement <name>", "the skill to use instead")
    .option("--undo", "take that back");
  verb<{ signer?: string[]; all?: boolean }>(
    skill,
    {
      line: "confirm-signer [name@version]",
      description: "confirm who signed a version that waits for it, or list those",
      example: "confirm-signer my-skill@1.1.0",
    },
    async (session, options, words: string[]) => {
      const { confirmSigner, listHeld } = await import("./confirm-signer.ts");
      const [release] = words;
      return release === undefined ? listHeld(session, options) : confirmSigner(session, { release, ...options });
    },
  )
    .option("--signer <signer>", "who signed it, exactly as shown, or `none`", eachOf)
    .option("--all", "list everybody's, as an admin");
  verb<{ reason: string; yes?: boolean }>(
    skill,
    {
      line: "purge <name@version>",
      description: "take a version away for good",
      example: 'purge my-skill@1.0.0 --reason "a secret leaked"',
    },
    async (session, options, [release]) => (await import("./purge.ts")).purge(session, { release, ...options }),
  )
    .requiredOption("--reason <text>", "why; everybody can read it")
    .option("-y, --yes", "agree that nothing brings it back");
}
