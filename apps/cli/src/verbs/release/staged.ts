import { type components, signsRelease } from "@gaia/client";
import type { Version } from "@gaia/install";
import { parseRelease } from "@gaia/install/installed";
import { CliError, EXIT, refused, unverified } from "../../failures/failures.ts";
import { given } from "../../session/given.ts";
import { calledAs } from "../../failures/invocation.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, t, yellow } from "../../terminal/shown-text.ts";
import { showOutcome, verdictText } from "../../terminal/version-outcome.ts";
import { ensureAgreed } from "../publisher/org.ts";

type Registry = Awaited<ReturnType<typeof openRegistry>>;
type Staged = components["schemas"]["StagedVersion"];
type Path = { name: string; version: string };

/** `staged`: what waits for approval in my publishers. */
export async function listStaged(session: Session, filters: { publisher?: string | undefined }): Promise<void> {
  const { terminal } = session;
  const api = await openRegistry(session);
  const list = await ensureAnswer(api.GET("/staged-versions", { params: { query: given(filters) } }));
  terminal.result(list);
  const rows = list.staged.map((one: Staged) => [
    bold(one.name),
    one.version,
    one.status === "staged" ? verdictText(one.verdict) : one.status,
    dim(t`${stager(one.staged_by, one.staged_from)}, ${one.received_at}`),
  ]);
  for (const row of columns(rows)) terminal.line(row);
  if (rows.length === 0) terminal.note("Nothing waits for approval.");
  else terminal.note(dim(t`\`${calledAs("approve NAME VERSION")}\` makes one live, \`reject\` takes it away`));
}

/** `name version` or `name@version`. */
export const releaseOf = ([name, version]: readonly string[]): Path =>
  parseRelease(version === undefined ? `${name}` : `${name}@${version}`);

/**
 * `approve NAME VERSION`: shows its digest and what differs from the version that is live, asks a person or takes `--yes`, and makes
 * exactly that content live. `--digest` is of what was looked at elsewhere.
 */
export async function approve(
  session: Session,
  input: Path & { digest?: string | undefined; yes?: boolean | undefined },
): Promise<void> {
  const { terminal } = session;
  const path = { name: input.name, version: input.version };
  const api = await openRegistry(session);
  const staged = await ensureAnswer(api.GET("/skills/{name}/{version}", { params: { path } }));
  if (input.digest !== undefined && input.digest !== staged.content_digest)
    throw unverified(
      "digest_mismatch",
      `${path.name} ${path.version} has the content ${staged.content_digest}, and not ${input.digest}`,
    );
  await showStaged(session, api, staged);
  if (input.yes !== true && !terminal.canAsk)
    throw refused(
      "consent_missing",
      `This run cannot ask you whether to approve ${path.name} ${path.version}`,
      "look at what it is, then add --yes, and --digest of what you looked at",
    );
  await ensureAgreed(session, input.yes, t`Make exactly this content of ${path.name} ${path.version} live?`);
  const body = { content_digest: staged.content_digest };
  const live = await ensureAnswer(api.POST("/skills/{name}/{version}/approve", { params: { path }, body }));
  terminal.result(live);
  terminal.line(t`Approved ${bold(live.name)} ${live.version}: it is live`);
  showOutcome(terminal, live);
}

/** `reject NAME VERSION`: it is taken away, and its number is free again. */
export async function reject(
  session: Session,
  { name, version, reason, yes }: Path & { reason?: string | undefined; yes?: boolean | undefined },
): Promise<void> {
  await ensureAgreed(session, yes, t`Reject ${name} ${version}: nothing of it is kept. Go on?`);
  const api = await openRegistry(session);
  const params = { path: { name, version } };
  const { response, error } = await api.POST("/skills/{name}/{version}/reject", { params, body: given({ reason }) });
  // What was taken away leaves nothing to answer with.
  await ensureAnswer(Promise.resolve({ response, error, data: response.ok ? {} : undefined }));
  session.terminal.result({ name, version, rejected: true });
  session.terminal.line(t`Rejected ${bold(name)} ${version}: its number is free again.`);
}

