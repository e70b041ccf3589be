import { calledAs } from "../invocation.ts";
import { createInterface } from "node:readline";
import { ensureTokenText, storeToken, warnOfClearText } from "../credentials.ts";
import { misused } from "../failures.ts";
import { ensureAnswer, openWithToken } from "../registry.ts";
import type { Session } from "../session.ts";
import { bold, t } from "../shown-text.ts";

const MAX_TOKEN_CHARACTERS = 4_096;

/** `login --token [TOKEN]`: asks the registry who the token speaks for, then keeps it for that registry's origin. Without a value it is read from standard input. */
export async function login(session: Session, options: { token?: string | true | undefined }): Promise<void> {
  const { config, terminal, paths } = session;
  if (options.token === undefined)
    throw misused("login needs --token", `\`${calledAs("login --token")}\` reads the token from standard input`);
  const token = ensureTokenText(
    options.token === true || options.token === "-" ? await readToken(session) : options.token,
  );
  warnOfClearText(terminal, config.registry);
  const who = await ensureAnswer(openWithToken(config.registry, token).GET("/whoami"));
  await storeToken(paths.credentials, config.registry, { token, handle: who.handle });
  terminal.result({ registry: config.registry, handle: who.handle, role: who.role, publishers: who.publishers });
  terminal.note(t`Logged in to ${config.registry} as ${bold(who.handle)}.`);
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
