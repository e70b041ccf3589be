import { ISSUER_KINDS } from "@gaia/policy";
import { z } from "zod";
import { paths, text, variable } from "./variable.ts";

/** `kind=address`, several separated by commas. */
const issuers = text.transform((list, ctx) =>
  list.split(",").map((entry) => {
    const [, kind = "", issuer = ""] = /^\s*([a-z]+)=(\S+)\s*$/.exec(entry) ?? [];
    const known = ISSUER_KINDS.find((each) => each === kind);
    const isAddress = /^https?:$/.test(URL.parse(issuer)?.protocol ?? "");
    if (known !== undefined && isAddress) return { kind: known, issuer };
    ctx.addIssue({ code: "custom", message: `${entry} is not written ${ISSUER_KINDS.join("|")}=https://…` });
    return z.NEVER;
  }),
);
/** Origins, separated by commas, as a browser writes them. */
const origins = z.string().transform((list, context): string[] =>
  paths(list).map((given) => {
    const url = URL.parse(given);
    if (url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href) return url.origin;
    context.addIssue({ code: "custom", message: `${given} is no origin, as http://ci.internal:8080` });
    return z.NEVER;
  }),
);

/** Whom else the registry speaks to, or listens to, than anybody may name: a part of `VARIABLES`. */
export const OUTSIDE_VARIABLES = {
  OIDC_ISSUERS: variable({
    schema: issuers.nullable(),
    default: null,
    doc:
      "Issuers of CI identities for trusted publishing beside github.com and gitlab.com, separated by commas: `github=`, `gitlab=` or " +
      "`oidc=` (how their claims are read; `oidc` uses the subject alone) and the issuer's address, letter by letter as in `iss`. " +
      "These may lie in a private network; others may not.",
  }),
  WEBHOOK_HOSTS: variable({
    schema: origins,
    default: "",
    doc:
      "Origins to which webhooks may lead beside public https addresses, separated by commas, as `http://ci.internal:8080`: these may " +
      "lie in a private network, and need no TLS. Every owner of a webhook can send requests there.",
  }),
} as const;
