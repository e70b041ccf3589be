import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AccountActor, TokenActor } from "./actor.ts";
import { reaches, reachesBeyondPublic, reachOf } from "./visibility.ts";

const ada = (role: string, at = 1): AccountActor => ({
  kind: "account",
  accountId: 7,
  handle: "ada",
  role: "user",
  isSuspended: false,
  // Whatever roles a publisher has.
  publishers: [{ id: at, handle: "acme", role: role as "owner" }],
});
const token = (actor: AccountActor, scopes: string[], namePatterns = ["*"]): TokenActor => ({
  ...actor,
  kind: "token",
  scopes,
  namePatterns,
});
const skill = (visibility: "public" | "organisation" | "private", readers: number[] = []) => ({
  name: "acme-tool",
  publisherId: 1,
  visibility,
  readers,
});

describe("who may see a skill", () => {
  it.each([
    ["nobody", null, [true, false, false]],
    ["an owner", ada("owner"), [true, true, true]],
    ["a publisher's admin", ada("admin"), [true, true, true]],
    ["a member", ada("publisher"), [true, true, false]],
    ["another publisher's owner", ada("owner", 2), [true, false, false]],
    ["a suspended owner", { ...ada("owner"), isSuspended: true }, [true, false, false]],
    ["an admin of the registry", { ...ada("owner", 2), role: "admin" as const }, [true, true, true]],
    ["an owner's token to read", token(ada("owner"), ["read"]), [true, true, true]],
    ["an owner's token to publish", token(ada("owner"), ["publish"]), [true, false, false]],
    ["an owner's token for the name", token(ada("owner"), ["read"], ["acme-*"]), [true, true, true]],
    ["an owner's token for others", token(ada("owner"), ["read"], ["acme", "tool-*"]), [true, false, false]],
    ["the registry", { kind: "registry" as const, handle: "registry" as const }, [true, true, true]],
  ])("%s sees what is theirs", (_, actor, [isPublic, organisation, isPrivate]) => {
    const reach = reachOf(actor);
    expect(reaches(reach, skill("public"))).toBe(isPublic);
    expect(reaches(reach, skill("organisation"))).toBe(organisation);
    expect(reaches(reach, skill("private"))).toBe(isPrivate);
  });

  it("lets a reader see it who is a member, and nobody for being on a list alone", () => {
    expect(reaches(reachOf(ada("publisher")), skill("private", [7]))).toBe(true);
    expect(reaches(reachOf(ada("publisher")), skill("private", [8]))).toBe(false);
    expect(reaches(reachOf(ada("owner", 2)), skill("private", [7]))).toBe(false);
  });

  it("lets whoever may do something to a skill know of it for that, and not for reading", () => {
    const publishing = token(ada("owner"), ["publish"], ["acme-*"]);
    expect(reaches(reachOf(publishing, "publishSkill"), skill("private"))).toBe(true);
    expect(reaches(reachOf(publishing, "yankVersion"), skill("private"))).toBe(false);
    expect(reaches(reachOf(publishing), skill("private"))).toBe(false);
    const reviewing = { ...token(ada("owner", 2), ["review"]), role: "admin" as const };
    expect(reaches(reachOf(reviewing, "quarantineVersion"), skill("private"))).toBe(true);
    expect(reaches(reachOf(reviewing), skill("private"))).toBe(false);
    expect(reaches(reachOf(ada("publisher"), "yankVersion"), skill("private"))).toBe(false);
  });

  it("never lets a token see what its account does not, and asks for nothing beyond the public in vain", () => {
    const roles = fc.constantFrom("owner", "admin", "publisher");
    const scopes = fc.subarray(["read", "publish", "*"]);
    const patterns = fc.subarray(["*", "acme-*", "x"]);
    const visibilities = fc.constantFrom("public" as const, "organisation" as const, "private" as const);
    fc.assert(
      fc.property(roles, fc.nat(2), scopes, patterns, visibilities, fc.subarray([7, 8]), (...given) => {
        const [role, at, held, names, visibility, readers] = given;
        const asked = skill(visibility, readers);
        const reach = reachOf(token(ada(role, at), held, names));
        if (reaches(reach, asked)) expect(reaches(reachOf(ada(role, at)), asked)).toBe(true);
        if (visibility !== "public" && reaches(reach, asked)) expect(reachesBeyondPublic(reach)).toBe(true);
      }),
    );
  });
});
