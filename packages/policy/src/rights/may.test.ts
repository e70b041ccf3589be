import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type Action, ACTIONS, type Row } from "./actions.ts";
import { type Actor, matchesName, SCOPES, type TokenActor } from "./actor.ts";
import { refusalOf, type Target, viewerOf } from "./may.ts";
import { refusalOfMembership, type Role, ROLES } from "./roles.ts";
import type { Workload } from "../workload/workload.ts";

const HANDLES = ["acme", "ada", "eve"];
const NAMES = ["acme-search", "acme-", "acme", "other", "foo"];
const PATTERNS = ["*", "acme-*", "foo", "*-search", "a*e*h"];

const roles = fc.constantFrom(...ROLES);
const publishers = fc
  .subarray(HANDLES)
  .chain((handles) =>
    fc.tuple(
      ...handles.map((handle, id) => fc.record({ id: fc.constant(id), handle: fc.constant(handle), role: roles })),
    ),
  );
const person = {
  accountId: fc.integer({ min: 1, max: 3 }),
  handle: fc.constantFrom(...HANDLES),
  role: fc.constantFrom("user" as const, "admin" as const),
  isSuspended: fc.boolean(),
  publishers,
};
const bounds = { scopes: fc.subarray([...SCOPES, "*"]), namePatterns: fc.subarray(PATTERNS) };
const tokens: fc.Arbitrary<TokenActor> = fc.record({ kind: fc.constant("token"), ...person, ...bounds });
const workloads: fc.Arbitrary<Actor> = fc.record({
  kind: fc.constant("workload"),
  issuer: fc.constant("https://ci.example"),
  subject: fc.constant("acme/search"),
  handle: fc.constant("ci.example acme/search"),
  trustedPublisherId: fc.constant("00000000-0000-4000-8000-000000000000"),
  via: fc.constant<Workload>({
    kind: "oidc",
    issuer: "https://ci.example",
    subject: "acme/search",
    repository: null,
    repositoryId: null,
    ownerId: null,
    workflow: null,
    environment: null,
    event: null,
    ref: null,
    sha: null,
    run: null,
  }),
  publishers: publishers.map((own) => own.map((one) => ({ ...one, role: "publisher" as const }))),
  ...bounds,
});
const actors: fc.Arbitrary<Actor> = fc.oneof(
  tokens,
  fc.record<Extract<Actor, { kind: "account" }>>({ kind: fc.constant("account"), ...person }),
  workloads,
  fc.constant<Actor>({ kind: "registry", handle: "registry" }),
);
// Object.keys forgets which keys there are.
const ALL = Object.keys(ACTIONS) as Action[];
const actions = fc.constantFrom(...ALL);
const targets = fc.record({
  publisher: fc.constantFrom(...HANDLES),
  skill: fc.constantFrom(...NAMES),
  involved: fc.subarray([1, 2, 3]).map((ids) => ids.map((accountId) => ({ accountId, did: "asked for it" }))),
});
const may = (action: Action, actor: Actor | null, target: Target) => refusalOf(action, actor, target) === null;

