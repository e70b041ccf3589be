import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeRequirement } from "./judge-requirement.ts";
import { startCost } from "../../../../test/harness/cost.ts";

/** CPU time of this thread, in milliseconds: what a bound on work means on a machine that others use too. */
describe("a package of the index", () => {
  test.for([
    ["requests", "requests", null, null],
    ["requests>=2.31", "requests>=2.31", null, null],
    ["Requests [socks, Use.Chardet] >= 2.31 , != 2.32.0", "Requests[socks,Use.Chardet]>=2.31,!=2.32.0", null, null],
    ["requests (>=2.0)", "requests>=2.0", null, null],
    ["idna==3.10", "idna==3.10", null, "3.10"],
    ["idna === 3.10", "idna===3.10", null, "3.10"],
    ["idna==3.*", "idna==3.*", null, null],
    ["idna==3.10 # why", "idna==3.10", null, "3.10"],
    ["idna==3.10 --hash=sha256:00ff --hash=sha256:11ee", "idna==3.10", null, "3.10"],
    [
      `x~=1.0; python_version < "3.9" and (os_name=='nt' or extra == 'a;b')`,
      "x~=1.0",
      `python_version < "3.9" and (os_name=='nt' or extra == 'a;b')`,
      null,
    ],
  ] as const)("%s", ([line, text, marker, exactVersion]) => {
    expect(judgeRequirement(line)).toMatchObject({ kind: "package", text, marker, exactVersion });
  });

  test("has one name however it is spelt (PEP 503)", () => {
    const names = ["Foo.Bar", "foo__bar", "FOO-_.bar"].map((line) => judgeRequirement(line));
    expect(names.map((each) => each.kind === "package" && each.name)).toEqual(["foo-bar", "foo-bar", "foo-bar"]);
  });
});

test.for([
  ["git+https://example.test/x.git", "remote-source"],
  ["x@git+ssh://git@example.test/x", "remote-source"],
  ["x @ https://example.test/x.whl ; python_version>'3'", "remote-source"],
  ["x[y] @ https://example.test/x.zip", "remote-source"],
  ["HTTPS://example.test/x.tar.gz", "remote-source"],
  ["-e git+https://example.test/x", "remote-source"],
  ["--editable=git+https://example.test/x", "remote-source"],
  ["x @ file:///etc/passwd", "local-path"],
  ["FILE:///etc/passwd", "local-path"],
  ["-e .", "local-path"],
  [".", "local-path"],
  ["..", "local-path"],
  ["~/x", "local-path"],
  ["/etc/passwd", "local-path"],
  ["C:\\x", "local-path"],
  ["\\\\server\\x", "local-path"],
  ["x.whl", "local-path"],
  ["dir/x", "local-path"],
  ["--index-url https://example.test", "other-index"],
  ["-i https://example.test", "other-index"],
  ["--extra-index-url=https://example.test", "other-index"],
  ["-f https://example.test", "other-index"],
  ["--trusted-host example.test", "other-index"],
  ["--no-index", "other-index"],
  ["--no-binary :all:", "build-option"],
  ["--pre", "build-option"],
  ["-x", "build-option"],
  ["-", "build-option"],
  ["--", "build-option"],
  ["x --install-option=y", "build-option"],
  ["x --config-settings a=b", "build-option"],
  ["${NAME}", "environment-variable"],
  ["x==${VERSION}", "environment-variable"],
  ["--index-url https://${TOKEN}@example.test", "environment-variable"],
  ["x y", "unreadable"],
  ["x==", "unreadable"],
  ["x=1", "unreadable"],
  ["x;", "unreadable"],
  ["x; $(id)", "environment-variable"],
  ["x; import os", "package"],
  ["x; a & b", "unreadable"],
  ["_x", "unreadable"],
  ["x\u202ey", "unreadable"],
  ["x\0", "unreadable"],
  [`x${"y".repeat(3_000)}`, "unreadable"],
] as const)("%j is %s", ([line, rule]) => {
  const judged = judgeRequirement(line);
  expect(judged.kind === "refused" ? judged.rule : judged.kind).toBe(rule);
});

test("includes are told apart, so that the caller can look for the file in the package", () => {
  expect(judgeRequirement("-r base.txt")).toEqual({ kind: "include", path: "base.txt" });
  expect(judgeRequirement("--constraint=../c.txt # x")).toEqual({ kind: "include", path: "../c.txt" });
});

test("S1 whatever the line, what reaches pip is a name, extras and versions on one line", () => {
  const pieces = fc.constantFrom(
    ..."requests [a,b] == >= 1.0 ; @ -r --hash=sha256:00 # / https://x \\ ${X} ' ( ) -e . git+ % é ,".split(" "),
    " ",
    "\n",
    "\u0000",
    '"',
    "python_version",
    "and",
  );
  const line = fc.oneof(
    fc.array(pieces, { maxLength: 12 }).map((each) => each.join("")),
    fc.string({ unit: "grapheme", maxLength: 60 }),
  );
  fc.assert(
    fc.property(line, (text) => {
      const judged = judgeRequirement(text);
      if (judged.kind !== "package") return;
      expect(judged.text).toMatch(/^[A-Za-z0-9][\w.-]*(\[[\w.,-]*\])?([=~!<>]=?=?[\w.*+!-]+,?)*$/);
      const marker = judged.marker ?? "";
      expect(marker).not.toMatch(/[\n\r\0]/);
      // What stands in quotes is compared with a text of the machine (PEP 508), whatever it is.
      // It is closed there, and outside of quotes there are words, comparisons and brackets alone.
      expect(marker.replaceAll(/"[^"\\]*"|'[^'\\]*'/g, "")).toMatch(/^[a-z_.=!~<>()\s]*$/);
    }),
    { numRuns: 3_000 },
  );
});

test("S4 a line made to be slow is judged in milliseconds", () => {
  const cost = startCost();
  for (const unit of ["a.", "=", "a ", " ", "(", "[a,", "'", "-", "a-", "@ ", "1,", "and "]) {
    judgeRequirement(`x; ${unit.repeat(1_900 / unit.length)}!`);
    judgeRequirement(`x${unit.repeat(1_900 / unit.length)}!`);
    judgeRequirement(`x ${unit.repeat(900_000)}!`);
  }
  expect(cost()).toBeLessThan(200);
});
