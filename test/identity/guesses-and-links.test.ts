import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../harness/api.ts";
import { browser, codeOf, mailsTo, newMail, PASSWORD, signedUp, withSecondFactor } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { until } from "../harness/until.ts";

/** What somebody may have of codes and mails; few, so that little has to be asked. */
const CODES = 4;
const MAILS = 3;

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: {
      SIGN_UP: "open",
      RATE_LIMIT_CODES: String(CODES),
      RATE_LIMIT_MAIL: String(MAILS),
      TRUST_PROXY: "127.0.0.0/8",
    },
  });
});
afterAll(() => registry.close());

/** Asks as somebody at an address of their own. */
let asked = 0;
const elsewhere = () => ({ "sec-fetch-site": "same-origin", "x-forwarded-for": `203.0.113.${(asked += 1)}` });
const askForReset = (email: string) =>
  browser(registry.url)
    .post("/auth/ask-for-reset", { email }, elsewhere())
    .then(({ status }) => status);
const choose = (token: string, password: string) =>
  browser(registry.url)
    .post("/auth/reset-password", { token, password })
    .then(({ status }) => status);
const resetMails = async (email: string) =>
  (await mailsTo(registry, email)).filter((mail) => mail.includes("/reset?token="));
const tokenIn = (mail: string | undefined) => /\/reset\?token=([\w.-]+)/.exec(mail ?? "")?.[1] ?? "";

async function sentLinks(email: string, count: number): Promise<string[]> {
  await until(async () => (await resetMails(email)).length >= count, 10_000);
  return (await resetMails(email)).map(tokenIn);
}

async function person(handle: string) {
  const first = browser(registry.url);
  const email = `${handle}@example.org`;
  const asks = { handle, email, password: PASSWORD, invitation: null };
  expect((await first.post("/auth/sign-up", asks, elsewhere())).status).toBe(200);
  const token = await newMail(registry, email, "/verify");
  expect((await first.post("/auth/confirm-address", { token, password: PASSWORD, handle: null })).status).toBe(200);
  return { first, email };
}

test("H-A4 a newer link for a new password ends the older ones, and so does the use of one; none is kept as it was sent", async () => {
  const { email } = await person("rita");
  expect(await askForReset(email)).toBe(200);
  const [older = ""] = await sentLinks(email, 1);
  expect(await askForReset(email)).toBe(200);
  const [, newer = ""] = await sentLinks(email, 2);
  const kept = JSON.stringify(await rowsOf(registry, "SELECT * FROM auth_verifications"));
  expect(kept).not.toContain(newer);
  expect(kept).toContain(createHash("sha256").update(newer).digest("hex"));
  expect(await choose(older, "another good long password")).toBe(404);
  // One that was made at the same moment, and that no newer one ended.
  await runSql(
    registry,
    `INSERT INTO auth_verifications (id, identifier, value, expires_at) SELECT 'twin', replace(identifier, right(identifier, 64),
       encode(sha256('twin'), 'hex')), value, expires_at FROM auth_verifications WHERE identifier LIKE 'reset-password:%'`,
  );
  expect(await choose(newer, "another good long password")).toBe(200);
  expect(await choose("twin", "yet another good long password")).toBe(404);
  expect(await choose(newer, "yet another good long password")).toBe(404);
});

test("H-A4 who asks for somebody's new password without end keeps nobody out: no mail goes, the last link works", async () => {
  const { email } = await person("olga");
  let links: string[] = [];
  // Each mail before the next is asked for: which of them is the last is not left to the mailer.
  for (let count = 1; count <= MAILS; count += 1) {
    expect(await askForReset(email)).toBe(200);
    links = await sentLinks(email, count);
  }
  for (let count = 0; count < 3; count += 1) expect(await askForReset(email)).toBe(200);
  expect(await choose(links.at(-1) ?? "", "a password of her own choice")).toBe(200);
  expect(await resetMails(email)).toHaveLength(MAILS);
});

