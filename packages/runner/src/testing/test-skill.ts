import { randomBytes } from "node:crypto";
import { isRecord } from "@gaia/install/installed";
import { type Isolation, WORK } from "@gaia/sandbox";
import { ensureRuntime, findRuntime } from "../running/choose-runtime.ts";
import { type RunContext, RunError, type RunnableSkill } from "../context.ts";
import { madeWords, UNENDED_WORDS } from "../running/denied-act.ts";
import { DRIVERS, withRunFiles } from "../drivers/driver-files.ts";
import { packageMounts } from "../environments/package-mounts.ts";
import { type PackageSource, packageSource } from "../environments/package-source.ts";
import { type LoadedSkill, loadSkill } from "../loaded-skill.ts";
import { allowancesOf, RUN_LIMITS, runTool } from "../running/run-tool.ts";
import { madeRule } from "../permissions/closed-entries.ts";
import { GUARDED_NAMES } from "../permissions/guarded-names.ts";
import { readReply } from "../reply.ts";
import { ensureRequirements } from "../running/requirements.ts";
import { PYTEST_PACKAGES, PYTHON_PACKAGES, readOnly, SKILL } from "../runtimes/runtime.ts";
import { differenceOf, toolOfCase } from "./declared-cases.ts";

/** One test of a skill, and how it ended. */
export interface TestedCase {
  name: string;
  /** `declared`: of the manifest; `pytest`: below `tests/`. */
  kind: "declared" | "pytest";
  outcome: "passed" | "failed" | "skipped";
  /** Why it failed. */
  message: string | null;
}

export interface TestReport {
  ok: boolean;
  cases: TestedCase[];
  isolation: Isolation;
  durationMs: number;
}

/**
 * Runs every test that a skill brings, confined as its tools are: the cases that its manifest declares, and `tests/` with pytest. `ok`
 * means that none failed; there may be none. @throws RunError when nothing of it could be run
 */
export async function testSkill(ctx: RunContext, skill: RunnableSkill, abort?: AbortSignal): Promise<TestReport> {
  const startedAt = performance.now();
  const loaded = await loadSkill(skill);
  const cases = await declaredCases(ctx, loaded, abort);
  if (loaded.files.some(({ path }) => /^tests\/(?:.*\/)?(?:test_[^/]*|[^/]*_test)\.py$/.test(path)))
    cases.push(...(await pytestCases(ctx, loaded, abort)));
  return {
    ok: cases.every(({ outcome }) => outcome !== "failed"),
    cases,
    isolation: ctx.confine.isolation,
    durationMs: Math.round(performance.now() - startedAt),
  };
}

async function declaredCases(
  ctx: RunContext,
  loaded: LoadedSkill,
  abort: AbortSignal | undefined,
): Promise<TestedCase[]> {
  const tools = findRuntime(loaded)?.tools(loaded) ?? [];
  const found: TestedCase[] = [];
  for (const one of loaded.manifest.tests) {
    const tool = toolOfCase(tools, one);
    const ended = (message: string | null): void => {
      found.push({ name: one.name, kind: "declared", outcome: message === null ? "passed" : "failed", message });
    };
    if (tool === null) {
      ended("it is not clear which tool it is about: name the tool in its title");
      continue;
    }
    const { ok, output, error } = await runTool(ctx, { skill: loaded.skill, tool, input: one.input }, abort);
    ended(ok ? differenceOf(one.expected, output) : (error?.message ?? "it failed"));
  }
  return found;
}

/** pytest comes from the index, into an environment beside what the skill needs. */
async function pytestCases(
  ctx: RunContext,
  loaded: LoadedSkill,
  abort: AbortSignal | undefined,
): Promise<TestedCase[]> {
  if (ctx.confine.isolation === "none")
    throw new RunError(
      "no_isolation",
      "Tests are run in a sandbox or not at all, and this machine has none (bubblewrap).",
    );
  await ensureRequirements(loaded.manifest, ctx);
  const source = packageSource(loaded, "pip");
  const pytest: PackageSource = { manager: "pip", kind: "declared", specs: ["pytest"] };
  const packages = [
    ...(await packageMounts(ctx, source, abort)),
    ...(await packageMounts(ctx, pytest, abort, PYTEST_PACKAGES).catch((error: unknown) => {
      throw error instanceof RunError && error.code === "requirement_missing" ? withoutPytest(error) : error;
    })),
  ];
  const allowed = allowancesOf(ctx, loaded, ensureRuntime(loaded), {});
  const mark = `\u0001${randomBytes(16).toString("hex")} `;
  const result = await withRunFiles(({ drivers, copyOf }) =>
    ctx.confine(
      {
        argv: [
          "python3",
          "-B",
          "-s",
          "-m",
          "pytest",
          "-q",
          "-p",
          "no:cacheprovider",
          "-p",
          "gaia_pytest_report",
          `--rootdir=${SKILL}`,
          `${SKILL}/tests`,
        ],
        stdin: "",
        mounts: [...allowed.mounts, ...packages, readOnly(drivers, DRIVERS), readOnly(copyOf(loaded), SKILL)],
        guarded: { names: GUARDED_NAMES, made: madeRule(allowed.named) },
        hidden: allowed.hidden,
        directory: allowed.directory ?? WORK,
        env: {
          ...allowed.env,
          PYTHONPATH: [SKILL, PYTHON_PACKAGES, PYTEST_PACKAGES, `${DRIVERS}/shim`].join(":"),
          PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1",
          GAIA_REPORT_MARK: mark,
        },
        network: allowed.network,
        programs: allowed.programs,
        limits: { ...RUN_LIMITS, cpuMs: 300_000, timeoutMs: 600_000 },
      },
      abort,
    ),
  );
  const made = result.denials.find((one) => one.kind === "guarded");
  if (made !== undefined) return [{ name: "tests/", kind: "pytest", outcome: "failed", message: madeWords(made) }];
  if (result.denials.some(({ kind }) => kind === "unended"))
    return [{ name: "tests/", kind: "pytest", outcome: "failed", message: UNENDED_WORDS }];
  const reply = readReply(result.stdout, mark);
  if (reply?.ok === true && Array.isArray(reply.output)) return reply.output.filter(isRecord).map(toCase);
  const limit = result.denials.find((one) => one.kind === "limit")?.what;
  const why = limit === undefined ? result.stderr.trim().slice(-500) : `more ${limit} than it may have`;
  return [{ name: "tests/", kind: "pytest", outcome: "failed", message: `pytest came to no end: ${why}` }];
}

/** It is not this machine's that is used: the tests get theirs inside the sandbox, and somebody has to know from where. */
const withoutPytest = ({ message }: RunError): RunError =>
  new RunError(
    "requirement_missing",
    `Its tests need pytest. ${message}`,
    null,
    "pytest is installed inside the sandbox, from the index in PIP_INDEX_URL (https://pypi.org/simple unless set): set one that this " +
      "machine reaches; test cases that a manifest declares need none",
  );

const toCase = ({ name, outcome, message }: Record<string, unknown>): TestedCase => ({
  name: String(name).replace(/^(?:\.\.\/)*skill\//, ""),
  kind: "pytest",
  outcome: outcome === "passed" || outcome === "skipped" ? outcome : "failed",
  message: typeof message === "string" ? message : null,
});
