import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { arriveBy, comeBack, leaveFor, signInBy } from "../harness/by-provider.ts";
import { call } from "../harness/api.ts";
import { type CompanyProvider, startCompanyProvider } from "../harness/company-provider.ts";
import { startFakeGithub } from "../harness/fake-github-server.ts";
import { type Lie, startHostileProvider } from "../harness/hostile-provider.ts";
import { browser, codeOf, mailsTo, PASSWORD, signedUp, withSecondFactor } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";

let company: CompanyProvider;
let github: Awaited<ReturnType<typeof startFakeGithub>>;
let registry: TestRegistry;

beforeAll(async () => {
  [company, github] = await Promise.all([startCompanyProvider(), startFakeGithub()]);
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: {
      SIGN_UP: "open",
      RATE_LIMIT_MAIL: "1000",
      RATE_LIMIT_SIGN_IN: "1000",
      OIDC_ISSUER: company.issuer,
      OIDC_CLIENT_ID: company.clientId,
      OIDC_CLIENT_SECRET: company.clientSecret,
      OIDC_NAME: "Acme",
      OIDC_GROUP_MAP:
        "engineering=acme:publisher,platform=acme:admin,cn=bosses=acme:owner,lost=nowhere:owner,lone=alone:owner",
      GITHUB_CLIENT_ID: "client",
      GITHUB_CLIENT_SECRET: "a secret of GitHub's",
      GITHUB_URL: github.url,
    },
  });
  company.admit(`${registry.url}/login/from/oidc`);
  for (const handle of ["acme", "alone"]) {
    await call(`${registry.url}/api/v1/publishers`, { token: registry.adminToken, json: { handle } });
  }
});
afterAll(async () => {
  await Promise.all([company.close(), github.close(), registry.close()]);
});

const byCompany = (login: string) => ({ provider: "oidc", visit: (url: string) => company.visit(url, login) });
const byGithub = (login: string) => ({ provider: "github", visit: (url: string) => github.visit(url, login) });
/** Somebody of the company, with an account. */
function hired(login: string, claims: Record<string, unknown> = {}) {
  company.people.set(login, { email: `${login}@acme.example`, email_verified: true, ...claims });
  return arriveBy(registry, { ...byCompany(login), handle: login });
}
const whoami = async (person: ReturnType<typeof browser>) => (await person.get("/api/v1/whoami")).body;
const rolesIn = async (publisher: string): Promise<Record<string, string>> => {
  const told = await call(`${registry.url}/api/v1/publishers/${publisher}/members`, { token: registry.adminToken });
  return Object.fromEntries(told.body.members.map((one: { account: string; role: string }) => [one.account, one.role]));
};

