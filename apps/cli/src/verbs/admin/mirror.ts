import { basename, resolve } from "node:path";
import { pluginDiagnostic } from "@gaia/manifest";
import { matchesName, type MirrorApproval } from "@gaia/policy";
import { type AuthorPackage, readAuthorPackage } from "../../authoring/author-package.ts";
import { findPlugin } from "../../authoring/found-plugin.ts";
import { skillPathsIn } from "../../authoring/judged-set.ts";
import { type ExitCode, misused, refused } from "../../failures/failures.ts";
import { calledAs } from "../../failures/invocation.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { t } from "../../terminal/shown-text.ts";
import { sayPlugin } from "../release/publish-plugin.ts";
import { publishTree } from "../release/publish-tree.ts";
import { showRow } from "./mirrors.ts";

interface MirrorInput {
  source: string;
  publisher?: string | undefined;
  prefix?: string | undefined;
  only?: string[] | undefined;
  minAge?: number | undefined;
  approve?: MirrorApproval | undefined;
  follow?: boolean | undefined;
  name?: string | undefined;
}

/**
 * `admin mirror <address|folder>`: an address is the registry's to read, in the background; a folder is read here, and each skill in it is
 * uploaded, those again that a run before did not come to.
 */
export async function mirror(session: Session, input: MirrorInput): Promise<ExitCode | void> {
  return /^(?:git\+)?https?:\/\//i.test(input.source) ? mirrorAddress(session, input) : mirrorFolder(session, input);
}

async function mirrorAddress(session: Session, input: MirrorInput): Promise<void> {
  const { source: address, publisher, prefix, only, minAge, approve, follow, name } = input;
  if (name !== undefined) throw misused("--name is for a folder");
  const body = {
    address,
    ...(publisher !== undefined && { publisher }),
    ...(prefix !== undefined && { prefix }),
    ...(only !== undefined && { only }),
    ...(minAge !== undefined && { min_age_days: minAge }),
    ...(approve !== undefined && { approve }),
    ...(follow !== undefined && { follow }),
  };
  const begun = await ensureAnswer((await openRegistry(session)).POST("/admin/mirrors", { body }));
  session.terminal.result(begun);
  showRow(session, begun);
  session.terminal.note(
    t`The registry goes on by itself: ${`\`${calledAs(`admin mirrors show ${begun.id}`)}\``} says how far it is.`,
  );
}

/** What remembers nothing of a folder cannot wait for its age, or for its publishers. */
async function mirrorFolder(session: Session, input: MirrorInput): Promise<ExitCode> {
  const { source: path, publisher, only = [], approve = "none" } = input;
  for (const [option, value] of Object.entries({ prefix: input.prefix, "min-age": input.minAge, follow: input.follow }))
    if (value !== undefined) throw misused(`--${option} is for an address: of a folder nothing is remembered`);
  if (approve === "publisher") throw misused("--approve publisher is for an address: a folder has no publishers");
  const readers = await readersIn(session, path);
  const paths = [...readers.keys()].filter(
    (each) => only.length === 0 || only.some((glob) => matchesName(glob, basename(resolve(each)))),
  );
  if (paths.length === 0) throw refused("nothing_to_mirror", `There is no skill below ${path} that is wanted`);
  const mirroredFrom = { name: input.name ?? basename(resolve(path)), folder: path };
  const isStaged = approve === "each";
  const sent = { path, publisher, mirroredFrom, isStaged, yes: true, trustedPublishing: false, timeoutSeconds: 0 };
  const readerOf = (each: string) => readers.get(each) ?? (() => readAuthorPackage(each));
  const nothingMore = { shown: {}, isRefused: false, say: () => {} };
  const plugin = { readerOf, shown: {}, finish: async () => nothingMore };
  return publishTree(session, sent, { paths, signSums: null, plugin });
}

/** How each skill below a folder is read, by where it is: of a plugin without its hooks, and only where these are clear (decision 037). */
async function readersIn(session: Session, path: string): Promise<Map<string, () => Promise<AuthorPackage>>> {
  const readers = new Map<string, () => Promise<AuthorPackage>>();
  const own = await findPlugin(path);
  for (const each of own === null ? await skillPathsIn(path) : [path]) {
    const plugin = own ?? (await findPlugin(each));
    if (plugin !== null) sayPlugin(session, plugin);
    if (plugin === null) readers.set(each, () => readAuthorPackage(each));
    for (const skill of plugin?.skills ?? [])
      readers.set(skill.path, async () => {
        if (plugin !== null && plugin.unread !== null)
          throw refused("invalid_manifest", pluginDiagnostic(plugin).message);
        return skill.read();
      });
  }
  return readers;
}
