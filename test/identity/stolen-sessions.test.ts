import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { arriveBy, comeBack, signInBy } from "../harness/by-provider.ts";
import { type CompanyProvider, startCompanyProvider } from "../harness/company-provider.ts";
import {
  type Browser,
  browser,
  codeOf,
  mailsTo,
  newMail,
  PASSWORD,
  signedUp,
  withSecondFactor,
} from "../harness/people.ts";
import { sendAround } from "../harness/publish-around.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { addSoftPasskey, beginSoftPasskey, newSoftPasskey, signInBySoftPasskey } from "../harness/soft-passkey.ts";

/** What a former release (better-auth 1.7.5) wrote of somebody under this AUTH_SECRET. */
const FORMER = {
  secret: "an earlier release's AUTH_SECRET, 32 letters and more",
  // scrypt of PASSWORD
  password:
    "b38cf601f95b2a3c72d08210ae0d3b5e:f6c2e502792e42412a1077440de47dc30eef40c1b726d62c4c281b329bfc06c42b74eb42943be3762644f480208a82f2e1632e0bbac3efb3b814fd841c465ea5",
  // The key of `uri`, and two recovery codes.
  key: "8cda39e4d1a27cef29d389d8574130b97526e26df91d550442944bcea2c2af6c4618d4b94fe4123c92c486519da573eea0e1c50973d6d3a244632419ac2c088b582f6426d38ef5ab",
  codes:
    "400a225fe203f5626478f88ad1c6c89f82959277ede153172648682e4eb8199cbc0030a50b0445aa33f4e9a5bae9e60e041c542d50d7b36dd987722b18427ccb80abb7c0945f7197724a501c3fad0692deeff73ba34f82b155",
  uri: "otpauth://totp/x?secret=JN4XCWCVPJYEI52RG5ZVM5CZMJGG2TTDKJTEQZ2KNNCWCQTEGM2Q",
};

let company: CompanyProvider;
let registry: TestRegistry;

