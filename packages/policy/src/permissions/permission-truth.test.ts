import { describe, expect, it } from "vitest";
import type { Permission } from "./permission.ts";
import { comparePermissions, type Use } from "./permission-truth.ts";
import { covers, matchesGlob } from "./scope.ts";
import { startCost } from "../../../../test/harness/cost.ts";

function permission(text: string): Permission {
  const [domain, level, ...scope] = text.split(":");
  // The texts of this file are permissions.
  return { domain, level, scope: scope.length === 0 ? null : scope.join(":") } as Permission;
}

const use = (text: string): Use => ({
  permission: permission(text),
  isCertain: true,
  evidence: [{ file: "tools.py", line: 1, what: "a call" }],
});

const compare = (declared: string[], uses: string[], envVars: string[] = []) => {
  const truth = comparePermissions({ declared: declared.map(permission), uses: uses.map(use), envVars });
  const text = ({ domain, level, scope }: Permission) => [domain, level, ...(scope === null ? [] : [scope])].join(":");
  return {
    undeclared: truth.undeclared.map((each) => text(each.permission)),
    unused: truth.unused.map(text),
    wide: truth.wide.map(({ declared, used }) => `${text(declared)} for ${used.join(" ")}`),
  };
};

describe("permission truth", () => {
  it("names every use that nothing declared covers", () => {
    expect(compare(["network:read"], ["network:read:api.example", "shell:execute:git"])).toEqual({
      undeclared: ["shell:execute:git"],
      unused: [],
      wide: ["network:read for api.example"],
    });
  });

  it("takes `none` for no grant", () => {
    expect(compare(["network:none"], ["network:read:api.example"]).undeclared).toEqual(["network:read:api.example"]);
  });

  it("names what is declared and never used", () => {
    expect(compare(["desktop:control", "network:read"], ["network:read"]).unused).toEqual(["desktop:control"]);
  });

  it("takes a use of unknown scope to lie within the declared one", () => {
    expect(compare(["network:write:*.example.com"], ["network:write"]).undeclared).toEqual([]);
  });

  it.each([
    ["network:read:*.brave.com", "network:read:api.search.brave.com", true],
    ["network:read:*.brave.com", "network:read:brave.com", true],
    ["network:read:*.brave.com", "network:read:brave.com.evil.test", false],
    ["network:read:*.brave.com", "network:read:evilbrave.com", false],
    ["network:read:API.example", "network:read:api.EXAMPLE", true],
    ["network:write:api.example", "network:read:api.example", true],
    ["network:read:api.example", "network:write:api.example", false],
    ["filesystem:read:~/.gaia/data/**", "filesystem:read:~/.gaia/data/a/b.json", true],
    ["filesystem:read:~/.gaia/data/**", "filesystem:read:~/.ssh/id_rsa", false],
    ["filesystem:write:./output/**", "filesystem:write:output/x.txt", true],
    ["filesystem:write:./output/*", "filesystem:write:output/deep/x.txt", false],
    ["filesystem:write", "filesystem:write:/anything", true],
    ["shell:execute:git,npm", "shell:execute:/usr/bin/git", true],
    ["shell:execute:git, npm", "shell:execute:npm", true],
    ["shell:execute:git,npm", "shell:execute:bash", false],
    ["env:read:AWS_*", "env:read:AWS_REGION", true],
    ["env:read:AWS_*", "env:read:GITHUB_TOKEN", false],
  ])("%s and a use of %s: %s", (declared, used, isCovered) => {
    expect(covers(permission(declared), permission(used))).toBe(isCovered);
  });

  it("asks no permission for the manifest's own env_vars", () => {
    expect(compare([], ["env:read:API_KEY", "env:read:HOME"], ["API_KEY"]).undeclared).toEqual(["env:read:HOME"]);
  });

  it("matches any glob in bounded time", () => {
    const cost = startCost();
    expect(matchesGlob("*a".repeat(128), "a".repeat(512))).toBe(true);
    expect(matchesGlob(`${"**a".repeat(100)}b`, "a".repeat(512))).toBe(false);
    expect(cost()).toBeLessThan(30);
  });
});