describe("signing in by a company's provider", () => {
  test("makes an account under the handle that was chosen, and finds it again by issuer and subject", async () => {
    company.people.set("u-1", { email: "Ann@Acme.example", email_verified: true, preferred_username: "Ann Lee" });
    const first = browser(registry.url);
    expect((await first.get("/login")).body).toContain("Sign in with Acme");
    const came = await signInBy(first, byCompany("u-1"));
    expect(came).toMatchObject({ status: 303, to: "/login/welcome" });
    expect((await first.get("/login/welcome")).body).toContain('value="ann-lee"');
    expect((await whoami(first)).code).toBe("unauthorized");
    for (const handle of ["admin", "api", "No"]) {
      expect((await first.submit("/login/welcome", { handle })).status, handle).toBe(400);
    }
    const settled = await first.submit("/login/welcome", { handle: "ann" });
    expect([settled.status, settled.headers.get("location")]).toEqual([303, "/account"]);
    expect(await whoami(first)).toMatchObject({ handle: "ann" });
    expect((await first.get("/auth/account")).body).toMatchObject({
      email: "ann@acme.example",
      has_password: false,
      identities: [{ name: "Acme", is_ours: true }],
    });
    expect((await first.submit("/login/welcome", { handle: "ann-two" })).status).toBe(403);

    company.people.set("u-1", { email: "other@acme.example", email_verified: true });
    const again = browser(registry.url);
    expect(await signInBy(again, byCompany("u-1"))).toMatchObject({ status: 303, to: "/account" });
    expect(await whoami(again)).toMatchObject({ handle: "ann" });
    const [row] = await rowsOf(
      registry,
      "SELECT detail FROM audit_log WHERE action = 'account.sign_up' AND actor = 'ann'",
    );
    expect(row).toMatchObject({ detail: { provider: `oidc:${company.issuer}` } });
  });

  test("GitHub's people are found by their number, whatever they are called meanwhile", async () => {
    github.users.set("octo", {
      id: 583_231,
      login: "octo",
      emails: [{ email: "octo@example.org", primary: true, verified: true }],
    });
    const octo = await arriveBy(registry, { ...byGithub("octo"), handle: "octo" });
    expect((await octo.get("/auth/account")).body).toMatchObject({ email: "octo@example.org" });
    github.users.set("renamed", { id: 583_231, login: "renamed", emails: [] });
    github.users.set("octo", { id: 999, login: "octo", emails: [] });
    const renamed = browser(registry.url);
    await signInBy(renamed, byGithub("renamed"));
    expect(await whoami(renamed)).toMatchObject({ handle: "octo" });
    expect((await signInBy(browser(registry.url), byGithub("octo"))).to).toBe("/login/welcome");
  });

  test("whoever has an authenticator app is asked for its code, and nothing is theirs before", async () => {
    const tess = await hired("tess");
    const { uri } = await withSecondFactor(tess);
    const other = browser(registry.url);
    expect((await signInBy(other, byCompany("tess"))).to).toBe("/login/code?back=%2Faccount");
    expect((await whoami(other)).code).toBe("unauthorized");
    expect((await other.submit("/login/code", { code: "000000", back: "/account" })).status).toBe(403);
    expect((await other.submit("/login/code", { code: await codeOf(uri), back: "/account" })).status).toBe(303);
    expect(await whoami(other)).toMatchObject({ handle: "tess" });
  });

  test("a suspended account signs in by nobody's word", async () => {
    const sam = await hired("sam", { groups: ["engineering"] });
    const suspend = `${registry.url}/api/v1/admin/accounts/sam/suspend`;
    expect((await call(suspend, { token: registry.adminToken, json: { reason: "left" } })).status).toBe(200);
    expect((await whoami(sam)).code).toBe("unauthorized");
    const other = browser(registry.url);
    const came = await signInBy(other, byCompany("sam"));
    expect(came.status).toBe(403);
    expect(came.page).toContain("suspended");
    expect((await whoami(other)).code).toBe("unauthorized");
  });
});