beforeAll(async () => {
  company = await startCompanyProvider();
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: {
      SIGN_UP: "open",
      AUTH_SECRET: FORMER.secret,
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

test("H-A3 an open session of an account without a password is not enough to set up an authenticator app", async () => {
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

test("T10 a wrong code while an app is set up shows the same key again, and guesses are counted", async () => {
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
  const again = await first.submit("/account", { ...sent, app_code: wrong });
  expect(again.status).toBe(400);
  const shown = String(again.body);
  expect(shown).toContain("This code is not a current one");
  expect([keyOf(shown), codesOf(shown)]).toEqual([keyOf(page), codesOf(page)]);
  expect(fields(shown)).toEqual(sent);
  // What a form brings that is no key is not shown.
  const strange = await first.submit("/account", {
    ...sent,
    uri: "https://elsewhere.example/?secret=JN4XCWCVPJYEI52RG5ZVM5CZMJGG2TTDKJTEQZ2KNNCWCQTEGM2Q",
    app_code: wrong,
  });
  expect(String(strange.body)).not.toContain("elsewhere.example");
  expect((await first.submit("/account", { ...fields(shown), app_code: await codeOf(uri) })).status).toBe(303);
  expect((await first.get("/auth/account")).body.has_second_factor).toBe(true);

  const { first: guesser } = await signedUp(registry, "kit");
  const set = String((await guesser.submit("/account", { do: "begin-second-factor", password: PASSWORD })).body);
  const bodies: string[] = [];
  for (let count = 0; count < 11; count += 1) {
    bodies.push(String((await guesser.submit("/account", { ...fields(set), app_code: `00000${count % 10}` })).body));
  }
  expect(bodies.at(-1)).toContain("Too many attempts");
});

test("T9 a passkey that is taken away takes along the sessions that it began", async () => {
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

test("T9 an identity that is taken away takes along the sessions that it began", async () => {
  const { first } = await signedUp(registry, "nell");
  await link(first, "u-nell");
  const thief = browser(registry.url);
  await signInBy(thief, byCompany("u-nell"));
  expect(await stateOf(thief)).toBe(200);
  const [shown] = (await first.get("/auth/account")).body.identities;
  expect((await first.post("/auth/provider/unlink", { id: shown.id, password: PASSWORD })).status).toBe(200);
  expect([await stateOf(first), await stateOf(thief)]).toEqual([200, 401]);
});

test("passkeys are counted when they are added, too: 20 at most, however many were begun", async () => {
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

test("T9 a reset takes away the passkeys and identities of the last 30 days, and says so", async () => {
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

const SESSION = "gaia.session_token";
/** A browser that sends this header of cookies, letter by letter, whatever it was given. */
const sending = (cookie: string): Browser => {
  const plain = browser(registry.url);
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  return { ...plain, get: (path) => plain.get(path, headers), post: (path, body) => plain.post(path, body, headers) };
};
const cookieOf = (person: Browser, name: string) => person.cookies.get(name) ?? "";
/** Headers that one reader takes for the one's and another for the other's. */
const ambiguous = (name: string, one: string, other: string): string[] =>
  [" ", "\t"]
    .flatMap((blank) => [`${name}${blank}=${one}; ${name}=${other}`, `${name}=${other}; ${blank}${name}=${one}`])
    .concat(`${name}=${one}; ${name}=${other}`, `${name}=${other};${name}=${one}`, `${name}= ${one}; ${name}=${other}`);

test("H-A1 a second factor of one's own confirms nobody else's session, however the header of cookies is written", async () => {
  const [{ first: victim }, { first: mallory }] = [await signedUp(registry, "vera"), await signedUp(registry, "mal")];
  await withSecondFactor(victim);
  const { recoveryCodes } = await withSecondFactor(mallory);
  await runSql(registry, "UPDATE auth_sessions SET proven_at = NULL");
  const kept = () =>
    rowsOf(
      registry,
      `SELECT handle, proven_at, backup_codes FROM accounts JOIN auth_sessions s ON s.user_id = auth_user_id
         JOIN auth_second_factors f ON f.user_id = auth_user_id WHERE handle IN ('vera', 'mal') ORDER BY handle, s.id`,
    );
  const before = await kept();
  const [own, theirs] = [cookieOf(mallory, SESSION), cookieOf(victim, SESSION)];
  const headers = [...ambiguous(SESSION, own, theirs), ...ambiguous(SESSION, theirs, own)];
  for (const [at, header] of headers.entries()) {
    const sent = sending(header);
    const code = recoveryCodes[at % recoveryCodes.length];
    expect((await sent.post("/auth/confirm", { code })).status, header).toBe(401);
    expect((await sent.get("/api/v1/whoami")).status, header).toBe(401);
  }
  expect(await kept()).toEqual(before);
});

test("H-A1 a passkey that somebody made lands in no account but their own", async () => {
  const [{ first: victim }, { first: mallory }] = [await signedUp(registry, "vito"), await signedUp(registry, "milo")];
  const [own, theirs] = [cookieOf(mallory, SESSION), cookieOf(victim, SESSION)];
  const mine = (await beginSoftPasskey(mallory, PASSWORD)).body.options;
  const challenge = `gaia.passkey=${cookieOf(mallory, "gaia.passkey")}`;
  for (const header of ambiguous(SESSION, theirs, own)) {
    const begun = await beginSoftPasskey(sending(header), PASSWORD);
    const set = begun.headers.getSetCookie().find((cookie) => cookie.startsWith("gaia.passkey="));
    const adding = sending(`${header}; ${set?.split(";", 1)[0] ?? challenge}`);
    const { answer } = await addSoftPasskey(adding, registry.url, begun.body.options ?? mine);
    expect([begun.status, answer.status], header).toEqual([401, 401]);
  }
  expect((await victim.get("/auth/account")).body.passkeys).toEqual([]);
});

test("H-A1 a passkey is made and shown as it was asked for: of who was looked at, at this site, in that session, once", async () => {
  const { first, email } = await signedUp(registry, "gwen");
  const other = await signedIn(email);
  const begin = async () => (await beginSoftPasskey(first, PASSWORD)).body.options;
  const add = async (by: Browser, options: { challenge: string }, more: { site?: string; flags?: number } = {}) => {
    const { passkey, answer } = await addSoftPasskey(by, more.site ?? registry.url, options, more);
    return { passkey, status: answer.status };
  };
  const begun = await begin();
  expect((await add(first, begun, { flags: 0x01 })).status, "looked at nobody").toBe(401);
  expect((await add(first, begun)).status, "used up by it").toBe(401);
  expect((await add(first, await begin(), { site: "http://evil.example" })).status, "made elsewhere").toBe(401);
  expect((await add(first, { challenge: (await begin()).challenge.slice(1) })).status, "another challenge").toBe(401);
  const moved = await begin();
  other.cookies.set("gaia.passkey", cookieOf(first, "gaia.passkey"));
  expect((await add(other, moved)).status, "another session").toBe(401);
  const { passkey, status } = await add(first, await begin());
  expect(status).toBe(200);

  const thief = browser(registry.url);
  expect((await signInBySoftPasskey(thief, registry.url, passkey, { flags: 0x01 })).status, "nobody").toBe(401);
  expect((await signInBySoftPasskey(thief, "http://evil.example", passkey)).status, "shown elsewhere").toBe(401);
  const { passkey: unknown } = newSoftPasskey();
  expect((await signInBySoftPasskey(thief, registry.url, { ...unknown, id: passkey.id })).status, "key").toBe(401);
  expect((await signInBySoftPasskey(thief, registry.url, unknown)).status, "unknown").toBe(401);
  for (const response of [{ id: passkey.id.toString("base64url") }, { id: "x", response: null }]) {
    await thief.post("/auth/passkey/ask", {});
    expect((await thief.post("/auth/passkey/sign-in", { response })).status).toBe(401);
  }
  expect(await stateOf(thief)).toBe(401);
  expect((await signInBySoftPasskey(thief, registry.url, passkey)).status).toBe(200);
});

test("H-A1 a sign-in that waits for its code takes that one's, whoever else is signed in in the browser", async () => {
  const [{ first: victim, email }, { first: mallory }] = [
    await signedUp(registry, "vivi"),
    await signedUp(registry, "mira"),
  ];
  const { uri } = await withSecondFactor(victim);
  const { recoveryCodes } = await withSecondFactor(mallory);
  const waiting = await signedIn(email);
  const both = `${SESSION}=${cookieOf(mallory, SESSION)}; gaia.two_factor=${cookieOf(waiting, "gaia.two_factor")}`;
  const sent = sending(both);
  expect((await sent.post("/auth/sign-in-code", { code: recoveryCodes[0] })).status).toBe(401);
  expect((await mallory.post("/auth/confirm", { code: recoveryCodes[0] })).status).toBe(200);
  const ended = await sent.post("/auth/sign-in-code", { code: await codeOf(uri) });
  expect(ended.status, JSON.stringify(ended.body)).toBe(200);
  const set = ended.headers.getSetCookie().find((cookie) => cookie.startsWith(`${SESSION}=`));
  expect((await sending(set?.split(";", 1)[0] ?? "").get("/api/v1/whoami")).body.handle).toBe("vivi");
});

test("H-A1 what a neighbouring host sets under a name like ours is passed over: it signs nobody in, and nobody out", async () => {
  const [{ first: victim }, { first: mallory }] = [
    await signedUp(registry, "vlad"),
    await signedUp(registry, "mona-2"),
  ];
  const [own, theirs] = [cookieOf(mallory, SESSION), cookieOf(victim, SESSION)];
  for (const like of [`\u00a0${SESSION}`, `${SESSION}\u00a0`, `\u00c2\u00a0${SESSION}`, "Gaia.session_token", "x"]) {
    for (const header of [`${like}=${own}; ${SESSION}=${theirs}`, `${SESSION}=${theirs}; ${like}=${own}`]) {
      expect((await sending(header).get("/api/v1/whoami")).body.handle, header).toBe("vlad");
    }
    expect((await sending(`${like}=${own}`).get("/api/v1/whoami")).status, like).toBe(401);
  }
  // The theme's is no other: what is not letter by letter its name, or is there twice, chooses nothing.
  const styleWith = async (cookie: string) => String((await sending(cookie).get("/theme.css")).body);
  const [system, dark] = [await styleWith("theme=x"), await styleWith("theme=dark")];
  expect(dark).not.toBe(system);
  for (const cookie of [
    "\u00a0theme=dark",
    "theme =dark",
    "theme=dark; theme=light",
    "theme=dark; \u00a0theme=dark; theme=dark",
  ]) {
    expect(await styleWith(cookie), cookie).toBe(system);
  }
  // Nor is that of a journey to a provider.
  const begun = await mallory.post("/auth/provider/begin", { provider: "oidc", back: "/" });
  company.people.set("u-vlad", {});
  const back = new URL(await company.visit(begun.body.url, "u-vlad"));
  const journey = cookieOf(mallory, "gaia.provider");
  for (const cookie of [
    `\u00a0gaia.provider=${journey}`,
    `gaia.provider =${journey}`,
    `gaia.provider=${journey}; gaia.provider=x`,
  ]) {
    const returned = await sending(cookie).get(`/auth/provider/return/oidc${back.search}`);
    expect(returned.status, cookie).toBe(401);
  }
  expect((await sending(`gaia.provider=${journey}`).get(`/auth/provider/return/oidc${back.search}`)).status).toBe(200);
});

test("H-A1 a cookie from before is worth nothing once a second factor was set up or taken away, and a recovery code is one's", async () => {
  const { first } = await signedUp(registry, "vic");
  const copies = [first.clone()];
  const { recoveryCodes } = await withSecondFactor(first);
  copies.push(first.clone());
  const code = recoveryCodes[0];
  const tried = await Promise.all([1, 2, 3, 4].map(() => first.post("/auth/confirm", { code })));
  expect(tried.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
  const removed = await first.post("/auth/second-factor/remove", { password: PASSWORD });
  expect(removed.status, JSON.stringify(removed.body)).toBe(200);
  expect([await stateOf(first), ...(await Promise.all(copies.map(stateOf)))]).toEqual([200, 401, 401]);
  // Nor is an app ended by the session whose key another one replaced.
  const other = await signedIn("vic@example.org");
  const begun = await first.post("/auth/second-factor/begin", { password: PASSWORD });
  expect((await other.post("/auth/second-factor/begin", { password: PASSWORD })).status).toBe(200);
  const ended = await first.post("/auth/second-factor/end", { code: await codeOf(begun.body.uri) });
  expect([ended.status, ended.body.code]).toEqual([400, "invalid_request"]);
});

test("an upgrade locks nobody out: session, password, app, recovery codes and passkey of a former release go on", async () => {
  const { email } = await signedUp(registry, "fay");
  const { passkey, cose } = newSoftPasskey();
  const user = "(SELECT auth_user_id FROM accounts WHERE handle = 'fay')";
  const token = "an-earlier-session-of-32-letters";
  for (const statement of [
    `UPDATE auth_identities SET password = '${FORMER.password}' WHERE user_id = ${user}`,
    `INSERT INTO auth_second_factors (id, user_id, secret, backup_codes) VALUES ('f', ${user}, '${FORMER.key}', '${FORMER.codes}')`,
    `UPDATE auth_users SET two_factor_enabled = true WHERE id = ${user}`,
    `INSERT INTO auth_sessions (id, user_id, token, expires_at) VALUES ('f', ${user}, '${token}', now() + interval '1 day')`,
    `INSERT INTO auth_passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up, transports)
       VALUES ('f', ${user}, 'a key', '${cose.toString("base64")}', '${passkey.id.toString("base64url")}', 0, 'multiDevice', true, 'internal,hybrid')`,
  ]) {
    await runSql(registry, statement);
  }
  const mac = createHmac("sha256", FORMER.secret).update(token).digest("base64");
  const former = sending(`${SESSION}=${encodeURIComponent(`${token}.${mac}`)}`);
  expect((await former.get("/api/v1/whoami")).body.handle).toBe("fay");
  expect((await former.post("/auth/confirm", { code: await codeOf(FORMER.uri, -1) })).status).toBe(200);
  const person = await signedIn(email);
  expect((await person.get("/api/v1/whoami")).status).toBe(401);
  expect((await person.post("/auth/sign-in-code", { code: await codeOf(FORMER.uri) })).status).toBe(200);
  for (const [code, status] of [
    ["aaaaa-bbbbbcccccddddd", 200],
    ["aaaaa-bbbbbcccccddddd", 401],
    ["eeeee-fffffggggghhhhh", 200],
  ] as const) {
    expect((await (await signedIn(email)).post("/auth/sign-in-code", { code })).status, code).toBe(status);
  }
  expect((await signInBySoftPasskey(person, registry.url, passkey)).status).toBe(200);
  const shown = (await person.get("/auth/account")).body;
  expect(shown).toMatchObject({ handle: "fay", has_second_factor: true, passkeys: [{ name: "a key" }] });
});

// The last one: what it uses up is this machine's.
test("Q3 what a maker says of the device that has a passkey is not looked at, nor are the addresses in it", async () => {
  const { first: person } = await signedUp(registry, "maker");
  const { options } = (await beginSoftPasskey(person, PASSWORD)).body;
  const { passkey, answer } = await addSoftPasskey(person, registry.url, options, { isAttested: true });
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  expect((await signInBySoftPasskey(browser(registry.url), registry.url, passkey)).status).toBe(200);
});

test("H-A2 a session that ends while a passkey comes adds none", async () => {
  const { email } = await signedUp(registry, "ended");
  const cookies = new Map<string, string>();
  const person = browser(registry.url, cookies);
  await person.post("/auth/sign-in", { email, password: PASSWORD });
  const slowly = (meanwhile: () => Promise<unknown>): Browser => ({
    ...person,
    async post(path, json) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const headers = { cookie, "content-type": "application/json", "sec-fetch-site": "same-origin" };
      const body = Buffer.from(JSON.stringify(json));
      const status = await sendAround(registry.url + path, { headers, body }, meanwhile);
      return { status, headers: new Headers(), body: null };
    },
  });
  const added = async (meanwhile: () => Promise<unknown>) => {
    const { options } = (await beginSoftPasskey(person, PASSWORD)).body;
    return (await addSoftPasskey(slowly(meanwhile), registry.url, options)).answer.status;
  };
  expect(await added(async () => {})).toBe(200);
  const ends = () =>
    runSql(registry, `DELETE FROM auth_sessions s USING auth_users u WHERE u.id = s.user_id AND u.email = '${email}'`);
  expect(await added(ends)).toBe(401);
});

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