describe("who may do what", () => {
  it("gives nobody who is not known anything", () => {
    fc.assert(
      fc.property(actions, targets, (action, target) => refusalOf(action, null, target)?.code === "unauthorized"),
    );
  });

  it("gives a suspended account nothing", () => {
    fc.assert(
      fc.property(actions, actors, targets, (action, actor, target) => {
        fc.pre("isSuspended" in actor);
        expect(may(action, { ...actor, isSuspended: true }, target)).toBe(false);
      }),
    );
  });

  it("never gives more with fewer scopes or fewer names", () => {
    fc.assert(
      fc.property(
        actions,
        fc.oneof(tokens, workloads as typeof tokens),
        targets,
        bounds.scopes,
        bounds.namePatterns,
        (action, actor, target, scopes, namePatterns) => {
          const fewer = {
            ...actor,
            scopes: actor.scopes.filter((scope) => scopes.includes(scope)),
            namePatterns: actor.namePatterns.filter((pattern) => namePatterns.includes(pattern)),
          };
          if (may(action, fewer, target)) expect(may(action, actor, target)).toBe(true);
        },
      ),
    );
  });

  it("never gives a token more than its account, and one without bounds as much", () => {
    fc.assert(
      fc.property(actions, tokens, targets, (action, token, target) => {
        const { scopes: _, namePatterns: __, ...own } = token;
        const inPerson = may(action, { ...own, kind: "account" }, target);
        if (may(action, token, target)) expect(inPerson).toBe(true);
        expect(may(action, { ...token, scopes: ["*"], namePatterns: ["*"] }, target)).toBe(inPerson);
      }),
    );
  });

  it("never gives a user an admin's action, nor anyone a publisher's that is not theirs", () => {
    fc.assert(
      fc.property(actions, actors, targets, (action, actor, target) => {
        fc.pre(actor.kind !== "registry");
        const { who }: Row = ACTIONS[action];
        const isAdmin = "role" in actor && actor.role === "admin";
        const isMember = actor.publishers.some(({ handle }) => handle === target.publisher);
        const isInvolved =
          "accountId" in actor && target.involved.some(({ accountId }) => accountId === actor.accountId);
        const refused =
          ((who === "admin" || who === "other admin") && !isAdmin) ||
          (who === "other admin" && (isMember || isInvolved)) ||
          (/^(member|manager|owner)$/.test(who) && !isMember) ||
          (/^(member|manager|owner) or admin$/.test(who) && !isMember && !isAdmin);
        if (refused) expect(may(action, actor, target)).toBe(false);
      }),
    );
  });

  it("never gives a lower role what a higher one lacks", () => {
    const as = (actor: Actor, role: Role) =>
      ({ ...actor, publishers: [{ id: 1, handle: "acme", role }] }) as Extract<Actor, { kind: "token" }>;
    fc.assert(
      fc.property(actions, tokens, targets, (action, actor, target) => {
        const [owner, admin, publisher] = ROLES.map((role) => may(action, as(actor, role), target));
        if (publisher) expect(admin).toBe(true);
        if (admin) expect(owner).toBe(true);
      }),
    );
  });

  it("lets pass before the target is known whatever it lets pass after", () => {
    fc.assert(
      fc.property(actions, actors, targets, fc.subarray(["publisher", "skill", "involved"] as const), (...given) => {
        const [action, actor, target, left] = given;
        const known: Target = { ...target };
        for (const key of left) delete known[key];
        if (may(action, actor, target)) expect(may(action, actor, known)).toBe(true);
      }),
    );
  });

  it("shows more than the public to whoever may read it, and to nobody else", () => {
    fc.assert(
      fc.property(actors, targets, (actor, target) => {
        const viewer = viewerOf(actor, target);
        expect(viewer === "admin").toBe(may("seeAnyRelease", actor, target));
        if (viewer === "anyone") expect(may("seeOwnRelease", actor, target)).toBe(false);
        if (actor.kind === "token" && !actor.scopes.some((scope) => scope === "read" || scope === "*"))
          expect(viewer).toBe("anyone");
      }),
    );
  });

  it("names the scope that is missing, and the names that a token is for", () => {
    const ada = { id: 1, handle: "ada", role: "owner" as const };
    const token = (scopes: string[], namePatterns = ["*"]): TokenActor => ({
      kind: "token",
      accountId: 1,
      handle: "ada",
      role: "user",
      isSuspended: false,
      publishers: [ada],
      scopes,
      namePatterns,
    });
    const target = { publisher: "ada", skill: "other" };
    const told = (action: Action, actor: Actor) => refusalOf(action, actor, target)?.reason;
    expect(told("publishSkill", token(["yank", "read"]))).toContain("scope publish; this one has yank, read");
    expect(told("publishSkill", token([]))).toContain("this one has none");
    expect(told("yankVersion", token(["*"], ["acme-*"]))).toContain("skills named acme-*; other is not one");
    expect(told("addPublisherKey", token(["*"], ["acme-*"]))).toContain("more than those");
    // What no scope is called gives nothing.
    expect(told("publishSkill", token(["Publish", "publish "]))).toContain("scope publish");
    expect(told("publishSkill", token(["publish"]))).toBeUndefined();
  });

  it("leaves its own work to the registry, and to no workload what needs an account", () => {
    const registry: Actor = { kind: "registry", handle: "registry" };
    expect(ALL.filter((action) => may(action, registry, {}))).toEqual(["importAdvisories"]);
    const workload = fc.sample(workloads, 1)[0];
    const of = { id: 1, handle: "ada", role: "publisher" as const };
    const trusted = { ...workload, scopes: ["*"], namePatterns: ["*"], publishers: [of] } as Actor;
    expect(ALL.filter((action) => may(action, trusted, { publisher: "ada", skill: "foo" }))).toEqual([
      "whoAmI",
      "publishSkill",
      "stageSkill",
      "addSignature",
      "addProvenance",
      "seeOwnRelease",
      "seeRemediation",
    ]);
  });
});

test.each([
  ["acme-*", "acme-search", true],
  ["acme-*", "acme-", true],
  ["acme-*", "acme", false],
  ["acme-*", "xacme-search", false],
  ["foo", "foo", true],
  ["foo", "foo-bar", false],
  ["foo-*", "foo", false],
  ["*", "", true],
  ["", "foo", false],
  ["a*a", "a", false],
  ["a*b*c", "a-b-b-c", true],
  ["a*b*c", "a-c-b", false],
  ["a.c", "abc", false],
  ["ACME-*", "acme-search", false],
])("T3 the pattern %s and the name %s", (pattern, name, fits) => {
  expect(matchesName(pattern, name)).toBe(fits);
});

test("a pattern matches what a regular expression says, and takes no longer for many wildcards", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 12 });
  fc.assert(
    fc.property(text, text, (pattern, name) => {
      const plain = name.replaceAll("*", "");
      expect(matchesName(pattern, plain)).toBe(new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(plain));
    }),
  );
});

describe("who decides about members", () => {
  const role = fc.constantFrom(...ROLES);
  const some = fc.option(role);
  const change = fc.record({
    by: fc.constantFrom(...ROLES, "registry admin" as const, null),
    isSelf: fc.boolean(),
    from: some,
    to: some,
    otherOwners: fc.nat(2),
  });

  it("T8 nobody gives or takes more than they are, and nobody makes themselves more", () => {
    fc.assert(
      fc.property(change, (asked) => {
        const { by, isSelf, from, to } = asked;
        fc.pre(by !== "owner" && by !== "registry admin" && refusalOfMembership(asked) === null);
        const rank = (one: Role | null) => (one === null ? ROLES.length : ROLES.indexOf(one));
        if (by === "publisher" || by === null) expect(isSelf && rank(to) >= rank(from)).toBe(true);
        else if (!(isSelf && rank(to) >= rank(from))) expect([from, to]).not.toContain("owner");
      }),
    );
  });

  it("a publisher keeps an owner, whoever decides", () => {
    fc.assert(
      fc.property(change, (asked) => {
        const isLast = asked.from === "owner" && asked.to !== "owner" && asked.otherOwners === 0;
        if (isLast) expect(refusalOfMembership(asked)).not.toBeNull();
        if (asked.by === "owner" && !isLast) expect(refusalOfMembership(asked)).toBeNull();
      }),
    );
  });
});
