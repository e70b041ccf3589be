import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call } from "../harness/api.ts";
import { browser, mailsTo, newMail, PASSWORD } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";

let registry: TestRegistry;
let cli: CliHome;
beforeAll(async () => {
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: { READ: "signed-in", SIGN_UP: "closed", RATE_LIMIT_MAIL: "0" },
  });
  cli = await cliHome(registry.url, { GAIA_TOKEN: registry.adminToken });
});
afterAll(async () => {
  await cli.remove();
  await registry.close();
});

const secretOf = (link: string) => new URL(link.trim()).searchParams.get("invitation") ?? "";

const asks = (handle: string, invitation: string | null, email = `${handle}@example.org`) =>
  browser(registry.url).post("/auth/sign-up", { handle, email, password: PASSWORD, invitation });

async function confirms(handle: string): Promise<number> {
  const token = await newMail(registry, `${handle}@example.org`, "/verify");
  const person = browser(registry.url);
  const confirmed = await person.post("/auth/confirm-address", { token, password: PASSWORD, handle: null });
  return confirmed.status === 200 ? (await person.get("/auth/account")).status : confirmed.status;
}

test("an admin invites by a link of one use, where nobody else makes an account (first week, A16)", async () => {
  expect((await asks("nobody", null)).status).toBe(403);
  const invited = await cli.run(["admin", "invite"]);
  expect([invited.code, invited.stdout], invited.stderr).toEqual([0, expect.stringContaining("/signup?invitation=")]);
  const page = await browser(registry.url).get(
    new URL(invited.stdout.trim()).pathname + new URL(invited.stdout.trim()).search,
  );
  expect([page.status, page.body]).toEqual([200, expect.stringContaining('name="password"')]);
  const secret = secretOf(invited.stdout);
  expect((await asks("paula", secret)).status).toBe(200);
  expect(await confirms("paula")).toBe(200);
  expect((await asks("second", secret)).status).toBe(403);
  const audit = await rowsOf(registry, "SELECT action FROM audit_log WHERE action LIKE 'account.invite%'");
  expect(audit).toEqual([{ action: "account.invite" }]);
});

test("an invitation for an address is mailed there, and is nobody else's (first week, A16)", async () => {
  const invited = await cli.run(["admin", "invite", "Quinn@example.org", "--json"]);
  const { url, email } = JSON.parse(invited.stdout);
  expect(email).toBe("quinn@example.org");
  expect(JSON.parse(invited.stdout).is_mailed).toBe(false);
  await expect.poll(async () => (await mailsTo(registry, "quinn@example.org")).join("")).toContain(url);
  expect((await asks("thief", secretOf(url))).status).toBe(403);
  expect((await asks("quinn", secretOf(url))).status).toBe(200);
  expect(await confirms("quinn")).toBe(200);
});

test("a revoked invitation makes no account, not even where the mail is on its way already (first week, A16)", async () => {
  const secret = secretOf((await cli.run(["admin", "invite"])).stdout);
  expect((await asks("rita", secret)).status).toBe(200);
  const listed = JSON.parse((await cli.run(["admin", "invitations", "list", "--json"])).stdout);
  expect(listed.invitations).toHaveLength(1);
  expect(JSON.stringify(listed)).not.toContain(secret);
  const { id, invited_by: by } = listed.invitations[0];
  expect(by).toBe("admin");
  expect((await cli.run(["admin", "invitations", "revoke", id])).code).toBe(0);
  expect(await confirms("rita")).toBe(403);
  expect((await asks("rolf", secret)).status).toBe(403);
  expect((await cli.run(["admin", "invitations", "revoke", id])).code).toBe(3);
  expect((await cli.run(["admin", "invitations", "list"])).stderr).toContain("No unused invitation.");
});

test("T9 who is no admin neither invites nor sees or revokes an invitation (first week, A16)", async () => {
  const token = await account(registry.url, registry.adminToken, "ada");
  const at = `${registry.url}/api/v1/admin/invitations`;
  expect((await call(at, { token, json: { email: null } })).status).toBe(403);
  expect((await call(at, { token })).status).toBe(403);
  expect((await call(`${at}/6f1c3c66-3a57-4b1b-9f0b-3f4f5f6f7f80`, { token, method: "DELETE" })).status).toBe(403);
  expect((await call(at)).status).toBe(401);
});

test("(first week, A16) without a mail server the inviter passes the link on; its page knows address and invitation", async () => {
  const invited = await cli.run(["admin", "invite", "Sam@example.org"]);
  expect(invited.stderr).toContain("no mail server: the letter is a file in DATA_DIR/mail. Pass the link on yourself.");
  const link = new URL(invited.stdout.trim());
  const sam = browser(registry.url);
  const page = await sam.get(link.pathname + link.search);
  expect(page.body).toMatch(/<input name="email"[^>]* value="sam@example\.org"/);
  expect(page.body).toContain("The invitation in your link is for this address alone.");
  const invitation = /<input name="invitation"[^>]* value="([^"]+)"/.exec(page.body)?.[1] ?? "";
  expect(invitation).toBe(secretOf(link.href));
  const asked = await sam.submit("/signup", {
    handle: "sam",
    email: "sam@example.org",
    password: PASSWORD,
    invitation,
  });
  expect(asked.status, asked.body).toBe(200);
  expect(await confirms("sam")).toBe(200);
});