describe("T13 state, redirect_uri and code", () => {
  test("T13 a state that is missing, replayed, or another browser's signs nobody in", async () => {
    await hired("tina");
    const person = browser(registry.url);
    const back = await company.visit(await leaveFor(person, "oidc"), "tina");
    const without = new URL(back);
    without.searchParams.delete("state");
    const begun = person.clone();
    for (const [who, address, why] of [
      [browser(registry.url), back, "no cookie: sent by a stranger, login CSRF"],
      [person.clone(), without.href, "no state"],
      [person.clone(), back.replace(/state=[^&]+/, "state=x"), "another state"],
    ] as const) {
      const came = await comeBack(who, address);
      expect([came.status, came.page.includes("not begun in this browser")], why).toEqual([403, true]);
      expect((await whoami(who)).code, why).toBe("unauthorized");
    }
    const other = browser(registry.url);
    await leaveFor(other, "oidc");
    expect((await comeBack(other, back)).status, "begun there too, with another state").toBe(403);
    // None of it ended what the person had begun.
    expect(await comeBack(person, back)).toMatchObject({ status: 303, to: "/account" });
    expect(await whoami(person)).toMatchObject({ handle: "tina" });
    expect((await comeBack(begun, back)).status, "replayed, cookie and all").toBe(403);
    expect((await whoami(begun)).code).toBe("unauthorized");
  });

  test("T13 the address to come back to is PUBLIC_URL's, whatever a request says, and the provider takes no other", async () => {
    const person = browser(registry.url);
    const forged = { "sec-fetch-site": "same-origin", host: "evil.example", "x-forwarded-host": "evil.example" };
    const left = await person.get("/login/with/oidc?redirect_uri=https://evil.example/", forged);
    const url = new URL(left.headers.get("location") ?? "");
    expect(url.searchParams.get("redirect_uri")).toBe(`${registry.url}/login/from/oidc`);
    expect(url.searchParams.get("code_challenge_method")).toBe("S256");
    url.searchParams.set("redirect_uri", "https://evil.example/login/from/oidc");
    await expect(company.visit(url.href, "tina")).rejects.toThrow("400");
    // A page of another site does not even send somebody off.
    const pushed = await person.get("/login/with/oidc", { "sec-fetch-site": "cross-site" });
    expect(pushed.headers.get("location")).toBe("/login?back=%2Faccount");
    const posted = await person.post(
      "/auth/provider/begin",
      { provider: "oidc", back: "/" },
      { "sec-fetch-site": "cross-site" },
    );
    expect(posted.status).toBe(403);
    for (const back of ["https://evil.example", "//evil.example", "/\\evil.example"]) {
      const came = await comeBack(person, await company.visit(await leaveFor(person, "oidc", back), "tina"));
      expect(came.to).toBe("/");
    }
  });

  test("T13 a code is good once, and in nobody else's journey (PKCE)", async () => {
    const person = browser(registry.url);
    const back = new URL(await company.visit(await leaveFor(person, "oidc"), "tina"));
    const thief = browser(registry.url);
    const own = new URL(await company.visit(await leaveFor(thief, "oidc"), "mallory"));
    own.searchParams.set("code", back.searchParams.get("code") ?? "");
    const came = await comeBack(thief, own.href);
    expect([came.status, came.page.includes("does not hold")]).toEqual([403, true]);
    expect((await whoami(thief)).code).toBe("unauthorized");
    // Whose it was is not kept from it by that.
    expect((await comeBack(person, back.href)).status).toBe(303);
    const again = browser(registry.url);
    const second = new URL(await company.visit(await leaveFor(again, "oidc"), "tina"));
    const used = second.searchParams.get("code") ?? "";
    expect((await comeBack(again, second.href)).status).toBe(303);
    const third = new URL(await company.visit(await leaveFor(again, "oidc"), "tina"));
    third.searchParams.set("code", used);
    expect((await comeBack(again, third.href)).status).toBe(403);
  });

  test("T13 who is turned away there is told so here; an answer of one provider is not another's", async () => {
    const person = browser(registry.url);
    const url = new URL(await leaveFor(person, "oidc"));
    const state = url.searchParams.get("state");
    const answer = `/login/from/oidc?error=access_denied&error_description=%3Cscript%3E&state=${state}`;
    const came = await comeBack(person, answer);
    expect([came.status, came.page.includes("did not sign you in"), came.page.includes("<script>")]).toEqual([
      403,
      true,
      false,
    ]);
    const mixed = await company.visit(await leaveFor(person, "oidc"), "tina");
    expect((await comeBack(person, mixed.replace("/from/oidc", "/from/github"))).status).toBe(403);
    const wrong = new URL(await company.visit(await leaveFor(person, "oidc"), "tina"));
    expect(wrong.searchParams.get("iss")).toBe(company.issuer);
    wrong.searchParams.set("iss", "https://evil.example");
    expect((await comeBack(person, wrong.href)).page).toContain("another issuer");
    expect((await whoami(person)).code).toBe("unauthorized");
    expect((await comeBack(person, "/login/from/nobody?code=x&state=x")).status).toBe(403);
  });
});

