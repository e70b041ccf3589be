import { account, call, inspected, publish } from "./api.ts";
import { githubClaims, type OidcIssuer } from "./oidc-issuer.ts";
import { type Browser, browser, codeOf, PASSWORD, signedUp, withSecondFactor } from "./people.ts";
import { publishedAtOnce } from "./published.ts";
import { startTestRegistry, type TestRegistry } from "./registry.ts";
import { runSql } from "./rows.ts";
import { sampleZip } from "./samples.ts";
import { secondAdmin } from "./second-admin.ts";
import { until } from "./until.ts";

/** A registry with one of each thing that people make of it, and what its people know by heart. */
export interface Peopled {
  /** Of `ada`, who owns `acme`, `bob`, its member and a reader, `cy`, who is invited, `eve`, a stranger, and the admins `zoe` and `olga`. */
  tokens: Record<"ada" | "bob" | "cy" | "eve" | "zoe" | "olga", string>;
  /** Ada's authenticator app, and how she signs in with it. */
  signIn(url: string): Promise<Browser>;
  /** A browser in which ada is signed in. */
  session: Browser;
  recoveryCode: string;
  /** The secret with which somebody may make an account. */
  signUpInvitation: string;
  ids: Record<"invitation" | "transfer" | "report" | "appealed", string>;
}

/** What a registry of these needs wherever it runs. */
export const peopledEnvironment = (issuer: OidcIssuer): Record<string, string> => ({
  OIDC_ISSUERS: `github=${issuer.url}`,
  RATE_LIMIT_MAIL: "1000",
});

