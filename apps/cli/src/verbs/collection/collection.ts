import type { components } from "@gaia/client";
import { ensureHandle, ensureSkillName } from "@gaia/install/installed";
import type { CollectionVisibility } from "@gaia/policy";
import { misused } from "../../failures/failures.ts";
import { calledAs } from "../../failures/invocation.ts";
import { collectionAt, findCollection, readCollection } from "../../session/read-collection.ts";
import { ensureAnswer, ensureGone, openAnonymously, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, t } from "../../terminal/shown-text.ts";
import { readCollectionFile } from "./collection-file.ts";

type Collection = components["schemas"]["Collection"];

export interface PutOptions {
  title?: string;
  visibility?: CollectionVisibility;
  file?: string;
}

/** `collection show PUBLISHER/NAME`. */
export async function showCollection(session: Session, { at }: { at: string }): Promise<void> {
  const { terminal } = session;
  const found = await readCollection(session, at);
  terminal.result(found);
  showHead(session, found);
  for (const name of found.skills) terminal.line(t`  ${name}`);
  if (found.skills.length === 0) terminal.note("No skill in it, or none that you may see.");
  else terminal.note(dim(t`\`${calledAs(`install --collection ${at}`)}\` installs all of them`));
}

/** `collection list HANDLE`. */
export async function listCollections(session: Session, { handle }: { handle: string }): Promise<void> {
  const { terminal } = session;
  const params = { path: { handle: ensureHandle(handle) } };
  const api = await openRegistry(session);
  const list = await ensureAnswer(api.GET("/publishers/{handle}/collections", { params }));
  terminal.result(list);
  const rows = list.items.map((one) => [bold(`${one.publisher}/${one.name}`), one.title, dim(one.visibility)]);
  for (const row of columns(rows)) terminal.line(row);
  if (rows.length === 0) terminal.note("No collection, or none that you may see.");
}

/**
 * `collection put PUBLISHER/NAME [SKILL]…`: what is not said stays as it is. It is put in the place of what was read just before, so a
 * change of somebody else's in between is refused (exit 4).
 */
export async function putCollection(
  session: Session,
  { at, skills, file, ...options }: PutOptions & { at: string; skills: readonly string[] },
): Promise<void> {
  const path = collectionAt(at);
  if (file !== undefined && skills.length > 0)
    throw misused("Skills are named here, or in the --file", "leave one of them out");
  const said = file === undefined ? null : await readCollectionFile(file);
  const names = said?.skills ?? (skills.length > 0 ? skills.map(ensureSkillName) : undefined);
  const api = await openRegistry(session);
  const before = await findCollection(session, path);
  const title = options.title ?? said?.title ?? before?.view.title;
  if (title === undefined) throw misused(`${at} is new: it needs a title`, "--title 'What it is for'");
  const wanted = names ?? before?.view.skills;
  if (wanted === undefined) throw misused(`${at} is new: name its skills`, calledAs(`collection put ${at} SKILL…`));
  const visibility = options.visibility ?? said?.visibility;
  const put = await ensureAnswer(
    api.PUT("/collections/{handle}/{collection}", {
      params: { path },
      body: { title, skills: [...wanted], ...(visibility !== undefined && { visibility }) },
      headers: before === null ? {} : { "if-match": before.etag },
    }),
  );
  session.terminal.result(put);
  session.terminal.line(t`${before === null ? "Made" : "Put"} ${bold(at)}: ${counted(put.skills.length)}`);
  showHead(session, put);
  if (put.visibility === "public") await sayHidden(session, { path, skills: put.skills });
}

/** Which skills of a public collection not everybody sees in it; nothing where the registry shows nothing to those without an account. */
async function sayHidden(
  { terminal, config }: Session,
  { path, skills }: { path: ReturnType<typeof collectionAt>; skills: readonly string[] },
): Promise<void> {
  const api = openAnonymously(config.registry);
  // The collection is put: what is only said of it fails nothing.
  const asked = api.GET("/collections/{handle}/{collection}", { params: { path } });
  const { data } = await asked.catch(() => ({ data: undefined }));
  const hidden = data === undefined ? [] : skills.filter((name) => !data.skills.includes(name));
  if (hidden.length > 0) terminal.line(t`  in it, but not seen by everybody: ${hidden.join(", ")}`);
}

/** `collection remove PUBLISHER/NAME`. */
export async function removeCollection(session: Session, { at }: { at: string }): Promise<void> {
  const path = collectionAt(at);
  const api = await openRegistry(session);
  await ensureGone(api.DELETE("/collections/{handle}/{collection}", { params: { path } }));
  session.terminal.result({ publisher: path.handle, name: path.collection, removed: true });
  session.terminal.line(t`Removed ${bold(at)}. Its skills are as they were.`);
}

function showHead({ terminal }: Session, { publisher, name, title, visibility }: Collection): void {
  const who = visibility === "public" ? "everybody" : `the members of ${publisher}`;
  terminal.line(t`${bold(`${publisher}/${name}`)}  ${title}  ${dim(`seen by ${who}`)}`);
}

const counted = (count: number): string => (count === 1 ? "1 skill" : `${count} skills`);