const stager = (by: string | null, from: Staged["staged_from"]): string =>
  by ?? [from?.repository ?? "a workflow", from?.run ? `run ${from.run}` : ""].filter((one) => one !== "").join(", ");

/** More lines than that are read by nobody. */
const MOST_LINES = 100;

async function showStaged({ terminal }: Session, api: Registry, staged: Version): Promise<void> {
  const live = await findLive(api, staged.name);
  const via = staged.published_via ?? null;
  terminal.line(t`${bold(staged.name)} ${staged.version} of ${staged.publisher}`);
  terminal.line(t`  digest   ${staged.content_digest}`);
  if (via !== null) terminal.line(t`  staged   by ${stager(null, via)}`);
  terminal.line(
    t`  verdict  ${verdictText(staged.verdict)}${staged.verdict_reason ? `: ${staged.verdict_reason}` : ""}`,
  );
  terminal.line(t`  signed   ${signedAs(staged, live)}`);
  terminal.line(t`  against  ${live === null ? "nothing: no version is live" : live.version}`);
  const before = live === null ? [] : await filesOf(api, live);
  const lines = [
    ...differenceOf("", digestsOf(before), digestsOf(await filesOf(api, staged))),
    ...differenceOf("permission ", named(live === null ? [] : permissionsOf(live)), named(permissionsOf(staged))),
    ...differenceOf("tool ", toolsOf(live), toolsOf(staged)),
  ];
  for (const { sign, what } of lines.slice(0, MOST_LINES)) terminal.line(t`  ${yellow(sign)} ${what}`);
  if (lines.length > MOST_LINES) terminal.line(t`  and ${lines.length - MOST_LINES} more`);
  if (lines.length === 0) terminal.line("  nothing differs");
}

/** A version that lacks the signature of the one before is held once it is live: whoever approves it hears that first. */
function signedAs(staged: Version, live: Version | null): string {
  const signers = staged.signatures.filter(signsRelease).map(({ signer }) => signer);
  if (signers.length > 0) return `by ${signers.join(" and ")}`;
  if (live?.signatures.some(signsRelease) !== true) return "no";
  return `no, while ${live.version} is signed: live, it is held, and no plain install takes it`;
}

/**
 * The version that everybody gets now; null: none is live. To its publisher a skill's latest one is what waits, then: the very one that
 * is looked at.
 */
async function findLive(api: Registry, name: string): Promise<Version | null> {
  try {
    const skill = await ensureAnswer(api.GET("/skills/{name}", { params: { path: { name } } }));
    if (skill.status !== "published") return null;
    const path = { name, version: skill.latest_version };
    return await ensureAnswer(api.GET("/skills/{name}/{version}", { params: { path } }));
  } catch (error) {
    if (error instanceof CliError && error.exitCode === EXIT.notFound) return null;
    throw error;
  }
}

const filesOf = async (api: Registry, { name, version }: Path) =>
  (await ensureAnswer(api.GET("/skills/{name}/{version}/files", { params: { path: { name, version } } }))).files;

const digestsOf = (files: readonly { path: string; sha256: string }[]) =>
  new Map(files.map(({ path, sha256 }) => [path, sha256]));

const permissionsOf = ({ permissions }: Version): string[] => [
  ...(permissions.declared ?? []),
  ...permissions.inferred.map(({ permission }) => permission),
];

const named = (texts: readonly string[]) => new Map(texts.map((text) => [text, text]));

const toolsOf = (version: Version | null) =>
  new Map((version?.tools ?? []).map(({ name, ...rest }) => [name, JSON.stringify(rest)]));

/** What came (`+`), went (`-`) and is another (`~`), in the order of the names. */
function differenceOf(kind: string, before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>) {
  return [...new Set([...before.keys(), ...now.keys()])].toSorted().flatMap((name) => {
    const sign = !before.has(name) ? "+" : !now.has(name) ? "-" : before.get(name) === now.get(name) ? null : "~";
    return sign === null ? [] : [{ sign, what: `${kind}${name}` }];
  });
}
