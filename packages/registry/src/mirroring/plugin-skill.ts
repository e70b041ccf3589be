import { RegistryError } from "@gaia/catalog";
import { ArchiveError, type PackageFile, readArchive, writeStoredTarGz } from "@gaia/archive";
import { type LeftOut, leftOutText, pluginDiagnostic, readSkill, takeApart } from "@gaia/manifest";
import type { Ctx } from "../kernel/context.ts";

/** Stands for a version while it is only asked what a skill is called. */
const NO_VERSION = "0.0.0-0";

/** So many other skills are named. */
const NAMED = 5;

/** Whether a package was refused because it is a plugin (decision 036). */
export const isPluginRefusal = (error: unknown): boolean =>
  error instanceof RegistryError && (error.errors?.some(({ code }) => code === "SK1026") ?? false);

/**
 * Takes the skill that an upstream listed out of the plugin that came under its name: an allow-list let in that name and no other
 * (decision 037). `leftOut` says in a sentence what of the plugin was not taken.
 * @throws RegistryError `invalid_manifest` where no skill of it has that name, or where it is not clear what of it is a hook
 */
export function skillOfPlugin(
  ctx: Ctx,
  { bytes, name }: { bytes: Uint8Array; name: string },
): { bytes: Uint8Array; leftOut: string } {
  const plugin = takeApart(filesOf(ctx, bytes));
  if (plugin === null) throw new RegistryError("invalid_manifest", "The package is no plugin.");
  if (plugin.unread !== null) throw new RegistryError("invalid_manifest", pluginDiagnostic(plugin).message);
  const named = plugin.skills.map(({ folder, files }) => ({ folder, files, name: nameOf(files) }));
  const wanted = named.filter((skill) => skill.name === name);
  const [own] = wanted;
  if (own === undefined || wanted.length > 1)
    throw new RegistryError(
      "invalid_manifest",
      `The package is a plugin, and ${own === undefined ? "no skill" : "more than one skill"} of it is called ${name}.`,
    );
  const others = named.filter((skill) => skill !== own).map((skill) => skill.name ?? skill.folder);
  return { bytes: writeStoredTarGz(own.files), leftOut: sentence(others, plugin.leftOut) };
}

function filesOf(ctx: Ctx, bytes: Uint8Array): readonly PackageFile[] {
  try {
    return readArchive(bytes, ctx.limits).files;
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    throw new RegistryError("invalid_package", error.message, { cause: error });
  }
}

const nameOf = (files: readonly PackageFile[]): string | null =>
  readSkill([...files], { defaultVersion: NO_VERSION }).skill?.name.value ?? null;

function sentence(others: readonly string[], leftOut: readonly LeftOut[]): string {
  const parts = [
    ...others.slice(0, NAMED).map((name) => `skill ${name}`),
    ...(others.length > NAMED ? [`${others.length - NAMED} more skills`] : []),
    ...leftOut.map(leftOutText),
  ];
  const beside = parts.length === 0 ? "nothing else was in it" : `left out: ${parts.join("; ")}`;
  return `It was taken out of a plugin; ${beside}.`;
}
