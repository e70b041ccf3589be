import type { Severity } from "@gaia/policy";
import type { HostKind, Part } from "@gaia/reading";

/** How far apart the parts of one match may stand. */
export type Window = "line" | "sentence" | "paragraph" | "section" | "file";

/**
 * One behaviour of instructions, as data. Patterns are words and short phrases without open gaps, so each is linear; what
 * stands how far from what is said by `within`, `ordered` and `near`, and the matcher sees to it in linear time.
 */
export interface InstructionRule {
  /** `<behaviour>-<what>`; its finding is `instructions/<id>`. */
  id: string;
  /** critical blocks a version; high is evidence, as heavy as its kind; medium and low are recorded and weigh nothing. */
  severity: Severity;
  category: "instruction";
  title: string;
  /** Why it is worth its severity, and what benign text it must not hit. */
  rationale: string;
  message: string;
  hint: string;
  /** In which parts of a file; absent: in any. */
  where?: readonly Part[];
  within: Window;
  /** Each must match within one window. The rarest first: the others are looked for only around it. */
  all: readonly RegExp[];
  /** They come in this order. */
  ordered?: true;
  /** With `ordered`: no new clause begins between them, so that a "not" before reaches what stands behind. */
  unbroken?: true;
  /** At most so many characters between the first and the others. */
  near?: number;
  /** None of these may match in the window. */
  none?: readonly RegExp[];
  /** An address of such a kind must stand in the window. */
  host?: readonly HostKind[];
  /** One of these must match in a window of its own. */
  context?: { within: Window; any: readonly RegExp[] };
  /** "Never" or "do not" before it does not turn its sense: it is an order either way. */
  stands?: true;
  /**
   * Its concepts do not meet by chance, so outside of quotations no weighing of the words around lowers it: a tail of
   * honest words does not undo it, and the model knows few texts of some languages.
   */
  isSure?: true;
  /** In words that are hidden or encoded; absent: one step higher, but not critical. */
  whenHidden?: Severity;
}
