import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GpgIdentity, gpgIdentity } from "../harness/gpg.ts";
import { type Browser, browser, signedUp } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

let registry: TestRegistry;
let ada: Browser;
let bob: Browser;
let eve: Browser;
let gpg: GpgIdentity;

const plain = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
const rowIn = (html: string, deed: string): string =>
  new RegExp(`name="do" value="${deed}"/><input type="hidden" name="row" value="([^"]+)"`).exec(html)?.[1] ?? "";
const whereTo = (answer: { status: number; headers: Headers }) => [answer.status, answer.headers.get("location")];

beforeAll(async () => {
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000" },
  });
  ada = (await signedUp(registry, "ada")).first;
  bob = (await signedUp(registry, "bob")).first;
  eve = (await signedUp(registry, "eve")).first;
  gpg = await gpgIdentity("Ada <ada@example.org>");
});
afterAll(async () => {
  gpg?.close();
  await registry.close();
});

test("a new account is led from a second factor over the command line and a key to a first skill", async () => {
  const page = plain((await eve.get("/account")).body);
  for (const words of ["What to do next", "Set up a second factor", "make a token", "Add the key", "first skill"])
    expect(page).toContain(words);
  await eve.post("/api/v1/tokens", { name: "one", scopes: ["read"] });
  expect((await eve.get("/account")).body).toMatch(/<li class="is-done"><p>Log in with the command line/);
});

describe("organisations", () => {
  const MINE = "/account/organisations";
  const MEMBERS = "/publishers/acme/members";
  const rolesOf = async () =>
    Object.fromEntries(
      (await ada.get("/api/v1/publishers/acme/members")).body.members.map(
        ({ account, role }: { account: string; role: string }) => [account, role],
      ),
    );

  test("one is made, a person invited and accepted, given a role, and removed after being asked twice", async () => {
    expect(whereTo(await ada.submit(MINE, { do: "make", handle: "acme" }))).toEqual([303, MEMBERS]);
    const invited = await ada.submit(MEMBERS, { do: "invite", who: "bob", role: "publisher" });
    expect(whereTo(invited)).toEqual([303, `${MEMBERS}?done=invite`]);
    expect(plain((await bob.get("/account")).body)).toContain("1 invitation for you.");
    const offer = await bob.get(MINE);
    expect(plain(offer.body)).toContain("acme invites you as publisher");
    // Another person cannot take it.
    expect((await eve.submit(MINE, { do: "accept", row: rowIn(offer.body, "accept") })).status).toBe(404);
    expect((await bob.submit(MINE, { do: "accept", row: rowIn(offer.body, "accept") })).status).toBe(303);
    expect(await rolesOf()).toEqual({ ada: "owner", bob: "publisher" });

    // A publisher sees who is there, and no form to change it.
    const seen = await bob.get(MEMBERS);
    expect(plain(seen.body)).toContain("Owners and admins of acme change this.");
    expect(seen.body).not.toContain('value="invite"');
    expect((await bob.submit(MEMBERS, { do: "role", row: "bob", role: "owner" })).status).toBe(403);
    expect((await ada.submit(MEMBERS, { do: "role", row: "bob", role: "admin" })).status).toBe(303);
    expect(await rolesOf()).toEqual({ ada: "owner", bob: "admin" });

    const asked = await ada.submit(MEMBERS, { do: "remove", row: "bob" });
    expect(asked.status).toBe(200);
    expect(plain(asked.body)).toContain("Remove bob?");
    expect(plain(asked.body)).toContain("Go back and change nothing");
    expect(await rolesOf()).toEqual({ ada: "owner", bob: "admin" });
    expect((await ada.submit(MEMBERS, { do: "remove", row: "bob", sure: "yes" })).status).toBe(303);
    expect(await rolesOf()).toEqual({ ada: "owner" });
  });

  test("an invitation is declined or withdrawn; the last owner does not leave", async () => {
    await ada.submit(MINE, { do: "make", handle: "acme-two" });
    const at = "/publishers/acme-two/members";
    await ada.submit(at, { do: "invite", who: "bob", role: "admin" });
    const offer = await bob.get(MINE);
    expect((await bob.submit(MINE, { do: "decline", row: rowIn(offer.body, "decline") })).status).toBe(303);
    expect((await bob.get(MINE)).body).not.toContain("acme-two");
    await ada.submit(at, { do: "invite", who: "eve", role: "publisher" });
    const row = rowIn((await ada.get(at)).body, "withdraw");
    expect((await ada.submit(at, { do: "withdraw", row })).status).toBe(303);
    expect((await eve.get(MINE)).body).not.toContain("acme-two");
    const stays = await ada.submit(MINE, { do: "leave", row: "acme-two", sure: "yes" });
    expect(stays.status).toBeGreaterThanOrEqual(400);
    expect(plain(stays.body)).toContain("Not done");
  });

  test("a handle that is taken, and a person who is not there, are said to be wrong beside the field", async () => {
    const taken = await bob.submit(MINE, { do: "make", handle: "ada" });
    expect(taken.status).toBe(409);
    expect(taken.body).toMatch(/value="ada"[^>]* aria-invalid="true"|aria-invalid="true"[^>]* value="ada"/);
    const unknown = await ada.submit("/publishers/acme-two/members", {
      do: "invite",
      who: "nobody-here",
      role: "admin",
    });
    expect(unknown.status).toBeGreaterThanOrEqual(400);
    expect(unknown.body).toContain('value="nobody-here"');
    expect(unknown.body).toMatch(/<option value="admin" selected/);
  });

  test("strangers see no members of others", async () => {
    const led = await browser(registry.url).get("/publishers/acme-two/members");
    expect(whereTo(led)).toEqual([303, `/login?back=${encodeURIComponent("/publishers/acme-two/members")}`]);
    const refused = await eve.get("/publishers/acme-two/members");
    expect(refused.status).toBeGreaterThanOrEqual(403);
    expect(refused.body).not.toContain("owner");
  });
});

