import { fetchRelease } from "@gaia/install";
import { parseRelease } from "@gaia/install/installed";
import { type Check, judgeRelease } from "@gaia/install/judged";
import { EXIT, type ExitCode } from "../../failures/failures.ts";
import { installContext } from "../../installing/registry-door.ts";
import { showChecks } from "../../installing/shown-checks.ts";
import { checkSource, type SourceOptions } from "../../installing/source-check.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, red, t } from "../../terminal/shown-text.ts";

/**
 * `verify name[@version] --source DIR` of what is not installed, or of one version: fetches the release, judges it as an install does, and
 * holds its files against a commit. Nothing is installed. Exit 5 when anything does not hold.
 */
export async function verifyPublished(
  session: Session,
  input: SourceOptions & { source: string; target: string; offline?: boolean | undefined },
): Promise<ExitCode> {
  const { terminal } = session;
  const { name, version } = await releaseOf(session, input.target);
  const context = await installContext(session, input.offline === true);
  const release = await fetchRelease(context, name, version);
  const { signature, attestation } = await judgeRelease(context, release);
  const checks: Check[] = [
    {
      check: "files",
      state: "passed",
      detail: `${filesIn(release.files.length)}, as the registry describes ${version}`,
    },
    signature.state === "valid"
      ? {
          check: "signature",
          state: "passed",
          detail: `signed by ${release.version.publisher} with ${signature.fingerprint}`,
        }
      : { check: "signature", state: "unchecked", detail: "not signed by its publisher" },
    attestation.state === "valid"
      ? { check: "attestations", state: "passed", detail: `signed with the registry's pinned key ${attestation.keyId}` }
      : { check: "attestations", state: "unchecked", detail: "the registry's key is not pinned" },
  ];
  const { files, sums, provenance } = release;
  const mirrored = release.version.mirrored_from?.origin;
  const { check, told } = await checkSource(session, { files, sums, provenance, mirrored }, input);
  checks.push(check);
  const ok = check.state === "passed";
  terminal.result({ name, version, ok, checks, source: told });
  showChecks(terminal, checks, told);
  const shown = `${name} ${version}`;
  terminal.line(ok ? t`${bold(shown)} is what the commit has` : t`${red(bold(shown))} is not what the commit has`);
  return ok ? EXIT.ok : EXIT.verification;
}

const filesIn = (count: number): string => (count === 1 ? "1 file" : `${count} files`);

/** Without a version: the newest. */
async function releaseOf(session: Session, target: string): Promise<{ name: string; version: string }> {
  if (target.includes("@")) return parseRelease(target);
  const call = (await openRegistry(session)).GET("/skills/{name}", { params: { path: { name: target } } });
  const { version } = await ensureAnswer(call);
  return { name: target, version };
}
