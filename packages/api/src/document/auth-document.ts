import * as accounts from "../people/accounts/definitions.ts";
import * as devices from "../people/devices/definitions.ts";
import * as passkeys from "../people/passkeys/definitions.ts";
import * as providers from "../people/providers/definitions.ts";
import * as factors from "../people/second-factors/definitions.ts";
import * as sessions from "../people/sessions/definitions.ts";
import { documentOf } from "./document-of.ts";

/** The OpenAPI 3.1 document of `/auth`, which the site's own client is made of. It is served nowhere. */
export function authDocument() {
  return documentOf([accounts, sessions, providers, passkeys, factors, devices], {
    info: {
      title: "Signing in",
      version: "0",
      description:
        "What the pages of this site ask, in the name of the person whose browser it is. It is no stable interface, and changes with " +
        "the pages: programs have tokens, and `/api/v1`.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/auth" }],
    security: {
      session: {
        type: "apiKey",
        in: "cookie",
        name: "__Host-gaia.session_token",
        description: "The session of a browser; over http without `__Host-`",
      },
    },
  });
}
