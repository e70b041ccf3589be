import type { Unserved } from "@gaia/policy";

/**
 * The client of a protocol is not given a version. Each protocol says why in its own words and status; `unknown` as of a name that nobody
 * has.
 */
export class NotServed extends Error {
  override readonly name = "NotServed";
  readonly why: Unserved;

  constructor(why: Unserved) {
    super(`not served: ${why}`);
    this.why = why;
  }
}
