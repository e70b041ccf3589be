import { COLLECTION_VISIBILITIES } from "@gaia/policy";
import { z } from "@hono/zod-openapi";
import { Handle, SkillName, text } from "../defining/values.ts";

/** Of a collection: anybody sees it, or the members of its publisher do. */
const CollectionVisibility = z.enum(COLLECTION_VISIBILITIES);

const Title = text(120).min(1);

const summary = { publisher: Handle, name: SkillName, title: z.string(), visibility: CollectionVisibility };

export const Collection = z
  .object({ ...summary, skills: z.array(SkillName) })
  .openapi("Collection", { description: "skills that the caller may not see are left out" });

export const CollectionList = z.object({ items: z.array(z.object(summary)) }).openapi("CollectionList");

export const NewCollection = z
  .object({
    title: Title,
    visibility: CollectionVisibility.optional().openapi({ description: "absent: as it is; of a new one `public`" }),
    skills: z
      .array(SkillName)
      .max(50)
      .refine((names) => new Set(names).size === names.length, "must name each skill once"),
  })
  .openapi("NewCollection");
