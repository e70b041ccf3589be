import { STATEMENT_FORMS } from "@gaia/trust";
import { z } from "zod";
import { text, variable } from "./variable.ts";

/** With which keys the registry signs, and how: a part of `VARIABLES`. */
export const SIGNING_VARIABLES = {
  SIGNING_KEY: variable({
    schema: text.nullable(),
    default: null,
    doc:
      "The registry's Ed25519 key: PKCS#8 PEM (newlines may be written `\\n`), the path of a file that holds " +
      "it, or the `pkcs11:` URI of a key in a hardware module. Absent: generated into `DATA_DIR/signing-key.pem`.",
    secret: true,
  }),
  SIGNING_KEY_NEXT: variable({
    schema: text.nullable(),
    default: null,
    doc: "The key that comes after `SIGNING_KEY`, in the same forms: `rotate-key` announces it, then servers let it sign the log along.",
    secret: true,
  }),
  HUB_SIGNING_KEY: variable({
    schema: text.nullable(),
    default: null,
    doc:
      "The Ed25519 key, in the same forms, that signs what GAIA's own client is given of a version of tier community or verified. " +
      "Absent: generated into `DATA_DIR/hub-signing-key.pem` with `ROLE=all`; with `ROLE=api` that client is given what authors wrote.",
    secret: true,
  }),
  STATEMENTS: variable({
    schema: z.enum(STATEMENT_FORMS),
    default: "in-toto",
    doc:
      "How the registry writes what it signs from now on. `in-toto`: as cosign and other programs read it. `0.1`: as `gaia-skill` 0.1 " +
      "reads it; set it until that release is replaced everywhere. Newer ones read either.",
  }),
} as const;
