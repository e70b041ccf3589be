import { releaseDigest } from "@gaia/archive";
import { reportDigest } from "@gaia/findings";
import { fetchRelease, type FetchedRelease } from "@gaia/install";
import { parseRelease } from "@gaia/install/installed";
import { readTrust } from "@gaia/install/judged";
import { readSkill } from "@gaia/manifest";
import { verifyEnvelope } from "@gaia/trust";
import { EXIT, type ExitCode, refused, unverified } from "../../failures/failures.ts";
import { calledAs } from "../../failures/invocation.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import { installContext } from "../../installing/registry-door.ts";
import { type Replayed, replayedPart } from "../../inspection/replayed-part.ts";
import { scanOutside } from "../../inspection/replayed-scanners.ts";
import { analyseAs } from "../../inspection/scanned-skill.ts";
import type { Session } from "../../session/session.ts";
import { columns, dim, green, red, type Shown, t, yellow } from "../../terminal/shown-text.ts";

const COLOURS: Record<Replayed["outcome"], (text: string) => Shown> = {
  same: green,
  other: red,
  "other-rules": yellow,
  "not-replayed": dim,
};

/**
 * `audit --replay name@version`: runs the registry's own analysers over the release again and holds what they find against the verdict
 * that the registry signed. Exit 5 when the same rules find something else, or the report is not the signed one; 4 when no analyser of
 * ours was replayed by the same rules; else 0. With `scanners`, the directory of a registry's scanners, Bandit and detect-secrets as well.
 */
export async function replay(
  session: Session,
  input: { target: string; scanners?: string | undefined },
): Promise<ExitCode> {
  const { name, version } = parseRelease(input.target);
  const release = await fetchRelease(await installContext(session), name, version);
  const signed = await signedVerdict(session, release);
  const path = { name, version };
  const report = await ensureAnswer(
    (await openRegistry(session)).GET("/skills/{name}/{version}/scan", { params: { path } }),
  );
  if (signed.report_digest === undefined || reportDigest(report) !== signed.report_digest)
    throw unverified("report_changed", `The report of ${name} ${version} is not the one that the registry signed`);
  const replayed = await compare(release, { signed: signed.scanners ?? [], directory: input.scanners });
  session.terminal.result({ name, version, verdict: signed.verdict, report_digest: signed.report_digest, replayed });
  session.terminal.line(t`${name} ${version}: the report is the signed one, ${signed.verdict ?? "without a verdict"}`);
  const rows = replayed.map(({ scanner, outcome, detail }) => [scanner, COLOURS[outcome](outcome), detail]);
  for (const row of columns(rows)) session.terminal.line(row);
  if (replayed.some(({ outcome }) => outcome === "other")) return EXIT.verification;
  return replayed.some(({ outcome }) => outcome === "same") ? EXIT.ok : EXIT.refused;
}

type Predicate = Extract<ReturnType<typeof verifyEnvelope>, { ok: true }>["statement"]["predicate"];

/** The newest verdict of this very release that a pinned key signed. */
async function signedVerdict({ config, paths }: Session, release: FetchedRelease): Promise<Predicate> {
  const pinned = (await readTrust(paths.trust)).get(config.registry) ?? [];
  if (pinned.length === 0)
    throw refused(
      "not_pinned",
      "Without the registry's key there is no signed verdict to compare with",
      `pin it: \`${calledAs(`trust add ${config.registry}`)}\``,
    );
  const digest = releaseDigest(release.sums);
  const verdicts = release.attestations.flatMap(({ envelope }) => {
    const verdict = verifyEnvelope(envelope, pinned);
    if (!verdict.ok || `sha256:${verdict.statement.subject[0].digest.sha256}` !== digest) return [];
    return verdict.statement.predicate.decision === "verdict" ? [verdict.statement.predicate] : [];
  });
  const [newest] = verdicts.toSorted((a, b) => b.sequence - a.sequence);
  if (newest !== undefined) return newest;
  throw unverified("no_verdict", "No verdict about this release is signed with a key that you pinned");
}

async function compare(
  release: FetchedRelease,
  { signed, directory }: { signed: NonNullable<Predicate["scanners"]>; directory: string | undefined },
): Promise<Replayed[]> {
  const { files, version } = release;
  const { skill } = readSkill(files, { version: version.version });
  if (skill === null) throw refused("invalid_manifest", "This version of the program cannot read the skill's manifest");
  const own = await analyseAs(files, { skill, publisher: version.publisher });
  const outside = directory === undefined ? null : await scanOutside(files, { skill, directory });
  const scanners = [...own.scanners, ...(outside?.scanners ?? [])];
  const findings = [...own.findings, ...(outside?.findings ?? [])];
  return signed.map((part) => replayedPart(part, { scanners, findings }));
}