/** One request; throws unless it was granted. */
export async function granted(url: string, method: string, path: string, token: string, json?: unknown) {
  const answer = await call(`${url}/api/v1${path}`, { method, token, json });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Starts it in an embedded database. Skills of `acme`: `shown`, `blamed`, `gift`, `kept-secret` (private), and staged `waits-one`, `waits-two`. */
export async function startPeopled(dataDir: string, issuer: OidcIssuer): Promise<[TestRegistry, Peopled]> {
  const environment = { ...peopledEnvironment(issuer), SIGN_UP: "open" };
  const registry = await startTestRegistry({ dataDir, withoutScanners: true, environment });
  const { first, email } = await signedUp(registry, "ada");
  const tokens = {
    ada: (await first.post("/api/v1/tokens", { name: "all", scopes: ["*"] })).body.token as string,
    ...(await strangers(registry)),
    ...(await admins(registry)),
  };
  const ids = await fill(registry, tokens, issuer);
  const signUpInvitation = await invited(registry);
  // From here on what matters needs a code of hers.
  const { uri, recoveryCodes } = await withSecondFactor(first);
  const signIn = signInWith(email, uri);
  return [registry, { tokens, ids, signIn, signUpInvitation, session: first, recoveryCode: recoveryCodes[0] ?? "" }];
}

async function strangers(registry: TestRegistry) {
  const token = (handle: string) => account(registry.url, registry.adminToken, handle);
  return { bob: await token("bob"), cy: await token("cy"), eve: await token("eve") };
}

async function admins(registry: TestRegistry) {
  return { zoe: await secondAdmin(registry, "zoe"), olga: await secondAdmin(registry, "olga") };
}

/** Codes are good once: each is of a later half minute than the one before, as the app shows them. */
function signInWith(email: string, uri: string): Peopled["signIn"] {
  let last = Math.floor(Date.now() / 30_000);
  return async (url) => {
    const here = browser(url);
    const asked = await here.post("/auth/sign-in", { email, password: PASSWORD });
    if (asked.body.needs_code !== true) throw new Error(`no code is asked for: ${JSON.stringify(asked.body)}`);
    const ahead = () => last + 1 - Math.floor(Date.now() / 30_000);
    // One half minute ahead is as far as clocks may differ.
    await until(async () => ahead() <= 1, 60_000);
    const step = Math.max(ahead(), 0);
    last = Math.floor(Date.now() / 30_000) + step;
    const ended = await here.post("/auth/sign-in-code", { code: await codeOf(uri, step) });
    if (ended.status !== 200) throw new Error(`not signed in: ${JSON.stringify(ended.body)}`);
    return here;
  };
}

/** An admin who is here in person invites somebody to make an account. */
async function invited(registry: TestRegistry): Promise<string> {
  const { first } = await signedUp(registry, "rosa");
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'account.role', 'account:rosa');
     UPDATE accounts SET role = 'admin' WHERE handle = 'rosa'; COMMIT;`,
  );
  const { body } = await first.post("/api/v1/admin/invitations", { email: null });
  return new URL(body.url).searchParams.get("invitation") ?? "";
}

async function fill(registry: TestRegistry, tokens: Peopled["tokens"], issuer: OidcIssuer): Promise<Peopled["ids"]> {
  const { url } = registry;
  const { ada, bob, eve, zoe } = tokens;
  await granted(url, "POST", "/publishers", ada, { handle: "acme" });
  const asked = await granted(url, "POST", "/publishers/acme/invitations", ada, { account: "bob", role: "publisher" });
  await granted(url, "POST", `/invitations/${asked.id}/accept`, bob);
  const invitation = await granted(url, "POST", "/publishers/acme/invitations", ada, { account: "cy", role: "admin" });
  await granted(url, "PUT", "/admin/publishers/acme/quota", zoe, { mebibytes: 77 });
  for (const name of ["shown", "blamed", "gift"])
    await publishedAtOnce(registry, { token: ada, name, version: "1.0.0", publisher: "acme" });
  const secret = sampleZip({ name: "kept-secret", description: "it plays xylophonic tunes" });
  const made = await publish(url, ada, secret, "?publisher=acme&visibility=private");
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  await granted(url, "PATCH", "/skills/kept-secret/settings", ada, { readers: ["bob"] });
  await granted(url, "PATCH", "/skills/shown/settings", ada, { staging: "required" });
  for (const [name, visibility] of [
    ["waits-one", "private"],
    ["waits-two", "public"],
  ] as const) {
    const staged = await call(`${url}/api/v1/staged-versions?publisher=acme&visibility=${visibility}`, {
      token: ada,
      body: sampleZip({ name }) as Uint8Array<ArrayBuffer>,
      type: "application/zip",
    });
    if (staged.status !== 201) throw new Error(JSON.stringify(staged.body));
    await inspected(url, name, "1.0.0", ada);
  }
  await inspected(url, "kept-secret", "1.0.0", ada);
  await trusted(registry, ada, issuer);
  await (
    await fetch(`${url}/api/v1/skills/shown/download`, { headers: { authorization: `Bearer ${eve}` } })
  ).arrayBuffer();
  const review = await granted(url, "POST", "/skills/shown/reviews", eve, { rating: 4, text: "does what it says" });
  await granted(url, "POST", `/skills/shown/reviews/${review.id}/answer`, ada, { text: "thank you" });
  const report = await granted(url, "POST", "/skills/shown/reports", eve, { kind: "spam", text: "much of it" });
  const appealed = await granted(url, "POST", "/skills/blamed/reports", eve, { kind: "malware", text: "line 3" });
  const uphold = { effect: "quarantine", reason: "it is so" };
  await granted(url, "POST", `/admin/reports/${appealed.id}/uphold`, zoe, uphold);
  await granted(url, "POST", `/reports/${appealed.id}/appeal`, ada, { text: "line 3 is a comment" });
  const transfer = await granted(url, "POST", "/transfers", ada, { name: "gift", to: "eve" });
  return { invitation: invitation.id, transfer: transfer.id, report: report.id, appealed: appealed.id };
}

/** A workflow may stage `shown`, and did exchange an identity. */
async function trusted(registry: TestRegistry, ada: string, issuer: OidcIssuer): Promise<void> {
  const workflow = { issuer: issuer.url, repository: "acme/shown", workflow: "release.yml", stage_only: true };
  await granted(registry.url, "POST", "/skills/shown/trusted-publishers", ada, workflow);
  await exchanged(registry.url, issuer);
}

/** What an identity of that workflow is exchanged for. @returns a token that may stage `shown` */
export async function exchanged(url: string, issuer: OidcIssuer): Promise<string> {
  const { body } = await call(`${url}/api/v1/trusted-publishing/audience`);
  const identity = issuer.token(githubClaims(issuer, body.audience, { repository: "acme/shown" }));
  const answer = await call(`${url}/api/v1/trusted-publishing/exchange`, { json: { token: identity, skill: "shown" } });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.token;
}
