import { createInterface } from "node:readline";
import { askInBrowser } from "./device-login.ts";
import { ensureTokenText, keptToken, storeToken, warnOfClearText } from "../../session/credentials.ts";
import { misused } from "../../failures/failures.ts";
import { whereTokensComeFrom } from "../../failures/hints.ts";
import { calledAs } from "../../failures/invocation.ts";
import { ensureAnswer, openWithToken } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, t } from "../../terminal/shown-text.ts";

const MAX_TOKEN_CHARACTERS = 4_096;

/**
 * `login`: on a terminal, or with `--device` or `--scope`, has somebody asked in a browser (`device-login.ts`).
 *
 * With `--token` it asks the registry who the token speaks for, then keeps it for that registry's origin. The token is asked for on a
 * terminal, read from standard input elsewhere, or `GAIA_TOKEN`; `--token TOKEN` shows it to whoever lists this machine's processes.
 */
export async function login(
  session: Session,
  options: { token?: string | true | undefined; device?: boolean | undefined; scope?: string[] | undefined },
): Promise<void> {
  const { config, terminal } = session;
  // What a token may do is asked of nobody but a browser: no token that is given takes it.
  const isInBrowser = process.stdin.isTTY || options.scope !== undefined;
  const asksBrowser = options.token === undefined && config.token === null && isInBrowser;
  if (options.device === true || asksBrowser) {
    const token = await askInBrowser(session, options.scope);
    return keep(session, token);
  }
  const isGiven = typeof options.token === "string" && options.token !== "-";
  const said = isGiven
    ? options.token
    : ((options.token === undefined ? config.token : null) ?? (await readToken(session)));
  if (!said) throw misused("login needs a token", `${WITHOUT_TERMINAL}; ${whereTokensComeFrom()}`);
  warnOfClearText(terminal, config.registry);
  await keep(session, ensureTokenText(String(said)));
}

/** Where a terminal is, `login` asks by itself. */
const WITHOUT_TERMINAL =
  "where no terminal is, give it on standard input, or sign in by a browser elsewhere with --device";

async function keep(session: Session, token: string): Promise<void> {
  const { config, terminal, paths } = session;
  const before = await keptToken(config, paths.credentials).catch(() => null);
  const who = await ensureAnswer(openWithToken(config.registry, token).GET("/whoami"));
  await storeToken(paths.credentials, config.registry, { token, handle: who.handle });
  terminal.result({ registry: config.registry, handle: who.handle, role: who.role, publishers: who.publishers });
  terminal.note(t`Logged in to ${config.registry} as ${bold(who.handle)}.`);
  if (before !== null && before !== token) await sayOlder(session, before);
}

/** What was kept until now is no longer, and its registry goes on taking it: no scope of a usual login ends a token. */
async function sayOlder({ config, terminal }: Session, before: string): Promise<void> {
  const { data } = await openWithToken(config.registry, before)
    .GET("/tokens")
    .catch(() => ({ data: undefined }));
  const older = data?.tokens.find((one) => one.is_current);
  if (older === undefined) return;
  const end = calledAs(`token revoke ${older.id}`);
  terminal.note(t`The token that was kept before stays active: ${older.name}; \`${end}\` ends it (scope admin)`);
}

/** One line of standard input. On a terminal it is not echoed. */
async function readToken({ terminal }: Session): Promise<string> {
  const { stdin } = process;
  if (stdin.isTTY) return readHidden(terminal.warn);
  let text = "";
  for await (const chunk of stdin) {
    text += String(chunk);
    if (text.length > MAX_TOKEN_CHARACTERS) break;
  }
  return text.trim();
}

async function readHidden(say: (value: string) => void): Promise<string> {
  say("Token (not shown):");
  const { Writable } = await import("node:stream");
  const mute = new Writable({ write: (_chunk, _encoding, done) => done() });
  const asked = createInterface({ input: process.stdin, output: mute, terminal: true });
  return new Promise((resolve) => {
    asked.once("line", (line) => {
      resolve(line.trim());
      asked.close();
    });
    asked.once("close", () => resolve(""));
  });
}