test("H-A4 who signs up with one address without end is answered alike, and its owner gets no more mails than there may be", async () => {
  const email = "flooded@example.org";
  for (let count = 0; count < MAILS + 2; count += 1) {
    const asks = { handle: `flooder-${count}`, email, password: PASSWORD, invitation: null };
    expect((await browser(registry.url).post("/auth/sign-up", asks, elsewhere())).status).toBe(200);
  }
  await until(async () => (await mailsTo(registry, email)).length >= MAILS, 10_000);
  expect(await mailsTo(registry, email)).toHaveLength(MAILS);
});

test("H-A4 who signs up with somebody's address without end takes none of the mails that they need to come in again", async () => {
  const { email } = await person("irma");
  for (const handle of ["irma", "irma", "irma", "other-1", "other-2", "other-3", "other-4"]) {
    const asks = { handle, email, password: PASSWORD, invitation: null };
    expect((await browser(registry.url).post("/auth/sign-up", asks, elsewhere())).status).toBe(
      handle === "irma" ? 409 : 200,
    );
  }
  expect(await askForReset(email)).toBe(200);
  const [link = ""] = await sentLinks(email, 1);
  expect(await choose(link, "a password of her own choice")).toBe(200);
});

test("H-A4 a sign-in that waits for its code does not outlive the password that it was begun with", async () => {
  const { first, email } = await person("wanda");
  const { uri } = await withSecondFactor(first);
  const thief = browser(registry.url);
  expect((await thief.post("/auth/sign-in", { email, password: PASSWORD })).body).toEqual({ needs_code: true });
  expect(await askForReset(email)).toBe(200);
  const [link = ""] = await sentLinks(email, 1);
  expect(await choose(link, "a password that nobody knows")).toBe(200);
  expect((await thief.post("/auth/sign-in-code", { code: await codeOf(uri) })).status).toBe(401);
});

test.each(["a new password", "a suspension"])("H-A4 whatever waits for somebody ends with %s", async (end) => {
  const handle = end === "a suspension" ? "uma" : "ugo";
  const { first, email } = await person(handle);
  expect((await first.post("/auth/second-factor/begin", { password: PASSWORD })).status).toBe(200);
  expect(await askForReset(email)).toBe(200);
  const [token = ""] = await sentLinks(email, 1);
  const waiting = () =>
    rowsOf(
      registry,
      `SELECT identifier FROM auth_verifications JOIN auth_users u ON u.email = $1
       WHERE value = u.id OR identifier LIKE '%' || u.id OR value IN (SELECT id FROM auth_sessions WHERE user_id = u.id)`,
      [email],
    );
  expect(await waiting()).toHaveLength(2);
  if (end === "a suspension") {
    const asks = { token: registry.adminToken, json: { reason: "stolen" } };
    expect((await call(`${registry.url}/api/v1/admin/accounts/${handle}/suspend`, asks)).status).toBe(200);
  } else {
    expect(await choose(token, "another long passphrase")).toBe(200);
  }
  expect(await waiting()).toEqual([]);
});

test("H-A4 whoever asks for mails from one address without end is refused, whomever they would go to", async () => {
  const headers = { "sec-fetch-site": "same-origin", "x-forwarded-for": "198.51.100.7" };
  const answers: number[] = [];
  for (let count = 0; count <= MAILS; count += 1) {
    const email = `nobody-${count}@example.org`;
    answers.push((await browser(registry.url).post("/auth/ask-for-reset", { email }, headers)).status);
  }
  expect(answers).toEqual([...Array.from({ length: MAILS }, () => 200), 429]);
});

const WARNED = "Wrong codes were given";
const warnings = async (email: string) => (await mailsTo(registry, email)).filter((mail) => mail.includes(WARNED));

