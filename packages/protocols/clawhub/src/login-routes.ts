import { type PlainRoute, peerAddressOf } from "@gaia/edge";
import { beginDeviceLogin, redeemDeviceLogin } from "@gaia/identity/device-login";
import type { Scope } from "@gaia/policy";
import { shownLine } from "@gaia/text";
import { z } from "@hono/zod-openapi";
import { LoginRefusal } from "./errors.ts";
import type { ChangingCtxOf } from "./given.ts";

const policy = { access: "anyone", cache: "none" } as const;
const GRANT = "urn:ietf:params:oauth:grant-type:device_code";
/** As long as a token's name may be. */
const LONGEST_NAME = 64;

/** The client's two scopes, in those of the registry: what it does with them, and nothing that lets anybody in. */
const SCOPES: Readonly<Record<string, readonly Scope[]>> = { read: ["read"], write: ["publish", "yank"] };
const EVERYTHING = "read write";

const Begin = z.object({ scope: z.string().max(200).optional(), label: z.string().max(1_000).optional() });
const Redeem = z.object({ device_code: z.string().min(1).max(128), grant_type: z.string().max(200) });

/** The client's login by a code that a person types in on the page `/device` (RFC 8628). What it says of its site leads nowhere. */
export const loginRoutes = (ctxOf: ChangingCtxOf): readonly PlainRoute[] => [
  {
    method: "POST",
    path: "/device/code",
    policy,
    body: z.unknown(),
    async answer(c) {
      const ctx = ctxOf(c);
      const { scope = EVERYTHING, label = "" } = read(Begin, await c.req.json());
      const address = peerAddressOf({ headers: c.req.raw.headers, env: c.env, proxies: c.var.edge.proxies });
      const codes = await beginDeviceLogin(ctx, { client: nameOf(label), address, scopes: toScopes(scope) });
      return c.json({
        device_code: codes.deviceCode,
        user_code: codes.userCode,
        verification_uri: `${ctx.publicUrl}/device`,
        expires_in: codes.expiresInSeconds,
        interval: codes.intervalSeconds,
      });
    },
  },
  {
    method: "POST",
    path: "/device/token",
    policy,
    body: z.unknown(),
    async answer(c) {
      const ctx = ctxOf(c);
      const { device_code: deviceCode, grant_type: grantType } = read(Redeem, await c.req.json());
      if (grantType !== GRANT) throw new LoginRefusal("unsupported_grant_type", `Ask with the grant type ${GRANT}.`);
      const redeemed = await redeemDeviceLogin(ctx, { deviceCode, requestId: c.var.requestId });
      if (redeemed === null) throw new LoginRefusal("authorization_pending", "It was not decided yet.");
      const { token, scopes, expiresAt } = redeemed;
      const expiresIn = Math.floor((expiresAt.getTime() - ctx.now().getTime()) / 1_000);
      return c.json({ access_token: token, token_type: "bearer", expires_in: expiresIn, scope: fromScopes(scopes) });
    },
  },
];

function toScopes(scope: string): Scope[] {
  const words = scope.split(" ").filter((word) => word !== "");
  const unknown = words.find((word) => !Object.hasOwn(SCOPES, word));
  if (words.length === 0 || unknown !== undefined)
    throw new LoginRefusal("invalid_scope", "Ask for the scopes read and write; there are no others here.");
  return [...new Set(words.flatMap((word) => SCOPES[word] ?? []))];
}

const fromScopes = (scopes: readonly string[]): string =>
  Object.entries(SCOPES)
    .filter(([, own]) => own.every((scope) => scopes.includes(scope)))
    .map(([word]) => word)
    .join(" ");

/** What the person is shown who is asked, and what the token is called. */
const nameOf = (label: string): string => shownLine(`clawhub: ${label}`, LONGEST_NAME);

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const what = parsed.error.issues[0]?.path.join(".") || "the body";
  throw new LoginRefusal("invalid_request", `This cannot be read: ${what}.`);
}
