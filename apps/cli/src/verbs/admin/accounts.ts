import type { components } from "@gaia/client";
import { given } from "../../session/given.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, t, yellow } from "../../terminal/shown-text.ts";

/** `admin accounts create <handle>`: the token alone goes to standard output, what is said about it to standard error. */
export async function createAccount(
  session: Session,
  input: { handle: string; email?: string | undefined },
): Promise<void> {
  const { terminal } = session;
  const { handle, email } = input;
  const body = { handle, ...(email !== undefined && { email }) };
  const created = await ensureAnswer((await openRegistry(session)).POST("/admin/accounts", { body }));
  terminal.result(created);
  terminal.note(t`${bold(created.handle)} has an account. Its token is shown this once:`);
  terminal.line(t`${created.token}`);
}

type Account = components["schemas"]["Account"];

interface AccountFilters {
  handle?: string | undefined;
  role?: Account["role"] | undefined;
  status?: Account["status"] | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** `admin accounts list`: the oldest first, one page. */
export async function listAccounts(session: Session, filters: AccountFilters): Promise<void> {
  const { terminal } = session;
  const query = given({ ...filters });
  const page = await ensureAnswer((await openRegistry(session)).GET("/admin/accounts", { params: { query } }));
  terminal.result(page);
  const rows = page.items.map((one) => [
    bold(one.handle),
    one.role,
    one.status === "active" ? one.status : yellow(one.status),
    dim(one.created_at),
    one.reason ?? "",
  ]);
  for (const row of columns(rows)) terminal.line(row);
  if (page.items.length === 0) terminal.note("No account.");
  if (page.next_cursor !== null) terminal.note(dim(t`more: --cursor ${page.next_cursor}`));
}

/** `admin accounts role <handle> <role>`: who may act for this registry. */
export async function changeAccountRole(
  session: Session,
  { handle, role }: { handle: string; role: Account["role"] },
): Promise<void> {
  const api = await openRegistry(session);
  const options = { params: { path: { handle } }, body: { role } };
  const account = await ensureAnswer(api.PUT("/admin/accounts/{handle}/role", options));
  session.terminal.result(account);
  session.terminal.line(t`${bold(account.handle)} is ${account.role === "admin" ? "an admin" : "a user"}`);
}

/** `admin accounts suspend|reinstate <handle> --reason`. */
export async function decideAccount(
  session: Session,
  input: { handle: string; decision: "suspend" | "reinstate"; reason: string },
): Promise<void> {
  const { handle, decision, reason } = input;
  const options = { params: { path: { handle } }, body: { reason } };
  const api = await openRegistry(session);
  const account = await ensureAnswer(
    decision === "suspend"
      ? api.POST("/admin/accounts/{handle}/suspend", options)
      : api.POST("/admin/accounts/{handle}/reinstate", options),
  );
  session.terminal.result(account);
  session.terminal.line(t`${bold(account.handle)} is ${account.status}`);
  if (decision === "suspend") return session.terminal.note("Its sessions and tokens have ended.");
  if ("token" in account && typeof account.token === "string") {
    session.terminal.note("It has no sign-in. Its token, which is shown only once:");
    session.terminal.line(t`${account.token}`);
  }
}