test("H-A4 wrong codes in a row: their owner is told, the wait is a minute and doubles up to a day, a right one ends it", async () => {
  const { first, email } = await person("greta");
  const { uri } = await withSecondFactor(first);
  const wrong = async () =>
    (await first.post("/auth/confirm", { code: (await codeOf(uri)) === "000000" ? "000001" : "000000" })).status;
  for (let count = 0; count < CODES; count += 1) expect(await wrong()).toBe(401);
  await until(async () => (await warnings(email)).length > 0, 10_000);
  const seconds = async () => {
    const waits = await rowsOf<{ wait: number }>(
      registry,
      `SELECT extract(epoch FROM locked_until - now())::int AS wait FROM auth_second_factors f
         JOIN auth_users u ON u.id = f.user_id WHERE u.email = '${email}'`,
    );
    return waits[0]?.wait ?? 0;
  };
  const waited = () => runSql(registry, "UPDATE auth_second_factors SET locked_until = now() - interval '1 second'");
  const waits: number[] = [];
  for (let count = 0; count < 13; count += 1) {
    const wait = await seconds();
    waits.push(Math.round(wait / 60));
    // Neither a right one, nor wrong ones that count, meanwhile.
    const refused = await first.post("/auth/confirm", { code: await codeOf(uri, 1) });
    expect(refused.status).toBe(429);
    if (count === 0) expect(refused.body.detail).toMatch(/in 1 minute\b/);
    await waited();
    expect(await wrong()).toBe(401);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 1_440, 1_440]);
  await waited();
  expect((await first.post("/auth/confirm", { code: await codeOf(uri, 1) })).status).toBe(200);
  expect(await wrong()).toBe(401);
  expect(await seconds()).toBe(0);
  expect(await warnings(email)).toHaveLength(1);
});

test("H-A4 wrong codes with tokens lock nobody out, and their owner is told once when these are used up", async () => {
  const { first, email } = await person("tessa");
  const { uri } = await withSecondFactor(first);
  const made = await first.post("/api/v1/tokens", { name: "stolen", scopes: ["*"] });
  const wrong = (await codeOf(uri)) === "000000" ? "000001" : "000000";
  const guess = () =>
    fetch(`${registry.url}/api/v1/tokens`, {
      method: "POST",
      headers: { authorization: `Bearer ${made.body.token}`, "content-type": "application/json", "gaia-otp": wrong },
      body: JSON.stringify({ name: "another", scopes: ["read"] }),
    }).then(({ status }) => status);
  const answers: number[] = [];
  for (let count = 0; count < CODES; count += 1) answers.push(await guess());
  expect(answers).toEqual([401, 401, 429, 429]);
  await until(async () => (await warnings(email)).length > 0, 10_000);
  expect((await first.post("/auth/confirm", { code: await codeOf(uri) })).status).toBe(200);
  expect(await warnings(email)).toHaveLength(1);
});

test("H-A4 an address that nobody confirmed is forgotten after a week, one that was confirmed is not", async () => {
  const { email: kept } = await signedUpLongAgo("vera");
  const email = "never@example.org";
  const asks = { handle: "never", email, password: PASSWORD, invitation: null };
  expect((await browser(registry.url).post("/auth/sign-up", asks, elsewhere())).status).toBe(200);
  const known = () =>
    rowsOf<{ email: string }>(
      registry,
      `SELECT email FROM auth_users WHERE email IN ('${email}', '${kept}') ORDER BY email`,
    );
  await runSql(
    registry,
    `UPDATE auth_users SET updated_at = now() - interval '6 days 23 hours' WHERE email = '${email}'`,
  );
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(await known()).toEqual([{ email }, { email: kept }]);
  await runSql(
    registry,
    `UPDATE auth_users SET updated_at = now() - interval '7 days 1 minute' WHERE email = '${email}'`,
  );
  await until(async () => (await known()).length === 1, 10_000);
  expect(await known()).toEqual([{ email: kept }]);
});

async function signedUpLongAgo(handle: string) {
  const made = await signedUp(registry, handle);
  await runSql(registry, `UPDATE auth_users SET updated_at = now() - interval '1 year' WHERE email = '${made.email}'`);
  return made;
}
