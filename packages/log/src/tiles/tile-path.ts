import { LogError } from "../log-error.ts";

/** Hashes in a full tile, and entries in a full bundle: trees of height 8 (C2SP tlog-tiles, "Merkle Tree"). */
export const TILE_WIDTH = 256;

const MAX_LEVEL = 63;

/** One resource of a log: a tile of hashes at a level from 0 to 63, or a bundle of entries; `width` below 256 is a partial one. */
export interface TileName {
  level: number | "entries";
  index: number;
  width: number;
}

/**
 * The path below the log's prefix: `tile/0/x001/x234/067`, `tile/entries/000.p/3` (C2SP tlog-tiles, "Merkle Tree" and "Log entries").
 * @throws LogError `out_of_range`
 */
export function tilePath({ level, index, width }: TileName): string {
  const isLevel = level === "entries" || (Number.isInteger(level) && level >= 0 && level <= MAX_LEVEL);
  const isWidth = Number.isInteger(width) && width >= 1 && width <= TILE_WIDTH;
  if (!isLevel || !isWidth || !Number.isSafeInteger(index) || index < 0) {
    throw new LogError("out_of_range", "there is no tile with this level, index and width");
  }
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/\d{3}/g) ?? [];
  const place = groups.map((group, at) => (at === groups.length - 1 ? group : `x${group}`)).join("/");
  return `tile/${level}/${place}${width === TILE_WIDTH ? "" : `.p/${width}`}`;
}

const PATH = /^tile\/(entries|0|[1-9][0-9]?)\/((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/;

/** The resource that a path names; null for every other spelling than that of `tilePath`. */
export function findTileName(path: string): TileName | null {
  const [, level = "", place = "", width] = (path.length <= 64 && PATH.exec(path)) || [];
  if (level === "") return null;
  const name: TileName = {
    level: level === "entries" ? level : Number(level),
    index: Number(place.replaceAll(/[x/]/g, "")),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  try {
    return tilePath(name) === path ? name : null;
  } catch {
    return null;
  }
}
