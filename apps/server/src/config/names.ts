import { hasHidden } from "@gaia/text";
import { text, variable } from "./variable.ts";

/** One line: it stands in titles and in the heads of mails. */
const registryName = text
  .max(60)
  .refine((name) => !hasHidden(name) && !/[\n<>"]/.test(name), "must be one plain line without <, > and quotes");
/** As RFC 9116 §2.5.3 has it; a bare mail address becomes `mailto:`. */
const contact = text
  .transform((given) => (/^[^\s:@]+@[^\s:@]+$/.test(given) ? `mailto:${given}` : given))
  .refine(
    (uri) => /^(?:https|mailto|tel):[!-~]+$/.test(uri) && URL.canParse(uri),
    "must be a mail address, or an address with https:, mailto: or tel:",
  );

/** What the registry is called, and whom to tell what is wrong with it: a part of `VARIABLES`. */
export const NAME_VARIABLES = {
  REGISTRY_NAME: variable({
    schema: registryName,
    default: "Skill registry",
    doc: "The name of this registry: at the head of its pages, in its mail and in authenticator apps. At most 60 characters.",
  }),
  SECURITY_CONTACT: variable({
    schema: contact.nullable(),
    default: null,
    doc:
      "Where weaknesses of this registry are reported: a mail address, or an address with `https:`, `mailto:` or `tel:`. It goes into " +
      "`/.well-known/security.txt` (RFC 9116); absent: there is none.",
  }),
} as const;
