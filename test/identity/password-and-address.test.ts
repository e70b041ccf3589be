import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { arriveBy } from "../harness/by-provider.ts";
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
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { addSoftPasskey, beginSoftPasskey } from "../harness/soft-passkey.ts";
import { until } from "../harness/until.ts";

const ANOTHER = "battery staple horse correct";
const AGREE = "/account/address/agree";
const CONFIRM = "/account/address/confirm";
const CANCEL = "/account/address/cancel";

let company: CompanyProvider;
let registry: TestRegistry;
beforeAll(async () => {
  company = await startCompanyProvider();
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
    },
  });
  company.admit(`${registry.url}/login/from/oidc`);
});
afterAll(async () => {
  await Promise.all([company.close(), registry.close()]);
});

const signedIn = async (email: string, password = PASSWORD): Promise<Browser> => {
  const person = browser(registry.url);
  expect((await person.post("/auth/sign-in", { email, password })).status).toBe(200);
  return person;
};
const stateOf = async (person: Browser): Promise<number> => (await person.get("/auth/account")).status;
const ask = (person: Browser, email: string, password: string | null = PASSWORD) =>
  person.post("/auth/address/ask", { email, password });
const actionsOf = async (handle: string): Promise<string[]> =>
  (
    await rowsOf<{ action: string }>(registry, `SELECT action FROM audit_log WHERE actor = '${handle}' ORDER BY id`)
  ).map(({ action }) => action);
const noticesOf = async (person: Browser): Promise<string> =>
  JSON.stringify((await person.get("/api/v1/notices")).body.items);
