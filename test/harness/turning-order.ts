import { BaseSequencer, type TestSpecification } from "vitest/node";
import { pathOf, turnOf } from "./turn.ts";

/**
 * The order of a run's files where `TURN_BY` names a commit, as `.ci/run` does: the tenth that runs in any case, then the others as the
 * commit turns them, so that what one run does not reach the next one begins with others. Without it, vitest's own order.
 */
export class TurningOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const commit = process.env["TURN_BY"];
    if (!commit) return super.sort(files);
    const turn = ({ moduleId }: TestSpecification) => turnOf(commit, pathOf(moduleId));
    return files.toSorted((a, b) => turn(a) - turn(b));
  }
}
