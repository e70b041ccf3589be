import { TOLD_KINDS } from "@gaia/policy";
import { z } from "@hono/zod-openapi";
import { SemVer, SkillName } from "../defining/values.ts";

const changed = { added: z.array(z.string()), dropped: z.array(z.string()) };
// By a name of their own: generators call a nested schema by its key, and a version's requirements have that name.
const ChangedNames = z.object(changed).openapi("ChangedNames");
const ChangedParts = z
  .object({
    ...changed,
    changed: z
      .array(z.string())
      .openapi({ description: "there before and now, and not the same: of a tool, its parameters" }),
  })
  .openapi("ChangedParts");

export const Comparison = z
  .object({
    name: SkillName,
    from: SemVer,
    to: SemVer,
    permissions: ChangedNames,
    tools: ChangedParts,
    requirements: ChangedNames,
    signers: ChangedNames,
    newly_told: z
      .array(
        z
          .object({
            kind: z.enum(TOLD_KINDS),
            what: z.string().nullable().openapi({ description: "the program, host or path; null for a sentence" }),
            text: z.string().openapi({ description: "as it is written" }),
            file: z.string(),
            line: z.number().int(),
          })
          .openapi("Told"),
      )
      .openapi({ description: "what weighs most first; empty: no new instruction was found" }),
    more_told: z.number().int().openapi({ description: "so many more of the same kinds were left out" }),
    unread: z.array(z.string()).openapi({ description: "files of `to` that were not read to their end" }),
    files: ChangedParts,
  })
  .openapi("Comparison", { description: "Permissions are those declared, signers those of signatures that hold" });