/** An account as only the database can make it here. */
const setAccount = (handle: string, what: string) =>
  runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'account.test', 'account:${handle}');
     UPDATE accounts SET ${what} WHERE handle = '${handle}'; COMMIT;`,
  );
const mailed = (to: string, words: string) =>
  until(async () => (await mailsTo(registry, to)).some((text) => text.includes(words)));

describe("a password", () => {
  test("T15 is changed by who knows the present one; every other session ends, a copy of this one too, and its owner hears", async () => {
    const { first, email } = await signedUp(registry, "pia");
    const [other, copy] = [await signedIn(email), first.clone()];
    const change = (password: string | null, chosen = ANOTHER, who = first) =>
      who.post("/auth/change-password", { password, new_password: chosen });
    expect((await change("not the one")).status).toBe(401);
    expect((await change(null)).status).toBe(401);
    expect((await change(PASSWORD, "too short")).status).toBe(400);
    expect(await stateOf(other)).toBe(200);

    expect((await change(PASSWORD)).status).toBe(200);
    expect([await stateOf(first), await stateOf(other), await stateOf(copy)]).toEqual([200, 401, 401]);
    const old = await browser(registry.url).post("/auth/sign-in", { email, password: PASSWORD });
    expect(old.status).toBe(401);
    await signedIn(email, ANOTHER);
    await mailed(email, "The password was changed");
    expect(await noticesOf(first)).toContain("sign-in-changed");
    expect(await actionsOf("pia")).toContain("account.password_changed");
  });

  test("T15 an open browser without the second factor changes nothing, and what waits ends with the change", async () => {
    const { first, email } = await signedUp(registry, "pim");
    const { uri } = await withSecondFactor(first);
    await runSql(registry, "UPDATE auth_sessions SET proven_at = now() - interval '16 minutes'");
    const body = { password: PASSWORD, new_password: ANOTHER };
    const refused = await first.post("/auth/change-password", body);
    expect([refused.status, refused.body.code]).toEqual([403, "second_factor_required"]);
    expect((await first.post("/auth/confirm", { code: await codeOf(uri) })).status).toBe(200);
    // A link that was mailed, and a sign-in that waits for its code.
    await browser(registry.url).post("/auth/ask-for-reset", { email });
    const link = await newMail(registry, email, "/reset");
    const waits = browser(registry.url);
    expect((await waits.post("/auth/sign-in", { email, password: PASSWORD })).body).toEqual({ needs_code: true });
    expect((await first.post("/auth/change-password", body)).status).toBe(200);
    expect((await waits.post("/auth/sign-in-code", { code: await codeOf(uri, 1) })).status).toBe(401);
    const late = await waits.post("/auth/reset-password", { token: link, password: PASSWORD });
    expect(late.status).toBe(404);
  });

  test("T13 a page of another site changes neither password nor address, and deletes nothing", async () => {
    const { first, email } = await signedUp(registry, "pola");
    const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    const acts = {
      "change-password": { password: PASSWORD, new_password: ANOTHER },
      "address/ask": { email: "evil@example.org", password: PASSWORD },
      "address/cancel": { token: null },
      "delete-account": { confirm: "pola", password: PASSWORD },
    };
    for (const [path, body] of Object.entries(acts)) {
      expect([path, (await first.post(`/auth/${path}`, body, foreign)).status]).toEqual([path, 403]);
    }
    for (const path of ["password", "address", "delete"]) {
      const sent = await first.submit(`/account/${path}`, { do: "delete", confirm: "pola" }, foreign);
      expect([path, sent.status]).toEqual([path, 403]);
    }
    await signedIn(email);
  });

  test("T10 is added by who has passkeys alone, and signed in just now; guesses at the present one are bounded", async () => {
    const { first } = await signedUp(registry, "paco");
    const { options } = (await beginSoftPasskey(first, PASSWORD)).body;
    expect((await addSoftPasskey(first, registry.url, options)).answer.status).toBe(200);
    const theirs = "(SELECT auth_user_id FROM accounts WHERE handle = 'paco')";
    await runSql(registry, `DELETE FROM auth_identities WHERE user_id = ${theirs}`);
    await runSql(
      registry,
      `UPDATE auth_sessions SET created_at = now() - interval '16 minutes' WHERE user_id = ${theirs}`,
    );
    const add = () => first.post("/auth/change-password", { password: null, new_password: ANOTHER });
    expect((await add()).status).toBe(401);
    await runSql(registry, `UPDATE auth_sessions SET created_at = now() WHERE user_id = ${theirs}`);
    expect((await add()).status).toBe(200);
    await signedIn("paco@example.org", ANOTHER);
    expect(await actionsOf("paco")).toContain("account.password_added");

    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      const body = { password: `guess number ${count}`, new_password: PASSWORD };
      statuses.push((await first.post("/auth/change-password", body)).status);
    }
    expect(statuses.slice(0, 10).every((status) => status === 401)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("an address", () => {
  test("T16 changes once the old one agreed and the new one confirmed, and not before; its links are good once", async () => {
    const { first, email } = await signedUp(registry, "rosa");
    const to = "rosa@new.example";
    expect((await ask(first, "ROSA@example.org")).status).toBe(400);
    expect((await ask(first, "Rosa@New.example", "a wrong one")).status).toBe(401);
    expect((await ask(first, "Rosa@New.example")).body).toEqual({ status: "mail_sent" });
    const agree = await newMail(registry, email, AGREE);
    expect(await mailsTo(registry, to)).toEqual([]);
    expect((await first.get("/auth/account")).body).toMatchObject({
      email,
      address_change: { to, waits_for: "old" },
    });

    // Whoever reads the old mailbox need not be signed in.
    const elsewhere = browser(registry.url);
    expect((await elsewhere.post("/auth/address/agree", { token: agree })).status).toBe(200);
    expect((await elsewhere.post("/auth/address/agree", { token: agree })).status).toBe(404);
    const confirm = await newMail(registry, to, CONFIRM);
    expect((await first.get("/auth/account")).body).toMatchObject({ email, address_change: { waits_for: "new" } });
    // Nor does a link do what another is for.
    expect((await elsewhere.post("/auth/address/agree", { token: confirm })).status).toBe(404);
    expect((await elsewhere.post("/auth/address/confirm", { token: confirm })).status).toBe(401);

    await elsewhere.post("/auth/ask-for-reset", { email });
    const reset = await newMail(registry, email, "/reset");
    expect((await first.post("/auth/address/confirm", { token: confirm })).status).toBe(200);
    expect((await first.post("/auth/address/confirm", { token: confirm })).status).toBe(404);
    expect((await first.get("/auth/account")).body).toMatchObject({ email: to, address_change: null });
    // What lies in the former mailbox is worth nothing.
    expect((await elsewhere.post("/auth/reset-password", { token: reset, password: ANOTHER })).status).toBe(404);
    expect((await elsewhere.post("/auth/sign-in", { email, password: PASSWORD })).status).toBe(401);
    await signedIn(to);
    await Promise.all([mailed(email, "has another mail address"), mailed(to, "The mail address was changed")]);
    expect(await noticesOf(first)).toContain("sign-in-changed");
    const actions = await actionsOf("rosa");
    for (const done of ["asked", "agreed", "changed"]) expect(actions).toContain(`account.address_${done}`);
    const [held] = await rowsOf<{ count: number }>(
      registry,
      "SELECT count(*)::int AS count FROM audit_log WHERE detail::text LIKE '%new.example%' OR target LIKE '%new.example%'",
    );
    expect(held).toEqual({ count: 0 });
  });

  test("T16 a link is nobody else's: another account's click neither takes the address nor uses the link up", async () => {
    const [thief, victim] = [await signedUp(registry, "theo"), await signedUp(registry, "vito")];
    const to = "vito@elsewhere.example";
    await ask(thief.first, to);
    await thief.first.post("/auth/address/agree", { token: await newMail(registry, thief.email, AGREE) });
    const token = await newMail(registry, to, CONFIRM);
    // The owner of that mailbox opens the link in their own session.
    expect((await victim.first.post("/auth/address/confirm", { token })).status).toBe(404);
    expect((await victim.first.get("/auth/account")).body.email).toBe(victim.email);
    expect((await thief.first.get("/auth/account")).body.email).toBe(thief.email);
    expect((await victim.first.get(`${CONFIRM}?token=${token}`)).status).toBe(200);
    const away = await browser(registry.url).get(`${CONFIRM}?token=${token}`);
    expect([away.status, away.headers.get("location")]).toEqual([
      303,
      `/login?back=${encodeURIComponent(`${CONFIRM}?token=${token}`)}`,
    ]);
    expect((await thief.first.post("/auth/address/confirm", { token })).status).toBe(200);
  });

  test("T12 whether an address is in use is told to its mailbox alone; who asked sees the same", async () => {
    const [mia, known] = [await signedUp(registry, "mia"), await signedUp(registry, "noah")];
    const seen: unknown[] = [];
    for (const to of ["nobody@new.example", known.email]) {
      const asked = await ask(mia.first, to);
      await mailed(mia.email, to);
      const agreed = await mia.first.post("/auth/address/agree", { token: await newMail(registry, mia.email, AGREE) });
      const own = (await mia.first.get("/auth/account")).body;
      seen.push([asked.status, asked.body, agreed.status, agreed.body, own.address_change.waits_for]);
      await until(async () =>
        (await mailsTo(registry, to)).some((text) => /asks? to have this address|asked to have/.test(text)),
      );
    }
    expect(seen[0]).toEqual(seen[1]);
    const letters = (await mailsTo(registry, known.email)).join("\n");
    expect(letters).toContain("is yours already");
    expect(letters).not.toContain(CONFIRM);
    expect(letters).not.toContain("mia");
  });

  test("T16 another request, a cancel link, a new password and a suspension each end what was asked for; links expire", async () => {
    const { first, email } = await signedUp(registry, "sara");
    const anybody = browser(registry.url);
    const agree = (token: string) => anybody.post("/auth/address/agree", { token }).then(({ status }) => status);
    await ask(first, "one@new.example");
    const one = await newMail(registry, email, AGREE);
    await ask(first, "two@new.example");
    await mailed(email, "two@new.example");
    const two = await newMail(registry, email, AGREE);
    expect(two).not.toBe(one);
    expect(await agree(one)).toBe(404);

    const cancel = await newMail(registry, email, CANCEL);
    expect((await anybody.post("/auth/address/cancel", { token: cancel })).status).toBe(200);
    expect((await anybody.post("/auth/address/cancel", { token: cancel })).status).toBe(404);
    expect(await agree(two)).toBe(404);
    expect((await first.post("/auth/address/cancel", { token: null })).status).toBe(404);
    expect((await anybody.post("/auth/address/cancel", { token: null })).status).toBe(401);

    const begin = async (to: string) => {
      await ask(first, to);
      await mailed(email, to);
      return newMail(registry, email, AGREE);
    };
    const three = await begin("three@new.example");
    expect((await first.post("/auth/address/cancel", { token: null })).status).toBe(200);
    expect(await agree(three)).toBe(404);

    const four = await begin("four@new.example");
    await first.post("/auth/change-password", { password: PASSWORD, new_password: PASSWORD });
    expect(await agree(four)).toBe(404);

    const five = await begin("five@new.example");
    await runSql(registry, "UPDATE auth_verifications SET expires_at = now() WHERE identifier LIKE 'address-%'");
    expect(await agree(five)).toBe(404);
    expect((await first.get("/auth/account")).body).toMatchObject({ email, address_change: null });

    const six = await begin("six@new.example");
    await setAccount("sara", "disabled_at = now()");
    expect(await agree(six)).toBe(404);
  });

  test("is added by who has none, by the new one alone; until then no password is", async () => {
    company.people.set("nils", {});
    const nils = await arriveBy(registry, {
      provider: "oidc",
      visit: (url: string) => company.visit(url, "nils"),
      handle: "nils",
    });
    expect((await nils.get("/auth/account")).body.email).toBeNull();
    const early = await nils.post("/auth/change-password", { password: null, new_password: ANOTHER });
    expect([early.status, early.body.detail]).toEqual([409, expect.stringContaining("no mail address")]);
    const to = "nils@new.example";
    expect((await ask(nils, to, null)).status).toBe(200);
    const token = await newMail(registry, to, CONFIRM);
    expect((await nils.post("/auth/address/confirm", { token })).status).toBe(200);
    expect((await nils.post("/auth/change-password", { password: null, new_password: ANOTHER })).status).toBe(200);
    await signedIn(to, ANOTHER);
  });

  test("T12 an address that a stranger asked for at sign-up, and never confirmed, is given to its owner", async () => {
    const { first, email } = await signedUp(registry, "tess");
    const to = "tess@new.example";
    await browser(registry.url).post("/auth/sign-up", {
      handle: "squatter",
      email: to,
      password: ANOTHER,
      invitation: null,
    });
    const squatted = await newMail(registry, to, "/verify");
    await ask(first, to);
    await first.post("/auth/address/agree", { token: await newMail(registry, email, AGREE) });
    expect((await first.post("/auth/address/confirm", { token: await newMail(registry, to, CONFIRM) })).status).toBe(
      200,
    );
    const late = { token: squatted, password: ANOTHER, handle: null };
    expect((await browser(registry.url).post("/auth/confirm-address", late)).status).toBe(404);
    await signedIn(to);
  });
});

describe("deleting an account", () => {
  test("T15 takes its handle and its owner's password or second factor; its page says what keeps it, and the way out", async () => {
    const { first, email } = await signedUp(registry, "dora");
    const asked = { confirm: "dora", password: PASSWORD };
    const remove = (body: object) => first.post("/auth/delete-account", { ...asked, ...body });
    expect((await remove({ confirm: "else" })).status).toBe(409);
    expect((await remove({ password: "a wrong one" })).status).toBe(401);
    // What programs ask with a token of their own takes no open browser for its owner.
    const byProgram = await fetch(`${registry.url}/api/v1/account?confirm=dora`, {
      method: "DELETE",
      headers: {
        cookie: [...first.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        origin: registry.url,
        "sec-fetch-site": "same-origin",
      },
    });
    expect(byProgram.status).toBe(403);
    expect((await first.post("/api/v1/publishers", { handle: "dora-works", kind: "organisation" })).status).toBe(201);
    const { first: erik } = await signedUp(registry, "erik");
    await first.post("/api/v1/publishers/dora-works/invitations", { account: "erik", role: "publisher" });
    const [open] = (await erik.get("/api/v1/invitations")).body.invitations;
    expect((await erik.post(`/api/v1/invitations/${open.id}/accept`, {})).status).toBe(200);
    expect((await first.get("/auth/account/deletion")).body).toEqual({
      obstacles: [{ kind: "only_owner", publisher: "dora-works" }],
    });
    const page = await first.get("/account/delete");
    expect(page.body).toContain('href="/publishers/dora-works/members"');
    expect(page.body).not.toContain("Delete my account");
    expect((await remove({})).status).toBe(409);
    const members = await first.get("/api/v1/publishers/dora-works/members");
    expect(members.status).toBe(200);
    expect((await first.get("/api/v1/whoami")).status).toBe(200);
    const promoted = await fetch(`${registry.url}/api/v1/publishers/dora-works/members/erik`, {
      method: "PUT",
      headers: {
        cookie: [...first.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        "sec-fetch-site": "same-origin",
        "content-type": "application/json",
      },
      body: JSON.stringify({ role: "owner" }),
    });
    expect(promoted.status).toBe(200);

    const copy = first.clone();
    const wrong = await first.submit("/account/delete", { do: "delete", confirm: "dorothy", password: PASSWORD });
    expect([wrong.status, String(wrong.body).includes("confirm with its handle")]).toEqual([409, true]);
    const gone = await first.submit("/account/delete", { do: "delete", ...asked });
    expect([gone.status, String(gone.body).includes("Your account is deleted")]).toEqual([200, true]);
    expect(first.cookies.has("gaia.session_token")).toBe(false);
    expect(await stateOf(copy)).toBe(401);
    await mailed(email, "was deleted by its owner");
    const left = await rowsOf<{ identifier: string }>(
      registry,
      "SELECT email FROM auth_users WHERE email = 'dora@example.org'",
    );
    expect(left).toEqual([]);
  });

  test("an admin's page says who has to make it a user's first", async () => {
    const { first } = await signedUp(registry, "greta");
    await setAccount("greta", "role = 'admin'");
    const { obstacles } = (await first.get("/auth/account/deletion")).body;
    expect(obstacles).toEqual([{ kind: "admin", publisher: null }]);
    expect((await first.get("/account/delete")).body).toContain("Another admin makes your account");
    const refused = await first.post("/auth/delete-account", { confirm: "greta", password: PASSWORD });
    expect(refused.status).toBe(409);
    await setAccount("greta", "role = 'user'");
  });
});
