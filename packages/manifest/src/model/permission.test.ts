import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePermission, PERMISSION_LEVELS, permissionText } from "../index.ts";
import { startCost } from "../../../../test/harness/cost.ts";

/** CPU time of this thread, in milliseconds: what a bound on work means on a machine that others use too. */
describe("parsePermission", () => {
  it.each([
    ["network:read", { domain: "network", level: "read", scope: null }],
    ["shell:execute:git,npm", { domain: "shell", level: "execute", scope: "git,npm" }],
    ["network:read:host:8080", { domain: "network", level: "read", scope: "host:8080" }],
    ["filesystem:read:C:/My Files/**", { domain: "filesystem", level: "read", scope: "C:/My Files/**" }],
  ])("reads %s", (text, permission) => {
    expect(parsePermission(text)).toEqual({ permission });
  });

  it.each([
    ["", "grammar"],
    ["network", "grammar"],
    ["network:", "grammar"],
    [":read", "grammar"],
    ["network:read:", "grammar"],
    [" network:read", "grammar"],
    ["network:read: x", "grammar"],
    ["network:read:a\nb", "grammar"],
    ["network:read:a\u202eb", "grammar"],
    ["network:none:a", "grammar"],
    [`network:read:${"a".repeat(257)}`, "grammar"],
    ["network:write:".padEnd(600, "*"), "grammar"],
    ["toString:read", "unknown"],
    ["__proto__:read", "unknown"],
    ["NETWORK:read", "unknown"],
    ["desktop:read", "unknown"],
  ])("refuses %j", (text, problem) => {
    expect(parsePermission(text)).toMatchObject({ problem });
  });

  it("Y15 bounds the wildcards that a matcher will have to try", () => {
    expect(parsePermission(`network:read:${"*a".repeat(16)}`)).toHaveProperty("permission");
    expect(parsePermission(`network:read:${"*a".repeat(17)}`)).toHaveProperty("problem", "grammar");
    expect(parsePermission(`network:read:${"**".repeat(100)}`)).toHaveProperty("problem", "grammar");
  });

  it("Y15 never throws, and whatever it accepts is written back as it came", () => {
    const likely = fc
      .tuple(
        fc.constantFrom(...Object.keys(PERMISSION_LEVELS), "x"),
        fc.constantFrom("read", "write", "none", "connect"),
        fc.string(),
      )
      .map((parts) => parts.join(":"));
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(fc.string(), likely), (text) => {
        const read = parsePermission(text);
        if ("permission" in read) {
          accepted++;
          expect(permissionText(read.permission)).toBe(text);
        } else expect(read.message + read.hint).not.toMatch(/\p{C}/u);
      }),
      { numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(20);
  });

  it("Y15 judges a megabyte at once", () => {
    const cost = startCost();
    for (const text of ["a".repeat(1e6), ":".repeat(1e6), `network:read:${"*".repeat(1e6)}`])
      expect(parsePermission(text)).toHaveProperty("problem", "grammar");
    expect(cost()).toBeLessThan(20);
  });
});
