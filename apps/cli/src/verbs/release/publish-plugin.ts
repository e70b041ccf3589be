import { leftOutText, pluginDiagnostic, readSkill } from "@gaia/manifest";
import type { components } from "@gaia/client";
import type { Version } from "@gaia/install";
import { isVersion } from "@gaia/install/installed";
import type { FoundPlugin } from "../../authoring/found-plugin.ts";
import { type CliError, type ExitCode, refused, toCliError } from "../../failures/failures.ts";
import type { Session } from "../../session/session.ts";
import type { SignSums } from "../../signing/signing-method.ts";
import { bold, t, yellow } from "../../terminal/shown-text.ts";
import { keepTogether } from "./keep-together.ts";
import type { PublishInput } from "./publish-package.ts";
import { type OfPlugin, publishTree } from "./publish-tree.ts";
import { errorOf } from "./tree-summary.ts";

type Collection = components["schemas"]["Collection"];

/**
 * `publish PLUGIN`, `stage PLUGIN` (decision 036): says what the plugin holds, publishes each of its skills as `publishTree` does, and
 * keeps those together in a collection of the plugin's name. What else it has is left out. Exit 4 also where the collection was refused.
 */
export async function publishPlugin(
  session: Session,
  input: PublishInput,
  { plugin, signSums }: { plugin: FoundPlugin; signSums: SignSums | null },
): Promise<ExitCode> {
  sayPlugin(session, plugin);
  if (plugin.unread !== null) {
    const { message, hint } = pluginDiagnostic(plugin);
    throw refused("invalid_manifest", message, hint ?? undefined);
  }
  if (isKeptTogether(input) && plugin.name !== null)
    session.terminal.note(
      t`  a collection ${plugin.name} will keep its skills together; \`--no-collection\` makes none`,
    );
  if (plugin.skills.length === 0)
    throw refused("no_skill", `${input.path} is a plugin without a skill`, "a registry of skills serves nothing else");
  const { version } = plugin;
  const defaultVersion = input.defaultVersion ?? (version !== null && isVersion(version) ? version : undefined);
  const paths = plugin.skills.map(({ path }) => path);
  return publishTree(
    session,
    { ...input, defaultVersion },
    { paths, signSums, plugin: ofPlugin(session, input, plugin) },
  );
}

function ofPlugin(session: Session, input: PublishInput, plugin: FoundPlugin): OfPlugin {
  const { name, version, leftOut } = plugin;
  const shownWith = (collection: Collection | null, error: CliError | null) => ({
    plugin: { name, version, left_out: leftOut, collection, error: error === null ? null : errorOf(error) },
  });
  const taken = new Map<string, string>();
  return {
    shown: shownWith(null, null),
    readerOf: (path) => async () => {
      const skill = plugin.skills.find((one) => one.path === path);
      if (skill === undefined) throw new Error(`the plugin has no ${path}`);
      const read = await skill.read();
      const own = readSkill(read.files, { defaultVersion: "0.0.0" }).skill?.name.value;
      const other = own === undefined ? undefined : taken.get(own);
      // Two skills of one name would become two versions of one.
      if (own !== undefined && other !== undefined && other !== path)
        throw refused("name_taken", `The name ${own} is that of ${other} too.`, "pick another name");
      if (own !== undefined) taken.set(own, path);
      return read;
    },
    async finish(versions) {
      const { collection, error } = isKeptTogether(input)
        ? await putOrRefused(session, { plugin, versions })
        : { collection: null, error: null };
      return {
        shown: shownWith(collection, error),
        isRefused: error !== null,
        say: () => sayCollection(session, { collection, error }),
      };
    },
  };
}

/** What is staged is live for nobody yet. */
const isKeptTogether = ({ collection, isStaged, dryRun }: PublishInput): boolean =>
  collection !== false && isStaged !== true && dryRun !== true;

async function putOrRefused(
  session: Session,
  input: { plugin: FoundPlugin; versions: readonly Version[] },
): Promise<{ collection: Collection | null; error: CliError | null }> {
  try {
    return { collection: await keepTogether(session, input), error: null };
  } catch (thrown) {
    const error = toCliError(thrown);
    if (error === null) throw thrown;
    return { collection: null, error };
  }
}

/** What it is, and what of it is not published. */
export function sayPlugin({ terminal }: Session, { name, version, skills, leftOut }: FoundPlugin): void {
  const called = `${name ?? "without a name"}${version === null ? "" : ` ${version}`}`;
  terminal.note(t`Plugin ${bold(called)}: ${skills.length === 1 ? "1 skill" : `${skills.length} skills`}`);
  for (const each of leftOut) terminal.note(t`  left out: ${leftOutText(each)}`);
}

function sayCollection(
  { terminal, config }: Session,
  { collection, error }: { collection: Collection | null; error: CliError | null },
): void {
  if (error !== null) terminal.warn(t`${yellow("No collection")}: ${error.message} The skills stand as they are.`);
  if (collection === null) return;
  const { publisher, name, skills } = collection;
  const at = `${publisher}/${name}`;
  terminal.line(t`Collection ${bold(at)}: ${skills.join(", ")} (${config.registry}/collections/${at})`);
}
