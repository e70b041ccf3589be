import type { components } from "@gaia/client";
import type { Scope } from "@gaia/policy";
import { misused, refused } from "../../failures/failures.ts";
import { calledAs } from "../../failures/invocation.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, green, red, type Shown, t } from "../../terminal/shown-text.ts";

type Token = components["schemas"]["Token"];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const USUAL_END = "90d";
const USUAL_SCOPES: readonly Scope[] = ["publish", "read"];

interface NewToken {
  name: string;
  /** Of `SCOPES`, or `*`: the command line takes no other. */
  scope?: string[] | undefined;
  pattern?: string[] | undefined;
  expires?: string | undefined;
}

/** `token create NAME`: the secret alone goes to standard output, what is said about it to standard error. */
export async function createToken(session: Session, input: NewToken): Promise<void> {
  const { terminal } = session;
  const end = endOf(input.expires ?? USUAL_END, Date.now());
  const api = await openRegistry(session);
  const created = await ensureAnswer(
    api.POST("/tokens", {
      body: {
        name: input.name,
        // The choices of the option are the API's.
        scopes: (input.scope ?? [...USUAL_SCOPES]) as (Scope | "*")[],
        patterns: input.pattern ?? ["*"],
        ...(end === null ? {} : { expires_at: end.toISOString() }),
      },
    }),
  );
  terminal.result(created);
  terminal.note(
    t`${bold(created.name)}: ${boundsOf(created)}, ${end === null ? "until it is revoked" : t`until ${created.expires_at ?? ""}`}.`,
  );
  terminal.note(t`  It is shown this once; end it with \`${calledAs(`token revoke ${created.id}`)}\``);
  terminal.line(t`${created.token}`);
}

/** `token list`: every token of the account, ended ones included, newest first. */
export async function listTokens(session: Session): Promise<void> {
  const { terminal } = session;
  const api = await openRegistry(session);
  const answer = await ensureAnswer(api.GET("/tokens"));
  terminal.result(answer);
  const now = Date.now();
  const rows = answer.tokens.map((token) => [
    token.id,
    token.name,
    stateOf(token, now),
    boundsOf(token),
    dim(token.last_used_at === null ? "never used" : `used ${token.last_used_at}`),
  ]);
  for (const row of columns(rows)) terminal.line(row);
}

/** `token revoke ID`: at once, for good. */
export async function revokeToken(session: Session, input: { id: string; yes?: boolean | undefined }): Promise<void> {
  const { terminal } = session;
  const { id } = input;
  if (!UUID.test(id)) throw misused(`"${id}" is not the id of a token`, `see \`${calledAs("token list")}\``);
  if (
    terminal.canAsk &&
    !input.yes &&
    !(await terminal.ask(t`Revoke the token ${id}: whatever uses it stops working. Go on?`))
  )
    throw refused("consent_missing", "Not revoked: you did not agree");
  const api = await openRegistry(session);
  const token = await ensureAnswer(api.DELETE("/tokens/{id}", { params: { path: { id } } }));
  terminal.result(token);
  terminal.line(t`Revoked ${bold(token.name)}.`);
  if (token.is_current) terminal.note("It is the one that this command line used: log in with another one.");
}

/** When something that is to last this long ends; null: never. */
function endOf(said: string, now: number): Date | null {
  if (said === "never") return null;
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(said) ?? [];
  if (count === undefined || Number(count) === 0)
    throw misused("--expires takes a time such as 90d, 12h or 30m, or never");
  // The expression takes no other unit.
  return new Date(now + Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]);
}

const boundsOf = ({ scopes, patterns }: Token): Shown =>
  t`${scopes.join(", ")} on ${patterns.includes("*") ? "every skill" : patterns.join(", ")}`;

function stateOf(token: Token, now: number): Shown {
  if (token.revoked_at !== null) return red("revoked");
  if (token.expires_at !== null && Date.parse(token.expires_at) <= now) return red("expired");
  return token.is_current ? green("this one") : green("active");
}
