import type { PackageFile } from "@gaia/archive";
import { findManifest } from "../model/find-manifest.ts";
import { findFrontMatter, type FrontMatter } from "../model/front-matter.ts";
import { newReport } from "../model/report.ts";
import { readSourceText, type SourceText } from "../model/source-text.ts";
import { type MapTree, readYaml, type Tree } from "../model/yaml-tree.ts";

/** A package as loaders look at it. */
export interface LoaderView {
  files: readonly PackageFile[];
  /** The name of the folder that it lies in, where that is known. */
  folder: string | null;
  /** Null: there is none at the root that can be read. */
  skillFile: SkillFileView | null;
}

export interface SkillFileView {
  path: string;
  source: SourceText;
  /** Null: there is no front matter. */
  front: FrontMatter | null;
  /** Its fields; null: it is no mapping. */
  root: MapTree | null;
}

/** Parses the SKILL.md at the root once, with the limits of a manifest. */
export function loaderView(files: readonly PackageFile[], folder: string | null): LoaderView {
  const report = newReport("import");
  const manifest = findManifest(files, report);
  const source = manifest?.isReadable === true ? readSourceText(manifest.path, manifest.bytes, report) : null;
  if (manifest === null || source === null) return { files, folder, skillFile: null };
  const front = findFrontMatter(source, report);
  const root = front && readYaml(source, front.yamlStart, front.yamlEnd, report);
  return { files, folder, skillFile: { path: manifest.path, source, front, root } };
}

/** A field of the top level and where its key stands. */
export function fieldOf({ root }: SkillFileView, name: string): { keyAt: number; value: Tree } | null {
  return root?.entries.get(name) ?? null;
}

/** From an offset to the end of its line. */
export function restOfLine({ source }: SkillFileView, at: number): string {
  const end = source.text.indexOf("\n", at);
  return source.text.slice(at, end === -1 ? source.text.length : end).trimEnd();
}
