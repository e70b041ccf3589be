import { createHmac } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureAsDefined } from "./auth-answers.ts";
import type { TestRegistry } from "./registry.ts";
import { until } from "./until.ts";

export const PASSWORD = "correct horse battery staple";

interface Answer {
  status: number;
  headers: Headers;
  // Whatever it is, tests say what they expect of it.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** A browser: it keeps cookies, and says of what it sends that a page of the site did. */
export interface Browser {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** JSON. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** What a form sends. */
  submit(
    path: string,
    fields: Record<string, string> | URLSearchParams,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** What a form with files sends. */
  upload(path: string, fields: Record<string, string | Uint8Array>, headers?: Record<string, string>): Promise<Answer>;
  cookies: Map<string, string>;
  clone(): Browser;
}

export function browser(url: string, cookies = new Map<string, string>()): Browser {
  const ask = async (path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(cookie && { cookie }), ...init.headers };
    const answer = await fetch(path.startsWith("http") ? path : `${url}${path}`, {
      redirect: "manual",
      ...init,
      headers,
    });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = "", ...attributes] = set.split(";");
      const [name = "", ...value] = pair.split("=");
      if (attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))) cookies.delete(name);
      else cookies.set(name, value.join("="));
    }
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get("content-type") ?? "");
    const body = isJson ? JSON.parse(text) : text;
    ensureAsDefined(init.method ?? "GET", path, { status: answer.status, body });
    return { status: answer.status, headers: answer.headers, body };
  };
  const site = { "sec-fetch-site": "same-origin" };
  return {
    cookies,
    get: (path, headers = {}) => ask(path, { headers }),
    post: (path, body, headers = site) =>
      ask(path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      }),
    submit: (path, fields, headers = site) => ask(path, { method: "POST", body: new URLSearchParams(fields), headers }),
    upload(path, fields, headers = site) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) {
        if (typeof value === "string") form.append(name, value);
        else form.append(name, new Blob([new Uint8Array(value)]), "file");
      }
      return ask(path, { method: "POST", body: form, headers });
    },
    clone: () => browser(url, new Map(cookies)),
  };
}

/** Waits for a mail to somebody with a link to `path`, and returns the token in it. The newest one. */
export async function newMail(registry: TestRegistry, to: string, path: string): Promise<string> {
  const pattern = new RegExp(`${path}\\?token=([\\w.-]+)`);
  let token = "";
  await until(async () => {
    const letters = await mailsTo(registry, to);
    token = pattern.exec(letters.findLast((text) => pattern.test(text)) ?? "")?.[1] ?? "";
    return token !== "";
  }, 45_000);
  return token;
}

/** The mails to somebody so far, oldest first. */
export async function mailsTo({ dataDir }: TestRegistry, to: string): Promise<string[]> {
  const dir = join(dataDir, "mail");
  const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith(".txt")).toSorted();
  const letters = await Promise.all(names.map((name) => readFile(join(dir, name), "utf8")));
  return letters.filter((text) => text.includes(`\nTo: ${to}\n`));
}

/** Somebody with an account, in the browser that they signed up with. Needs SIGN_UP=open. */
export async function signedUp(registry: TestRegistry, handle: string): Promise<{ email: string; first: Browser }> {
  const first = browser(registry.url);
  const email = `${handle}@example.org`;
  const asked = await first.post("/auth/sign-up", { handle, email, password: PASSWORD, invitation: null });
  if (asked.status >= 300) throw new Error(`${handle} may not sign up: ${JSON.stringify(asked.body)}`);
  const token = await newMail(registry, email, "/verify");
  const confirmed = await first.post("/auth/confirm-address", { token, password: PASSWORD, handle: null });
  if (confirmed.status !== 200) throw new Error(`${handle} has no account: ${JSON.stringify(confirmed.body)}`);
  return { email, first };
}

const STEP_MS = 30_000;

/** The code of an authenticator app that was set up with this address, `steps` half minutes from now. */
export async function codeOf(uri: string, steps = 0): Promise<string> {
  // Where the step ends on the way, the code before it is too old. A timer may be a moment early.
  const left = STEP_MS - (Date.now() % STEP_MS);
  if (steps < 0 && left < 5_000) await new Promise((resolve) => setTimeout(resolve, left + 100));
  const key = fromBase32(new URL(uri).searchParams.get("secret") ?? "");
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac("sha1", key).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  return Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Sets up an authenticator app with the code before the current one, so that the current and the next are still good. */
export async function withSecondFactor(person: Browser): Promise<{ uri: string; recoveryCodes: string[] }> {
  const begun = await person.post("/auth/second-factor/begin", { password: PASSWORD });
  const { uri, recovery_codes: recoveryCodes } = begun.body;
  const ended = await person.post("/auth/second-factor/end", { code: await codeOf(uri, -1) });
  if (ended.status !== 200) throw new Error(`no second factor: ${JSON.stringify([begun.body, ended.body])}`);
  return { uri, recoveryCodes };
}
