import { afterAll, beforeAll, expect, test } from "vitest";
import { arriveBy, comeBack, signInBy } from "../harness/by-provider.ts";
import { type CompanyProvider, startCompanyProvider } from "../harness/company-provider.ts";
import { type Browser, browser, codeOf, mailsTo, newMail, PASSWORD, signedUp } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { addSoftPasskey, beginSoftPasskey, signInBySoftPasskey } from "../harness/soft-passkey.ts";

let company: CompanyProvider;
let registry: TestRegistry;

beforeAll(async () => {
  company = await startCompanyProvider();
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: {
      SIGN_UP: "open",
      RATE_LIMIT_MAIL: "1000",
      RATE_LIMIT_SIGN_IN: "8",
      OIDC_ISSUER: company.issuer,
      OIDC_CLIENT_ID: company.clientId,
      OIDC_CLIENT_SECRET: company.clientSecret,
      OIDC_NAME: "Acme",
    },
  });
  company.admit(`${registry.url}/login/from/oidc`);
});
afterAll(async () => {
  await Promise.all([company.close(), registry.close()]);
});

const byCompany = (login: string) => ({ provider: "oidc", visit: (url: string) => company.visit(url, login) });
const signedIn = async (email: string): Promise<Browser> => {
  const person = browser(registry.url);
  expect((await person.post("/auth/sign-in", { email, password: PASSWORD })).status).toBe(200);
  return person;
};
const stateOf = async (person: Browser): Promise<number> => (await person.get("/auth/account")).status;
const withPasskey = async (person: Browser) => {
  const { options } = (await beginSoftPasskey(person, PASSWORD)).body;
  const { passkey, answer } = await addSoftPasskey(person, registry.url, options);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return passkey;
};
/** Adds the company's identity to an account with a password. */
const link = async (person: Browser, login: string) => {
  company.people.set(login, {});
  const begun = await person.post("/auth/provider/link", { provider: "oidc", password: PASSWORD });
  expect((await comeBack(person, await company.visit(begun.body.url, login))).status).toBe(303);
};
const backdate = (handle: string, table: string, days: number) =>
  runSql(
    registry,
    `UPDATE ${table} SET created_at = created_at - interval '${days} days' WHERE user_id =
       (SELECT auth_user_id FROM accounts WHERE handle = '${handle}')`,
  );

test("T13 an open session of an account without a password is not enough to set up an authenticator app", async () => {
  company.people.set("nora", { email: "nora@acme.example", email_verified: true });
  const owner = await arriveBy(registry, { ...byCompany("nora"), handle: "nora" });
  const stolen = owner.clone();
  await runSql(registry, "UPDATE auth_sessions SET created_at = now() - interval '16 minutes'");
  const other = browser(registry.url);
  await signInBy(other, byCompany("nora"));

  expect((await stolen.post("/auth/passkey/begin", { password: null })).status).toBe(401);
  expect((await stolen.post("/auth/second-factor/begin", { password: null })).status).toBe(401);
  // What a session that is recent began is that one's to end.
  const begun = await other.post("/auth/second-factor/begin", { password: null });
  expect(begun.status).toBe(200);
  const refused = await stolen.post("/auth/second-factor/end", { code: await codeOf(begun.body.uri, -1) });
  expect([refused.status, refused.body.code]).toEqual([400, "invalid_request"]);
  expect(await stateOf(other)).toBe(200);
  expect((await other.post("/auth/second-factor/end", { code: await codeOf(begun.body.uri) })).status).toBe(200);
  expect([await stateOf(other), await stateOf(stolen)]).toEqual([200, 401]);
});

test("T13 a wrong code while an app is set up shows the same key again, and guesses are counted", async () => {
  const { first } = await signedUp(registry, "kim");
  const page = String((await first.submit("/account", { do: "begin-second-factor", password: PASSWORD })).body);
  const fields = (shown: string) =>
    Object.fromEntries(
      [...shown.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
        name,
        value.replaceAll("&amp;", "&"),
      ]),
    );
  const keyOf = (shown: string) => /Key: <code[^>]*>([^<]+)</.exec(shown)?.[1];
  const codesOf = (shown: string) => /<ul class="codes">.*?<\/ul>/s.exec(shown)?.[0];
  const secret = String(keyOf(page)).replaceAll(" ", "");
  const uri = `otpauth://totp/x?secret=${secret}`;
  const sent = fields(page);
  const wrong = (await codeOf(uri)) === "000000" ? "000001" : "000000";
  const again = await first.submit("/account", { ...sent, code: wrong });
  expect(again.status).toBe(400);
  const shown = String(again.body);
  expect(shown).toContain("This code is not a current one");
  expect([keyOf(shown), codesOf(shown)]).toEqual([keyOf(page), codesOf(page)]);
  expect(fields(shown)).toEqual(sent);
  // What a form brings that is no key is not shown.
  const strange = await first.submit("/account", { ...sent, uri: "https://elsewhere.example/?secret=AB", code: wrong });
  expect(String(strange.body)).not.toContain("elsewhere.example");
  expect((await first.submit("/account", { ...fields(shown), code: await codeOf(uri) })).status).toBe(303);
  expect((await first.get("/auth/account")).body.has_second_factor).toBe(true);

  const { first: guesser } = await signedUp(registry, "kit");
  const set = String((await guesser.submit("/account", { do: "begin-second-factor", password: PASSWORD })).body);
  const bodies: string[] = [];
  for (let count = 0; count < 11; count += 1) {
    bodies.push(String((await guesser.submit("/account", { ...fields(set), code: `00000${count % 10}` })).body));
  }
  expect(bodies.at(-1)).toContain("Too many attempts");
});