describe("keys", () => {
  const KEYS = "/publishers/ada/keys";
  const keysOf = async () => (await ada.get("/api/v1/publishers/ada/keys")).body.keys;

  test("a key and an identity are added, and retired after being asked twice", async () => {
    const added = await ada.submit(KEYS, { do: "openpgp", public_key: gpg.publicKey.replaceAll("\n", "\r\n") });
    expect(whereTo(added), plain(String(added.body))).toEqual([303, `${KEYS}?done=openpgp`]);
    const identity = "https://github.com/acme/tools/.github/workflows/release.yml@refs/tags/*";
    const issuer = "https://token.actions.githubusercontent.com";
    expect((await ada.submit(KEYS, { do: "sigstore", identity, issuer })).status).toBe(303);
    const page = await ada.get(KEYS);
    expect(page.body).toContain(gpg.fingerprint);
    expect(plain(page.body)).toContain("refs/tags/*");
    const keys = await keysOf();
    expect(keys).toHaveLength(2);
    const row = keys.find(({ kind }: { kind: string }) => kind === "openpgp").id;
    expect(plain((await ada.submit(KEYS, { do: "retire", row })).body)).toContain("Retire this key?");
    expect((await keysOf()).every(({ revoked_at }: { revoked_at: string | null }) => revoked_at === null)).toBe(true);
    expect((await ada.submit(KEYS, { do: "retire", row, sure: "yes" })).status).toBe(303);
    expect((await keysOf()).find(({ id }: { id: string }) => id === row)).toMatchObject({ revoked_as: "retired" });
  });

  test("what is no key is said to be none, and stays in the field; another person adds none", async () => {
    const before = await keysOf();
    const wrong = await ada.submit(KEYS, { do: "openpgp", public_key: "ssh-ed25519 AAAA" });
    expect(wrong.status).toBe(400);
    expect(plain(wrong.body)).toContain("Paste the whole block");
    expect(wrong.body).toContain("ssh-ed25519 AAAA</textarea>");
    const theirs = await bob.submit(KEYS, { do: "openpgp", public_key: gpg.publicKey });
    expect(theirs.status).toBeGreaterThanOrEqual(403);
    expect(await keysOf()).toEqual(before);
  });
});
