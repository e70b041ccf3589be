import { EMPTY_TREE, generateSignerKey, type KeyType, noteSigner, type NoteSigner, type Tree } from "../src/index.ts";

export const ORIGIN = "log.example/skills";

export const newSigner = async (name: string, type: KeyType): Promise<NoteSigner> =>
  noteSigner(await generateSignerKey(name, type));

export const checkpointOf = (tree: Tree = EMPTY_TREE, origin = ORIGIN) => ({ origin, tree, extensions: [] });

/** 2026-11-23. */
export const NOW = 1_795_392_000;
