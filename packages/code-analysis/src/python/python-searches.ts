import { inPieces } from "@gaia/reading";

/** One of a module's functions that was looked for among all that it has. */
export const SEARCHED = inPieces(
  "",
  String.raw`^gc\.get_(?:objects|referrers)\(\)(?:\[\])?$|^(?:os|subprocess|builtins|ctypes|socket|shutil|importlib|`,
  String.raw`pty)\.__dict__\.(?:items|values)\(\)\[\]`,
);

/** All that an account holds is asked for, without saying which. */
export const LISTS_ALL = inPieces(
  "",
  String.raw`\.(?:list_(?:namespaces?|buckets|databases|database_names|collection_names|tables|secrets|volumes|repos|`,
  String.raw`users|clusters|stacks|[a-z_]{1,40}_for_all_namespaces)|describe_(?:db_instances|db_clusters|instances|`,
  String.raw`volumes|stacks|clusters|file_systems)|get_repos|buckets\.all|tables\.all|(?:volumes|containers|`,
  String.raw`projects)\.list|(?:files|drives|messages|threads|events|calendars)\(\)\.list|list_containers|get_alias|`,
  String.raw`scan_iter|keys)$`,
);
