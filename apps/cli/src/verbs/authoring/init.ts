import { mkdir, readdir } from "node:fs/promises";
import { userInfo } from "node:os";
import { basename, join, resolve } from "node:path";
import { ensureSkillName, kindOf } from "@gaia/install/installed";
import { refused } from "../../failures/failures.ts";
import { calledAs } from "../../failures/invocation.ts";
import { ensureFormat } from "../../authoring/judged-skill.ts";
import type { NewSkill } from "../../authoring/scaffold/new-skill.ts";
import { SKILL_WRITERS } from "../../authoring/scaffold/skill-files.ts";
import type { Session } from "../../session/session.ts";
import { shellWord } from "../../terminal/shell-word.ts";
import { bold, dim, plain, t } from "../../terminal/shown-text.ts";
import { writeAuthorFiles } from "../../authoring/written-files.ts";

export interface InitInput {
  directory?: string | undefined;
  format?: string | undefined;
  name?: string | undefined;
  description?: string | undefined;
  author?: string | undefined;
  license?: string | undefined;
  yes?: boolean | undefined;
}

const DESCRIPTION = "Greets a person by name. Use when a greeting is asked for.";

/**
 * `init [dir]`: writes a new skill of a format, which validates and is allowed as it stands. On a terminal it asks for what was not given.
 * Nothing that is there is written over: exit 4.
 */
export async function init(session: Session, input: InitInput): Promise<void> {
  const { terminal, config } = session;
  const say = async (given: string | undefined, question: string, usual: string): Promise<string> =>
    given ?? (terminal.canAsk && input.yes !== true ? await terminal.askText(question, usual) : usual);
  const place = input.directory === undefined ? null : resolve(config.directory, input.directory);
  const name = ensureSkillName(await say(input.name, "name", place === null ? "my-skill" : basename(place)));
  const format = ensureFormat(await say(input.format, "format", "gaia"), "--format");
  const skill: NewSkill = {
    name,
    description: oneLine(await say(input.description, "what it does, and when to use it", DESCRIPTION)),
    author: oneLine(await say(input.author, "author", nameOfUser())),
    license: oneLine(await say(input.license, "license (SPDX)", "MIT")),
  };
  const root = place ?? join(config.directory, name);
  const files = Object.entries(SKILL_WRITERS[format](skill));
  for (const [path] of files)
    if ((await kindOf(join(root, path))) !== null)
      throw refused(
        "already_there",
        `${join(root, path)} is there already; nothing was written`,
        "name another folder",
      );
  await mkdir(root, { recursive: true });
  const others = await readdir(root);
  for (const [path, text] of files) {
    await mkdir(join(root, path, ".."), { recursive: true });
    await writeAuthorFiles(root, [{ path, bytes: new TextEncoder().encode(text) }]);
  }
  terminal.result({ directory: root, name, format, files: files.map(([path]) => path) });
  for (const [path] of files) terminal.line(t`${bold(path)} ${dim(root)}`);
  if (others.length > 0) terminal.note(t`What else lies in ${root} is part of the skill too.`);
  terminal.note(t`Next: \`${calledAs(`validate ${shellWord(root)}`)}\`, then \`publish\`.`);
}

/** One line of text, without what steers a terminal or draws nothing. */
const oneLine = (text: string): string => plain(text).trim();

function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return "me";
  }
}