describe("whose account it is", () => {
  test("an address that an account has gives nobody that account, confirmed by the provider or not", async () => {
    const { first, email } = await signedUp(registry, "victor");
    for (const [login, claims] of [
      ["thief-1", { email, email_verified: true }],
      ["thief-2", { email: email.toUpperCase(), email_verified: true }],
    ] as const) {
      company.people.set(login, claims);
      const thief = browser(registry.url);
      const came = await signInBy(thief, byCompany(login));
      expect([came.status, came.page.includes("add Acme on its page")], login).toEqual([403, true]);
      expect((await whoami(thief)).code).toBe("unauthorized");
    }
    for (const [handle, verified] of [
      ["thief-3", false],
      ["thief-4", "true"],
      ["thief-5", undefined],
    ] as const) {
      company.people.set(handle, { email, ...(verified === undefined ? {} : { email_verified: verified }) });
      const thief = await arriveBy(registry, { ...byCompany(handle), handle });
      expect((await thief.get("/auth/account")).body, handle).toMatchObject({ handle, email: null });
    }
    // The Kelvin sign becomes a k in small letters: `H-A9`, an address beyond ASCII is nobody's.
    const keen = await signedUp(registry, "keen");
    company.people.set("thief-7", { email: keen.email.replace("k", "\u212a"), email_verified: true });
    const seventh = await arriveBy(registry, { ...byCompany("thief-7"), handle: "thief-7" });
    expect((await seventh.get("/auth/account")).body).toMatchObject({ handle: "thief-7", email: null });
    github.users.set("thief-6", { id: 6, login: "thief-6", emails: [{ email, primary: true, verified: false }] });
    const sixth = await arriveBy(registry, { ...byGithub("thief-6"), handle: "thief-6" });
    expect((await sixth.get("/auth/account")).body).toMatchObject({ email: null });
    expect(await whoami(first)).toMatchObject({ handle: "victor" });
    const own = browser(registry.url);
    expect((await own.post("/auth/sign-in", { email, password: PASSWORD })).status).toBe(200);
  });

  test("an identity is added by who is signed in and confirms it, in that session, and taken away again", async () => {
    const { first: vera, email } = await signedUp(registry, "vera");
    company.people.set("u-vera", { email, email_verified: true });
    const link = (password: string) => vera.submit("/account", { do: "link", row: "oidc", password });
    expect((await link("a wrong password of hers")).status).toBe(401);
    const offered = String((await link(PASSWORD)).body);
    const url = (/href="(http:[^"]+)" rel="noreferrer"/.exec(offered)?.[1] ?? "").replaceAll("&amp;", "&");
    const back = await company.visit(url, "u-vera");
    // The same browser, signed out meanwhile, or signed in as somebody else.
    const other = await hired("otto");
    other.cookies.set("gaia.provider", vera.cookies.get("gaia.provider") ?? "");
    expect((await comeBack(other.clone(), back)).page).toContain("signed out meanwhile");
    const again = String((await link(PASSWORD)).body);
    const second = (/href="(http:[^"]+)" rel="noreferrer"/.exec(again)?.[1] ?? "").replaceAll("&amp;", "&");
    expect(await comeBack(vera, await company.visit(second, "u-vera"))).toMatchObject({ status: 303, to: "/account" });
    const by = browser(registry.url);
    await signInBy(by, byCompany("u-vera"));
    expect(await whoami(by)).toMatchObject({ handle: "vera" });
    expect((await mailsTo(registry, email)).join("\n")).toContain("Signing in by Acme was added");

    const [identity] = (await vera.get("/auth/account")).body.identities;
    expect((await other.post("/auth/provider/unlink", { id: identity.id, password: null })).status).toBe(404);
    expect((await vera.post("/auth/provider/unlink", { id: identity.id, password: null })).status).toBe(401);
    expect((await vera.post("/auth/provider/unlink", { id: identity.id, password: PASSWORD })).status).toBe(200);
    const after = await signInBy(browser(registry.url), byCompany("u-vera"));
    expect([after.status, after.page.includes("add Acme on its page")]).toEqual([403, true]);
    const rows = await rowsOf(
      registry,
      "SELECT action FROM audit_log WHERE actor = 'vera' AND action LIKE 'account.identity%' ORDER BY id",
    );
    expect(rows).toEqual([{ action: "account.identity_added" }, { action: "account.identity_removed" }]);
  });

  test("somebody else's identity is not added, the only way in is not taken away, and a second factor is asked for", async () => {
    const wanda = await hired("wanda");
    const [identity] = (await wanda.get("/auth/account")).body.identities;
    expect((await wanda.post("/auth/provider/unlink", { id: identity.id, password: null })).status).toBe(409);
    const { first: walt } = await signedUp(registry, "walt");
    const begun = await walt.post("/auth/provider/link", { provider: "oidc", password: PASSWORD });
    const came = await comeBack(walt, await company.visit(begun.body.url, "wanda"));
    expect([came.status, came.page.includes("belongs to another account")]).toEqual([403, true]);
    await withSecondFactor(walt);
    await runSql(registry, "UPDATE auth_sessions SET proven_at = now() - interval '16 minutes'");
    const refused = await walt.post("/auth/provider/link", { provider: "oidc", password: PASSWORD });
    expect(refused.body.code).toBe("second_factor_required");
    await runSql(registry, "UPDATE auth_sessions SET created_at = now() - interval '16 minutes'");
    expect((await wanda.post("/auth/provider/link", { provider: "github", password: null })).status).toBe(401);
  });
});

