import { test, TestRunner } from "vitest";
import { pathOf, runsInAnyCase } from "./turn.ts";

/**
 * Begins no file once `BEGIN_UNTIL` (milliseconds of the epoch) has passed, but for the tenth that the commit `TURN_BY` runs in any case.
 * What was begun is not cut. A file that was not reached is a skipped test of its name. Without the variables every file is run.
 */
export default class BoundedRunner extends TestRunner {
  override importFile(filepath: string, source: Parameters<TestRunner["importFile"]>[1]): unknown {
    const until = Number(process.env["BEGIN_UNTIL"] ?? Number.POSITIVE_INFINITY);
    const path = pathOf(filepath);
    // Set-up files are nobody's tests.
    if (source !== "collect" || Date.now() <= until || runsInAnyCase(process.env["TURN_BY"] ?? "", path))
      return super.importFile(filepath, source);
    test.skip(`${path} was not reached in time`, () => undefined);
    return undefined;
  }
}
