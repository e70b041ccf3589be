import type { TestedCase } from "@gaia/runner";
import { EXIT, type ExitCode } from "../../failures/failures.ts";
import { inPlace, type PlaceOption } from "../../session/place.ts";
import type { Session } from "../../session/session.ts";
import { testedSkill } from "../../running/test-report.ts";
import { bold, dim, green, red, type Shown, t } from "../../terminal/shown-text.ts";

const MARKS: Record<TestedCase["outcome"], Shown> = { passed: green("✓"), failed: red("✗"), skipped: dim("–") };

/** `test <dir|name>`: the tests that a skill brings, in the sandbox. Exit 4 when one fails, 3 when it brings none. */
export async function test(
  session: Session,
  input: { target: string; offline?: boolean | undefined } & PlaceOption,
): Promise<ExitCode> {
  const { terminal } = session;
  const placed = await inPlace(session, input);
  const { name, version, ok, cases, isolation, durationMs } = await testedSkill(
    placed,
    input.target,
    input.offline ?? false,
  );
  terminal.result({ name, version, ok, cases, isolation, duration_ms: durationMs });
  for (const { outcome, name: title, message } of cases) {
    terminal.line(t`${MARKS[outcome]} ${title}`);
    for (const line of message?.split("\n") ?? []) terminal.line(t`    ${line}`);
  }
  const failed = cases.filter(({ outcome }) => outcome === "failed").length;
  terminal.line(t`${bold(name)} ${version}: ${cases.length - failed} of ${cases.length} hold`);
  return ok ? EXIT.ok : EXIT.refused;
}
