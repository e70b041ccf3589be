import { expect, test } from "vitest";
import { describeWith } from "../harness/describe-with.ts";
import { runPython } from "../harness/python-package.ts";

await describeWith("pytest", "packages/python, what needs no registry", ({ url: pytest }) => {
  test("types, signatures, dependencies, what a verb did that did not do all, and that a real gaia comes before ours", async () => {
    const done = await runPython(pytest, [
      "-q",
      "tests/test_importing.py",
      "tests/test_signatures.py",
      "tests/test_dependencies.py",
      "tests/test_spec_names.py",
      "tests/test_partial_answers.py",
    ]);
    expect(done.code, done.said).toBe(0);
    expect(done.said).not.toContain("skipped");
  });
});
