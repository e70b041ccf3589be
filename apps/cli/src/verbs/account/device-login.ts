import { hostname, userInfo } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { warnOfClearText } from "../../session/credentials.ts";
import { CliError, EXIT } from "../../failures/failures.ts";
import { calledAs } from "../../failures/invocation.ts";
import { ensureAnswer, openAnonymously } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { wantedScopes } from "./login-scopes.ts";
import { bold, t } from "../../terminal/shown-text.ts";

/** RFC 8628 leaves both to the server; no registry needs more. */
const LONGEST_SECONDS = 15 * 60;
const SLOWEST_SECONDS = 60;

/**
 * Asks the registry for a token that somebody allows in a browser, on this machine or another (RFC 8628), and waits until they did.
 * What it says of times is bounded, and its page has to be its own: it is shown as where to go with the code.
 * @throws CliError the page is another site's, denied, or nobody answered in time (exit 4)
 */
export async function askInBrowser(session: Session, wanted: readonly string[] | undefined): Promise<string> {
  const { config, terminal } = session;
  const scopes = [...(await wantedScopes(session, wanted))];
  warnOfClearText(terminal, config.registry);
  const api = openAnonymously(config.registry);
  const body = { client: `gaia-skill on ${hostname()} (${userInfo().username})`.slice(0, 64), scopes };
  const codes = await ensureAnswer(api.POST("/device/code", { body }));
  const page = ensureOwnPage(codes.verification_uri, config.registry);
  const expiresInSeconds = Math.min(codes.expires_in, LONGEST_SECONDS);
  terminal.warn(t`Open ${bold(page)} in a browser and type in ${bold(codes.user_code)}`);
  terminal.warn(
    t`It asks for: ${scopes.join(", ")}. Waiting for ${Math.ceil(expiresInSeconds / 60)} minutes; Ctrl-C ends it.`,
  );
  const deadline = Date.now() + expiresInSeconds * 1_000;
  while (Date.now() < deadline) {
    await sleep(Math.min(Math.max(codes.interval, 1), SLOWEST_SECONDS) * 1_000);
    const answer = await ensureAnswer(api.POST("/device/token", { body: { device_code: codes.device_code } }));
    if ("token" in answer) return answer.token;
  }
  throw new CliError(EXIT.refused, "login_expired", "no one allowed this login in a browser", {
    hint: `begin again: \`${calledAs("login")}\``,
  });
}

/** @throws CliError exit 4 */
function ensureOwnPage(page: string, registry: string): string {
  const { origin } = new URL(registry);
  if (URL.canParse(page) && new URL(page).origin === origin) return page;
  throw new CliError(EXIT.refused, "login_elsewhere", `${registry} names a page of another site: ${page}`, {
    hint: "if it is the same registry under its own address (PUBLIC_URL), name that one: --registry",
  });
}
