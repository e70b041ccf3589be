import type { PackageFile } from "@gaia/archive";
import { digestOfFiles } from "@gaia/install/installed";
import { RunError, type RunnableSkill, testSkill, type TestReport } from "@gaia/runner";
import { notFound, refused } from "../failures/failures.ts";
import { VERSION } from "../failures/invocation.ts";
import { ensureRunnable, runContext } from "./runnable-skill.ts";
import type { Session } from "../session/session.ts";
import { readAuthorDirectory } from "../authoring/skill-directory.ts";

/** In a package the tests of its other files, as its publisher ran them. */
const TEST_REPORT = "test-report.json";

/** The tests of an installed skill or of an author's directory, run in the sandbox. Throws exit 3 when there are none. */
export async function testedSkill(
  session: Session,
  target: string,
  isOffline: boolean,
): Promise<TestReport & { name: string; version: string }> {
  const skill = await ensureRunnable(session, target, isOffline);
  const report = await testSkill(await runContext(session, isOffline), skill).catch((error: unknown) => {
    throw error instanceof RunError ? refused(error.code, error.message, error.hint ?? undefined) : error;
  });
  if (report.cases.length === 0) throw notFound(`${skill.name} has no tests`, await testsHint(skill));
  return { ...report, name: skill.name, version: skill.version };
}

/** For an author whose rules leave out the tests that are there. */
async function testsHint({ directory, digests }: RunnableSkill): Promise<string> {
  const { leftOut, leavingOut } = digests === null ? await readAuthorDirectory(directory) : NOTHING_LEFT_OUT;
  const tests = leftOut.find((path) => path.startsWith("tests/"));
  return tests === undefined
    ? "declare cases in Skill Markdown, or put pytest's below tests/"
    : `its ${leavingOut.rulesFrom} leaves out ${tests}: what is not published is not tested`;
}

const NOTHING_LEFT_OUT = { leftOut: [], leavingOut: { rulesFrom: null } };

/**
 * An author's files with the report of their tests among them: each case, and what was tested (`digestOfFiles` of all the others).
 * Nothing in it is of the moment: the same files make the same package. Throws exit 4 when a test fails, 3 when there are none.
 */
export async function withTestReport(
  session: Session,
  directory: string,
  files: readonly PackageFile[],
): Promise<{ files: PackageFile[]; report: TestReport }> {
  const others = files.filter(({ path }) => path !== TEST_REPORT);
  const report = await testedSkill(session, directory, false);
  const failed = report.cases.filter(({ outcome }) => outcome === "failed");
  if (failed.length > 0)
    throw refused(
      "tests_failed",
      `Not published: ${failed.length} of ${report.cases.length} tests failed: ${failed.map(({ name }) => name).join(", ")}`,
      "`test` says why",
    );
  const text = JSON.stringify(
    {
      version: 1,
      tested: digestOfFiles(others),
      ok: report.ok,
      cases: report.cases.map(({ name, kind, outcome }) => ({ name, kind, outcome })),
      isolation: report.isolation,
      tool: `gaia-skill ${VERSION}`,
    },
    null,
    2,
  );
  const bytes = new Uint8Array(Buffer.from(`${text}\n`, "utf8"));
  return { files: [...others, { path: TEST_REPORT, bytes }], report };
}
