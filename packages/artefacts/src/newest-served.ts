import { isPrerelease } from "@gaia/catalog";

/**
 * What a client gets that names no number, of versions of one skill that may be served, the highest first: the highest that is no
 * prerelease, else the highest; null: none may be had. Pure.
 */
export const newestServed = <V extends { version: string }>(served: readonly V[]): V | null =>
  served.find(({ version }) => !isPrerelease(version)) ?? served[0] ?? null;