describe("groups", () => {
  test("groups bring memberships in line at every sign-in, with audit rows, leaves and notices; those by hand are left", async () => {
    const gina = await hired("gina", { groups: ["engineering", "chess", "lost"] });
    expect(await rolesIn("acme")).toMatchObject({ gina: "publisher" });
    const group = async (...groups: string[]) => {
      company.people.set("gina", { groups });
      expect((await signInBy(browser(registry.url), byCompany("gina"))).to).toBe("/account");
    };
    await group("engineering", "platform");
    expect(await rolesIn("acme")).toMatchObject({ gina: "admin" });
    await group("cn=bosses", "platform");
    expect(await rolesIn("acme")).toMatchObject({ gina: "owner" });
    await group("Engineering");
    expect(await rolesIn("acme")).not.toHaveProperty("gina");
    expect(await whoami(gina)).toMatchObject({ publishers: ["gina"] });
    const audited = await rowsOf<{ action: string; actor: string; detail: object }>(
      registry,
      "SELECT action, actor, detail FROM audit_log WHERE target = 'publisher:acme' AND detail->>'account' = 'gina' ORDER BY id",
    );
    expect(audited.map(({ action, actor }) => `${actor} ${action}`)).toEqual([
      "registry member.join",
      "registry member.role",
      "registry member.role",
      "registry member.remove",
    ]);
    expect(audited[0]?.detail).toEqual({
      account: "gina",
      from: null,
      to: "publisher",
      provider: `oidc:${company.issuer}`,
      group: "engineering",
    });
    const leaves = await rowsOf(
      registry,
      "SELECT leaf FROM log_leaves WHERE leaf LIKE '%gina%' AND leaf LIKE '%acme%'",
    );
    expect(leaves).toHaveLength(4);

    const members = `${registry.url}/api/v1/publishers/acme/members/gina`;
    await group("engineering");
    // Somebody's own word, from now on.
    const put = await call(members, { method: "PUT", token: registry.adminToken, json: { role: "admin" } });
    expect(put.status).toBe(200);
    await group("engineering");
    expect(await rolesIn("acme")).toMatchObject({ gina: "admin" });
    await group();
    expect(await rolesIn("acme")).toMatchObject({ gina: "admin" });
  });

  test("T9 who makes themselves less stays what their groups made them, and goes when those do", async () => {
    const dora = await hired("dora", { groups: ["cn=bosses"] });
    expect(await rolesIn("acme")).toMatchObject({ dora: "owner" });
    const { token } = (await dora.post("/api/v1/tokens", { name: "all", scopes: ["*"] })).body;
    const members = `${registry.url}/api/v1/publishers/acme/members/dora`;
    expect((await call(members, { method: "PUT", token, json: { role: "publisher" } })).status).toBe(200);
    expect(await rolesIn("acme")).toMatchObject({ dora: "publisher" });
    company.people.set("dora", { groups: [] });
    expect((await signInBy(browser(registry.url), byCompany("dora"))).to).toBe("/account");
    expect(await rolesIn("acme")).not.toHaveProperty("dora");
  });

  test("the last owner stays one, and who takes the identity away loses what its groups gave", async () => {
    const lola = await hired("lola", { groups: ["lone", "engineering"] });
    await call(`${registry.url}/api/v1/publishers/alone/members/admin`, {
      method: "DELETE",
      token: registry.adminToken,
    });
    expect(await rolesIn("alone")).toEqual({ lola: "owner" });
    company.people.set("lola", {});
    await signInBy(lola, byCompany("lola"));
    expect(await rolesIn("alone")).toEqual({ lola: "owner" });
    expect(await rolesIn("acme")).not.toHaveProperty("lola");

    const { first: luis } = await signedUp(registry, "luis");
    company.people.set("u-luis", { groups: ["platform"] });
    const begun = await luis.post("/auth/provider/link", { provider: "oidc", password: PASSWORD });
    expect((await comeBack(luis, await company.visit(begun.body.url, "u-luis"))).status).toBe(303);
    expect(await rolesIn("acme")).toMatchObject({ luis: "admin" });
    const [identity] = (await luis.get("/auth/account")).body.identities;
    await luis.post("/auth/provider/unlink", { id: identity.id, password: PASSWORD });
    expect(await rolesIn("acme")).not.toHaveProperty("luis");
  });
});

