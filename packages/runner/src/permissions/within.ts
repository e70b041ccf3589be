import { isAbsolute, relative } from "node:path";

export const isWithin = (path: string, parent: string): boolean => {
  const way = relative(parent, path);
  return way === "" || (!way.startsWith("../") && way !== ".." && !isAbsolute(way));
};