test("T13 a passkey that is taken away takes along the sessions that it began", async () => {
  const { first, email } = await signedUp(registry, "mona");
  const thief = await signedIn(email);
  const passkey = await withPasskey(thief);
  const again = browser(registry.url);
  expect((await signInBySoftPasskey(again, registry.url, passkey)).status).toBe(200);
  expect(await stateOf(again)).toBe(200);
  const [shown] = (await first.get("/auth/account")).body.passkeys;
  expect((await first.post("/auth/passkey/remove", { id: shown.id, password: PASSWORD })).status).toBe(200);
  expect([await stateOf(first), await stateOf(again), await stateOf(thief)]).toEqual([200, 401, 401]);
});

test("T13 an identity that is taken away takes along the sessions that it began", async () => {
  const { first } = await signedUp(registry, "nell");
  await link(first, "u-nell");
  const thief = browser(registry.url);
  await signInBy(thief, byCompany("u-nell"));
  expect(await stateOf(thief)).toBe(200);
  const [shown] = (await first.get("/auth/account")).body.identities;
  expect((await first.post("/auth/provider/unlink", { id: shown.id, password: PASSWORD })).status).toBe(200);
  expect([await stateOf(first), await stateOf(thief)]).toEqual([200, 401]);
});

test("T13 passkeys are counted when they are added, too: 20 at most, however many were begun", async () => {
  const { first } = await signedUp(registry, "otis");
  await runSql(
    registry,
    `INSERT INTO auth_passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
       SELECT 'otis-' || n, auth_user_id, 'none', 'otis-' || n, 0, 'singleDevice', false
       FROM accounts, generate_series(1, 19) n WHERE handle = 'otis'`,
  );
  const begun = await Promise.all(
    [1, 2, 3].map(async () => {
      const person = first.clone();
      return { person, options: (await beginSoftPasskey(person, PASSWORD)).body.options };
    }),
  );
  const added = await Promise.all(begun.map(({ person, options }) => addSoftPasskey(person, registry.url, options)));
  expect(added.map(({ answer }) => answer.status).toSorted()).toEqual([200, 409, 409]);
  expect((await first.get("/auth/account")).body.passkeys).toHaveLength(20);
});

const reset = async (email: string) => {
  await browser(registry.url).post("/auth/ask-for-reset", { email });
  const token = await newMail(registry, email, "/reset");
  const chosen = await browser(registry.url).post("/auth/reset-password", { token, password: `${PASSWORD} anew` });
  expect(chosen.status, JSON.stringify(chosen.body)).toBe(200);
};

test("T13 a reset takes away the passkeys and identities of the last 30 days, and says so", async () => {
  const { first, email } = await signedUp(registry, "pola");
  const own = await withPasskey(first);
  await backdate("pola", "auth_passkeys", 31);
  const thief = await signedIn(email);
  const stolen = await withPasskey(thief);
  await link(thief, "u-pola");
  await reset(email);
  expect((await signInBySoftPasskey(browser(registry.url), registry.url, stolen)).status).toBe(401);
  expect((await signInBySoftPasskey(browser(registry.url), registry.url, own)).status).toBe(200);
  expect((await signInBy(browser(registry.url), byCompany("u-pola"))).to).not.toBe("/account");
  const letter = String((await mailsTo(registry, email)).findLast((one) => one.includes("A new password was chosen")));
  expect(letter.replaceAll(/\s+/g, " ")).toContain("1 passkey and signing in by Acme");
  const rows = await rowsOf(
    registry,
    "SELECT action FROM audit_log WHERE actor = 'pola' AND action LIKE 'account.%removed' ORDER BY action",
  );
  expect(rows).toEqual([{ action: "account.identity_removed" }, { action: "account.passkey_removed" }]);
});

test("a reset leaves the identity that an account was made with, so that it gives somebody a password", async () => {
  company.people.set("quin", { email: "quin@acme.example", email_verified: true });
  await arriveBy(registry, { ...byCompany("quin"), handle: "quin" });
  await reset("quin@acme.example");
  expect((await signInBy(browser(registry.url), byCompany("quin"))).to).toBe("/account");
});

// The last one: what it uses up is this machine's.
test("T10 whoever signs in with the right password uses up nothing of the address's attempts", async () => {
  const { email } = await signedUp(registry, "rita");
  const answers = new Set<number>();
  for (let count = 0; count < 9; count += 1) {
    answers.add((await browser(registry.url).post("/auth/sign-in", { email, password: PASSWORD })).status);
  }
  expect([...answers]).toEqual([200]);
  const wrong = new Set<number>();
  for (let count = 0; count < 9; count += 1) {
    wrong.add((await browser(registry.url).post("/auth/sign-in", { email, password: `guess number ${count}` })).status);
  }
  expect([...wrong]).toEqual([401, 429]);
});
