import { ignoredFilesDiagnostics } from "@gaia/manifest";
import type { Version } from "@gaia/install";
import { isVersion } from "@gaia/install/installed";
import type { AuthorPackage } from "../../authoring/author-package.ts";
import { findPlugin } from "../../authoring/found-plugin.ts";
import { noteElsewhere } from "../../authoring/read-elsewhere.ts";
import { skillPathsIn } from "../../authoring/judged-set.ts";
import { EXIT, type ExitCode, misused } from "../../failures/failures.ts";
import { calledAs } from "../../failures/invocation.ts";
import { showRemediation } from "../../inspection/show-remediation.ts";
import { waitForInspection } from "../../inspection/wait-for-inspection.ts";
import type { Session } from "../../session/session.ts";
import { signingMethod } from "../../signing/signing-method.ts";
import { bold, t } from "../../terminal/shown-text.ts";
import { countedFiles, inBytes } from "../../terminal/sizes.ts";
import { showOutcome } from "../../terminal/version-outcome.ts";
import {
  actingSession,
  ensureAsAsked,
  type PublishInput,
  readPackage,
  sendPackage,
  signPackage,
} from "./publish-package.ts";
import { sayWhoSees } from "./who-sees.ts";

/**
 * `publish <dir|archive>`, `stage <dir|archive>`: uploads, signs when asked, waits for the inspection when asked, and says where the
 * version stands. A folder of several skills stands for each of them (`publish-tree.ts`). Exit 4 when the inspection ended in quarantine.
 */
export async function publish(own: Session, input: PublishInput): Promise<ExitCode> {
  const { terminal } = own;
  for (const given of [input.version, input.defaultVersion])
    if (given !== undefined && !isVersion(given)) throw misused(`"${given}" is not a SemVer version`);
  const signSums = signingMethod(own.config, input);
  if (input.sign && signSums === null) throw misused("--sign needs --gpg [KEYID] or --sigstore");
  const plugin = await findPlugin(input.path);
  if (plugin !== null) return (await import("./publish-plugin.ts")).publishPlugin(own, input, { plugin, signSums });
  const paths = await skillPathsIn(input.path);
  const [path = input.path] = paths;
  if (paths.length > 1) return (await import("./publish-tree.ts")).publishTree(own, input, { paths, signSums });
  const read = await readPackage(own, { ...input, path });
  const { files, upload } = read;
  if (input.dryRun === true) return (await import("./publish-dry-run.ts")).publishDryRun(own, input, read);
  sayLeftOut(terminal, read);
  const session = await actingSession(own, input, read);
  terminal.progress(t`uploading ${countedFiles(files.length)}, ${inBytes(upload.bytes.byteLength)}`);
  const { version: received, isNew } = await sendPackage(session, input, upload);
  terminal.progress(null);
  ensureAsAsked(input, received);
  const said = isNew ? (input.isStaged === true ? "Staged" : "Published") : alreadyText(input, received);
  terminal.line(
    t`${said} ${bold(received.name)} ${received.version} as ${received.publisher} at ${session.config.registry}`,
  );
  if (isNew) {
    await sayWhoSees(session, received, input.isStaged === true);
    noteElsewhere(session, files);
  }
  let current = received;
  if (signSums !== null) {
    const signed = await signPackage(session, received, { files, signSums });
    current = signed.version;
    if (signed.attested === null) terminal.line(t`Signed ${bold(received.name)} ${received.version}`);
  }
  if (input.wait) current = await waitForInspection(session, current, input.timeoutSeconds * 1_000);
  ensureAsAsked(input, current);
  terminal.result(current);
  showOutcome(terminal, current);
  await showRemediation(session, current);
  return current.status === "quarantined" ? EXIT.refused : EXIT.ok;
}

/** In one line each; a dry run has all names. */
function sayLeftOut(terminal: Session["terminal"], { leftOut, ignored }: AuthorPackage): void {
  for (const { message } of ignoredFilesDiagnostics(ignored)) terminal.note(message);
  if (leftOut === null) return;
  const { length } = leftOut.paths;
  const counted = length === 1 ? "1 file or folder is" : `${length} files and folders are`;
  terminal.note(t`${counted} left out by ${leftOut.rulesFrom}; ${`\`${calledAs("publish --dry-run")}\``} lists them`);
}

/** What is inspected still may be staged as well: that shows when it ends. */
function alreadyText({ isStaged }: PublishInput, { status }: Version): string {
  return isStaged === true || status === "received" || status === "inspecting"
    ? "There already:"
    : "Already published:";
}
