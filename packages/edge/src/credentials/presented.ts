import type { CredentialKind } from "../terms/credential.ts";
import type { Authentication, Presented } from "../terms/hands.ts";

/** What a request came with, judged by what its area takes; `fault`: why it speaks for nobody and is refused, in words for the caller. */
export type Judged = { presented: Presented | null } | { fault: string };

const NOTHING: Judged = { presented: null };

/**
 * Which credential a request presents. An area that lists none knows nobody, and passes over whatever is sent: proxies and monitors put
 * credentials into every request. Elsewhere a credential of a kind that the area does not list, and two at once, are faults: what one
 * reader takes for its caller's another would take for somebody else's. A session's cookie counts only where sessions are listed, because
 * browsers send it to every path.
 */
export function presentedIn(
  request: Request,
  credentials: readonly CredentialKind[],
  authentication: Authentication,
): Judged {
  if (credentials.length === 0) return NOTHING;
  const header = request.headers.get("authorization");
  const hasSession = credentials.includes("session") && authentication.hasSession(request);
  if (header === null) return hasSession ? { presented: { request, kind: "session", secret: null } } : NOTHING;
  if (hasSession) return { fault: "This request came with two credentials, a token and a session: send one." };
  if (header === "") return NOTHING;
  const kind = KINDS.find(({ pattern }) => pattern.test(header))?.kind;
  if (kind === undefined || !credentials.includes(kind)) {
    return { fault: `This address takes ${wordsFor(credentials)}, and no other \`Authorization\`.` };
  }
  const secret = SECRET_OF[kind](header);
  // Nobody's, and no fault: as any token that is not valid.
  return secret === null ? NOTHING : { presented: { request, kind, secret } };
}

const KINDS = [
  { kind: "bearer", pattern: /^Bearer(?: |$)/i },
  { kind: "basic", pattern: /^Basic(?: |$)/i },
] as const;

const TOKEN = /^[\x21-\x7e]{1,512}$/;

/** The token in a header, by kind; null: none that could be one. */
const SECRET_OF: Record<"bearer" | "basic", (header: string) => string | null> = {
  bearer: (header) => tokenIn(header.slice("Bearer ".length)),
  // RFC 7617: any user name, and a token for a password. An account's own password is nobody's here.
  basic(header) {
    const pair = Buffer.from(header.slice("Basic ".length).trim(), "base64").toString("utf8");
    const colon = pair.indexOf(":");
    return colon < 0 ? null : tokenIn(pair.slice(colon + 1));
  },
};

const tokenIn = (text: string): string | null => (TOKEN.test(text) ? text : null);

function wordsFor(credentials: readonly CredentialKind[]): string {
  const words = {
    session: "the session of a browser",
    bearer: "a bearer token",
    basic: "Basic with a token as its password",
  };
  return credentials.map((kind) => words[kind]).join(" or ");
}
