import type { components } from "@gaia/client";
import { trustedSubject } from "@gaia/policy";
import { given } from "../../session/given.ts";
import { calledAs } from "../../failures/invocation.ts";
import { ensureAnswer, ensureGone, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, t } from "../../terminal/shown-text.ts";
import { ensureAgreed, idOf } from "../publisher/org.ts";

type Trusted = components["schemas"]["TrustedPublisher"];

export interface NewTrusted {
  issuer: string;
  repository?: string | undefined;
  workflow?: string | undefined;
  environment?: string | undefined;
  repositoryId?: string | undefined;
  ownerId?: string | undefined;
  subject?: string | undefined;
  publisher?: string | undefined;
  stageOnly?: boolean | undefined;
}

/** `trusted-publisher add NAME`: a workflow may publish it without a token from now on. */
export async function addTrusted(session: Session, input: NewTrusted & { name: string }): Promise<void> {
  const { terminal } = session;
  const { name, issuer, repository, workflow, environment, subject, publisher, stageOnly = false } = input;
  const numbers = { repository_id: input.repositoryId, repository_owner_id: input.ownerId };
  const body = {
    issuer,
    stage_only: stageOnly,
    ...given({ repository, workflow, environment, subject, publisher, ...numbers }),
  };
  const api = await openRegistry(session);
  const params = { path: { name } };
  const added = await ensureAnswer(api.POST("/skills/{name}/trusted-publishers", { params, body }));
  terminal.result(added);
  const may = added.stage_only ? "stage" : "publish";
  terminal.line(t`Trusted with ${bold(added.skill)} of ${added.publisher}: ${wordsOf(added)} may ${may} it.`);
  if (added.repository !== null && added.repository_id === null)
    terminal.note(
      dim(
        "the first job says the numbers of repository and owner, which count from then on; give them if you know them",
      ),
    );
  if (added.is_pending)
    terminal.note(
      dim(t`${added.skill} is not published yet, and this reserves nothing; the job has to name ${added.publisher}`),
    );
}

/** `trusted-publisher list NAME`. */
export async function listTrusted(session: Session, { name }: { name: string }): Promise<void> {
  const { terminal } = session;
  const api = await openRegistry(session);
  const list = await ensureAnswer(api.GET("/skills/{name}/trusted-publishers", { params: { path: { name } } }));
  terminal.result(list);
  const rows = list.trusted_publishers.map((one: Trusted) => [
    one.id,
    wordsOf(one),
    one.issuer,
    `${one.stage_only ? "stages" : "publishes"}${one.is_pending ? ", waiting for the name" : ""}`,
    dim(t`by ${one.created_by}, ${one.last_used_at === null ? "not used yet" : `last used ${one.last_used_at}`}`),
  ]);
  for (const row of columns(rows)) terminal.line(row);
  if (rows.length === 0) terminal.note(t`No workflow is trusted with ${name}.`);
}

/** `trusted-publisher remove NAME ID`: the tokens that its jobs hold end at once. */
export async function removeTrusted(
  session: Session,
  input: { name: string; id: string; yes?: boolean | undefined },
): Promise<void> {
  const path = { name: input.name, id: idOf(input.id, "trusted-publisher list NAME") };
  // What ends trust may also run where nobody is, as the revocation of a token or a key.
  if (session.terminal.canAsk) await ensureAgreed(session, input.yes, t`Trust ${path.id} with ${path.name} no longer?`);
  const api = await openRegistry(session);
  await ensureGone(api.DELETE("/skills/{name}/trusted-publishers/{id}", { params: { path } }));
  session.terminal.result({ ...path, removed: true });
  session.terminal.line(t`Trusted no longer with ${bold(path.name)}; its tokens have ended.`);
  session.terminal.note(dim(t`\`${calledAs(`trusted-publisher list ${path.name}`)}\` shows who still is`));
}

const wordsOf = (one: Trusted): string =>
  trustedSubject({
    repository: one.repository,
    workflow: one.workflow,
    environment: one.environment,
    repositoryId: one.repository_id,
    ownerId: one.repository_owner_id,
    subject: one.subject,
  });
