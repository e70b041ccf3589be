import { DIRECTORY_STATES, RELEASE_PREDICATE, SIGNATURE_KINDS } from "@gaia/trust";
import { z } from "@hono/zod-openapi";
import { Timestamp } from "../defining/values.ts";

export const SignatureSummary = z
  .object({
    kind: z.enum([...SIGNATURE_KINDS, "oms", "attestation"]).openapi({
      description:
        "what was signed is SHA256SUMS; for `oms` the directory, by a file that the package brings (OpenSSF Model " +
        "Signing): it names no release and carries no tier. `attestation` is a statement about SHA256SUMS of any other " +
        `type than ${RELEASE_PREDICATE}: it signs nothing and carries no tier`,
    }),
    signer: z.string().openapi({
      description: "fingerprint of the OpenPGP key, or the identity; empty where no signer is proven",
    }),
    status: z.enum(["revoked", ...DIRECTORY_STATES]).openapi({
      description:
        "only `oms` is `unregistered` (by a proven identity that is not the publisher's), `unknown` (by a key of which " +
        "nothing is known) or `invalid` (it does not hold for these files)",
    }),
    verified_at: Timestamp,
    predicate_type: z.string().optional().openapi({ description: "`attestation` only: what it says" }),
    file: z.string().optional().openapi({ description: "`oms` only: the file of the package that holds it" }),
    reason: z.string().nullable().optional().openapi({ description: "`oms` only: why it is not valid" }),
  })
  .openapi("SignatureSummary");

export const Provenance = z
  .object({
    level: z.number().int().min(1).max(3).openapi({ description: "the SLSA build level that it is verified to" }),
    reason: z.string().openapi({ description: "why this level and no higher one" }),
    builder: z.string().openapi({ description: "as the build says it" }),
    build_type: z.string(),
    source_repository: z.string().nullable(),
    source_commit: z.string().nullable(),
    workflow: z.string().nullable(),
    invocation: z.string().nullable(),
    predicate_type: z.string(),
    signer: z.string(),
    signer_registered: z
      .boolean()
      .openapi({ description: "whether the level counts for an identity of the publisher" }),
    subject: z.enum(["content_digest", "release_digest", "zip", "tgz", "upload"]).openapi({
      description: "what of the version it names as what was built",
    }),
    signed_at: Timestamp,
    verified_at: Timestamp,
  })
  .openapi("Provenance", {
    description: "What a build says of a version (SLSA provenance v1 or v0.2), as it verified",
  });

export const Signer = z
  .object({
    kind: z.enum(SIGNATURE_KINDS),
    signer: z.string(),
    repository: z.string().nullable().openapi({ description: "of a build's identity, as its certificate says" }),
    repository_id: z.string().nullable().openapi({
      description:
        "the number by which its host knows the repository: a name can be given to another one, the number cannot",
    }),
    runner: z.string().nullable(),
  })
  .openapi("Signer");

export const SignerChange = z
  .object({
    status: z.enum(["pending", "confirmed"]),
    from: z.array(Signer).openapi({ description: "who signed the skill until then" }),
    to: z.array(Signer).openapi({ description: "who signed this version; empty: it is not signed" }),
  })
  .openapi("SignerChange", {
    description: "another signer signed it than before, or it is not signed; while pending, no plain install takes it",
  });
