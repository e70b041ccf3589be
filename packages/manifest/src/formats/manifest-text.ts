import type { MapTree } from "../model/yaml-tree.ts";

/** A manifest, parsed and not yet understood. */
export interface ManifestText {
  root: MapTree;
  /** Offset into the source text. */
  bodyStart: number;
  /** Hex, of the file's bytes. */
  sha256: string;
}
