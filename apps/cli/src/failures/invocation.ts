/** Written by the build of the bundle; a checkout runs the sources themselves. */
declare const BUNDLED_VERSION: string | undefined;

const IS_BUNDLED: boolean = typeof BUNDLED_VERSION !== "undefined";

/** SemVer of this command line. */
export const VERSION: string = typeof BUNDLED_VERSION === "undefined" ? "0.1.0" : BUNDLED_VERSION;

let at = "";
let called = IS_BUNDLED ? "gaia-skill" : "npx gaia skill";

/**
 * How a person calls this program where they read it, for hints: inside the checkout, installed, or fetched by npx from a registry, where
 * no command of ours is on the PATH; with the registry, where only an option of this run named it.
 */
export const calledAs = (verb: string): string => `${called} ${verb}${verb.includes(" --registry ") ? "" : at}`;

let beside: URL | null = null;

/** Told by the bundle's first module, of the file that the registry put beside it (`registry.json`). */
export function setShippedBeside(file: URL): void {
  beside = file;
}

/** That file, whether it is there or not; null where this program is no bundle. */
export const shippedBeside = (): URL | null => beside;

/**
 * Told once the environment is read. `npxFrom`: the registry from which npx fetched this program; null: it did not. `option`: the registry
 * that an option of this run named, where the same words without it would ask another; null: they would not.
 */
export function setCalled({ npxFrom, option }: { npxFrom: string | null; option: string | null }): void {
  if (IS_BUNDLED) called = npxFrom === null ? "gaia-skill" : `npx -y ${npxFrom}/cli/gaia-skill.tgz`;
  at = option === null ? "" : ` --registry ${option}`;
}
