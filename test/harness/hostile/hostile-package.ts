import { gzipSync } from "node:zlib";
import { buildTar, buildTgz, type RawTarEntry } from "../../../packages/archive/test/tar-builder.ts";
import { buildZip, type RawZipEnd, type RawZipEntry } from "../../../packages/archive/test/zip-builder.ts";
import { sampleFiles } from "../samples.ts";

/** What the registry must answer. `code` is one of the problem's `errors`, or null where the problem's own code is all there is. */
export interface Expected {
  status: 201 | 413 | 422;
  code: string | null;
}

/** A package that somebody built to do harm. `build` makes the bytes when they are needed: together they would be large. */
export interface HostilePackage {
  /** The attack's id in front, as in `A9-zip-twice`; no two are alike. */
  id: string;
  build: () => Uint8Array;
  contentType: "application/zip" | "application/gzip";
  query?: string | undefined;
  expect: Expected;
}

/** A skill that would be published if it were not for what is added to it. */
const soundEntries = (id: string): { name: string; data: string }[] =>
  Object.entries(sampleFiles({ name: `sound-${id.toLowerCase()}` })).map(([name, data]) => ({
    name,
    data: String(data),
  }));

export const refused = (code: string): Expected => ({ status: 422, code });
export const tooLarge = (code: string): Expected => ({ status: 413, code });
export const accepted: Expected = { status: 201, code: null };

/** A sound skill as a zip, with hostile entries behind it. */
export function zipWith(id: string, expect: Expected, entries: RawZipEntry[], end: RawZipEnd = {}): HostilePackage {
  return { id, expect, contentType: "application/zip", build: () => buildZip([...soundEntries(id), ...entries], end) };
}

/** A sound skill as a tar.gz, with hostile entries behind it. */
export function tgzWith(id: string, expect: Expected, entries: RawTarEntry[]): HostilePackage {
  return { id, expect, contentType: "application/gzip", build: () => buildTgz([...soundEntries(id), ...entries]) };
}

/** Any bytes. */
export function bytesOf(
  id: string,
  expect: Expected,
  build: () => Uint8Array,
  contentType: HostilePackage["contentType"] = "application/zip",
): HostilePackage {
  return { id, expect, contentType, build };
}

/** The bytes of a sound zip, for what is done to a container as a whole. */
export const soundZip = (end: RawZipEnd = {}): Buffer => buildZip(soundEntries("x"), end);
export const soundTgz = (): Buffer => buildTgz(soundEntries("x"));

/**
 * Files as a zip, or as a tar.gz where `id` says so. Stored, not deflated: what repeats itself would be refused as a bomb before anybody
 * looked at it.
 */
export function filesOf(
  id: string,
  expect: Expected,
  files: Record<string, string | Uint8Array>,
  query?: string,
): HostilePackage {
  const entries = () => Object.entries(files).map(([name, data]) => ({ name, data, method: 0 }));
  const isTar = id.includes("-tgz");
  return {
    id,
    expect,
    contentType: isTar ? "application/gzip" : "application/zip",
    build: () => (isTar ? gzipSync(buildTar(entries()), { level: 0 }) : buildZip(entries())),
    query,
  };
}
