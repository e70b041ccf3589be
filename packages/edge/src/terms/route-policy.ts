import type { Area } from "./area.ts";
import type { SubjectKind } from "./subject.ts";

/**
 * What a route has to do with kept answers. `keeps`: its answer may be kept for anonymous viewers until any of its subjects changes: the
 * skill `{name}`, the publisher `{handle}`, the `{collection}`, the catalog, and what its handler names beside them. `drops`: what was kept
 * of the skill, or of anything, ends with it. `static`: the same for every viewer. `none`: it is made anew for each request.
 */
type Cache = "none" | "static" | { keeps: SubjectKind | readonly SubjectKind[] } | { drops: "skill" | "catalog" };

/** Requests of one caller, and of all. */
export interface AtOnce {
  perCaller: number;
  all: number;
}

/** What holds of a route beside its shape; the rest is its area's. All middleware is derived from the two: `middleware.ts`. */
export interface RoutePolicy<Access extends string = string> {
  /** Who may ask: `anyone`, or another word of its area (`Area.authorise`). */
  access: Access;
  cache: Cache;
  /** The longest body, in bytes; absent: the area's. `package`: what the settings let a package weigh. */
  bodyLimitBytes?: number | "package";
  /** `reading`: it changes nothing, whatever its method says, and counts as a read; absent: by its method. */
  counts?: "reading";
  /** `open`: strangers may ask even where the registry is closed; absent: what its area says, and without that nobody. */
  whenClosed?: "open";
  /** The last part of its path takes all that follows, slashes too. */
  takesRest?: true;
  /** How many of its requests may be in the process at one moment; absent: as many as come. */
  atOnce?: AtOnce;
  /** How many of a limit's requests one of these counts as; absent: one. */
  cost?: number;
}

/** A row of the table of routes, as it was mounted. */
export interface MountedRoute {
  area: Area;
  /** Upper case. */
  method: string;
  /** The whole pattern: `/api/v1/skills/:name`. */
  path: string;
  policy: RoutePolicy;
}
