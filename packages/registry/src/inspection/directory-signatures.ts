import { RegistryError } from "@gaia/catalog";
import type { PackageFile } from "@gaia/archive";
import type { directorySignatures } from "@gaia/db";
import type { Finding } from "@gaia/findings";
import { type DirectoryVerdict, findDirectorySignatures, hashFiles, MOST_DIRECTORY_SIGNATURES } from "@gaia/trust";
import type { Ctx } from "../kernel/context.ts";
import { sigstoreSigners } from "../signing/sigstore-signers.ts";
import type { Subject } from "./inspector.ts";

export type DirectorySignature = Omit<typeof directorySignatures.$inferInsert, "versionId">;

const SCANNER = "gaia-signatures";
/** Longer ones are files of the package all the same. */
const LONGEST_TOLD = 65_536;

/**
 * Judges the signatures over its own directory that a package brings, against the publisher's identities and managed keys, as of the time
 * when the registry received it. They carry no tier (docs/TRUST.md).
 */
export async function judgeDirectories(ctx: Ctx, subject: Subject): Promise<DirectorySignature[]> {
  const paths = findDirectorySignatures(subject.files);
  if (paths.length === 0) return [];
  const signers = await sigstoreSigners(ctx.db, subject.publisherId);
  const files = hashFiles(subject.files);
  const besides = paths.slice(0, MOST_DIRECTORY_SIGNATURES);
  const judged: DirectorySignature[] = [];
  for (const [index, path] of paths.entries()) {
    const signature = textOf(subject.files.find((file) => file.path === path));
    const verdict =
      index < besides.length
        ? await judge(ctx, {
            files,
            signatureFile: path,
            besides,
            signature,
            signers,
            at: subject.receivedAt,
            isNew: false,
          })
        : invalid(`${besides.length} signatures of a directory are looked at, and this is one more.`);
    const { state, signerId: signingKeyId, signer, reason, signedAt } = verdict;
    const body = signature.length > LONGEST_TOLD ? "" : signature.replaceAll("\0", "\uFFFD");
    judged.push({ path, state, signingKeyId, signer, reason, signedAt, body, verifiedAt: ctx.now() });
  }
  return judged;
}

/** One that costs more than any may holds as little as one that is false. */
async function judge(ctx: Ctx, input: Parameters<Ctx["verifier"]["judgeDirectory"]>[0]): Promise<DirectoryVerdict> {
  try {
    return await ctx.verifier.judgeDirectory(input);
  } catch (error) {
    if (error instanceof RegistryError && error.code === "signature_invalid") return invalid(error.message);
    throw error;
  }
}

const invalid = (reason: string): DirectoryVerdict => ({
  state: "invalid",
  signerId: null,
  signer: null,
  signedAt: null,
  identity: null,
  reason,
});

const textOf = (file: PackageFile | undefined): string => Buffer.from(file?.bytes ?? []).toString("utf8");

/** What a person has to know of them: one that does not hold is held as a fact of the package, nobody's is recorded. */
export function directoryFindings(signed: readonly DirectorySignature[]): Finding[] {
  return signed.flatMap((each) => {
    if (each.state === "valid") return [];
    const { path: file, reason } = each;
    const fixed = {
      scanner: SCANNER,
      confidence: "high",
      category: "content",
      file,
      line: null,
      snippet: null,
    } as const;
    if (each.state === "invalid")
      return {
        ...fixed,
        rule: "signatures/directory-invalid",
        severity: "high",
        message: `The directory's own signature does not hold for the files that came: ${reason}`,
        hint: "Sign exactly the files that you publish, or leave the signature out.",
      };
    return {
      ...fixed,
      rule: `signatures/directory-${each.state}`,
      severity: "low",
      message: `The directory's own signature is not known to be by a signer whom the publisher registered. ${reason}`,
      hint: "Register the identity, managed key or authority that signs your directories with `gaia-skill keys add`.",
    };
  });
}
