import { assert, oneof, property, string, stringMatching, tuple, uniqueArray } from "fast-check";
import { describe, expect, test } from "vitest";
import { advertisedName, LONGEST_NAME } from "./tool-names.ts";

const skillName = stringMatching(/^[a-z0-9][a-z0-9-]{0,63}$/);
const toolName = oneof(
  string({ minLength: 1, maxLength: 80 }),
  stringMatching(/^_{0,3}[a-z_]{1,60}$/),
  // Looks like the form with a digest.
  stringMatching(/^[a-z]{0,5}__[0-9a-f]{12}$/),
);

describe("names of tools", () => {
  test("every client takes every name: letters, digits, _ and -, with room for a server's name before it", () => {
    assert(
      property(skillName, toolName, (skill, tool) => {
        const name = advertisedName(skill, tool);
        expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(name.length).toBeLessThanOrEqual(LONGEST_NAME);
        expect(`mcp__gaia__${name}`.length).toBeLessThanOrEqual(64);
      }),
    );
  });

  test("two tools never share a name", () => {
    assert(
      property(uniqueArray(tuple(skillName, toolName), { selector: (one) => one.join("/") }), (tools) => {
        const names = tools.map(([skill, tool]) => advertisedName(skill, tool));
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });

  test("what could be taken for another's name is told apart", () => {
    const hashed = advertisedName("web-search", "search/web");
    expect(hashed).toMatch(/^web-search__search_web__[0-9a-f]{12}$/);
    // A tool that is called as the other one is advertised.
    expect(advertisedName("web-search", hashed.slice("web-search__".length))).not.toBe(hashed);
    expect(advertisedName("a", "_b")).toBe("a___b");
    expect(advertisedName("a", "b")).toBe("a__b");
    expect(advertisedName("web-search", "search\u001b[2J")).toMatch(/^[\w-]+$/);
  });
});