describe("a hostile provider", () => {
  let hostile: Awaited<ReturnType<typeof startHostileProvider>>;
  let fooled: TestRegistry;
  beforeAll(async () => {
    hostile = await startHostileProvider({ clientId: "gaia" });
    fooled = await startTestRegistry({
      withoutScanners: true,
      environment: {
        SIGN_UP: "closed",
        OIDC_SIGN_UP: "open",
        OIDC_ISSUER: hostile.url,
        OIDC_CLIENT_ID: "gaia",
        OIDC_CLIENT_SECRET: "a secret",
        OIDC_ALLOWED_DOMAINS: "acme.example",
      },
    });
  });
  afterAll(async () => {
    await Promise.all([hostile.close(), fooled.close()]);
  });
  const good = { claims: { email: "mallory@acme.example", email_verified: true, groups: [] } };
  const told = async (lie: Lie, nonce?: string | null) => {
    const person = browser(fooled.url);
    const { searchParams: asked } = new URL(await leaveFor(person, "oidc"));
    hostile.tell(nonce === undefined ? asked.get("nonce") : nonce, lie);
    return comeBack(person, `/login/from/oidc?code=x&state=${asked.get("state")}`);
  };

  test("is believed where it tells the truth: open for it where sign-up is closed", async () => {
    expect(await told(good)).toMatchObject({ status: 303, to: "/login/welcome" });
  });

  const stranger = generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey;
  const past = Math.floor(Date.now() / 1_000) - 3_600;
  test.each<[string, Lie, (string | null)?]>([
    ["another nonce", good, "another"],
    ["no nonce", good, null],
    ["another key", { ...good, key: stranger }],
    ["another audience", { claims: { ...good.claims, aud: "somebody-else" } }],
    ["other audiences beside, for another party", { claims: { ...good.claims, aud: ["gaia", "x"] } }],
    ["another authorized party", { claims: { ...good.claims, azp: "x" } }],
    ["another issuer", { claims: { ...good.claims, iss: "https://evil.example" } }],
    ["expired", { claims: { ...good.claims, iat: past - 300, exp: past } }],
    ["no end", { claims: { ...good.claims, exp: undefined } }],
    ["nobody", { claims: { ...good.claims, sub: "" } }],
    ["no algorithm", { ...good, header: { alg: "none" } }],
    ["the client's secret as its key", { ...good, hmac: "a secret" }],
    ["no token at all", { idToken: "x" }],
    [
      "somebody else's claims",
      { claims: { email: "mallory@acme.example" }, userinfo: { sub: "ann", email_verified: true } },
    ],
  ])("T13 an ID token with %s signs nobody in", async (_, lie, nonce) => {
    const came = await told(lie, nonce);
    expect([came.status, came.page.includes("does not hold")]).toEqual([403, true]);
  });

  test("only confirmed addresses in the allowed domains are let in", async () => {
    for (const claims of [
      { email: "mallory@evil.example", email_verified: true },
      { email: "mallory@acme.example", email_verified: false },
      { email: "mallory@evil.example@acme.example", email_verified: true },
      { email: "mallory@sub.acme.example", email_verified: true },
    ]) {
      const came = await told({ claims: { ...claims, groups: [] } });
      expect([came.status, came.page.includes("acme.example")], claims.email).toEqual([403, true]);
    }
  });

  test("endless and redirected answers are not followed, and it is said who is not there", async () => {
    hostile.tell("x", good);
    for (const { status, answer } of [
      { status: 503, answer: { body: "x".repeat(300_000) } },
      { status: 403, answer: { status: 302, headers: { location: `${hostile.url}/keys` } } },
      { status: 503, answer: { status: 500 } },
    ]) {
      const person = browser(fooled.url);
      const { searchParams: asked } = new URL(await leaveFor(person, "oidc"));
      hostile.instead.set("/token", answer);
      const came = await comeBack(person, `/login/from/oidc?code=x&state=${asked.get("state")}`);
      expect([came.status, came.page]).toEqual([status, expect.stringMatching(/try again|not a current one/)]);
    }
  });
});
